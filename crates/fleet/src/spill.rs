//! Sets of numbers larger than memory: sorted in pieces, spilled to disk as runs, merged as they are read.
//!
//! A [`Gather`] takes numbers in any order, often the same one, and keeps them sorted and each once, within a budget of
//! memory. What grows beyond half of it goes to disk. A [`Sorted`] is the finished set, read in order as often as wanted.
//!
//! Numbers may carry something in their low bits: a gather that *collapses* `n` bits keeps of those that agree above them the
//! greatest.

mod gather;
mod merge;
mod run;
mod scratch;

pub use gather::Gather;
pub use merge::{Reader, Sorted};
pub use scratch::Scratch;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use zkeys::SplitMix64;

    use super::*;

    /// Numbers with many repetitions, through gathers of several sizes, against a map.
    #[test]
    fn what_is_gathered_comes_back_sorted_and_once_whatever_the_memory() {
        let parent = std::env::temp_dir();
        let mut random = SplitMix64::new(8);
        for (most, count, collapsed) in
            [(64, 0, 0), (64, 10, 0), (64, 5_000, 0), (1 << 20, 100_000, 0), (256, 9_000, 8)]
        {
            let scratch = Scratch::new(&parent).unwrap();
            let mut gather = Gather::new(&scratch, most, collapsed);
            let mut map = BTreeMap::new();
            for _ in 0..count {
                let number = (random.next_u64() >> 51) << (random.next_u64() & 31);
                let kept = map.entry(number >> collapsed).or_insert(number);
                *kept = number.max(*kept);
                gather.push(&[number]).unwrap();
            }
            let sorted = gather.finish().unwrap();
            assert_eq!(sorted.is_in_memory(), count < 64 || most > count, "{most} {count}");
            let expected: Vec<u64> = map.into_values().collect();
            // It can be read twice.
            for _ in 0..2 {
                assert_eq!(all(&sorted), expected, "{most} {count}");
            }
            let stored = sorted.store(&scratch).unwrap();
            assert!(!stored.is_in_memory());
            assert_eq!(all(&stored), expected);
        }
    }

    fn all(sorted: &Sorted) -> Vec<u64> {
        let (mut reader, mut all, mut chunk) = (sorted.read().unwrap(), Vec::new(), Vec::new());
        while reader.fill(&mut chunk, 7).unwrap() {
            assert!((1..=7).contains(&chunk.len()));
            all.append(&mut chunk);
        }
        all
    }
}
