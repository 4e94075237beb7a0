//! The atomics, exchanged for loom's when its models are built.

#[cfg(not(loom))]
pub(crate) use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The one ordering of the slots: entries are independent of all other memory, and what a reader pairs wrongly, the
/// layout's check rejects.
pub(crate) const RELAXED: Ordering = Ordering::Relaxed;
