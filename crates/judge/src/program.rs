//! A compiled submission: what a run needs of it.

use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};

use sandglass_languages::{Language, RunValues, WORK_DIRECTORY};
use sandglass_sandbox::{Limits, Policy, Request, View};

use crate::error::JudgeError;

/// A file in memory, and where it goes under the work directory.
#[derive(Clone, Debug)]
pub(crate) struct WorkFile {
    pub(crate) name: String,
    pub(crate) content: Arc<OwnedFd>,
}

/// What comes out of a compilation.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) language: Arc<Language>,
    /// The product, or the sources where there is none.
    pub(crate) files: Vec<WorkFile>,
    pub(crate) entry_point: Option<String>,
}

/// What a work directory may hold beyond the files put into it, bytes.
const WORK_ROOM: u64 = 1 << 20;

/// Within which bounds a program runs.
pub(crate) struct Setting {
    /// Limits of the sandbox.
    pub(crate) limits: Limits,
    /// The memory limit that run-times are told of, bytes.
    pub(crate) memory: u64,
    /// Bytes that it may write in its work directory; `None` is a directory that holds its own files
    /// and next to nothing else.
    pub(crate) write: Option<u64>,
}

/// What is executed.
enum Start<'a> {
    /// An open file.
    Descriptor(&'a WorkFile),
    /// A command line, its program looked up inside.
    Words(Vec<String>),
}

impl Program {
    /// A request that runs it, without streams and without arguments of a test. `shape` adds to what
    /// it sees.
    pub(crate) fn request(
        &self,
        setting: &Setting,
        shape: impl FnOnce(View) -> View,
    ) -> Result<Request, JudgeError> {
        // Executed from its descriptor, a product needs no place in the file tree.
        match self.executable()? {
            Some(product) => {
                self.request_starting(&Start::Descriptor(product), &[], setting, shape)
            }
            None => {
                let words = self.command(setting.memory);
                self.request_starting(&Start::Words(words), &self.files, setting, shape)
            }
        }
    }

    /// As [`Program::request`], with a shell around it that runs `script` with the program's command
    /// line as its positional arguments.
    pub(crate) fn request_in_shell(
        &self,
        script: &str,
        setting: &Setting,
        shape: impl FnOnce(View) -> View,
    ) -> Result<Request, JudgeError> {
        let mut words = ["/bin/sh", "-c", script, "sh"].map(str::to_owned).to_vec();
        match self.executable()? {
            Some(product) => words.push(format!("{WORK_DIRECTORY}/{}", product.name)),
            None => words.extend(self.command(setting.memory)),
        }
        self.request_starting(&Start::Words(words), &self.files, setting, shape)
    }

    /// The product, where it is itself the program.
    fn executable(&self) -> Result<Option<&WorkFile>, JudgeError> {
        match &self.files[..] {
            _ if !self.language.run.executable => Ok(None),
            [product] => Ok(Some(product)),
            _ => Err(JudgeError::system("run a program", "its product is lost")),
        }
    }

    fn command(&self, memory: u64) -> Vec<String> {
        self.language.run_command(&self.values(memory))
    }

    fn values(&self, memory: u64) -> RunValues<'_> {
        RunValues {
            sources: &[],
            product: self.language.compile.as_ref().and_then(|compile| compile.product.as_deref()),
            entry_point: self.entry_point.as_deref(),
            memory_mebibytes: memory >> 20,
        }
    }

    fn request_starting(
        &self,
        start: &Start<'_>,
        inside: &[WorkFile],
        setting: &Setting,
        shape: impl FnOnce(View) -> View,
    ) -> Result<Request, JudgeError> {
        let run = &self.language.run;
        let mut request = match start {
            Start::Descriptor(file) => {
                Request::from_descriptor(Arc::clone(&file.content), &file.name)
            }
            Start::Words(words) => {
                let Some((program, rest)) = words.split_first() else {
                    return Err(JudgeError::system("run a program", "its language has no command"));
                };
                Request::new(program).arguments(rest)
            }
        };
        for (name, value) in self.language.run_environment(&self.values(setting.memory)) {
            request = request.environment(name, value);
        }
        let mut view = view(&self.language);
        view = match setting.write {
            None if inside.is_empty() => view.directory(WORK_DIRECTORY, 0o755),
            room => with_work_directory(view, inside, total(inside) + room.unwrap_or(WORK_ROOM)),
        };
        if run.proc {
            view = view.proc("/proc");
        }
        request = request
            .directory(WORK_DIRECTORY)
            .limits(setting.limits.clone())
            .leave_out_waits(true)
            .policy(policy(&run.policy)?)
            .view(shape(view));
        Ok(copy_in(request, inside, 0o555))
    }
}

/// The file tree of every run and compilation: the system's programs and libraries, and what the
/// language asks for beyond them.
pub(crate) fn view(language: &Language) -> View {
    language.mounts.iter().fold(View::system(), |view, mount| {
        if mount.optional {
            view.bind_optional(&mount.source, &mount.target)
        } else {
            view.bind(&mount.source, &mount.target)
        }
    })
}

/// Adds a work directory with folders for these files.
pub(crate) fn with_work_directory(view: View, files: &[WorkFile], bytes: u64) -> View {
    let mut folders: Vec<String> = Vec::new();
    for file in files {
        for (slash, _) in file.name.match_indices('/') {
            let folder = format!("{WORK_DIRECTORY}/{}", &file.name[..slash]);
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    let view = view.tmpfs(WORK_DIRECTORY, bytes);
    folders.iter().fold(view, |view, folder| view.directory(folder, 0o755))
}

/// Puts files into the work directory.
pub(crate) fn copy_in(request: Request, files: &[WorkFile], mode: u32) -> Request {
    files.iter().fold(request, |request, file| {
        request.copy_in(Arc::clone(&file.content), format!("{WORK_DIRECTORY}/{}", file.name), mode)
    })
}

/// A policy by its name. Each is read once: reading one takes longer than a short run.
pub(crate) fn policy(name: &str) -> Result<Arc<Policy>, JudgeError> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Policy>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(policy) = known.get(name) {
        return Ok(Arc::clone(policy));
    }
    let policy = Policy::builtin(name)
        .map(Arc::new)
        .map_err(|error| JudgeError::system(format!("load the policy {name}"), error))?;
    known.insert(name.to_owned(), Arc::clone(&policy));
    Ok(policy)
}

fn total(files: &[WorkFile]) -> u64 {
    let size = |file: &WorkFile| {
        rustix::fs::fstat(&file.content).map_or(0, |status| status.st_size.unsigned_abs())
    };
    files.iter().map(size).map(|bytes| bytes.next_multiple_of(4096)).sum()
}
