//! Type-1 errors among given positions.

use std::vec::Vec;

use crate::Word;

/// How many of some different positions have the same hash.
///
/// # Examples
///
/// ```
/// use zkeys::quality::Collisions;
///
/// // Of five hashes, three agree in their low byte and two more do.
/// let collisions = Collisions::of([0x101_u64, 0x201, 0x301, 0x102, 0x202].map(|hash| hash & 0xFF));
/// assert_eq!(collisions, Collisions { positions: 5, pairs: 4, repeats: 3 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Collisions {
    /// Positions looked at.
    pub positions: u64,
    /// Pairs of positions with the same hash: what `birthday::expected_pairs` expects.
    pub pairs: u64,
    /// Positions whose hash an earlier one has.
    pub repeats: u64,
}

impl Collisions {
    /// Counts them among the hashes of positions that all differ. For a slice of a key, shift and mask it first.
    pub fn of<W: Word>(hashes: impl IntoIterator<Item = W>) -> Self {
        let mut hashes: Vec<W> = hashes.into_iter().collect();
        hashes.sort_unstable();
        let mut counted = Self::default();
        for alike in hashes.chunk_by(|a, b| a == b) {
            let n = alike.len() as u64;
            counted.positions += n;
            counted.pairs += n * (n - 1) / 2;
            counted.repeats += n - 1;
        }
        counted
    }

    /// Repeats per million positions, rounded down. 0 without positions.
    pub fn repeats_per_million(&self) -> u64 {
        let scaled = u128::from(self.repeats) * 1_000_000;
        scaled.checked_div(self.positions.into()).map_or(0, |share| u64::try_from(share).unwrap_or(u64::MAX))
    }
}
