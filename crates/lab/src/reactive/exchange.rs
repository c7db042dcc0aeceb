//! One run of the experiment: solution, grader and what lies between them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::contender::ContenderError;
use crate::runner::{RunRequest, Runner};
use crate::scratch::Scratch;
use crate::session::Observation;

/// What all runs share.
pub(super) struct Stage {
    pub(super) _programs: Scratch,
    pub(super) data: Scratch,
    /// The helper, where a sandbox can see it.
    pub(super) executable: PathBuf,
    /// Arguments that make the helper the grader, but for the queries and the CPU.
    pub(super) grader_arguments: Vec<String>,
    /// Arguments that make the helper the solution.
    pub(super) solution_arguments: Vec<String>,
    /// What the solution must see in a sandbox.
    pub(super) readable: Vec<PathBuf>,
    /// The queries, one a line.
    pub(super) queries: PathBuf,
    /// How many there are.
    pub(super) count: usize,
}

impl Stage {
    /// Solution and grader face to face; the grader says if an answer was missing.
    pub(super) fn over_pipes(
        &self,
        runner: &mut dyn Runner,
        solution_cpu: Option<usize>,
        grader_cpu: Option<usize>,
    ) -> Result<Observation, ContenderError> {
        let pipe = || io::pipe().map_err(ContenderError::while_doing("making a pipe"));
        let (queries_out, queries_in) = pipe()?;
        let (answers_out, answers_in) = pipe()?;
        let mut grader = Command::new(&self.executable);
        grader.args(&self.grader_arguments).arg(&self.queries);
        grader.args(grader_cpu.map(|cpu| cpu.to_string()));
        grader
            .stdin(answers_out)
            .stdout(queries_in)
            .stderr(Stdio::piped())
            // As the solution's: Ctrl-C lets the exchange end.
            .process_group(0);
        let child = grader
            .spawn()
            .map_err(|source| ContenderError::Start { program: "the grader".to_owned(), source })?;
        let grader_process = Ended::on_drop(child);
        // It holds this process's copies of the pipes' ends.
        drop(grader);
        let observed = runner.run(RunRequest {
            stdin: Some(queries_out.into()),
            stdout: Some(answers_in.into()),
            ..self.solution(solution_cpu)
        });
        // The solution's pipes are closed by now, so the grader ends whatever happened.
        let judged = grader_process.wait();
        let observation = observed?;
        judged?;
        Ok(observation)
    }

    /// The solution between two files.
    pub(super) fn over_files(
        &self,
        runner: &mut dyn Runner,
        solution_cpu: Option<usize>,
    ) -> Result<Observation, ContenderError> {
        let answers = self.data.path().join("answers");
        let queries = File::open(&self.queries)
            .map_err(ContenderError::while_doing("opening the queries"))?;
        let output =
            File::create(&answers).map_err(ContenderError::while_doing("making the answers"))?;
        let observation = runner.run(RunRequest {
            stdin: Some(queries.into()),
            stdout: Some(output.into()),
            ..self.solution(solution_cpu)
        })?;
        let lines = File::open(&answers)
            .and_then(|file| {
                BufReader::new(file).lines().try_fold(0, |count, line| line.map(|_| count + 1))
            })
            .map_err(ContenderError::while_doing("counting the answers"))?;
        if lines != self.count {
            let message = format!("{lines} answers to {} queries", self.count);
            return Err(ContenderError::Run(message));
        }
        Ok(observation)
    }

    fn solution(&self, cpu: Option<usize>) -> RunRequest<'_> {
        RunRequest {
            program: &self.executable,
            arguments: &self.solution_arguments,
            readable: &self.readable,
            writable: None,
            results: &[],
            stdin: None,
            stdout: None,
            cpu,
            many_processes: false,
        }
    }
}

/// The grader; killed and reaped if it is not waited for.
struct Ended(Option<Child>);

impl Ended {
    fn on_drop(child: Child) -> Self {
        Self(Some(child))
    }

    fn wait(mut self) -> Result<(), ContenderError> {
        let Some(mut child) = self.0.take() else {
            return Ok(());
        };
        let mut said = String::new();
        if let Some(mut stderr) = child.stderr.take() {
            // What cannot be read is missing from a message, no more.
            let _ = stderr.read_to_string(&mut said);
        }
        let status = child.wait().map_err(ContenderError::while_doing("waiting for the grader"))?;
        match status.success() {
            true => Ok(()),
            false => Err(ContenderError::Run(format!("grader: {status}: {}", said.trim()))),
        }
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
