//! Memory from the allocator: what every system has.

use core::ptr::NonNull;
use std::alloc::{Layout, alloc_zeroed, dealloc};

use super::MAPPED_FROM;
use crate::SizeError;

/// The alignment of every table: one cache line.
const LINE: usize = 64;

/// An alignment that the standard library's zeroed allocation passes to the system as it is, on every platform. At a
/// greater one it allocates and then writes zeros, which touches every page.
const LAZY_ALIGN: usize = 8;

/// What a large allocation takes beyond the memory asked for: less than an allocator's own record of it may.
const SLACK: usize = LINE - LAZY_ALIGN;

/// Zeroed memory from the allocator, aligned to a cache line.
pub(super) struct Allocation {
    base: NonNull<u8>,
    start: NonNull<u8>,
    layout: Layout,
}

impl Allocation {
    /// `bytes` zeroed bytes, not 0.
    pub(super) fn new(bytes: usize) -> Result<Self, SizeError> {
        let unavailable = || SizeError::Unavailable { bytes: bytes as u64 };
        if bytes == 0 {
            return Err(unavailable());
        }
        let layout = if bytes < MAPPED_FROM {
            Layout::from_size_align(bytes, LINE)
        } else {
            Layout::from_size_align(bytes.saturating_add(SLACK), LAZY_ALIGN)
        };
        let layout = layout.map_err(|_| unavailable())?;
        // SAFETY: the layout's size is not 0.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(unavailable)?;
        let ahead = base.align_offset(LINE);
        // SAFETY: a small allocation is aligned, so `ahead` is 0; a large one is aligned to `LAZY_ALIGN`, so `ahead` is at
        // most `SLACK`, by which it is longer than `bytes`.
        let start = unsafe { base.add(ahead) };
        Ok(Self { base, start, layout })
    }

    /// Where the memory starts.
    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: `base` came from `alloc_zeroed` with this layout and is freed once.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_allocations_are_zeroed_and_aligned() {
        for bytes in [64, 4096, MAPPED_FROM - 64, MAPPED_FROM, MAPPED_FROM + 64, 3 * MAPPED_FROM] {
            let memory = Allocation::new(bytes).unwrap();
            assert_eq!(memory.start().align_offset(LINE), 0, "{bytes} bytes");
            // Wherever the allocator puts it there is room, and less than a line too much.
            let (ahead, length) =
                (memory.start().addr().get() - memory.base.addr().get(), memory.layout.size());
            assert!(ahead <= length - bytes && length - bytes < LINE, "{bytes} bytes: {ahead} of {length}");
            assert_eq!(length - bytes, if bytes < MAPPED_FROM { 0 } else { LINE - memory.layout.align() });
            // SAFETY: the allocation is `bytes` long and initialised.
            let bytes = unsafe { core::slice::from_raw_parts(memory.start().as_ptr(), bytes) };
            assert!(bytes.iter().all(|&byte| byte == 0));
        }
        assert!(Allocation::new(0).is_err());
        assert!(Allocation::new(usize::MAX).is_err());
        assert!(Allocation::new(isize::MAX.unsigned_abs()).is_err());
    }
}
