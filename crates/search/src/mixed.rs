//! Mixing keys that are not.

use ttable::{Entry, Stored, Table};

/// The finaliser of `SplitMix64`: every bit of the result depends on every bit of `word`, and no two words share one.
///
/// Source: Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014.
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A table whose keys are mixed on the way in, for games whose keys are not: lossless ones above all.
///
/// The mix is invertible, so that different keys stay different.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixed<T>(pub T);

impl<T: Table> Table for Mixed<T> {
    type Handle = T::Handle;

    #[inline]
    fn locate(&self, key: u64) -> T::Handle {
        self.0.locate(mix(key))
    }

    #[inline]
    fn prefetch(&self, handle: T::Handle) {
        self.0.prefetch(handle);
    }

    #[inline]
    fn probe(&self, handle: T::Handle) -> Option<Entry> {
        self.0.probe(handle)
    }

    #[inline]
    fn store(&self, handle: T::Handle, entry: &Entry, work: u64) -> Stored {
        self.0.store(handle, entry, work)
    }
}
