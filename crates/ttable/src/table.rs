//! The one trait every table implements and every search uses.

use crate::Entry;

/// What became of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// It went into an empty slot.
    Filled,
    /// It replaced an entry of the same position.
    Updated,
    /// It replaced an entry of another position.
    Evicted,
    /// The policy kept what was there.
    Refused,
}

/// A table from 64-bit keys to entries, shared by reference.
///
/// One *handle* serves a node: its parent locates it and prefetches, the node probes and stores through it, so that no
/// key is mixed or indexed twice. A handle names a position, not a slot: what other stores do in between may move or
/// evict the entry, and `store` looks again.
pub trait Table {
    /// A located key.
    type Handle: Copy;

    /// Prepares `key` for the calls below. Never fails: every `u64` is a key, 0 too.
    fn locate(&self, key: u64) -> Self::Handle;

    /// Asks the processor to fetch what `probe` will read. A hint: doing nothing is right.
    #[inline]
    fn prefetch(&self, handle: Self::Handle) {
        let _ = handle;
    }

    /// The entry of this position, if the table still has it.
    fn probe(&self, handle: Self::Handle) -> Option<Entry>;

    /// Offers an entry for this position. `work` is the number of nodes spent to find it, for policies that weigh it.
    fn store(&self, handle: Self::Handle, entry: &Entry, work: u64) -> Stored;
}

impl<T: Table + ?Sized> Table for &T {
    type Handle = T::Handle;

    #[inline]
    fn locate(&self, key: u64) -> Self::Handle {
        T::locate(self, key)
    }

    #[inline]
    fn prefetch(&self, handle: Self::Handle) {
        T::prefetch(self, handle);
    }

    #[inline]
    fn probe(&self, handle: Self::Handle) -> Option<Entry> {
        T::probe(self, handle)
    }

    #[inline]
    fn store(&self, handle: Self::Handle, entry: &Entry, work: u64) -> Stored {
        T::store(self, handle, entry, work)
    }
}
