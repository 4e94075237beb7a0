//! What a table's operations cannot be faster than: the same keys, and nothing done with them but to touch a line of memory.

use std::sync::atomic::Ordering::Relaxed;

use ttable::{Bound, Entry, Line, Stored, Table, multiply_shift, prefetch};

/// A table that checks nothing, searches nothing and replaces nothing: a key of `BITS` bits names a line, a probe reads one of
/// its words, a store reads and writes it. Measured like any other, it says what memory does with that operation at best.
#[derive(Debug)]
pub struct Touch<M, const BITS: u32 = 64>(M);

impl<M: AsRef<[Line]>, const BITS: u32> Touch<M, BITS> {
    /// Over these lines.
    pub const fn new(lines: M) -> Self {
        Self(lines)
    }

    fn line(&self, place: usize) -> &Line {
        &self.0.as_ref()[place]
    }
}

impl<M: AsRef<[Line]>, const BITS: u32> Table for Touch<M, BITS> {
    type Handle = usize;

    #[inline]
    fn locate(&self, key: u64) -> usize {
        multiply_shift(key << (64 - BITS), self.0.as_ref().len())
    }

    #[inline]
    fn prefetch(&self, place: usize) {
        prefetch(self.line(place));
    }

    #[inline]
    fn probe(&self, place: usize) -> Option<Entry> {
        let [low, high, ..] = self.line(place).0[0].load(Relaxed).to_le_bytes();
        Some(Entry::new(i16::from_le_bytes([low, high]), Bound::Exact, 0))
    }

    #[inline]
    fn store(&self, place: usize, entry: &Entry, _work: u64) -> Stored {
        let word = &self.line(place).0[0];
        // Every table looks at what is there before it writes; so that this does too, what it writes hangs on it.
        let value = u64::from(entry.value.cast_unsigned());
        word.store(word.load(Relaxed) << 16 | value, Relaxed);
        Stored::Filled
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::table::{Filled, LOSSLESS};

    fn lines(count: usize) -> Vec<Line> {
        (0..count).map(|_| Line::new()).collect()
    }

    #[test]
    fn a_line_holds_what_was_last_stored_there() {
        let touch = Touch::<_, 64>::new(lines(10));
        let store = |key, value| touch.store(touch.locate(key), &Entry::new(value, Bound::Exact, 1), 1);
        let value = |key| touch.probe(touch.locate(key)).map(|entry| entry.value);
        store(0, 7);
        store(u64::MAX, -3);
        assert_eq!([value(0), value(1), value(u64::MAX)], [Some(7), Some(7), Some(-3)]);
    }

    #[test]
    fn keys_of_any_width_go_to_all_lines() {
        fn places<const BITS: u32>() -> usize {
            let touch = Touch::<_, BITS>::new(lines(100));
            let keys = (0..2_000).map(Filled::<ttable::NoTable, BITS>::key);
            keys.map(|key| touch.locate(key)).collect::<HashSet<_>>().len()
        }
        assert_eq!((places::<64>(), places::<LOSSLESS>()), (100, 100));
    }

    #[test]
    fn every_operation_touches_a_line_for_each_key() {
        let filled = Filled::<_, 64>::new(Touch::<_, 64>::new(lines(5_000)), 5_000);
        assert_eq!(filled.misses(0, 1_000), 1_000);
        assert_eq!(filled.misses_ahead(0, 1_000), 1_000);
        assert_eq!(filled.hits(0, 5_000), filled.hits_ahead(0, 5_000));
        assert_eq!(filled.stores(0, 1_000) + filled.stores_ahead(1_000, 1_000), 2_000);
    }
}
