//! Memory mapped from Linux: lazily zeroed at any alignment, in large pages where there are some.

use core::ffi::c_void;
use core::ptr::{self, NonNull};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};
use rustix::param::page_size;

use super::Pages;
use crate::SizeError;

/// The size of a large page on x86-64, and of the usual one on aarch64, in bytes.
const LARGE_PAGE: usize = 2 << 20;

/// An anonymous mapping.
pub(super) struct Mapping {
    start: NonNull<c_void>,
    bytes: usize,
    pages: Pages,
}

impl Mapping {
    /// `bytes` zeroed bytes, not 0; if they fill a large page, they start at the boundary of one.
    pub(super) fn new(bytes: usize) -> Result<Self, SizeError> {
        let unavailable = || SizeError::Unavailable { bytes: bytes as u64 };
        let bytes = bytes.checked_next_multiple_of(page_size()).ok_or_else(unavailable)?;
        let slack = if bytes < LARGE_PAGE { 0 } else { LARGE_PAGE };
        let mut mapping =
            Self::map(bytes.checked_add(slack).ok_or_else(unavailable)?).ok_or_else(unavailable)?;
        if slack > 0 {
            mapping.trim(bytes);
            // SAFETY: the range is a mapping of ours, and the advice changes no contents.
            let advised = unsafe { madvise(mapping.start.as_ptr(), mapping.bytes, Advice::LinuxHugepage) };
            // A refusal means a kernel without large pages: the table works without.
            mapping.pages = if advised.is_ok() { Pages::LargeRequested } else { Pages::Ordinary };
        }
        Ok(mapping)
    }

    /// Maps `bytes` bytes, whole pages. Nothing is reserved or touched.
    fn map(bytes: usize) -> Option<Self> {
        let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::NORESERVE);
        // SAFETY: a new mapping at an address of the system's choice overlaps nothing.
        let start = unsafe { mmap_anonymous(ptr::null_mut(), bytes, access, flags) }.ok()?;
        Some(Self { start: NonNull::new(start)?, bytes, pages: Pages::Ordinary })
    }

    /// Gives back all but `bytes` bytes from the first large page's boundary on.
    fn trim(&mut self, bytes: usize) {
        let ahead = self.start.cast::<u8>().align_offset(LARGE_PAGE).min(self.bytes - bytes);
        let behind = self.bytes - bytes - ahead;
        let head = self.start;
        // SAFETY: `ahead + bytes + behind` is the mapping's length, so both stay within it or at its end.
        let (start, tail) = unsafe { (head.byte_add(ahead), head.byte_add(ahead + bytes)) };
        for (part, length) in [(head, ahead), (tail, behind)] {
            if length > 0 {
                // SAFETY: the part is ours, in whole pages, and outside of what is kept. A failure leaves it mapped,
                // which wastes address space and nothing else.
                let _ = unsafe { munmap(part.as_ptr(), length) };
            }
        }
        (self.start, self.bytes) = (start, bytes);
    }

    /// Where the memory starts.
    pub(super) fn start(&self) -> NonNull<u8> {
        self.start.cast()
    }

    /// What pages it lies in.
    pub(super) fn pages(&self) -> Pages {
        self.pages
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the range is mapped by us, and nobody can refer to it any more. There is no way to report a failure.
        let _ = unsafe { munmap(self.start.as_ptr(), self.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_is_zeroed_and_starts_at_its_boundary() {
        for bytes in [1 << 20, LARGE_PAGE, LARGE_PAGE + 1, 5 * LARGE_PAGE - 4096] {
            let mapping = Mapping::new(bytes).unwrap();
            let boundary = if bytes < LARGE_PAGE { page_size() } else { LARGE_PAGE };
            assert_eq!(mapping.start().align_offset(boundary), 0, "{bytes} bytes");
            // SAFETY: the mapping is at least `bytes` long, and readable and writable.
            let memory = unsafe { core::slice::from_raw_parts_mut(mapping.start().as_ptr(), bytes) };
            assert!(memory.iter().all(|&byte| byte == 0));
            memory.fill(1);
        }
    }

    #[test]
    fn what_the_address_space_cannot_hold_is_refused() {
        assert!(matches!(Mapping::new(1 << 60), Err(SizeError::Unavailable { .. })));
        assert!(matches!(Mapping::new(usize::MAX), Err(SizeError::Unavailable { .. })));
    }
}
