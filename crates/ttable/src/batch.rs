//! Many probes whose keys are known beforehand: each is fetched while those ahead of it are answered.

use crate::{Entry, Table};

/// Probes under way at once: enough that memory, not the order of the probes, is the limit.
const AHEAD: usize = 8;

/// Probes of a stream of keys, with the keys ahead prefetched.
#[derive(Debug)]
pub struct Probes<'t, T: Table + ?Sized, K> {
    table: &'t T,
    keys: K,
    /// Located and prefetched, a ring whose next place to answer is `next`.
    ahead: [Option<(u64, T::Handle)>; AHEAD],
    next: usize,
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
    let mut keys = keys.into_iter();
    let ahead = core::array::from_fn(|_| fetch(table, &mut keys));
    Probes { table, keys, ahead, next: 0 }
}

#[inline]
fn fetch<T: Table + ?Sized>(table: &T, keys: &mut impl Iterator<Item = u64>) -> Option<(u64, T::Handle)> {
    let key = keys.next()?;
    let handle = table.locate(key);
    table.prefetch(handle);
    Some((key, handle))
}

impl<T: Table + ?Sized, K: Iterator<Item = u64>> Iterator for Probes<'_, T, K> {
    type Item = (u64, Option<Entry>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let place = &mut self.ahead[self.next % AHEAD];
        let (key, handle) = (*place)?;
        *place = fetch(self.table, &mut self.keys);
        self.next = (self.next + 1) % AHEAD;
        Some((key, self.table.probe(handle)))
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
}
