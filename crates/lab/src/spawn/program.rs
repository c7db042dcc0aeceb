//! The two programs that do nothing: `/bin/true`, and one without a C library or a linker.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::contender::Program;
use crate::scratch::Scratch;

/// Debian's `true`, dynamically linked, as in the thesis.
pub fn dynamic_true() -> Program {
    let path = ["/bin/true", "/usr/bin/true"].map(Path::new).into_iter().find(|path| path.exists());
    let path = path.unwrap_or(Path::new("/bin/true")).to_owned();
    Program { name: "true".to_owned(), path, directory: None }
}

/// A program of two or three instructions, written into the scratch directory.
pub fn static_true(scratch: &Scratch) -> io::Result<Program> {
    let directory = scratch.path().join("programs");
    fs::create_dir_all(&directory)?;
    let path = directory.join("static-true");
    fs::write(&path, executable())?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(Program { name: "static".to_owned(), path, directory: Some(directory) })
}

/// `exit_group(0)` in machine code, and `e_machine` of the ELF specification.
#[cfg(target_arch = "x86_64")]
const CODE: (&[u8], u16) = (
    &[
        0x31, 0xff, // xor edi, edi
        0xb8, 0xe7, 0x00, 0x00, 0x00, // mov eax, 231
        0x0f, 0x05, // syscall
    ],
    62,
);
#[cfg(target_arch = "aarch64")]
const CODE: (&[u8], u16) = (
    &[
        0x00, 0x00, 0x80, 0xd2, // mov x0, #0
        0xc8, 0x0b, 0x80, 0xd2, // mov x8, #94
        0x01, 0x00, 0x00, 0xd4, // svc #0
    ],
    183,
);

/// The smallest honest ELF file: file header, one program header, code.
fn executable() -> Vec<u8> {
    const LOAD_ADDRESS: u64 = 0x40_0000;
    const FILE_HEADER: u16 = 64;
    const PROGRAM_HEADER: u16 = 56;
    let (code, machine) = CODE;
    let code_offset = u64::from(FILE_HEADER + PROGRAM_HEADER);
    let size = code_offset + code.len() as u64;
    let mut file = Vec::new();
    // e_ident: 64 bits, little endian, version 1, System V.
    file.extend([0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    file.extend(2_u16.to_le_bytes()); // e_type: executable
    file.extend(machine.to_le_bytes());
    file.extend(1_u32.to_le_bytes()); // e_version
    file.extend((LOAD_ADDRESS + code_offset).to_le_bytes()); // e_entry
    file.extend(u64::from(FILE_HEADER).to_le_bytes()); // e_phoff
    file.extend(0_u64.to_le_bytes()); // e_shoff: no sections
    file.extend(0_u32.to_le_bytes()); // e_flags
    // e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx
    for field in [FILE_HEADER, PROGRAM_HEADER, 1, 0, 0, 0] {
        file.extend(field.to_le_bytes());
    }
    file.extend(1_u32.to_le_bytes()); // p_type: load
    file.extend(5_u32.to_le_bytes()); // p_flags: read and execute
    // p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align
    for field in [0, LOAD_ADDRESS, LOAD_ADDRESS, size, size, 0x1_0000] {
        file.extend(field.to_le_bytes());
    }
    file.extend(code);
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_static_program_runs_and_succeeds() {
        let scratch = Scratch::new(None).expect("a scratch directory");
        let program = static_true(&scratch).expect("writable");
        let status = Command::new(&program.path).status().expect("the kernel loads it");
        assert!(status.success(), "{status}");
        assert!(program.path.metadata().expect("exists").len() < 256);
    }
}
