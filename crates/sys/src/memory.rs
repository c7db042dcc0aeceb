//! Memory that a parent and its children share.

use crate::Errno;
use crate::syscall::syscall;
use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicU32, AtomicU64};
use std::os::fd::BorrowedFd;

/// A region of zeroed memory that stays shared over clone: what one process writes, all see.
///
/// Unmapped when dropped. Pages that were never touched cost nothing.
#[derive(Debug)]
pub struct SharedRegion {
    address: *mut u8,
    length: usize,
}

// SAFETY: the region is plain memory; the accessors below hand out raw pointers or slices under the
// borrow checker's rules within a process, and other processes are outside of its model anyway.
unsafe impl Send for SharedRegion {}
// SAFETY: as above.
unsafe impl Sync for SharedRegion {}

impl SharedRegion {
    /// Maps `length` bytes, rounded up to pages. Parent only.
    pub fn new(length: usize) -> Result<Self, Errno> {
        // SAFETY: a fresh mapping at an address of the kernel's choice.
        let address = unsafe {
            syscall!(
                libc::SYS_mmap,
                0,
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1isize,
                0
            )?
        } as *mut u8;
        Ok(Self { address, length })
    }

    /// The first byte.
    pub fn as_ptr(&self) -> *mut u8 {
        self.address
    }

    /// Bytes mapped.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether nothing is mapped; never so.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Writes `bytes` at `offset`; `E2BIG` where they do not fit.
    ///
    /// For one writer at a time, before the readers are told to look.
    pub fn store(&self, offset: usize, bytes: &[u8]) -> Result<(), Errno> {
        if offset.checked_add(bytes.len()).is_none_or(|end| end > self.length) {
            return Err(Errno::E2BIG);
        }
        // SAFETY: inside the mapping; `bytes` is Rust memory and cannot overlap it. No reference into
        // the mapping's data is alive: readers get one only for as long as a call takes.
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), self.address.add(offset), bytes.len());
        }
        Ok(())
    }

    /// Atomic word `index` of the region.
    ///
    /// # Panics
    /// If it lies outside.
    pub fn word(&self, index: usize) -> &AtomicU64 {
        assert!((index + 1) * 8 <= self.length);
        // SAFETY: inside the mapping, which is aligned to a page; any bits are a valid u64, and all
        // processes use these words as atomics.
        unsafe { AtomicU64::from_ptr(self.address.cast::<u64>().add(index)) }
    }

    /// The low half of atomic word `index`, to sleep on.
    ///
    /// # Panics
    /// If it lies outside.
    pub fn half_word(&self, index: usize) -> &AtomicU32 {
        assert!((index + 1) * 8 <= self.length);
        // SAFETY: as in `word`; nobody uses the same word as a whole.
        unsafe { AtomicU32::from_ptr(self.address.cast::<u32>().add(index * 2)) }
    }

    /// The string at byte `offset`, up to its NUL; empty where there is none.
    pub fn text(&self, offset: usize) -> &CStr {
        if offset >= self.length {
            return c"";
        }
        // SAFETY: inside the mapping; the supervisor writes it before the reader is told to look.
        let bytes =
            unsafe { core::slice::from_raw_parts(self.address.add(offset), self.length - offset) };
        CStr::from_bytes_until_nul(bytes).unwrap_or(c"")
    }

    /// Writes what an exec needs from byte `offset` on: arrays of pointers to `arguments` and
    /// `environment`, then their text. Returns the end, or `E2BIG` where the region is too short.
    pub fn store_program(
        &self,
        offset: usize,
        arguments: &[Vec<u8>],
        environment: &[Vec<u8>],
    ) -> Result<usize, Errno> {
        let pointers = arguments.len() + environment.len() + 2;
        let base = self.address as usize;
        let mut slot = offset.next_multiple_of(8);
        let mut text = slot + 8 + pointers * 8;
        self.store(slot, &(arguments.len() as u64).to_ne_bytes())?;
        slot += 8;
        for list in [arguments, environment] {
            for item in list {
                self.store(slot, &((base + text) as u64).to_ne_bytes())?;
                self.store(text, item)?;
                self.store(text + item.len(), &[0])?;
                text += item.len() + 1;
                slot += 8;
            }
            self.store(slot, &0u64.to_ne_bytes())?;
            slot += 8;
        }
        Ok(text)
    }

    /// Executes `descriptor`, or `path`, with what [`store_program`](Self::store_program) left at
    /// `offset`. Returns only the reason why not.
    pub fn execute_program(
        &self,
        offset: usize,
        descriptor: Option<BorrowedFd<'_>>,
        path: &CStr,
    ) -> Errno {
        let table = offset.next_multiple_of(8);
        if table + 8 > self.length {
            return Errno::EFAULT;
        }
        // SAFETY: `store_program` has written the table there; only the supervisor writes to it.
        unsafe {
            let start = self.address.add(table).cast::<u64>();
            let count = start.read() as usize;
            let arguments = start.add(1).cast::<*const c_char>();
            crate::process::execute(descriptor, path, arguments, arguments.add(count + 1))
        }
    }

    /// Gives the pages from `offset` on back to the kernel; they read as zero afterwards.
    pub fn discard(&self, offset: usize) {
        let start = offset.next_multiple_of(4096);
        if start < self.length {
            // SAFETY: inside the mapping; no reference into its data is alive.
            let _ = unsafe {
                syscall!(
                    libc::SYS_madvise,
                    self.address.add(start),
                    self.length - start,
                    libc::MADV_REMOVE
                )
            };
        }
    }
}

impl Drop for SharedRegion {
    fn drop(&mut self) {
        // SAFETY: our own mapping, not used any more.
        let _ = unsafe { syscall!(libc::SYS_munmap, self.address, self.length) };
    }
}
