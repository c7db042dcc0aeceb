//! A compiled submission: what a run needs of it.

use std::os::fd::OwnedFd;
use std::sync::Arc;

use sandglass_languages::{Language, RunValues, WORK_DIRECTORY};
use sandglass_sandbox::{Policy, Request, View};

use crate::error::JudgeError;
use crate::limits::TestLimits;

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

impl Program {
    /// A request that runs it, without streams and without arguments of a test.
    pub(crate) fn request(&self, limits: &TestLimits, write: bool) -> Result<Request, JudgeError> {
        let run = &self.language.run;
        let values = RunValues {
            sources: &[],
            product: self.language.compile.as_ref().and_then(|compile| compile.product.as_deref()),
            entry_point: self.entry_point.as_deref(),
            memory_mebibytes: limits.memory >> 20,
        };
        let mut request = if run.executable {
            let [product] = &self.files[..] else {
                return Err(JudgeError::system("run the submission", "its product is lost"));
            };
            // Executed from its descriptor, the product needs no place in the file tree.
            Request::from_descriptor(Arc::clone(&product.content), &product.name)
        } else {
            let command = self.language.run_command(&values);
            let Some((program, rest)) = command.split_first() else {
                return Err(JudgeError::system(
                    "run the submission",
                    "its language has no command",
                ));
            };
            Request::new(program).arguments(rest)
        };
        let inside = if run.executable { &[][..] } else { &self.files[..] };
        for (name, value) in self.language.run_environment(&values) {
            request = request.environment(name, value);
        }
        let room = if write { limits.memory } else { total(inside) + WORK_ROOM };
        let mut view = view(&self.language);
        view = if inside.is_empty() && !write {
            view.directory(WORK_DIRECTORY, 0o755)
        } else {
            with_work_directory(view, inside, room)
        };
        if run.proc {
            view = view.proc("/proc");
        }
        request = request
            .directory(WORK_DIRECTORY)
            .limits(limits.for_sandbox())
            .policy(policy(&run.policy)?)
            .view(view);
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

/// A policy by its name.
pub(crate) fn policy(name: &str) -> Result<Policy, JudgeError> {
    Policy::builtin(name)
        .map_err(|error| JudgeError::system(format!("load the policy {name}"), error))
}

fn total(files: &[WorkFile]) -> u64 {
    let size = |file: &WorkFile| {
        rustix::fs::fstat(&file.content).map_or(0, |status| status.st_size.unsigned_abs())
    };
    files.iter().map(size).map(|bytes| bytes.next_multiple_of(4096)).sum()
}
