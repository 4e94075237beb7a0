//! The index taken from the low bits by a mask.

use super::{Layout, Located};
use crate::SizeError;

/// Another layout, indexed by a mask on the low bits of the key instead of a multiplication with its high ones.
///
/// The number of clusters is a power of two. The layout underneath gets the key with its halves exchanged, so that a
/// check of the low bits still sees bits the index did not use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masked<L>(pub L);

impl<L: Layout> Layout for Masked<L> {
    type Cluster = L::Cluster;
    type Word = L::Word;
    type Words = L::Words;

    fn tag(&self) -> u64 {
        !self.0.tag()
    }

    fn fits(&self, clusters: usize) -> Result<(), SizeError> {
        if clusters.is_power_of_two() {
            self.0.fits(clusters)
        } else {
            Err(SizeError::PowerOfTwo { clusters })
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are wanted")]
    fn locate(&self, key: u64, clusters: usize) -> Located {
        Located { cluster: key as usize & clusters.wrapping_sub(1), check: key.rotate_left(32) }
    }

    #[inline]
    fn find(&self, cluster: &L::Cluster, check: u64) -> Option<L::Word> {
        self.0.find(cluster, check)
    }

    #[inline]
    fn read(&self, cluster: &L::Cluster, check: u64) -> (L::Words, Option<usize>) {
        self.0.read(cluster, check)
    }

    #[inline]
    fn write(&self, cluster: &L::Cluster, slot: usize, check: u64, word: L::Word) {
        self.0.write(cluster, slot, check, word);
    }

    #[inline]
    fn shift(&self, cluster: &L::Cluster, from: usize, to: usize) {
        self.0.shift(cluster, from, to);
    }
}
