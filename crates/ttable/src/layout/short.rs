//! Three entries to half a cache line or six to a whole one, verified by a part of the key.

use core::hint::select_unpredictable;
use core::marker::PhantomData;

use super::{Cluster, HalfLine, Layout, Line};
use crate::sync::{AtomicU64, RELAXED};
use crate::{Packed, Word};

/// Entries of ten bytes and two thirds: a [`Packed`] word each, and for every three of them a word that holds `CHECK`
/// bits of each one's key. The check is taken from the key's low end, the index from its high end.
///
/// | bytes of each half line | what |
/// |---|---|
/// | `8·s .. 8·s + 8`, `s` in `0..3` | slot `s`: data |
/// | `24..32` | checks: slot `s` in bits `CHECK·s .. CHECK·(s + 1)`, XOR a fold of its data to `CHECK` bits |
///
/// `CHECK` is `2..=21`. A check folded with its data is a miss when paired with other data, as halves of two concurrent
/// stores are, up to the same odds as any other false match. Two threads that store into one half line at once may lose
/// one of the stores. An empty slot matches no key.
///
/// *False matches*: a probe for an absent key is answered with probability `2^-CHECK` for each occupied slot, so
/// `3 · 2⁻²¹ ≈ 1.4·10⁻⁶` for a full half line at 21 bits, `4.6·10⁻⁵` at 16, and twice that for a line. (A little more:
/// keys whose checked bits are all 0 are taken for those with a 1, which makes it `2^-CHECK · (1 + 2^(1 - CHECK))`.)
///
/// Source: the density, and a check of 16 bits, are Stockfish's (as of August 2026: `key16`, `depth8`, `genBound8`,
/// `move16`, `value16`, `eval16`, three to 32 bytes with two bytes of padding). There the padding is unused and the
/// check is not tied to the data.
pub struct Short<C, const CHECK: u32>(PhantomData<fn() -> C>);

/// Three entries to half a cache line, each verified by 21 bits of the key.
pub type Compact = Short<HalfLine, 21>;

/// Six entries to a cache line, each verified by 21 bits of the key: more choice for the policy, and one cache line read
/// for each probe as well.
pub type CompactLine = Short<Line, 21>;

impl<C, const CHECK: u32> Short<C, CHECK> {
    /// The layout.
    pub const fn new() -> Self {
        const { assert!(CHECK >= 2 && CHECK <= 21, "three checks lie in 64 bits") };
        Self(PhantomData)
    }

    const MASK: u64 = (1 << CHECK) - 1;

    /// The bits of `key` that are checked. Never 0, as those of an empty slot are, so that no slot need be asked whether it
    /// is empty: a key whose bits are 0 counts as one whose bits are 1.
    #[inline]
    const fn checked(key: u64) -> u64 {
        let check = key & Self::MASK;
        if check == 0 { 1 } else { check }
    }

    /// Where a slot's check lies in the word of checks.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "less than three")]
    const fn shift_of(slot: usize) -> u32 {
        CHECK * (slot % 3) as u32
    }

    /// What goes onto a slot's check: a hash of all of its data.
    ///
    /// The top bits of a product depend on every bit of the factor. A fold by XOR would let changes of two fields cancel.
    #[inline]
    const fn fold(word: Packed) -> u64 {
        Self::product(word) >> (64 - CHECK)
    }

    /// The number whose top bits the fold is.
    #[inline]
    const fn product(word: Packed) -> u64 {
        word.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The words of a half line and how their checks differ from `check`, each where it lies in the word of checks: 0 for a
    /// match.
    #[inline]
    fn load(half: &[AtomicU64; 4], check: u64) -> [(Packed, u64); 3] {
        let [d0, d1, d2, checks] = half;
        // The difference from three of the check asked for, side by side.
        let checks = checks.load(RELAXED) ^ (check * (1 | 1 << CHECK | 1 << (2 * CHECK)));
        let words = [d0.load(RELAXED), d1.load(RELAXED), d2.load(RELAXED)].map(Packed::from_bits);
        // One shift brings the top of the product to where the check is, and what follows it is masked away.
        let differing = |slot: usize| {
            let fold = Self::product(words[slot]) >> (64 - CHECK - Self::shift_of(slot));
            (words[slot], (checks ^ fold) & Self::MASK << Self::shift_of(slot))
        };
        [differing(0), differing(1), differing(2)]
    }
}

impl<C, const CHECK: u32> Clone for Short<C, CHECK> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, const CHECK: u32> Copy for Short<C, CHECK> {}

impl<C, const CHECK: u32> Default for Short<C, CHECK> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C, const CHECK: u32> core::fmt::Debug for Short<C, CHECK> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Short({CHECK} bits)")
    }
}

impl<C: Halves, const CHECK: u32> Short<C, CHECK> {
    /// Overwrites a slot by a word and its check, which is 0 of an empty one.
    #[inline]
    fn put(cluster: &C, slot: usize, check: u64, word: Packed) {
        let Some([data @ .., checks]) = cluster.halves().get(slot / 3) else { return };
        let shift = Self::shift_of(slot);
        let others = checks.load(RELAXED) & !(Self::MASK << shift);
        checks.store(others | (check ^ Self::fold(word)) << shift, RELAXED);
        data[slot % 3].store(word.bits(), RELAXED);
    }
}

/// The clusters of this layout: one half line or two.
pub trait Halves: Cluster {
    /// Three words for each half line.
    type Words: AsRef<[Packed]> + AsMut<[Packed]> + Default;

    /// The half lines.
    fn halves(&self) -> &[[AtomicU64; 4]];
}

impl Halves for HalfLine {
    type Words = [Packed; 3];

    #[inline]
    fn halves(&self) -> &[[AtomicU64; 4]] {
        core::slice::from_ref(&self.0)
    }
}

impl Halves for Line {
    type Words = [Packed; 6];

    #[inline]
    fn halves(&self) -> &[[AtomicU64; 4]] {
        self.0.as_chunks().0
    }
}

impl<C: Halves, const CHECK: u32> Layout for Short<C, CHECK> {
    type Cluster = C;
    type Word = Packed;
    type Words = C::Words;

    fn tag(&self) -> u64 {
        let slots = C::Words::default().as_ref().len() as u64;
        u64::from_le_bytes(*b"short\0\0\0") | slots << 40 | u64::from(CHECK) << 48
    }

    #[inline]
    fn find(&self, cluster: &C, check: u64) -> Option<Packed> {
        let check = Self::checked(check);
        let mut found = Packed::EMPTY;
        for half in cluster.halves().iter().rev() {
            for (word, difference) in Self::load(half, check).into_iter().rev() {
                found = select_unpredictable(difference == 0, word, found);
            }
        }
        (!found.is_empty()).then_some(found)
    }

    #[inline]
    fn read(&self, cluster: &C, check: u64) -> (C::Words, Option<usize>) {
        let mut words = C::Words::default();
        let check = Self::checked(check);
        let mut own = None;
        let places = words.as_mut().as_chunks_mut::<3>().0;
        for (first, (half, places)) in (0..).step_by(3).zip(cluster.halves().iter().zip(places)) {
            let loaded = Self::load(half, check);
            *places = loaded.map(|(word, _)| word);
            own = own.or_else(|| {
                loaded.iter().position(|&(_, difference)| difference == 0).map(|slot| first + slot)
            });
        }
        (words, own)
    }

    #[inline]
    fn write(&self, cluster: &C, slot: usize, check: u64, word: Packed) {
        Self::put(cluster, slot, Self::checked(check), word);
    }

    #[inline]
    fn shift(&self, cluster: &C, from: usize, to: usize) {
        let Some(half) = cluster.halves().get(from / 3) else { return };
        // The difference from a check of 0 is the check.
        let (word, check) = Self::load(half, 0)[from % 3];
        Self::put(cluster, to, check >> Self::shift_of(from), word);
    }

    #[inline]
    fn amend(&self, cluster: &C, slot: usize, old: Packed, new: Packed) {
        let Some([data @ .., checks]) = cluster.halves().get(slot / 3) else { return };
        let folds = (Self::fold(old) ^ Self::fold(new)) << Self::shift_of(slot);
        checks.store(checks.load(RELAXED) ^ folds, RELAXED);
        data[slot % 3].store(new.bits(), RELAXED);
    }
}
