//! The processor's prefetch instruction.

/// Asks the processor to fetch the cache line of `target`. A hint: it reads nothing, and does nothing on processors
/// other than x86-64 and aarch64.
///
/// [`Table::prefetch`](crate::Table::prefetch) does it for a key of a table's; this is for memory of the caller's own.
///
/// # Examples
///
/// ```
/// let table = vec![0_u64; 1 << 20];
/// ttable::prefetch(&table[77]);
/// // … other work, while memory answers …
/// assert_eq!(table[77], 0);
/// ```
#[inline]
pub fn prefetch<T>(target: &T) {
    #[cfg(all(target_arch = "x86_64", not(loom)))]
    // SAFETY: the instruction is in every x86-64 processor, and faults on no address.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(target).cast());
    }
    #[cfg(all(target_arch = "aarch64", not(loom)))]
    // SAFETY: the instruction faults on no address and changes no register, flag or memory.
    unsafe {
        core::arch::asm!(
            "prfm pldl1keep, [{0}]",
            in(reg) core::ptr::from_ref(target),
            options(nostack, preserves_flags, readonly)
        );
    }
    let _ = target;
}
