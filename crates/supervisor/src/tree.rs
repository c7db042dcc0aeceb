//! The file tree of a view: operations made into steps by the supervisor, interpreted once.
//!
//! A view whose tree nothing per run must stand inside is built once, as a *template*: a mount
//! namespace that holds this tree alone. A cell's mount namespace is then a copy of it, made by the
//! clone itself, to which the cell adds its own file systems (tmpfs, proc). Where something of the host
//! is to be shown inside such a file system, or the root itself can be written, each cell interprets
//! all steps itself. Either way the steps allocate nothing.

use sandglass_sys::{self as sys, Errno, MountAttributes, OpenHow};
use sandglass_wire::{MountOperation, Switch, Switches, View};
use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// One step.
#[derive(Debug)]
pub(crate) struct Step {
    /// The directory that holds the name, relative to the root; empty is the root.
    parent: CString,
    /// The name in it.
    name: CString,
    action: Action,
}

#[derive(Debug)]
enum Action {
    Directory { mode: u32, may_exist: bool },
    File { mode: u32, content: Vec<u8>, may_exist: bool },
    Link { text: CString },
    Bind { source: CString, recursive: bool, follow: bool, attributes: MountAttributes },
    Tmpfs { options: Vec<(&'static CStr, CString)>, attributes: MountAttributes, full: bool },
    Proc { writable: bool },
    HostProc,
}

/// A view, taken apart.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Steps of the template, or all steps where `whole` is set.
    pub(crate) template: Vec<Step>,
    /// Steps that each cell takes after.
    pub(crate) cell: Vec<Step>,
    /// Each cell interprets `template` too, from the host's tree.
    pub(crate) whole: bool,
    /// Options of the root.
    root: Vec<(&'static CStr, CString)>,
    root_read_only: bool,
    /// Whether the view is the host's own tree.
    pub(crate) host: bool,
    proc_writable: bool,
}

/// Why a view cannot be built: about what, and the error.
#[derive(Debug)]
pub(crate) struct TreeError {
    pub(crate) subject: Vec<u8>,
    pub(crate) errno: Errno,
}

fn fault(subject: &[u8], errno: Errno) -> TreeError {
    TreeError { subject: subject.to_vec(), errno }
}

fn text(bytes: &[u8]) -> Result<CString, TreeError> {
    CString::new(bytes).map_err(|_| fault(bytes, Errno::EINVAL))
}

/// Splits an absolute path inside into its parts; `.` and `..` have no place in one.
fn parts(path: &[u8]) -> Result<Vec<&[u8]>, TreeError> {
    if path.first() != Some(&b'/') {
        return Err(fault(path, Errno::EINVAL));
    }
    let parts: Vec<_> = path.split(|&byte| byte == b'/').filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| matches!(*part, b"." | b"..")) {
        return Err(fault(path, Errno::EINVAL));
    }
    Ok(parts)
}

fn is_beneath(path: &[u8], ancestor: &[u8]) -> bool {
    match (parts(path), parts(ancestor)) {
        (Ok(path), Ok(ancestor)) => path.len() > ancestor.len() && path.starts_with(&ancestor),
        _ => false,
    }
}

/// Names and values of mount options.
type TmpfsOptions = Vec<(&'static CStr, CString)>;

fn tmpfs_options(
    size: Option<u64>,
    inodes: Option<u64>,
    mode: u32,
) -> Result<(TmpfsOptions, bool), TreeError> {
    let full = size == Some(0);
    let mut options = vec![(c"mode", text(format!("{mode:o}").as_bytes())?)];
    if let Some(size) = size {
        // To tmpfs 0 is "without a bound": one page is asked for, and filled (see `fill`).
        options.push((c"size", text(size.max(1).next_multiple_of(4096).to_string().as_bytes())?));
    }
    if let Some(inodes) = inodes {
        // The root directory counts, and so does the file that fills.
        let total = inodes.saturating_add(1).saturating_add(u64::from(full));
        options.push((c"nr_inodes", text(total.to_string().as_bytes())?));
    }
    Ok((options, full))
}

impl Plan {
    /// Takes `view` apart. Reads from the host which sources are directories.
    /// Defences that are `off` are left out.
    pub(crate) fn new(view: &View, off: Switches) -> Result<Plan, TreeError> {
        let (root, _) = tmpfs_options(view.root_size, view.root_inodes, 0o755)?;
        let mut plan = Plan {
            root,
            root_read_only: !view.writable_root,
            host: view.host_root || off.contains(Switch::MountNamespace),
            proc_writable: off.contains(Switch::ReadOnlyProc),
            ..Plan::default()
        };
        if plan.host {
            return Ok(plan);
        }
        let mut fresh: Vec<&[u8]> = Vec::new();
        plan.whole = view.writable_root
            || view.operations.iter().enumerate().any(|(index, operation)| {
                matches!(operation, MountOperation::Bind(bind)
                    if view.operations[..index].iter().any(|earlier| matches!(earlier,
                        MountOperation::Tmpfs(tmpfs) if is_beneath(&bind.target, &tmpfs.target))))
            });
        for operation in &view.operations {
            let target = match operation {
                MountOperation::Bind(bind) => &bind.target,
                MountOperation::Tmpfs(tmpfs) => &tmpfs.target,
                MountOperation::Proc { target } => target,
                MountOperation::Directory { path, .. }
                | MountOperation::File { path, .. }
                | MountOperation::SymbolicLink { path, .. } => path,
            };
            let inside = fresh.iter().any(|ancestor| is_beneath(target, ancestor));
            plan.add(operation, target, inside && !plan.whole)?;
            if let MountOperation::Tmpfs(tmpfs) = operation {
                fresh.push(&tmpfs.target);
            }
        }
        Ok(plan)
    }

    fn add(
        &mut self,
        operation: &MountOperation,
        target: &[u8],
        in_cell: bool,
    ) -> Result<(), TreeError> {
        let parts = parts(target)?;
        let Some((name, parents)) = parts.split_last() else {
            return Err(fault(target, Errno::EINVAL));
        };
        let name = text(name)?;
        let parent = text(&parents.join(&b'/'))?;
        let step = |action| Step { parent: parent.clone(), name: name.clone(), action };
        let steps = if in_cell { &mut self.cell } else { &mut self.template };
        for depth in 0..parents.len() {
            steps.push(Step {
                parent: text(&parents[..depth].join(&b'/'))?,
                name: text(parents[depth])?,
                action: Action::Directory { mode: 0o755, may_exist: true },
            });
        }
        let directory = || Action::Directory { mode: 0o755, may_exist: true };
        match operation {
            MountOperation::Bind(bind) => {
                let source = text(&bind.source)?;
                let status = match sys::status_of(&source) {
                    Ok(status) => status,
                    Err(Errno::ENOENT) if bind.optional => return Ok(()),
                    Err(errno) => return Err(fault(&bind.source, errno)),
                };
                steps.push(step(if status.kind == sys::FileKind::Directory {
                    directory()
                } else {
                    Action::File { mode: 0o644, content: Vec::new(), may_exist: true }
                }));
                steps.push(step(Action::Bind {
                    source,
                    recursive: bind.recursive,
                    follow: bind.follow,
                    attributes: MountAttributes {
                        read_only: !bind.writable,
                        no_exec: !bind.executable,
                        no_device: !bind.devices,
                    },
                }));
            }
            MountOperation::Tmpfs(tmpfs) => {
                let (options, full) = tmpfs_options(tmpfs.size, tmpfs.inodes, tmpfs.mode)?;
                steps.push(step(directory()));
                self.cell.push(step(Action::Tmpfs {
                    options,
                    // What cannot be written need not be full; nor could it be made read-only then.
                    full: full && tmpfs.writable,
                    attributes: MountAttributes {
                        read_only: !tmpfs.writable,
                        no_exec: !tmpfs.executable,
                        no_device: true,
                    },
                }));
                if self.whole
                    && let Some(tmpfs) = self.cell.pop()
                {
                    self.template.push(tmpfs);
                }
            }
            MountOperation::Proc { .. } => {
                steps.push(step(directory()));
                // The kernel lets a user namespace mount /proc only where one is fully seen already;
                // the host's stays below the cell's, out of reach.
                steps.push(step(Action::HostProc));
                self.cell.push(step(Action::Proc { writable: self.proc_writable }));
            }
            MountOperation::Directory { mode, .. } => {
                steps.push(step(Action::Directory { mode: *mode, may_exist: false }));
            }
            MountOperation::File { mode, content, .. } => steps.push(step(Action::File {
                mode: *mode,
                content: content.clone(),
                may_exist: false,
            })),
            MountOperation::SymbolicLink { target, .. } => {
                steps.push(step(Action::Link { text: text(target)? }));
            }
        }
        Ok(())
    }

    /// Makes the tree in the calling thread's mount namespace, a copy of the host's, and makes it the
    /// root. Returns which step failed.
    pub(crate) fn build_root(&self) -> Result<(), (usize, Errno)> {
        let outside = |errno| (usize::MAX, errno);
        let root = new_tmpfs(&self.root, MountAttributes { no_device: true, ..Default::default() })
            .map_err(outside)?;
        // On top of "/": what is looked up from there is still found in the host's tree below.
        sys::attach(root.as_fd(), None, c"/").map_err(outside)?;
        take(&self.template, root.as_fd())?;
        if self.root_read_only {
            let attributes =
                MountAttributes { read_only: true, no_device: true, ..Default::default() };
            sys::set_mount_attributes(root.as_fd(), false, attributes).map_err(outside)?;
        }
        sys::change_directory_to(root.as_fd()).map_err(outside)?;
        sys::pivot_root().map_err(outside)?;
        sys::detach(c".").map_err(outside)?;
        sys::change_directory(c"/").map_err(outside)?;
        Ok(())
    }

    /// What step `index` of `steps` is about.
    pub(crate) fn subject(&self, index: usize, in_cell: bool) -> Vec<u8> {
        let steps = if in_cell { &self.cell } else { &self.template };
        match steps.get(index) {
            Some(step) => {
                let mut path = vec![b'/'];
                path.extend_from_slice(step.parent.as_bytes());
                if path.len() > 1 {
                    path.push(b'/');
                }
                path.extend_from_slice(step.name.as_bytes());
                if let Action::Bind { source, .. } = &step.action {
                    let mut both = source.as_bytes().to_vec();
                    both.extend_from_slice(b" at ");
                    both.extend_from_slice(&path);
                    return both;
                }
                path
            }
            None => b"/".to_vec(),
        }
    }
}

fn new_tmpfs(
    options: &[(&'static CStr, CString)],
    attributes: MountAttributes,
) -> Result<OwnedFd, Errno> {
    let context = sys::open_file_system(c"tmpfs")?;
    for (key, value) in options {
        sys::configure_file_system(context.as_fd(), key, value)?;
    }
    sys::create_mount(context.as_fd(), attributes)
}

/// Takes `steps` beneath `root`. Allocates nothing; returns the index of the step that failed.
pub(crate) fn take(steps: &[Step], root: BorrowedFd<'_>) -> Result<(), (usize, Errno)> {
    for (index, step) in steps.iter().enumerate() {
        take_one(step, root).map_err(|errno| (index, errno))?;
    }
    Ok(())
}

fn take_one(step: &Step, root: BorrowedFd<'_>) -> Result<(), Errno> {
    let parent_path = if step.parent.is_empty() { c"." } else { step.parent.as_c_str() };
    // `O_PATH` sees what is mounted on the directory; links inside the tree stay inside of it.
    let parent = sys::open_beneath(root, parent_path, OpenHow::PATH, true)?;
    let here = Some(parent.as_fd());
    match &step.action {
        Action::Directory { mode, may_exist } => {
            match sys::make_directory(here, &step.name, *mode) {
                Err(Errno::EEXIST) if *may_exist => Ok(()),
                // Below a bind that cannot be written the place must exist already.
                Err(Errno::EROFS)
                    if *may_exist && sys::status_at(parent.as_fd(), &step.name).is_ok() =>
                {
                    Ok(())
                }
                other => other,
            }?;
            if !*may_exist {
                let made = sys::open(here, &step.name, OpenHow::DIRECTORY.no_follow())?;
                sys::change_mode(made.as_fd(), *mode)?;
            }
            Ok(())
        }
        Action::File { mode, content, may_exist } => {
            let file = match sys::open(here, &step.name, OpenHow::create_new(*mode)) {
                Err(Errno::EEXIST) if *may_exist => return Ok(()),
                Err(Errno::EROFS)
                    if *may_exist && sys::status_at(parent.as_fd(), &step.name).is_ok() =>
                {
                    return Ok(());
                }
                other => other?,
            };
            sys::write_all(file.as_fd(), content)?;
            if *may_exist { Ok(()) } else { sys::change_mode(file.as_fd(), *mode) }
        }
        Action::Link { text } => sys::make_symbolic_link(text, here, &step.name),
        Action::Bind { source, recursive, follow, attributes } => {
            let tree = sys::clone_tree(None, source, *recursive, *follow)?;
            sys::set_mount_attributes(tree.as_fd(), *recursive, *attributes)?;
            sys::attach(tree.as_fd(), here, &step.name)
        }
        Action::Tmpfs { options, attributes, full } => {
            let tmpfs = new_tmpfs(options, *attributes)?;
            sys::attach(tmpfs.as_fd(), here, &step.name)?;
            if *full && !attributes.read_only { fill(tmpfs.as_fd()) } else { Ok(()) }
        }
        Action::Proc { writable } => {
            let context = sys::open_file_system(c"proc")?;
            let attributes =
                MountAttributes { read_only: !writable, no_exec: true, no_device: true };
            let proc = sys::create_mount(context.as_fd(), attributes)?;
            sys::attach(proc.as_fd(), here, &step.name)
        }
        Action::HostProc => {
            let tree = sys::clone_tree(None, c"/proc", true, true)?;
            sys::attach(tree.as_fd(), here, &step.name)
        }
    }
}

/// Takes up the single page of a tmpfs that is to hold no data: by a file without a name, which lives
/// as long as this process keeps it open.
fn fill(tmpfs: BorrowedFd<'_>) -> Result<(), Errno> {
    let file = sys::open(Some(tmpfs), c".full", OpenHow::create_new(0))?;
    sys::write_all(file.as_fd(), b"f")?;
    sys::remove(Some(tmpfs), c".full", false)?;
    std::mem::forget(file);
    Ok(())
}
