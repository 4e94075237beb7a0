//! The word of experiments that weigh entries by the work they took.

use super::{AgedWord, FadingWord, Packed, WeighedWord, Word, Word64, field16};
use crate::{Entry, Generation, minifloat};

/// A [`Packed`] word with the work, as a 16-bit floating-point number, where the static evaluation would be.
///
/// The number has six bits of exponent and ten of fraction, so it is short of the work by less than one part in 1,024.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Weighed(Packed);

impl Weighed {
    const WORK: u64 = 0xffff << Packed::EVAL;
}

impl Word for Weighed {
    const EMPTY: Self = Self(Packed::EMPTY);

    #[inline]
    fn pack(entry: &Entry, work: u64, generation: Generation) -> Option<Self> {
        let bits = Packed::pack(entry, work, generation)?.bits();
        Some(Self(Packed(bits & !Self::WORK | minifloat::encode(work, 16) << Packed::EVAL)))
    }

    #[inline]
    fn unpack(self) -> Option<Entry> {
        Some(Entry { eval: None, ..self.0.unpack()? })
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    fn draft(self) -> i16 {
        self.0.draft()
    }

    #[inline]
    fn value(self) -> i16 {
        self.0.value()
    }

    #[inline]
    fn is_exact(self) -> bool {
        self.0.is_exact()
    }

    #[inline]
    fn is_pv(self) -> bool {
        self.0.is_pv()
    }

    #[inline]
    fn has_move(self) -> bool {
        self.0.has_move()
    }

    #[inline]
    fn with_move_of(self, other: Self) -> Self {
        Self(self.0.with_move_of(other.0))
    }

    fn aged_out(self, next: Generation) -> Option<Self> {
        self.0.aged_out(next).map(Self)
    }
}

impl AgedWord for Weighed {
    #[inline]
    fn age(self, now: Generation) -> u8 {
        self.0.age(now)
    }
}

impl FadingWord for Weighed {
    #[inline]
    fn faded(self) -> Self {
        Self(self.0.faded())
    }
}

impl WeighedWord for Weighed {
    #[inline]
    fn work(self) -> u64 {
        minifloat::decode(self.weight(), 16)
    }

    #[inline]
    fn weight(self) -> u64 {
        u64::from(field16(self.0.bits(), Packed::EVAL))
    }
}

impl Word64 for Weighed {
    const TAG: u8 = 1;

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Self(Packed(bits))
    }

    #[inline]
    fn bits(self) -> u64 {
        self.0.bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bound;

    #[test]
    fn the_work_is_kept_in_place_of_the_evaluation_and_nothing_else_changes() {
        let entry = Entry { eval: Some(77), pv: true, ..Entry::new(-5, Bound::Lower, 12) };
        for work in [0, 1, 2, 1000, 1_234_567, u64::MAX] {
            let word = Weighed::pack(&entry, work, Generation::new(9)).unwrap();
            assert_eq!(word.unpack(), Some(Entry { eval: None, ..entry }));
            assert!(word.work() <= work.max(1) && work - word.work().min(work) <= work / 1024, "{work}");
            assert_eq!(word.age(Generation::new(11)), 2);
        }
    }
}
