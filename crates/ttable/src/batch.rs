//! Many operations whose keys are known beforehand: each is fetched while those ahead of it are done.

use core::fmt;

use crate::{Entry, Table};

/// Operations under way at once: enough that memory, not the order of the operations, is the limit.
///
/// A power of two, so that a count that wraps stays in step with the ring.
const AHEAD: usize = 8;

/// Handles of a stream of keys, with the keys ahead prefetched.
#[derive(Debug)]
pub struct Handles<'t, T: Table + ?Sized, K> {
    table: &'t T,
    keys: K,
    /// Located and prefetched, a ring whose next place to answer is `next`, modulo its length.
    ahead: [Option<(u64, T::Handle)>; AHEAD],
    next: usize,
}

/// The keys and their handles, in their order. Each is prefetched eight keys ahead, so that a probe or a store by it finds
/// its cache line at hand.
///
/// # Examples
///
/// ```
/// use ttable::{Bound, Entry, FullTable, Table, handles};
///
/// let table = FullTable::with_clusters(1000)?;
/// for (key, handle) in handles(&table, 0..4) {
///     table.store(handle, &Entry::new(i16::try_from(key).unwrap_or(0), Bound::Exact, 1), 1);
/// }
/// assert_eq!(table.probe(table.locate(3)).map(|entry| entry.value), Some(3));
/// # Ok::<(), ttable::SizeError>(())
/// ```
pub fn handles<T: Table + ?Sized, K: IntoIterator<Item = u64>>(
    table: &T,
    keys: K,
) -> Handles<'_, T, K::IntoIter> {
    let mut keys = keys.into_iter();
    let ahead = core::array::from_fn(|_| fetch(table, &mut keys));
    Handles { table, keys, ahead, next: 0 }
}

#[inline]
fn fetch<T: Table + ?Sized>(table: &T, keys: &mut impl Iterator<Item = u64>) -> Option<(u64, T::Handle)> {
    let key = keys.next()?;
    let handle = table.locate(key);
    table.prefetch(handle);
    Some((key, handle))
}

impl<T: Table + ?Sized, K: Iterator<Item = u64>> Iterator for Handles<'_, T, K> {
    type Item = (u64, T::Handle);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let place = &mut self.ahead[self.next % AHEAD];
        let located = (*place)?;
        *place = fetch(self.table, &mut self.keys);
        self.next = self.next.wrapping_add(1);
        Some(located)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // The first place without a key is the end, whatever the keys may still give.
        let ahead = (0..AHEAD).take_while(|n| self.ahead[(self.next + n) % AHEAD].is_some()).count();
        if ahead < AHEAD {
            return (ahead, Some(ahead));
        }
        let (least, most) = self.keys.size_hint();
        (least.saturating_add(AHEAD), most.and_then(|most| most.checked_add(AHEAD)))
    }
}

/// Probes of a stream of keys, with the keys ahead prefetched.
pub struct Probes<'t, T: Table + ?Sized, K>(Handles<'t, T, K>);

impl<T: Table<Handle: fmt::Debug> + fmt::Debug + ?Sized, K: fmt::Debug> fmt::Debug for Probes<'_, T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Probes").field(&self.0).finish()
    }
}

/// The keys and what the table has for each, in their order. Each probe is prefetched eight keys ahead.
///
/// # Examples
///
/// ```
/// use ttable::{Bound, Entry, FullTable, Table, probes};
///
/// let table = FullTable::with_clusters(1000)?;
/// table.store(table.locate(7), &Entry::new(70, Bound::Exact, 1), 1);
/// let found: Vec<u64> = probes(&table, 0..100).filter_map(|(key, entry)| entry.map(|_| key)).collect();
/// assert_eq!(found, [7]);
/// # Ok::<(), ttable::SizeError>(())
/// ```
pub fn probes<T: Table + ?Sized, K: IntoIterator<Item = u64>>(
    table: &T,
    keys: K,
) -> Probes<'_, T, K::IntoIter> {
    Probes(handles(table, keys))
}

impl<T: Table + ?Sized, K: Iterator<Item = u64>> Iterator for Probes<'_, T, K> {
    type Item = (u64, Option<Entry>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (key, handle) = self.0.next()?;
        Some((key, self.0.table.probe(handle)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::{Bound, Unbounded};

    #[test]
    fn every_key_is_answered_once_and_in_order() {
        let table = Unbounded::new();
        for key in (0..50).step_by(3) {
            table.store(key, &Entry::new(1, Bound::Exact, 1), 1);
        }
        for length in [0, 1, 7, 8, 9, 16, 50] {
            let found: Vec<(u64, bool)> =
                probes(&table, 0..length).map(|(key, entry)| (key, entry.is_some())).collect();
            let expected: Vec<(u64, bool)> = (0..length).map(|key| (key, key % 3 == 0)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_number_of_keys_to_come_is_told() {
        let table = Unbounded::new();
        for length in [0, 1, 7, 8, 9, 16, 50] {
            let (mut handles, mut probes) = (handles(&table, 0..length), probes(&table, 0..length));
            for left in (0..=usize::try_from(length).unwrap()).rev() {
                assert_eq!(handles.size_hint(), (left, Some(left)), "of {length}");
                assert_eq!(probes.size_hint(), (left, Some(left)), "of {length}");
                assert_eq!((handles.next().is_some(), probes.next().is_some()), (left > 0, left > 0));
            }
            assert_eq!((handles.next(), probes.next()), (None, None));
        }
    }

    #[test]
    fn what_is_not_known_of_the_keys_is_not_told() {
        let table = Unbounded::new();
        assert_eq!(handles(&table, (0..50).filter(|key| key % 2 == 0)).size_hint().0, 8);
        assert_eq!(handles(&table, std::iter::repeat(1)).size_hint(), (usize::MAX, None));
        // Keys that go on after an end: the end stays one.
        let mut calls = 0..;
        let interrupted = std::iter::from_fn(|| calls.next().filter(|key| *key != 4));
        let mut handles = handles(&table, interrupted);
        assert_eq!(handles.size_hint(), (4, Some(4)));
        assert_eq!(handles.by_ref().count(), 4);
        assert_eq!((handles.size_hint(), handles.next()), ((0, Some(0)), None));
    }

    /// A table that notes what is asked of it, in order.
    struct Noting(std::cell::RefCell<Vec<(char, u64)>>);

    impl Table for Noting {
        type Handle = u64;

        fn locate(&self, key: u64) -> u64 {
            key
        }

        fn prefetch(&self, key: u64) {
            self.0.borrow_mut().push(('f', key));
        }

        fn probe(&self, key: u64) -> Option<Entry> {
            self.0.borrow_mut().push(('p', key));
            None
        }

        fn store(&self, _: u64, _: &Entry, _: u64) -> crate::Stored {
            crate::Stored::Refused
        }
    }

    #[test]
    fn a_key_is_fetched_eight_probes_before_its_own() {
        let table = Noting(std::cell::RefCell::default());
        assert_eq!(probes(&table, 0..20).count(), 20);
        let order = table.0.into_inner();
        let place = |what| order.iter().position(|&entry| entry == what).unwrap();
        for key in 0..20 {
            let between = order[place(('f', key))..place(('p', key))].iter();
            assert_eq!(between.filter(|(what, _)| *what == 'p').count() as u64, key.min(8), "key {key}");
        }
    }
}
