//! One run of a helper.

use std::time::Duration;

use sandglass_languages::WORK_DIRECTORY;
use sandglass_sandbox::{Errno, Input, Limits, Outcome, Output, Request, Tmpfs, View};

use crate::error::JudgeError;
use crate::helper::build::{ARCHIVE, Body};
use crate::helper::fault::end_without_code;
use crate::helper::image::{self, FeedbackImage};
use crate::helper::{Helper, HelperFault};
use crate::limits::wall_time;
use crate::program::{self, Setting};
use crate::scratch::SharedFile;

/// The directory for feedback, inside. The format wants the separator at its end.
pub(crate) const FEEDBACK: &str = "/feedback/";

/// Where a submission's files are, inside.
const SUBMISSION: &str = "/submission";

/// Bytes of each feedback file with words.
const WORDS: u64 = 64 << 10;

/// What a helper may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelperLimits {
    /// CPU time.
    pub time: Duration,
    /// Memory, bytes.
    pub memory: u64,
    /// Bytes that it may write: to its streams together, and to any one file.
    pub output: u64,
}

impl Default for HelperLimits {
    /// The format's typical defaults.
    fn default() -> HelperLimits {
        HelperLimits { time: Duration::from_secs(60), memory: 2 << 30, output: 8 << 20 }
    }
}

/// A run of a helper, to be.
#[derive(Clone, Debug)]
pub(crate) struct HelperRun<'a> {
    pub(crate) helper: &'a Helper,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
    /// A submission's files, to be its working directory.
    pub(crate) submission: Vec<(String, SharedFile)>,
    /// Files that it reads, and where.
    pub(crate) files: Vec<(String, SharedFile)>,
    pub(crate) stdin: Input,
    pub(crate) limits: HelperLimits,
    /// Time beyond its own in which it may wait for others.
    pub(crate) patience: Duration,
    /// Whether it has a directory for feedback.
    pub(crate) feedback: bool,
    /// Whether images of the feedback directory are wanted.
    pub(crate) images: bool,
    /// What the directory held at the end of an earlier pass.
    pub(crate) earlier_feedback: Option<SharedFile>,
    /// Whether the directory is needed for a later pass.
    pub(crate) keep_feedback: bool,
    /// Bytes of an input for a further pass that it may make; 0 where there is no such thing.
    pub(crate) next_input: u64,
    /// A file that it may make, inside, to be handed out.
    pub(crate) product: Option<String>,
}

/// Files of the feedback directory that are handed out, in this order.
const FEEDBACK_FILES: [&str; 4] =
    ["judgemessage.txt", "teammessage.txt", "score.txt", "score_multiplier.txt"];

/// An archive of the feedback directory, inside.
const KEPT: &str = "/keep/feedback.tar";
/// An archive of the feedback directory of the pass before, inside.
const EARLIER: &str = "/feedback.tar";

/// How a helper's run ended.
#[derive(Debug, Default)]
pub(crate) struct HelperEnd {
    /// Its exit code; `None` where it did not exit by itself, and then `reason` says why not.
    pub(crate) exit_code: Option<i32>,
    pub(crate) reason: String,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) judge_message: String,
    pub(crate) team_message: String,
    pub(crate) score: Option<String>,
    pub(crate) score_multiplier: Option<String>,
    pub(crate) images: Vec<FeedbackImage>,
    pub(crate) next_input: Option<SharedFile>,
    pub(crate) kept_feedback: Option<SharedFile>,
    pub(crate) product: Option<SharedFile>,
    pub(crate) cpu_time: Duration,
    pub(crate) peak_memory_bytes: u64,
}

impl<'a> HelperRun<'a> {
    /// A run with arguments and nothing else.
    pub(crate) fn new(helper: &'a Helper, limits: HelperLimits) -> HelperRun<'a> {
        HelperRun {
            helper,
            arguments: Vec::new(),
            environment: Vec::new(),
            submission: Vec::new(),
            files: Vec::new(),
            stdin: Input::Null,
            limits,
            patience: Duration::ZERO,
            feedback: false,
            images: false,
            earlier_feedback: None,
            keep_feedback: false,
            next_input: 0,
            product: None,
        }
    }

    /// The request. Standard output and error are captured unless the caller puts others in place.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub(crate) fn request(&self) -> Result<Request, JudgeError> {
        let limits = self.limits;
        let setting = Setting {
            limits: Limits {
                cpu_time: Some(limits.time),
                wall_time: Some(wall_time(limits.time) + self.patience),
                memory: Some(limits.memory),
                processes: Some(64),
                output: Some(limits.output),
                file_size: Some(limits.output.max(self.next_input)),
                open_files: Some(256),
                stack: Some(limits.memory),
                ..Limits::default()
            },
            memory: limits.memory,
            write: Some(limits.output),
        };
        let shape = |view| self.view(view);
        let mut request = match (&self.helper.body, self.wraps()) {
            (Body::Program(program), false) => program.request(&setting, shape)?,
            (Body::Program(program), true) => {
                program.request_in_shell(&keeping_feedback(), &setting, shape)?
            }
            (Body::Grammar(_), _) => {
                let reason = "a grammar is no program".to_owned();
                return Err(self.fault(None, reason, &HelperEnd::default()).into());
            }
            (Body::Folder(archive), wraps) => {
                let place = self.place();
                let run = format!(
                    "cd {WORK_DIRECTORY} && tar -x -f {ARCHIVE} && cd {place} && \
                     set -- {WORK_DIRECTORY}/run \"$@\" && "
                );
                let rest = if wraps { keeping_feedback() } else { "exec \"$@\"".to_owned() };
                let view = View::system().tmpfs(WORK_DIRECTORY, limits.memory).proc("/proc");
                let shape_archive = |view: View| self.view(view);
                Request::new("/bin/sh")
                    .arguments(["-c", &format!("{run}{rest}"), "sh"])
                    .environment("PATH", "/usr/bin:/bin")
                    .directory(WORK_DIRECTORY)
                    .limits(setting.limits.clone())
                    .leave_out_waits(true)
                    .policy(program::policy("program")?)
                    .view(shape_archive(view.tmpfs("/tmp", limits.memory)).writable_root(256 << 20))
                    .copy_in(archive.clone(), ARCHIVE, 0o444)
            }
        };
        for (name, value) in &self.environment {
            request = request.environment(name, value);
        }
        for (path, file) in &self.files {
            request = file.put(request, path);
        }
        for (name, file) in &self.submission {
            request = file.put(request, &format!("{SUBMISSION}/{name}"));
        }
        if matches!(self.helper.body, Body::Program(_)) {
            request = request.directory(self.place());
        }
        if let Some(earlier) = &self.earlier_feedback {
            request = earlier.put(request, EARLIER);
        }
        request = request
            .arguments(&self.arguments)
            .stdin(self.stdin.clone())
            .stdout(Output::Capture { limit: limits.output })
            .stderr(Output::Capture { limit: limits.output });
        if self.feedback {
            for file in FEEDBACK_FILES {
                request = request.copy_out(format!("{FEEDBACK}{file}"), limits.output);
            }
        }
        if self.feedback && self.images {
            for name in image::names() {
                request = request.copy_out(format!("{FEEDBACK}{name}"), image::LARGEST);
            }
        }
        if self.next_input > 0 {
            request = request.copy_out(format!("{FEEDBACK}nextpass.in"), self.next_input);
        }
        if self.keep_feedback {
            request = request.copy_out(KEPT, limits.output.max(self.next_input) + (1 << 20));
        }
        if let Some(product) = &self.product {
            request = request.copy_out(product, limits.output);
        }
        Ok(request)
    }

    /// Its working directory.
    fn place(&self) -> &'static str {
        if self.submission.is_empty() { WORK_DIRECTORY } else { SUBMISSION }
    }

    /// Adds the folders of a submission, and those of its files that are large.
    fn submission_in(&self, view: View) -> View {
        let bytes = |(_, file): &(String, SharedFile)| file.length().next_multiple_of(4096);
        let size = self.submission.iter().map(bytes).sum::<u64>() + (1 << 20);
        let mut folders: Vec<String> = Vec::new();
        for (name, _) in &self.submission {
            for (slash, _) in name.match_indices('/') {
                let folder = format!("{SUBMISSION}/{}", &name[..slash]);
                if !folders.contains(&folder) {
                    folders.push(folder);
                }
            }
        }
        let view = view.tmpfs(SUBMISSION, size);
        let view = folders.iter().fold(view, |view, folder| view.directory(folder, 0o755));
        self.submission
            .iter()
            .fold(view, |view, (name, file)| file.show(view, &format!("{SUBMISSION}/{name}")))
    }

    /// Whether a shell around it packs and unpacks the feedback directory.
    fn wraps(&self) -> bool {
        self.keep_feedback || self.earlier_feedback.is_some()
    }

    fn view(&self, view: View) -> View {
        let room = self.limits.output.max(self.next_input) + (1 << 20);
        let writable = Tmpfs { size: Some(room), mode: 0o777, ..Tmpfs::default() };
        let mut view = view.tmpfs("/problem", self.small_files() + (1 << 20));
        if self.feedback {
            view = view.tmpfs_with(FEEDBACK.trim_end_matches('/'), &writable);
        }
        if self.wraps() {
            view = view.tmpfs_with("/keep", &writable).writable_root(64 << 20);
        }
        if let Some(earlier) = &self.earlier_feedback {
            view = earlier.show(view, EARLIER);
        }
        if !self.submission.is_empty() {
            view = self.submission_in(view);
        }
        self.files.iter().fold(view, |view, (path, file)| file.show(view, path))
    }

    /// Room for the files that are copied in: rounded up far, so that it is the same for most tests and
    /// the cells that are built ahead for one serve the next.
    fn small_files(&self) -> u64 {
        let pages = |bytes: u64| bytes.next_multiple_of(4096);
        let bytes: u64 = self.files.iter().map(|(_, file)| pages(file.length())).sum();
        bytes.next_multiple_of(64 << 20)
    }

    /// What came of it.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`] where the run was killed from outside or its words are lost.
    pub(crate) fn end(&self, outcome: Outcome) -> Result<HelperEnd, JudgeError> {
        let lost = |error: std::io::Error| {
            JudgeError::system(format!("read what {} wrote", self.helper.label), error)
        };
        let reason = end_without_code(&outcome);
        let mut end = HelperEnd {
            exit_code: outcome.exit_code.filter(|_| reason.is_none()),
            reason: reason.unwrap_or_default(),
            stdout: outcome.stdout_bytes().map_err(lost)?,
            stderr: outcome.stderr_bytes().map_err(lost)?,
            cpu_time: outcome.cpu_time(),
            peak_memory_bytes: outcome.peak_memory_bytes,
            ..HelperEnd::default()
        };
        let mut files = outcome.copied_out.into_iter();
        let mut next = || match files.next() {
            Some(Ok(file)) => Ok(Some(file)),
            Some(Err(Errno::ENOENT | Errno::ECHILD)) | None => Ok(None),
            Some(Err(errno)) => Err(errno),
        };
        let mut wrong = None;
        if self.feedback {
            let mut texts = FEEDBACK_FILES.map(|_| None);
            for (text, name) in texts.iter_mut().zip(FEEDBACK_FILES) {
                match next() {
                    Ok(Some(file)) => *text = Some(words(file).map_err(lost)?),
                    Ok(None) => {}
                    Err(errno) => wrong = Some((name, errno)),
                }
            }
            let [judge, team, score, multiplier] = texts;
            end.judge_message = judge.unwrap_or_default();
            end.team_message = team.unwrap_or_default();
            (end.score, end.score_multiplier) = (score, multiplier);
        }
        if self.feedback && self.images {
            for name in image::names() {
                // What cannot be taken is not shown.
                let image = next().ok().flatten().and_then(|file| FeedbackImage::read(name, file));
                end.images.extend(image);
            }
        }
        for (wanted, place, name) in [
            (self.next_input > 0, &mut end.next_input, "nextpass.in"),
            (self.keep_feedback, &mut end.kept_feedback, "everything"),
            (self.product.is_some(), &mut end.product, "its output"),
        ] {
            if !wanted {
                continue;
            }
            match next() {
                Ok(Some(file)) => *place = Some(SharedFile::copy(file).map_err(lost)?),
                Ok(None) => {}
                Err(errno) => wrong = Some((name, errno)),
            }
        }
        if let Some((name, errno)) = wrong
            && end.exit_code.is_some()
        {
            end.exit_code = None;
            end.reason = format!("its feedback, {name}, cannot be taken: {errno}");
        }
        Ok(end)
    }

    /// The fault of this run, for messages.
    pub(crate) fn fault(&self, test: Option<&str>, reason: String, end: &HelperEnd) -> HelperFault {
        let said = [&end.judge_message, &*String::from_utf8_lossy(&end.stderr)];
        let words = said.iter().find(|words| !words.trim().is_empty()).map(ToString::to_string);
        HelperFault {
            program: self.helper.label.clone(),
            test: test.map(str::to_owned),
            reason,
            words: words.unwrap_or_default(),
        }
    }
}

/// A shell's script around a helper whose feedback directory lives on: it holds no end of the helper's
/// streams while the helper runs, so that a closed end is seen as closed.
fn keeping_feedback() -> String {
    format!(
        "if [ -e {EARLIER} ]; then tar -x -f {EARLIER} -C {FEEDBACK} && \
         rm -f {FEEDBACK}nextpass.in || exit 120; fi; \
         exec 3<&0; \"$@\" <&3 3<&- & exec <&- 3<&- >&-; wait $!; code=$?; \
         tar -c -f {KEPT} -C {FEEDBACK} . || exit 121; exit $code"
    )
}

/// The beginning of a feedback file as text.
fn words(file: std::fs::File) -> std::io::Result<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    file.take(WORDS).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
