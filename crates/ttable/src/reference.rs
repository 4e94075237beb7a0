//! Tables to compare others with: one that remembers nothing and one that forgets nothing.

use crate::{Entry, Stored, Table};

#[cfg(feature = "std")]
pub use unbounded::Unbounded;

/// The table that remembers nothing. A search over it compiles to a search without a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl Table for NoTable {
    type Handle = ();

    #[inline]
    fn locate(&self, _key: u64) {}

    #[inline]
    fn probe(&self, (): ()) -> Option<Entry> {
        None
    }

    #[inline]
    fn store(&self, (): (), _entry: &Entry, _work: u64) -> Stored {
        Stored::Refused
    }
}

#[cfg(feature = "std")]
mod unbounded;
