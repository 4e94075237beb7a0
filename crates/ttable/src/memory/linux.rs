//! Memory mapped from Linux: lazily zeroed at any alignment, in large pages where there are some.

use core::ffi::c_void;
use core::ptr::{self, NonNull};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};
use rustix::param::page_size;

use super::{Pages, large};
use crate::SizeError;

/// The size of a large page on x86-64, and of the usual one on aarch64, in bytes.
pub(super) const LARGE_PAGE: usize = 2 << 20;

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

    /// How many bytes of it lie in large pages, at most as many as large pages fit into it; `None` where the system does not
    /// tell.
    pub(super) fn large_bytes(&self) -> Option<u64> {
        large::bytes_of(self.start.addr().get() as u64, self.bytes as u64)
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

    /// What `/proc/self/smaps` has of the mapping that holds an address: its last line is its flags.
    fn flags_at(address: u64) -> String {
        let smaps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut inside = false;
        for line in smaps.lines() {
            if let Some(mapping) = large::mapping_of(line) {
                inside = mapping.contains(&address);
            } else if inside && line.starts_with("VmFlags:") {
                return line.to_owned();
            }
        }
        panic!("expected a mapping that holds {address:#x}");
    }

    fn touch(mapping: &Mapping) {
        // SAFETY: the mapping is `bytes` long, and readable and writable.
        unsafe { core::slice::from_raw_parts_mut(mapping.start().as_ptr(), mapping.bytes) }.fill(1);
    }

    #[test]
    fn large_pages_are_asked_for_where_one_fits() {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage/enabled").exists() {
            // This kernel has none to ask for.
            return;
        }
        for (bytes, asked) in [(LARGE_PAGE - 4096, false), (LARGE_PAGE, true), (5 * LARGE_PAGE + 1, true)] {
            let mapping = Mapping::new(bytes).unwrap();
            assert_eq!(mapping.pages() == Pages::LargeRequested, asked, "{bytes} bytes");
            let flags = flags_at(mapping.start.addr().get() as u64);
            assert_eq!(flags.split(' ').any(|flag| flag == "hg"), asked, "{bytes} bytes: {flags}");
        }
    }

    #[test]
    fn memory_that_is_to_have_no_large_pages_has_none() {
        let mapping = Mapping::new(3 * LARGE_PAGE).unwrap();
        // SAFETY: the range is a mapping of ours, and the advice changes no contents.
        if unsafe { madvise(mapping.start.as_ptr(), mapping.bytes, Advice::LinuxNoHugepage) }.is_ok() {
            touch(&mapping);
            assert_eq!(mapping.large_bytes(), Some(0));
        }
    }

    /// The system may join some of these, and others of this process; none has more than fits all the same.
    #[test]
    fn large_pages_are_whole_and_no_more_than_fit() {
        let mappings = [3 * LARGE_PAGE, LARGE_PAGE + 4096, 4096, 2 * LARGE_PAGE].map(Mapping::new);
        for mapping in mappings.iter().flatten() {
            touch(mapping);
        }
        for mapping in mappings.iter().flatten() {
            let large = usize::try_from(mapping.large_bytes().unwrap_or(0)).unwrap();
            assert!(
                large <= mapping.bytes && large.is_multiple_of(LARGE_PAGE),
                "{large} of {}",
                mapping.bytes
            );
        }
    }

    #[test]
    fn what_the_address_space_cannot_hold_is_refused() {
        assert!(matches!(Mapping::new(1 << 60), Err(SizeError::Unavailable { .. })));
        assert!(matches!(Mapping::new(usize::MAX), Err(SizeError::Unavailable { .. })));
    }
}
