//! Four entries to a cache line, each verified by the whole key.

use core::hint::select_unpredictable;

use super::{Layout, Line};
use crate::sync::RELAXED;
use crate::{Packed, Word};

/// Four entries of 16 bytes in one cache line, each checked by all 64 bits of the key, without a lock.
///
/// | bytes | what |
/// |---|---|
/// | `16·s ..  16·s + 8` | slot `s`: key XOR data |
/// | `16·s + 8 .. 16·s + 16` | slot `s`: data, a [`Packed`] word |
///
/// A reader takes both words and lets the slot count only if their XOR is its key, so halves of two entries match
/// nobody, up to the same odds as any other false match. An empty slot matches no key, 0 included.
///
/// *False matches*: a probe for a key that is absent is answered with probability 4 · 2⁻⁶⁴ ≈ 2.2·10⁻¹⁹ at most, for
/// random keys. The index uses the key's high bits again, so among keys of one cluster the odds are greater by the
/// number of clusters: in a table of 2²⁴ clusters (1 GiB) 4 · 2⁻⁴⁰ ≈ 3.6·10⁻¹² per probe.
///
/// Source: the pairing of key XOR data with data is R. Hyatt and T. Mann's, *A lockless transposition-table
/// implementation for parallel search*, ICGA Journal, 2002.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Full;

const SLOTS: usize = 4;

impl Full {
    /// All keys and words of a cluster, loaded before anything is compared.
    #[inline]
    fn load(cluster: &Line) -> ([u64; SLOTS], [Packed; SLOTS]) {
        let [k0, d0, k1, d1, k2, d2, k3, d3] = &cluster.0;
        let data = [d0.load(RELAXED), d1.load(RELAXED), d2.load(RELAXED), d3.load(RELAXED)];
        let keys = [
            k0.load(RELAXED) ^ data[0],
            k1.load(RELAXED) ^ data[1],
            k2.load(RELAXED) ^ data[2],
            k3.load(RELAXED) ^ data[3],
        ];
        (keys, data.map(Packed::from_bits))
    }

    /// The word of key 0. An empty slot reads as key 0 as well, so each is asked whether it is empty; of no other key need that be
    /// asked.
    #[cold]
    fn find_zero(cluster: &Line) -> Option<Packed> {
        let (keys, words) = Self::load(cluster);
        (0..SLOTS).find(|&slot| keys[slot] == 0 && !words[slot].is_empty()).map(|slot| words[slot])
    }
}

impl Layout for Full {
    type Cluster = Line;
    type Word = Packed;
    type Words = [Packed; SLOTS];

    fn tag(&self) -> u64 {
        u64::from_le_bytes(*b"full\0\0\0\0")
    }

    #[inline]
    fn find(&self, cluster: &Line, check: u64) -> Option<Packed> {
        let (keys, words) = Self::load(cluster);
        // Backwards, so that the first match is kept. Conditional moves, one test at the end.
        let mut found = Packed::EMPTY;
        for slot in (0..SLOTS).rev() {
            found = select_unpredictable(keys[slot] == check, words[slot], found);
        }
        if !found.is_empty() {
            return Some(found);
        }
        // Of key 0 an empty slot may have been found ahead of its own.
        if check == 0 { Self::find_zero(cluster) } else { None }
    }

    #[inline]
    fn read(&self, cluster: &Line, check: u64) -> ([Packed; SLOTS], Option<usize>) {
        let (keys, words) = Self::load(cluster);
        // A branch for each slot: the processor foresees most, and goes on to the next store's line meanwhile.
        // Of key 0 every empty slot is a match to be passed over.
        let own = (0..SLOTS).find(|&slot| keys[slot] == check && (check != 0 || !words[slot].is_empty()));
        (words, own)
    }

    #[inline]
    fn write(&self, cluster: &Line, slot: usize, check: u64, word: Packed) {
        if let Some([key, data]) = cluster.0.as_chunks::<2>().0.get(slot) {
            key.store(check ^ word.bits(), RELAXED);
            data.store(word.bits(), RELAXED);
        }
    }

    #[inline]
    fn shift(&self, cluster: &Line, from: usize, to: usize) {
        let (keys, words) = Self::load(cluster);
        if let (Some(&key), Some(&word)) = (keys.get(from), words.get(from)) {
            self.write(cluster, to, key, word);
        }
    }

    #[inline]
    fn amend(&self, cluster: &Line, slot: usize, old: Packed, new: Packed) {
        if let Some([key, data]) = cluster.0.as_chunks::<2>().0.get(slot) {
            // The key comes from what lies there by the old word, so that with the data of another entry it is no key.
            key.store(key.load(RELAXED) ^ old.bits() ^ new.bits(), RELAXED);
            data.store(new.bits(), RELAXED);
        }
    }
}
