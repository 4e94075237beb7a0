//! The layouts of textbook experiments: one or two slots per index, checked by a slice of the key chosen at will.

use core::marker::PhantomData;

use super::masked::greatest_power_of_two;
use super::{Cluster, HalfLine, Layout, Located, QuarterLine};
use crate::sync::{AtomicU64, RELAXED};
use crate::{Packed, SizeError, Weighed, Word64};

/// Slots indexed by the *low* bits of the key and checked by any slice of it: the whole key, some bits, or none.
///
/// For experiments: real tables lose nothing by the better layouts. The number of indices is a power of two: of a budget the
/// greatest that fits. The whole key is kept, whatever part is compared.
///
/// | bytes | what |
/// |---|---|
/// | `16·s ..  16·s + 8` | slot `s` of an index: key XOR data |
/// | `16·s + 8 .. 16·s + 16` | slot `s`: data, a word `W` |
///
/// *False matches*: with a check of `b` bits that the index does not use, a probe for an absent key is answered with
/// probability `2⁻ᵇ` for each occupied slot of its index; with none, always.
///
/// # Examples
///
/// Sixteen indices, so bits 0 to 3 of the key say where; of two keys that differ in bit 12 only, four bits of check from bit 4 up
/// notice nothing.
///
/// ```
/// use ttable::{Always, Bound, Clustered, Entry, OnePerIndex, QuarterLine, Table};
///
/// let (stored, absent) = (0x0525, 0x1525);
/// for (layout, answers) in [(OnePerIndex::whole(), false), (OnePerIndex::bits(4, 4), true)] {
///     let clusters = [const { QuarterLine::new() }; 16];
///     let table = Clustered::with_memory(layout, Always, &clusters)?;
///     table.store(table.locate(stored), &Entry::new(7, Bound::Exact, 2), 1);
///     assert_eq!(table.probe(table.locate(absent)).is_some(), answers);
/// }
/// # Ok::<(), ttable::SizeError>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Sliced<C, W = Packed> {
    mask: u64,
    kinds: PhantomData<fn() -> (C, W)>,
}

/// One slot per index, of words `W`: [`Packed`] ones, or [`Weighed`] ones for policies that weigh work.
pub type OnePerIndex<W = Packed> = Sliced<QuarterLine, W>;

/// Two slots per index, for policies of two tiers or levels.
pub type TwoPerIndex<W = Packed> = Sliced<HalfLine, W>;

impl<C> Sliced<C> {
    /// Checks the whole key.
    pub const fn whole() -> Self {
        Self::masked(u64::MAX)
    }

    /// Checks `bits` bits of the key, from bit `low` up; 0 bits, or none of the 64, check nothing.
    pub const fn bits(low: u32, bits: u32) -> Self {
        let ones = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        Self::masked(if low >= 64 { 0 } else { ones << low })
    }

    /// Checks nothing: any entry at the index is accepted. What a missing check does to a search is worth seeing once.
    pub const fn unverified() -> Self {
        Self::masked(0)
    }

    const fn masked(mask: u64) -> Self {
        Self { mask, kinds: PhantomData }
    }

    /// The same check, with slots that keep the work in place of the static evaluation.
    pub const fn weighed(self) -> Sliced<C, Weighed> {
        Sliced { mask: self.mask, kinds: PhantomData }
    }
}

impl<C, W> Clone for Sliced<C, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, W> Copy for Sliced<C, W> {}

impl<C, W> Default for Sliced<C, W> {
    /// The whole key.
    fn default() -> Self {
        Self { mask: u64::MAX, kinds: PhantomData }
    }
}

impl<C: Pairs, W: Word64> Sliced<C, W> {
    /// The whole key of the entry that answers a probe for `check`, if one does.
    pub(crate) fn answering_key(self, cluster: &C, check: u64) -> Option<u64> {
        let (words, own) = self.read(cluster, check);
        let slot = own?;
        // Paired with the word that was read, as `read` did: a later load of the data may see another.
        let word = words.as_ref().get(slot)?;
        Some(cluster.pairs().get(slot)?[0].load(RELAXED) ^ word.bits())
    }
}

/// The clusters of this layout: pairs of key XOR data and data.
pub trait Pairs: Cluster {
    /// As many words as pairs.
    type Array<W: Word64>: AsRef<[W]> + AsMut<[W]>;

    /// Empty words.
    fn empty<W: Word64>() -> Self::Array<W>;

    /// The pairs, in the order of the slots.
    fn pairs(&self) -> &[[AtomicU64; 2]];
}

impl Pairs for QuarterLine {
    type Array<W: Word64> = [W; 1];

    #[inline]
    fn empty<W: Word64>() -> [W; 1] {
        [W::EMPTY]
    }

    #[inline]
    fn pairs(&self) -> &[[AtomicU64; 2]] {
        self.0.as_chunks().0
    }
}

impl Pairs for HalfLine {
    type Array<W: Word64> = [W; 2];

    #[inline]
    fn empty<W: Word64>() -> [W; 2] {
        [W::EMPTY; 2]
    }

    #[inline]
    fn pairs(&self) -> &[[AtomicU64; 2]] {
        self.0.as_chunks().0
    }
}

impl<C: Pairs, W: Word64> Layout for Sliced<C, W> {
    type Cluster = C;
    type Word = W;
    type Words = C::Array<W>;

    /// The same for every check: the whole key is kept, whatever part of it is compared.
    fn tag(&self) -> u64 {
        u64::from_le_bytes(*b"slice\0\0\0") | u64::from(W::TAG) << 40 | (size_of::<C>() as u64) << 48
    }

    fn fits(&self, clusters: usize) -> Result<(), SizeError> {
        if clusters.is_power_of_two() { Ok(()) } else { Err(SizeError::PowerOfTwo { clusters }) }
    }

    fn fitting(&self, clusters: usize) -> usize {
        greatest_power_of_two(clusters)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are wanted")]
    fn locate(&self, key: u64, clusters: usize) -> Located {
        Located { cluster: key as usize & clusters.wrapping_sub(1), check: key }
    }

    #[inline]
    fn find(&self, cluster: &C, check: u64) -> Option<W> {
        let (words, own) = self.read(cluster, check);
        own.and_then(|slot| words.as_ref().get(slot).copied())
    }

    /// The first slot that matches counts.
    #[inline]
    fn read(&self, cluster: &C, check: u64) -> (Self::Words, Option<usize>) {
        let mut words = C::empty::<W>();
        let mut own = None;
        for (slot, ([key, data], word)) in cluster.pairs().iter().zip(words.as_mut()).enumerate() {
            *word = W::from_bits(data.load(RELAXED));
            let key = key.load(RELAXED) ^ word.bits();
            if own.is_none() && !word.is_empty() && (key ^ check) & self.mask == 0 {
                own = Some(slot);
            }
        }
        (words, own)
    }

    #[inline]
    fn write(&self, cluster: &C, slot: usize, check: u64, word: W) {
        if let Some([key, data]) = cluster.pairs().get(slot) {
            key.store(check ^ word.bits(), RELAXED);
            data.store(word.bits(), RELAXED);
        }
    }

    #[inline]
    fn shift(&self, cluster: &C, from: usize, to: usize) {
        if let Some([key, data]) = cluster.pairs().get(from) {
            let word = data.load(RELAXED);
            self.write(cluster, to, key.load(RELAXED) ^ word, W::from_bits(word));
        }
    }

    #[inline]
    fn amend(&self, cluster: &C, slot: usize, old: W, new: W) {
        if let Some([key, data]) = cluster.pairs().get(slot) {
            key.store(key.load(RELAXED) ^ old.bits() ^ new.bits(), RELAXED);
            data.store(new.bits(), RELAXED);
        }
    }
}
