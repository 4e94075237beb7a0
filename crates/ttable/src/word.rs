//! What a slot keeps of an entry, packed into one word, and what a replacement policy may ask of it.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod lanes;
mod weighed;

use core::num::NonZeroU16;

pub use weighed::Weighed;

use crate::{Bound, Entry, Victim};

/// The number of the search a table is serving, modulo [`Generation::COUNT`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Generation(u8);

impl Generation {
    /// Generations that can be told apart; one more looks like the first. A power of two.
    pub const COUNT: u8 = 32;

    /// The generation of this number, modulo [`Generation::COUNT`].
    #[inline]
    pub const fn new(number: u8) -> Self {
        Self(number % Self::COUNT)
    }

    /// The generation of this number, below [`Generation::COUNT`].
    #[inline]
    pub(crate) const fn known(number: u8) -> Self {
        Self(number)
    }

    /// Its number, `0..COUNT`.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The generation after this one.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self::new(self.0 + 1)
    }

    /// Searches begun since `written`, `0..COUNT`: a difference modulo `COUNT`, so that it survives the wrap.
    #[inline]
    pub const fn since(self, written: Self) -> u8 {
        self.0.wrapping_sub(written.0) % Self::COUNT
    }
}

/// A packed entry. The all-zero word is the empty one, and no entry packs to it.
pub trait Word: Copy {
    /// What lies in a slot never written.
    const EMPTY: Self;

    /// Packs an entry that took `work` nodes to find; never to the empty word. `None` where a field does not fit.
    fn pack(entry: &Entry, work: u64, generation: Generation) -> Option<Self>;

    /// The entry, `None` for the empty word.
    fn unpack(self) -> Option<Entry>;

    /// Whether it is the empty word.
    fn is_empty(self) -> bool;

    /// The draft kept, in plies; below [`Entry::MIN_DRAFT`] for the empty word.
    fn draft(self) -> i16;

    /// The value kept; 0 for the empty word.
    fn value(self) -> i16;

    /// Whether the value kept is the true one.
    fn is_exact(self) -> bool;

    /// Whether the position was on a principal variation.
    fn is_pv(self) -> bool;

    /// Whether it has a hash move.
    fn has_move(self) -> bool;

    /// The same word with the hash move of `other`.
    #[must_use]
    fn with_move_of(self, other: Self) -> Self;

    /// What becomes of a word whose generation's number comes again as `next`: one as old as can be told. `None` of all others,
    /// and of words that keep no generation.
    #[must_use]
    fn aged_out(self, next: Generation) -> Option<Self> {
        let _ = next;
        None
    }
}

/// A word that remembers in which search it was written.
pub trait AgedWord: Word {
    /// Searches begun since it was written.
    fn age(self, now: Generation) -> u8;

    /// The slot, of those with these words, whose `draft − 8·age` is lowest, the first of equals; empty ones go before all
    /// others. Slot 0 if there is none.
    #[inline]
    fn victim(words: &[Self], now: Generation) -> Victim {
        Victim::of_ranks(words.iter().map(|&word| rank(word, now)))
    }
}

/// Plies of draft that one search of age outweighs.
const PLIES_PER_AGE: i32 = 8;

/// `draft − 8·age`, counted from its least up, which is 1; 0 for the empty word.
#[inline]
fn rank<W: AgedWord>(word: W, now: Generation) -> u64 {
    const LEAST: i32 = Entry::MIN_DRAFT as i32 - PLIES_PER_AGE * (Generation::COUNT as i32 - 1);
    let worth = i32::from(word.draft()) - PLIES_PER_AGE * i32::from(word.age(now));
    let rank = u64::from((worth - LEAST).max(0).cast_unsigned()) + 1;
    // Not left to draft and age: the age of an empty slot would wrap with the generations. While a table fills nobody can
    // foresee which slots are empty, so this is no branch.
    core::hint::select_unpredictable(word.is_empty(), 0, rank)
}

/// A word whose draft can be lowered in place.
pub trait FadingWord: Word {
    /// The same word, searched one ply less deep; unchanged at the least draft a table keeps.
    #[must_use]
    fn faded(self) -> Self;
}

/// A word that remembers how many nodes its entry took to find.
pub trait WeighedWord: Word {
    /// The nodes spent, rounded down to the word's precision; at least 1.
    fn work(self) -> u64;

    /// A number that is greater the greater the work is: cheaper to compare.
    #[inline]
    fn weight(self) -> u64 {
        self.work()
    }

    /// The weight plus 1; 0 of an empty word: the lowest gives way.
    #[inline]
    fn rank(self) -> u64 {
        if self.is_empty() { 0 } else { self.weight().saturating_add(1) }
    }
}

/// A word of 64 bits, for layouts that keep the key apart from it.
pub trait Word64: Word {
    /// A number that differs between kinds of word.
    const TAG: u8;

    /// The word of these bits, as [`Word64::bits`] gave them; 0 is the empty word.
    fn from_bits(bits: u64) -> Self;

    /// Its bits.
    fn bits(self) -> u64;
}

/// The 64 bits that hold every field of an [`Entry`].
///
/// | bits | field |
/// |---|---|
/// | 0..16 | move, 0 for none |
/// | 16..32 | value |
/// | 32..48 | static evaluation, `i16::MIN` for none |
/// | 48..56 | draft + 9; 0 for an empty slot, so that the least draft, −8, is 1 |
/// | 56..58 | bound |
/// | 58 | PV mark |
/// | 59..64 | generation |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Packed(u64);

const _: () = assert!(size_of::<Packed>() == 8);

impl Packed {
    const VALUE: u32 = 16;
    const EVAL: u32 = 32;
    const DRAFT: u32 = 48;
    const BOUND: u32 = 56;
    const PV: u32 = 58;
    const GENERATION: u32 = 59;

    /// What is added to a draft before it is kept in eight bits.
    pub const DRAFT_OFFSET: i16 = 1 - Entry::MIN_DRAFT;

    /// The word of these bits, as [`Packed::bits`] gave them. Bits that no entry packs to mean nothing in particular.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Its bits, laid out as in the table above.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The draft as it is kept, 0 for the empty word.
    #[inline]
    pub const fn draft8(self) -> u8 {
        field8(self.0, Self::DRAFT)
    }

    /// The generation it was written in.
    #[inline]
    pub const fn generation(self) -> Generation {
        Generation::new((self.0 >> Self::GENERATION) as u8)
    }
}

/// Eight bits of a word.
#[expect(clippy::cast_possible_truncation, reason = "the field is what is wanted")]
const fn field8(bits: u64, shift: u32) -> u8 {
    (bits >> shift) as u8
}

/// Sixteen bits of a word.
#[expect(clippy::cast_possible_truncation, reason = "the field is what is wanted")]
const fn field16(bits: u64, shift: u32) -> u16 {
    (bits >> shift) as u16
}

impl Word for Packed {
    const EMPTY: Self = Self(0);

    #[inline]
    fn pack(entry: &Entry, _work: u64, generation: Generation) -> Option<Self> {
        let mv = entry.mv.map_or(0, NonZeroU16::get);
        let value = entry.value.cast_unsigned();
        let eval = entry.eval.unwrap_or(i16::MIN).cast_unsigned();
        let draft = entry.draft.clamp(Entry::MIN_DRAFT, Entry::MAX_DRAFT) + Self::DRAFT_OFFSET;
        Some(Self(
            u64::from(mv)
                | u64::from(value) << Self::VALUE
                | u64::from(eval) << Self::EVAL
                | u64::from(draft.cast_unsigned()) << Self::DRAFT
                | u64::from(entry.bound as u8) << Self::BOUND
                | u64::from(entry.pv) << Self::PV
                | u64::from(generation.number()) << Self::GENERATION,
        ))
    }

    #[inline]
    fn unpack(self) -> Option<Entry> {
        // Every word that is not empty has a bound.
        let bound = Bound::from_bits(field8(self.0, Self::BOUND))?;
        let eval = field16(self.0, Self::EVAL).cast_signed();
        Some(Entry {
            mv: NonZeroU16::new(field16(self.0, 0)),
            value: self.value(),
            eval: if eval == i16::MIN { None } else { Some(eval) },
            draft: self.draft(),
            bound,
            pv: self.is_pv(),
        })
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn draft(self) -> i16 {
        i16::from(self.draft8()) - Self::DRAFT_OFFSET
    }

    #[inline]
    fn value(self) -> i16 {
        field16(self.0, Self::VALUE).cast_signed()
    }

    #[inline]
    fn is_exact(self) -> bool {
        (self.0 >> Self::BOUND) & 3 == Bound::Exact as u64
    }

    #[inline]
    fn is_pv(self) -> bool {
        (self.0 >> Self::PV) & 1 != 0
    }

    #[inline]
    fn has_move(self) -> bool {
        field16(self.0, 0) != 0
    }

    #[inline]
    fn with_move_of(self, other: Self) -> Self {
        Self(self.0 & !0xffff | other.0 & 0xffff)
    }

    fn aged_out(self, next: Generation) -> Option<Self> {
        // The number after the next one is the oldest.
        let oldest = u64::from(next.next().number()) << Self::GENERATION;
        let comes_again = !self.is_empty() && self.generation() == next;
        comes_again.then_some(Self(self.0 & ((1 << Self::GENERATION) - 1) | oldest))
    }
}

impl Word64 for Packed {
    const TAG: u8 = 0;

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    #[inline]
    fn bits(self) -> u64 {
        self.0
    }
}

impl AgedWord for Packed {
    #[inline]
    fn age(self, now: Generation) -> u8 {
        now.since(self.generation())
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[inline]
    fn victim(words: &[Self], now: Generation) -> Victim {
        lanes::victim(words, now)
    }
}

impl FadingWord for Packed {
    #[inline]
    fn faded(self) -> Self {
        if self.draft8() > 1 { Self(self.0 - (1 << Self::DRAFT)) } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_survives_packing() {
        let mvs = [None, NonZeroU16::new(1), NonZeroU16::new(0x8000), NonZeroU16::new(u16::MAX)];
        let values = [i16::MIN, -1, 0, 1, i16::MAX];
        let evals = [None, Some(i16::MIN + 1), Some(-1), Some(0), Some(i16::MAX)];
        let drafts = [Entry::MIN_DRAFT, -1, 0, 1, 100, Entry::MAX_DRAFT];
        for mv in mvs {
            for (value, eval) in values.into_iter().zip(evals) {
                for draft in drafts {
                    for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                        for pv in [false, true] {
                            let entry = Entry { mv, value, eval, draft, bound, pv };
                            for number in [0, 1, 31] {
                                let word = Packed::pack(&entry, 7, Generation::new(number)).unwrap();
                                assert_eq!(word.unpack(), Some(entry));
                                assert!(!word.is_empty());
                                assert_eq!(word.generation().number(), number);
                                assert_eq!(word.is_exact(), bound == Bound::Exact);
                                assert_eq!(word.has_move(), mv.is_some());
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_least_draft_is_one_and_drafts_out_of_range_are_clamped() {
        let at = |draft| Packed::pack(&Entry::new(0, Bound::Upper, draft), 0, Generation::default()).unwrap();
        assert_eq!(at(-8).draft8(), 1);
        assert_eq!(at(-9).draft(), -8);
        assert_eq!(at(i16::MIN).draft(), Entry::MIN_DRAFT);
        assert_eq!(at(i16::MAX).draft(), Entry::MAX_DRAFT);
        assert_eq!(at(246).draft8(), 255);
        assert_eq!(at(-8).faded(), at(-8));
        assert_eq!(at(5).faded(), at(4));
    }

    #[test]
    fn an_evaluation_of_i16_min_is_forgotten() {
        let entry = Entry { eval: Some(i16::MIN), ..Entry::new(3, Bound::Exact, 2) };
        let word = Packed::pack(&entry, 0, Generation::default()).unwrap();
        assert_eq!(word.unpack(), Some(Entry { eval: None, ..entry }));
    }

    #[test]
    fn age_is_a_difference_modulo_the_count() {
        let (first, last) = (Generation::new(0), Generation::new(31));
        assert_eq!(first.since(last), 1);
        assert_eq!(last.since(first), 31);
        assert_eq!(last.next(), first);
        assert_eq!(first.since(first), 0);
    }
}
