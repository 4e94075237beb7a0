//! Entries of four bytes for lossless keys of very small games.

use core::fmt;
use core::hint::select_unpredictable;
use core::marker::PhantomData;

use super::exact::{Exact, ExactWord, Fields};
use super::{Layout, Line, Located};
use crate::SizeError;
use crate::sync::RELAXED;

/// Sixteen entries to a cache line: [`Exact`] with 32 bits for an entry instead of 64. The widths of `F` and two bits for
/// the bound are 32 at most together.
///
/// | bits of each of the sixteen half words | what |
/// |---|---|
/// | as in [`Exact`] from the low end | bound, move, value, draft, work |
/// | the `KEPT` high ones | low bits of the mixed key |
///
/// Slot `s` is the low half of word `s / 2` where `s` is even, and the high half where it is odd. Two threads that store
/// into both halves of a word at once may lose one of the stores; neither half is ever torn. There is no false match.
pub struct ExactHalf<F>(PhantomData<fn() -> F>);

impl<F: Fields> ExactHalf<F> {
    /// The bits below the key.
    const PAYLOAD: u32 = u32::MAX >> F::KEPT;

    /// The layout.
    pub const fn new() -> Self {
        const {
            assert!(F::KEPT + 2 + F::MOVE + F::VALUE + F::DRAFT + F::WORK <= 32, "an entry has 32 bits");
        }
        // For the other widths' bounds.
        let _ = Exact::<F>::new();
        Self(PhantomData)
    }

    /// Whether a slot's bits are an entry for `check`: equal above the payload, and a payload that is not 0.
    #[inline]
    const fn matches(bits: u32, check: u32) -> bool {
        (bits ^ check).wrapping_sub(1) < Self::PAYLOAD
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
    fn load(cluster: &Line) -> [u32; 16] {
        let words: [u64; 8] = core::array::from_fn(|n| cluster.0[n].load(RELAXED));
        core::array::from_fn(|slot| (words[slot / 2] >> (32 * (slot % 2))) as u32)
    }

    /// Overwrites one half of a word and leaves the other as it was when it was read.
    #[inline]
    fn put(cluster: &Line, slot: usize, bits: u32) {
        let Some(place) = cluster.0.get(slot / 2) else { return };
        let shift = 32 * (slot % 2);
        let other = place.load(RELAXED) & !(u64::from(u32::MAX) << shift);
        place.store(other | u64::from(bits) << shift, RELAXED);
    }

    #[inline]
    const fn word(bits: u32) -> ExactWord<F> {
        ExactWord::new((bits & Self::PAYLOAD) as u64)
    }
}

impl<F: Fields> Layout for ExactHalf<F> {
    type Cluster = Line;
    type Word = ExactWord<F>;
    type Words = [ExactWord<F>; 16];

    fn tag(&self) -> u64 {
        u64::from_le_bytes(*b"half\0\0\0\0") ^ Exact::<F>::new().tag()
    }

    fn fits(&self, clusters: usize) -> Result<(), SizeError> {
        Exact::<F>::new().fits(clusters)
    }

    /// The check is in the low 32 bits, as it lies in the slots.
    #[inline]
    fn locate(&self, key: u64, clusters: usize) -> Located {
        let (cluster, mixed) = Exact::<F>::place::<Line>(key, clusters);
        Located { cluster, check: mixed << (F::KEY - F::KEPT) >> 32 }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the check is in the low half")]
    fn find(&self, cluster: &Line, check: u64) -> Option<ExactWord<F>> {
        let slots = Self::load(cluster);
        let mut found = 0;
        for slot in (0..slots.len()).rev() {
            found = select_unpredictable(Self::matches(slots[slot], check as u32), slots[slot], found);
        }
        (found != 0).then_some(Self::word(found))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the check is in the low half")]
    fn read(&self, cluster: &Line, check: u64) -> (Self::Words, Option<usize>) {
        let slots = Self::load(cluster);
        let own = slots.iter().position(|&bits| Self::matches(bits, check as u32));
        (slots.map(Self::word), own)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "check and word have 32 bits")]
    fn write(&self, cluster: &Line, slot: usize, check: u64, word: ExactWord<F>) {
        Self::put(cluster, slot, (check | word.bits) as u32);
    }

    #[inline]
    fn shift(&self, cluster: &Line, from: usize, to: usize) {
        if let Some(&bits) = Self::load(cluster).get(from) {
            Self::put(cluster, to, bits);
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a word has as many bits as a slot")]
    fn amend(&self, cluster: &Line, slot: usize, old: ExactWord<F>, new: ExactWord<F>) {
        if let Some(&bits) = Self::load(cluster).get(slot)
            && bits & Self::PAYLOAD == old.bits as u32
        {
            Self::put(cluster, slot, bits ^ (old.bits ^ new.bits) as u32);
        }
    }
}

// By hand, since a derived one would ask `F` for what only its constants are wanted of.
impl<F> Clone for ExactHalf<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for ExactHalf<F> {}

impl<F: Fields> Default for ExactHalf<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Fields> fmt::Debug for ExactHalf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExactHalf({} of {} bits)", F::KEPT, F::KEY)
    }
}
