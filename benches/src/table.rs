//! Tables with known entries, for measuring probes and stores. Any table will do: ours and the [peers](crate::table_peers).

use ttable::{Bound, Entry, Stored, Table, handles, multiply_shift, probes};
use zkeys::SplitMix64;

/// The key of this number: all 64 bits mixed, distinct for distinct numbers.
pub const fn key(number: u64) -> u64 {
    SplitMix64::new(number).next_u64()
}

/// Bits of the lossless keys that exact layouts are measured with: as many as a board of Connect Four has.
pub const LOSSLESS: u32 = 49;

/// A table that was filled with the keys, of `BITS` bits, of the numbers from 0 on.
#[derive(Debug)]
pub struct Filled<T, const BITS: u32 = 64> {
    table: T,
    entries: u64,
    lost: u64,
}

impl<T: Table, const BITS: u32> Filled<T, BITS> {
    /// Numbers from here on were never stored.
    pub const ABSENT: u64 = 1 << 40;

    /// Fills an empty table with so many entries, at least one.
    pub fn new(table: T, entries: u64) -> Self {
        let lost = handles(&table, (0..entries).map(Self::key))
            .filter(|&(key, handle)| table.store(handle, &entry_of(key), work_of(key)) != Stored::Filled)
            .count() as u64;
        Self { table, entries, lost }
    }

    /// The key of this number, distinct for distinct numbers below 2^`BITS`.
    #[inline]
    pub const fn key(number: u64) -> u64 {
        if BITS == 64 {
            return key(number);
        }
        // Odd factors and shifts by half the width are invertible.
        let (mask, half) = ((1 << BITS) - 1, BITS.div_ceil(2));
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        let mixed = (mixed ^ mixed >> half).wrapping_mul(0xbf58_476d_1ce4_e5b9) & mask;
        mixed ^ mixed >> half
    }

    /// The table.
    pub const fn table(&self) -> &T {
        &self.table
    }

    /// How many keys were stored: those of the numbers below this one.
    pub const fn entries(&self) -> u64 {
        self.entries
    }

    /// Stored entries that others replaced while the table was filled.
    pub const fn lost(&self) -> u64 {
        self.lost
    }

    #[inline]
    fn get(&self, number: u64) -> i64 {
        value_of(self.table.probe(self.table.locate(Self::key(number))))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "no table is to have a call in the loop that another has not")]
    fn put(&self, key: u64, handle: T::Handle) -> u64 {
        u64::from(self.table.store(handle, &entry_of(key), work_of(key)) != Stored::Refused)
    }

    /// The keys of stored numbers, from `first` on, round and round.
    #[inline]
    fn known(&self, first: u64, count: u64) -> impl Iterator<Item = u64> + '_ {
        let mut number = first % self.entries;
        (0..count).map(move |_| {
            let key = Self::key(number);
            number = if number + 1 == self.entries { 0 } else { number + 1 };
            key
        })
    }

    /// Keys of numbers that were never stored.
    #[inline]
    fn absent(first: u64, count: u64) -> impl Iterator<Item = u64> {
        (Self::ABSENT + first..Self::ABSENT + first + count).map(Self::key)
    }

    /// Keys that were not there when the table was filled, nor are among [`Filled::absent`] ones.
    #[inline]
    fn fresh(first: u64, count: u64) -> impl Iterator<Item = u64> {
        (2 * Self::ABSENT + first..2 * Self::ABSENT + first + count).map(Self::key)
    }

    /// Stored keys and fresh ones, as a bit of a mixed number says.
    #[inline]
    fn mixture(&self, first: u64, count: u64) -> impl Iterator<Item = u64> + '_ {
        let mut number = first % self.entries;
        (first..first + count).map(move |step| {
            number = if number + 1 == self.entries { 0 } else { number + 1 };
            Self::key(if key(step) >> 63 == 0 { number } else { 3 * Self::ABSENT + step })
        })
    }

    /// Probes so many stored keys: the sum of the values found.
    pub fn hits(&self, first: u64, probes: u64) -> i64 {
        let mut sum = 0;
        // A loop, here and below: a fold's closure is a call now and then, with what it has captured in memory.
        for key in self.known(first, probes) {
            sum += value_of(self.table.probe(self.table.locate(key)));
        }
        sum
    }

    /// [`Filled::hits`] with eight probes under way.
    pub fn hits_ahead(&self, first: u64, count: u64) -> i64 {
        probes(&self.table, self.known(first, count)).map(|(_, found)| value_of(found)).sum()
    }

    /// Probes so many keys, each of which depends on the entry found before. Returns the last number.
    pub fn chain(&self, first: u64, probes: u64) -> u64 {
        let entries = usize::try_from(self.entries).unwrap_or(usize::MAX);
        (first..first + probes).fold(first % self.entries, |number, step| {
            // The value of the key, or another number if it was lost: either way the next one hangs on it. No step has a
            // number in common with another, or the keys would soon come again and be found in the cache.
            multiply_shift(key(step << 10 | self.get(number).cast_unsigned() & 0x3ff), entries) as u64
        })
    }

    /// Probes so many keys that were never stored: how many were found all the same.
    pub fn misses(&self, first: u64, probes: u64) -> u64 {
        let mut found = 0;
        for key in Self::absent(first, probes) {
            found += u64::from(self.table.probe(self.table.locate(key)).is_some());
        }
        found
    }

    /// [`Filled::misses`] with eight probes under way.
    pub fn misses_ahead(&self, first: u64, count: u64) -> u64 {
        probes(&self.table, Self::absent(first, count)).filter(|(_, found)| found.is_some()).count() as u64
    }

    /// Stores so many keys that are not there; returns how many the table took.
    pub fn stores(&self, first: u64, stores: u64) -> u64 {
        let mut taken = 0;
        for key in Self::fresh(first, stores) {
            taken += self.put(key, self.table.locate(key));
        }
        taken
    }

    /// [`Filled::stores`] with eight under way.
    pub fn stores_ahead(&self, first: u64, stores: u64) -> u64 {
        handles(&self.table, Self::fresh(first, stores)).map(|(key, handle)| self.put(key, handle)).sum()
    }

    /// What a search does at a node: a probe of a key, known or new, and a store by the same handle. The sum of the values
    /// found.
    pub fn nodes(&self, first: u64, nodes: u64) -> i64 {
        let mut sum = 0;
        for key in self.mixture(first, nodes) {
            sum += self.node(key, self.table.locate(key));
        }
        sum
    }

    /// [`Filled::nodes`] with eight under way.
    pub fn nodes_ahead(&self, first: u64, nodes: u64) -> i64 {
        handles(&self.table, self.mixture(first, nodes)).map(|(key, handle)| self.node(key, handle)).sum()
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "no table is to have a call in the loop that another has not")]
    fn node(&self, key: u64, handle: T::Handle) -> i64 {
        let found = value_of(self.table.probe(handle));
        self.put(key, handle);
        found
    }

    /// Stored keys that are found, and of these the ones found with their value.
    pub fn found(&self) -> (u64, u64) {
        let found = probes(&self.table, self.known(0, self.entries))
            .filter_map(|(key, found)| found.map(|entry| u64::from(entry.value == entry_of(key).value)));
        found.fold((0, 0), |(found, right), value| (found + 1, right + value))
    }
}

/// Reads entries of both in turns, so that the caches are as full of one as of the other, whichever was filled last. Those of
/// the last numbers, as measurements begin with the first.
pub fn settle<A: Table, B: Table, const BITS: u32>(a: &Filled<A, BITS>, b: &Filled<B, BITS>) {
    // 128 MiB of lines, more than most last-level caches hold.
    const MOST: u64 = 1 << 21;
    const PIECE: usize = 1 << 12;
    let entries = a.entries.min(b.entries);
    for first in (entries.saturating_sub(MOST)..entries).step_by(PIECE) {
        let count = (PIECE as u64).min(entries - first);
        std::hint::black_box(a.hits_ahead(first, count) + b.hits_ahead(first, count));
    }
}

/// The entry stored for a key: a value of six bits, a draft of four.
#[inline]
const fn entry_of(key: u64) -> Entry {
    Entry::new((key & 63) as i16 - 32, Bound::Exact, (key >> 6 & 15) as i16)
}

#[inline]
const fn work_of(key: u64) -> u64 {
    1 << (key >> 6 & 15)
}

/// The value found; no value that is stored where none was.
#[inline]
fn value_of(found: Option<Entry>) -> i64 {
    found.map_or(0x100, |entry| i64::from(entry.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table_peers::{Sharded, Single, StockfishPort, XorPort};
    use ttable::{Aging, Clustered, Compact, CompactLine, Exact, Full, LeastWork, Lossless, Size};

    /// Every operation does to the table what it says.
    fn check<T: Table, const BITS: u32>(table: T, odd: u64) {
        let filled = Filled::<T, BITS>::new(table, 20_000);
        let there = filled.entries() - filled.lost();
        let (found, right) = filled.found();
        assert!(found.abs_diff(there) <= odd && found - right <= odd, "{found} and {right} of {there}");
        assert!(filled.misses(0, 100_000) <= odd);
        assert_eq!(filled.misses(0, 1000), filled.misses_ahead(0, 1000));
        assert_eq!(filled.hits(5, 30_000), filled.hits_ahead(5, 30_000));
        assert_eq!(filled.hits(0, 200), filled.hits(0, 100) + filled.hits(100, 100));
        assert_eq!(filled.stores(0, 500) + filled.stores_ahead(500, 500), 1000);
        // Nearly all of what was stored last is there, whichever way it was stored.
        let held = |keys: &mut dyn Iterator<Item = u64>| {
            keys.filter(|&key| {
                let found = filled.table().probe(filled.table().locate(key));
                found.is_some_and(|entry| entry.value == entry_of(key).value)
            })
            .count()
        };
        assert!(held(&mut Filled::<T, BITS>::fresh(0, 1000)) > 950);
        filled.nodes(0, 1000);
        filled.nodes_ahead(1000, 1000);
        assert!(held(&mut filled.mixture(0, 2000)) > 1900);
        assert_ne!(filled.chain(0, 1000), filled.chain(1, 1000));
    }

    #[test]
    fn tables_hold_what_they_are_measured_with() {
        let size = Size::Bytes(20_000 * 32);
        check::<_, 64>(Clustered::new(Full, Aging, size).unwrap(), 0);
        check::<_, 64>(Clustered::new(Compact::new(), Aging, size).unwrap(), 2);
        check::<_, 64>(Clustered::new(CompactLine::new(), Aging, size).unwrap(), 2);
        check::<_, LOSSLESS>(Clustered::new(Exact::<Lossless<49, 6, 7>>::new(), LeastWork, size).unwrap(), 0);
        check::<_, 64>(XorPort::new((0..10_000).map(|_| ttable::Line::new()).collect::<Vec<_>>()), 0);
        check::<_, 64>(StockfishPort::new(20_000), 30);
        check::<_, 64>(Single::with_room_for(20_000), 0);
        check::<_, 64>(Sharded::with_room_for(20_000), 0);
    }

    /// A table without entries, which remembers what it was asked for.
    #[derive(Debug, Default)]
    struct Asked(std::cell::RefCell<Vec<u64>>);

    impl Table for Asked {
        type Handle = u64;

        fn locate(&self, key: u64) -> u64 {
            key
        }

        fn probe(&self, key: u64) -> Option<Entry> {
            self.0.borrow_mut().push(key);
            // As many values as entries have.
            Some(entry_of(key))
        }

        fn store(&self, _: u64, _: &Entry, _: u64) -> Stored {
            Stored::Filled
        }
    }

    #[test]
    fn a_chain_does_not_come_back() {
        let filled = Filled::<_, 64>::new(Asked::default(), 1 << 20);
        filled.chain(0, 1 << 14);
        let mut asked = filled.table().0.take();
        asked.sort_unstable();
        asked.dedup();
        // Of numbers drawn at random from 2^20, 128 pairs are the same on average.
        assert!(asked.len() > (1 << 14) - 200, "{}", asked.len());
    }

    #[test]
    fn keys_of_numbers_are_distinct() {
        let mut keys: Vec<u64> = (0..100_000).map(Filled::<ttable::NoTable, LOSSLESS>::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 100_000);
        assert!(keys.iter().all(|key| key >> LOSSLESS == 0));
    }
}
