//! The index taken from the low bits by a mask.

use super::short::Halves;
use super::{Full, Layout, Located, Short};
use crate::SizeError;

/// A layout whose keys are hashes, checked as they are: another index may take the place of its own [`Layout::locate`], which is
/// then not asked.
pub trait HashKeyed: Layout {}

impl HashKeyed for Full {}

impl<C: Halves, const CHECK: u32> HashKeyed for Short<C, CHECK> {}

/// Another layout, indexed by a mask on the low bits of the key instead of a multiplication with its high ones.
///
/// The number of clusters is a power of two: of a budget the greatest that fits. The layout underneath gets the key with its
/// halves exchanged, so that a check of the low bits still sees bits the index did not use.
///
/// Lossless keys are mixed by the layouts that are for them, so none of these can be masked:
///
/// ```compile_fail,E0277
/// use ttable::{Clustered, Exact, LeastWork, Lossless, Masked, Size};
///
/// Clustered::new(Masked(Exact::<Lossless<49, 6, 7>>::new()), LeastWork, Size::Mib(1))?;
/// # Ok::<(), ttable::SizeError>(())
/// ```
///
/// # Examples
///
/// ```
/// use ttable::{Aging, Clustered, Full, Masked, Size, SizeError};
///
/// let table = Clustered::new(Masked(Full), Aging, Size::Bytes(1_000_000))?;
/// assert_eq!(table.clusters().len(), 8192, "15,625 clusters would fit");
/// let exactly = Clustered::new(Masked(Full), Aging, Size::Clusters(15_625));
/// assert!(matches!(exactly, Err(SizeError::PowerOfTwo { .. })));
/// # Ok::<(), SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masked<L>(pub L);

impl<L: HashKeyed> Layout for Masked<L> {
    type Cluster = L::Cluster;
    type Word = L::Word;
    type Words = L::Words;

    fn tag(&self) -> u64 {
        u64::from_le_bytes(*b"\0\0masked") ^ self.0.tag()
    }

    fn fitting(&self, clusters: usize) -> usize {
        greatest_power_of_two(self.0.fitting(clusters))
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

    #[inline]
    fn amend(&self, cluster: &L::Cluster, slot: usize, old: L::Word, new: L::Word) {
        self.0.amend(cluster, slot, old, new);
    }
}

/// The greatest power of two that is at most `number`; 0 of 0.
pub(super) const fn greatest_power_of_two(number: usize) -> usize {
    match number.checked_ilog2() {
        Some(bits) => 1 << bits,
        None => 0,
    }
}
