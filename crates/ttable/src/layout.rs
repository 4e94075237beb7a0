//! How entries lie in a cluster and how a probe knows its own: the seam every layout implements.

mod cluster;
mod exact;
mod exact_half;
mod full;
mod masked;
mod short;
mod sliced;

pub use cluster::{Cluster, HalfLine, Line, QuarterLine, Slots};
pub use exact::{Exact, ExactWord, Fields, Lossless};
pub use exact_half::ExactHalf;
pub use full::Full;
pub use masked::{HashKeyed, Masked};
pub use short::{Compact, CompactLine, Short};
pub use sliced::{OnePerIndex, Sliced, TwoPerIndex};

pub(crate) use sliced::Pairs;

use crate::{SizeError, Word};

/// Where a key belongs, and what is left of it to tell it from the others that belong there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located {
    /// The cluster's number.
    pub cluster: usize,
    /// What the layout compares: the mixed key.
    pub check: u64,
}

/// The cluster of `key` among `clusters`: the high half of their product. Uses the high bits of the key.
///
/// Spreads keys evenly over any number of clusters, and always answers less than it; 0 for none.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the product's high half is less than the number of clusters"
)]
pub fn multiply_shift(key: u64, clusters: usize) -> usize {
    ((u128::from(key) * clusters as u128) >> 64) as usize
}

/// How entries lie in a cluster.
///
/// A layout reads a cluster *whole*, and only then compares: the slots of a cluster share a cache line, so reading all
/// costs one memory access. A probe then chooses among what was read without a branch for each slot, as nobody can foresee
/// where its answer lies. A store asks slot by slot: what else it does need not wait for the choice.
///
/// All of a layout's methods take any cluster content, also one that other threads are changing.
///
/// # Examples
///
/// A layout of one's own: a single entry in 16 bytes, checked by the low 32 bits of the key.
///
/// ```
/// use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
/// use ttable::{Always, Bound, Cluster, Clustered, Entry, Layout, Packed, QuarterLine, Table, Word, Word64};
///
/// #[derive(Clone, Copy, Debug)]
/// struct Single;
///
/// impl Single {
///     /// Check XOR data, and data: halves of two entries answer no key, up to the odds of 32 bits.
///     fn load(cluster: &QuarterLine) -> (u64, Packed) {
///         let [check, data] = &cluster.0;
///         let word = data.load(Relaxed);
///         (check.load(Relaxed) ^ word, Packed::from_bits(word))
///     }
/// }
///
/// impl Layout for Single {
///     type Cluster = QuarterLine;
///     type Word = Packed;
///     type Words = [Packed; 1];
///
///     fn tag(&self) -> u64 {
///         u64::from_le_bytes(*b"single\0\0")
///     }
///
///     fn find(&self, cluster: &QuarterLine, check: u64) -> Option<Packed> {
///         let ([word], own) = self.read(cluster, check);
///         own.map(|_| word)
///     }
///
///     fn read(&self, cluster: &QuarterLine, check: u64) -> ([Packed; 1], Option<usize>) {
///         let (stored, word) = Self::load(cluster);
///         let is_own = !word.is_empty() && stored as u32 == check as u32;
///         ([word], is_own.then_some(0))
///     }
///
///     fn write(&self, cluster: &QuarterLine, slot: usize, check: u64, word: Packed) {
///         if slot == 0 {
///             cluster.0[0].store(check ^ word.bits(), Relaxed);
///             cluster.0[1].store(word.bits(), Relaxed);
///         }
///     }
///
///     // There is but one slot.
///     fn shift(&self, _cluster: &QuarterLine, _from: usize, _to: usize) {}
///
///     fn amend(&self, cluster: &QuarterLine, slot: usize, old: Packed, new: Packed) {
///         if slot == 0 {
///             // From what lies there: with the data of another entry it becomes no key.
///             let [check, data] = &cluster.0;
///             check.store(check.load(Relaxed) ^ old.bits() ^ new.bits(), Relaxed);
///             data.store(new.bits(), Relaxed);
///         }
///     }
/// }
///
/// let clusters: [QuarterLine; 100] = [const { QuarterLine::new() }; 100];
/// let table = Clustered::with_memory(Single, Always, &clusters)?;
/// let handle = table.locate(0x463b_9618_1691_fc9c);
/// table.store(handle, &Entry::new(25, Bound::Exact, 4), 1);
/// assert_eq!(table.probe(handle).map(|entry| entry.value), Some(25));
/// # Ok::<(), ttable::SizeError>(())
/// ```
pub trait Layout {
    /// One cluster in memory. All zero bits is an empty one.
    type Cluster: Cluster;
    /// What a slot keeps of an entry.
    type Word: Word;
    /// The words of a cluster, in the order of its slots.
    type Words: AsRef<[Self::Word]>;

    /// A number that differs between layouts whose clusters mean different things. It marks saved tables.
    fn tag(&self) -> u64;

    /// Whether a table of so many clusters can tell its keys apart by this layout.
    ///
    /// # Errors
    ///
    /// Whatever rules the number out. Zero clusters are refused by the table itself.
    fn fits(&self, clusters: usize) -> Result<(), SizeError> {
        let _ = clusters;
        Ok(())
    }

    /// How many clusters a table has whose budget is enough for `clusters`: all of them, unless the layout serves certain
    /// numbers only. At most `clusters`.
    fn fitting(&self, clusters: usize) -> usize {
        clusters
    }

    /// Where `key` belongs in a table of `clusters`.
    ///
    /// The default takes the cluster from the high bits, so a layout that checks only part of the key checks low ones.
    #[inline]
    fn locate(&self, key: u64, clusters: usize) -> Located {
        Located { cluster: multiply_shift(key, clusters), check: key }
    }

    /// The word stored for `check`, if one is. Never an empty word.
    fn find(&self, cluster: &Self::Cluster, check: u64) -> Option<Self::Word>;

    /// Every word, and the slot whose entry [`Layout::find`] would answer for `check`.
    fn read(&self, cluster: &Self::Cluster, check: u64) -> (Self::Words, Option<usize>);

    /// Overwrites one slot. Out-of-range slots are left alone.
    fn write(&self, cluster: &Self::Cluster, slot: usize, check: u64, word: Self::Word);

    /// Overwrites slot `to` with what lies in slot `from`, whatever key it belongs to.
    fn shift(&self, cluster: &Self::Cluster, from: usize, to: usize);

    /// Changes the word of one slot from `old`, as it was read, to `new`, and leaves its key. Out-of-range slots are left alone.
    ///
    /// Another thread may have stored something else there since. Its entry is lost then; what is there in its stead answers
    /// no key, up to the layout's odds.
    fn amend(&self, cluster: &Self::Cluster, slot: usize, old: Self::Word, new: Self::Word);
}
