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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// The first numbers of the generator's reference program for the seed 1234567.
    #[test]
    fn it_is_the_published_mix() {
        let numbers: [u64; 3] = std::array::from_fn(|n| {
            mix(1_234_567_u64.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(n as u64 + 1)))
        });
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    /// Notes what it is asked.
    #[derive(Default)]
    struct Noting(RefCell<Vec<(&'static str, u64)>>);

    impl Table for Noting {
        type Handle = u64;

        fn locate(&self, key: u64) -> u64 {
            self.0.borrow_mut().push(("locate", key));
            key
        }

        fn prefetch(&self, handle: u64) {
            self.0.borrow_mut().push(("prefetch", handle));
        }

        fn probe(&self, handle: u64) -> Option<Entry> {
            self.0.borrow_mut().push(("probe", handle));
            Some(Entry::new(5, ttable::Bound::Exact, 5))
        }

        fn store(&self, handle: u64, _: &Entry, work: u64) -> Stored {
            self.0.borrow_mut().push(("store", handle ^ work));
            Stored::Evicted
        }
    }

    #[test]
    fn all_but_the_key_is_handed_on() {
        let table = Mixed(Noting::default());
        let handle = table.locate(77);
        table.prefetch(handle);
        let found = table.probe(handle).unwrap();
        assert_eq!((found.value, table.store(handle, &found, 6)), (5, Stored::Evicted));
        let mixed = mix(77);
        let calls = [("locate", mixed), ("prefetch", mixed), ("probe", mixed), ("store", mixed ^ 6)];
        assert_eq!(table.0.0.take(), calls);
    }
}
