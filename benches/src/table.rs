//! A table with known entries, for measuring probes and stores.

use ttable::{Bound, Entry, FullTable, SizeError, Stored, Table, multiply_shift};
use zkeys::SplitMix64;

/// One entry for so many slots: few enough that a cluster rarely overflows.
const SLOTS_PER_ENTRY: u64 = 4;

/// The key of this number: all 64 bits mixed, distinct for distinct numbers.
pub const fn key(number: u64) -> u64 {
    SplitMix64::new(number).next_u64()
}

/// The value stored under the key of this number.
pub const fn value(number: u64) -> i16 {
    (key(number) >> 50) as i16
}

/// A table that was filled with the keys of the numbers from 0 on.
#[derive(Debug)]
pub struct Filled {
    table: FullTable,
    entries: u64,
    evicted: u64,
}

impl Filled {
    /// Numbers from here on were never stored.
    pub const ABSENT: u64 = 1 << 40;

    /// A table of so many MiB, a quarter of its slots filled.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if there is no memory for it.
    pub fn new(mib: u64) -> Result<Self, SizeError> {
        let mut filled = Self { table: FullTable::with_mib(mib)?, entries: 0, evicted: 0 };
        let entries = filled.table.slots() as u64 / SLOTS_PER_ENTRY;
        filled.evicted = (0..entries).filter(|&number| filled.put(number) == Stored::Evicted).count() as u64;
        Ok(Self { entries, ..filled })
    }

    /// How many keys were stored: those of the numbers below this one.
    pub const fn entries(&self) -> u64 {
        self.entries
    }

    /// Stored entries that others evicted while the table was filled.
    pub const fn evicted(&self) -> u64 {
        self.evicted
    }

    /// Probes the key of a number.
    #[inline]
    pub fn get(&self, number: u64) -> Option<Entry> {
        self.table.probe(self.table.locate(key(number)))
    }

    /// Stores the key of a number.
    #[inline]
    pub fn put(&self, number: u64) -> Stored {
        let entry = Entry::new(value(number), Bound::Exact, 1);
        self.table.store(self.table.locate(key(number)), &entry, 1)
    }

    /// Probes so many stored keys, from number `first` on, round and round: the sum of the values found.
    pub fn hits(&self, first: u64, probes: u64) -> i64 {
        let (mut number, mut sum) = (first % self.entries, 0);
        for _ in 0..probes {
            sum += self.get(number).map_or(0, |entry| i64::from(entry.value));
            number = if number + 1 == self.entries { 0 } else { number + 1 };
        }
        sum
    }

    /// Probes so many keys that were never stored: how many were found all the same.
    pub fn misses(&self, first: u64, probes: u64) -> u64 {
        (Self::ABSENT + first..Self::ABSENT + first + probes)
            .filter(|&number| self.get(number).is_some())
            .count() as u64
    }

    /// Probes so many keys, each of which depends on the entry found before. Returns the last number.
    pub fn chain(&self, first: u64, probes: u64) -> u64 {
        let entries = usize::try_from(self.entries).unwrap_or(usize::MAX);
        (first..first + probes).fold(first % self.entries, |number, step| {
            // The value of the key, or 0 if it was evicted: either way the next number hangs on it.
            let value = self.get(number).map_or(0, |entry| entry.value);
            multiply_shift(key(step ^ u64::from(value.cast_unsigned())), entries) as u64
        })
    }

    /// Stores so many keys that are not there; returns how many the table took.
    pub fn stores(&self, first: u64, stores: u64) -> u64 {
        let first = 2 * Self::ABSENT + first;
        (first..first + stores).filter(|&number| self.put(number) != Stored::Refused).count() as u64
    }

    /// Stored keys that are found, and of these the ones found with their value.
    pub fn found(&self) -> (u64, u64) {
        let found: Vec<bool> = (0..self.entries)
            .filter_map(|number| self.get(number).map(|entry| entry.value == value(number)))
            .collect();
        (found.len() as u64, found.iter().filter(|&&right| right).count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_evicted_is_found() {
        let filled = Filled::new(1).unwrap();
        let there = filled.entries() - filled.evicted();
        assert_eq!(filled.entries(), 16_384);
        assert_eq!(filled.found(), (there, there));
        assert_eq!(filled.misses(0, 100_000), 0);
        assert_eq!(filled.stores(0, 1_000), 1_000);
        assert_eq!(filled.hits(0, 2 * 100), filled.hits(0, 100) + filled.hits(100, 100));
    }
}
