//! Keys of which no few XOR to zero: columns of the parity-check matrix of an extended BCH code.
//!
//! Two positions collide when the keys of the features they differ in XOR to zero. Random keys make that unlikely;
//! these make it impossible as long as the positions differ in few features.
//!
//! # Why it holds
//!
//! Each feature is given a field element `x` of its own, of GF(2^m), 2^m being at least the number of features, and the
//! column `(1, x, x³, x⁵, …, x^(2t−1))`. Let the columns of a non-empty set `X` of at most `2t + 1` elements XOR to zero. The
//! first coordinate says that `X` has an even number of elements, so at most `2t`. The others say that the power sums
//! of odd exponents up to `2t − 1` vanish; squaring is additive in a field of characteristic 2, so the power sums of
//! all exponents `0..=2t` vanish. But the Vandermonde matrix of distinct elements, with as many rows as elements, is
//! invertible, so no non-empty `X` can do that. Hence a dependency has at least `d = 2t + 2` keys.
//!
//! An exponent that is a power of two times an earlier one (modulo 2^m − 1) adds nothing and takes no bits; one whose
//! powers all lie in a smaller field takes only as many bits as that field needs. Bits the code leaves over are random:
//! more coordinates never make a dependency shorter. The whole is multiplied by an invertible matrix over GF(2),
//! which keeps every independence and spreads the bits, so that any of them can index a table.
//!
//! Which element a feature gets is drawn at random. Farther apart than the code promises, some words of a code are regular
//! (subspaces of the field), and so are the differences of positions in which pawns advanced side by side; a random
//! order keeps the two from meeting, so that far positions collide as seldom as with random keys.
//!
//! Sources: Bose and Ray-Chaudhuri, On a Class of Error Correcting Binary Group Codes, 1960; Hocquenghem, Codes
//! correcteurs d'erreurs, 1959; the use for hash keys: Warnock and Wendroff, Search Tables in Computer Chess, ICCA
//! Journal 11(1), 1988.

mod field;
mod matrix;
#[cfg(all(test, feature = "std"))]
mod proof;
mod scramble;

use crate::{Pcg, Seed};
use field::Field;
use matrix::Matrix;
use scramble::Scramble;

/// A choice of code-based keys, for `from_code` of a [key set](crate::key_set!).
///
/// # Examples
///
/// ```
/// use zkeys::{Code, Seed};
///
/// // 781 features in 64 bits: positions that differ in 13 features or fewer have different keys.
/// let code = Code::new(Seed::PI);
/// assert_eq!(code.distance(781, 64), Some(14));
/// // With as many bits as features the key is as good as the position.
/// assert_eq!(code.distance(64, 64), None);
///
/// // A table that stores 32 bits keeps what those 32 bits promise, and without grading they promise nothing.
/// assert_eq!(code.low_distance(781, 64), Some(1));
/// let graded = code.graded(32);
/// assert_eq!(graded.distance(781, 64), Some(14));
/// assert_eq!(graded.low_distance(781, 64), Some(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    seed: Seed,
    low: u32,
}

impl Code {
    /// The most features a code-based set can have.
    pub const MAX_FEATURES: usize = 1 << Field::MAX_DEGREE;

    /// The code, whitened by a matrix that is drawn from this seed.
    #[must_use]
    pub const fn new(seed: Seed) -> Self {
        Self { seed, low: 0 }
    }

    /// The code whose `low` lowest bits are a code of their own, for tables that verify with those bits alone.
    ///
    /// `low` is clamped to the width of the word; 0 and the width mean no grading. What does not divide well costs
    /// distance over the whole word: ask [`distance`](Self::distance).
    #[must_use]
    pub const fn graded(self, low: u32) -> Self {
        Self { low, ..self }
    }

    /// The number of keys that a dependency among `features` keys of `bits` bits has at least; `None` where no keys
    /// are dependent at all, which takes as many bits as features.
    ///
    /// Positions that differ in fewer features than that have different keys. The answer is `Some(1)`, no promise,
    /// where `bits` is not within `1..=128` or there are more than [`MAX_FEATURES`](Self::MAX_FEATURES).
    #[must_use]
    pub const fn distance(self, features: usize, bits: u32) -> Option<usize> {
        if bits == 0 || bits > 128 {
            return Some(1);
        }
        if features <= bits as usize {
            return None;
        }
        match Plan::new(features, bits, self.low) {
            Some(plan) => Some(plan.distance),
            None => Some(1),
        }
    }

    /// What [`distance`](Self::distance) is when only the lowest bits are kept that [`graded`](Self::graded) was given:
    /// `Some(1)`, no promise, without grading, and where the whole word has a bit for every feature but they have not.
    #[must_use]
    pub const fn low_distance(self, features: usize, bits: u32) -> Option<usize> {
        let ungraded = Self { low: 0, ..self };
        match self.low {
            0 => Some(1),
            low if low >= bits => ungraded.distance(features, bits),
            low if features > low as usize && features <= bits as usize => Some(1),
            low => ungraded.distance(features, low),
        }
    }

    /// The columns for this many features and this width.
    pub(crate) const fn columns(self, features: usize, bits: u32) -> Columns {
        let plan = Plan::new(features, bits, self.low);
        assert!(
            features <= bits as usize || plan.is_some(),
            "more features than a code-based key set can have"
        );
        let mut pcg = Pcg::from_seed(self.seed);
        let whitening = Matrix::random(bits, clamp(self.low, bits), &mut pcg);
        let coded = match plan {
            Some(plan) if features > bits as usize => {
                Some((plan, Scramble::random(plan.field.degree(), &mut pcg)))
            }
            _ => None,
        };
        Columns { coded, whitening, pcg }
    }
}

impl Default for Code {
    fn default() -> Self {
        Self::new(Seed::PI)
    }
}

/// `low` as a number of low bits below `bits`: none where it is the whole word or more.
const fn clamp(low: u32, bits: u32) -> u32 {
    if low < bits { low } else { 0 }
}

/// Which powers of the element lie in which bits of a column.
#[derive(Clone, Copy, Debug)]
struct Plan {
    field: Field,
    low: u32,
    /// Odd exponents in use, ascending, and the bits of each power that are kept.
    powers: [Power; Self::MAX_POWERS],
    len: usize,
    /// The bits no power is in, to be filled at random.
    spare: u128,
    /// Keys a dependency has at least.
    distance: usize,
}

/// One power of the element in a column.
#[derive(Clone, Copy, Debug)]
struct Power {
    exponent: u32,
    /// The coordinates of the power that determine it.
    kept: u32,
    /// The lowest bit of the column it is in.
    at: u32,
}

impl Plan {
    /// More than 127 bits can take of the smallest field in use, GF(2⁵).
    const MAX_POWERS: usize = 32;

    /// The plan with the greatest distance, `None` where no field is large enough.
    const fn new(features: usize, bits: u32, low: u32) -> Option<Self> {
        let Some(field) = Field::for_elements(features) else { return None };
        let low = clamp(low, bits);
        let unused = Power { exponent: 0, kept: 0, at: 0 };
        let all = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        // Bit 0 is the 1 that counts the keys.
        let spare = all & !1;
        let mut plan = Self { field, low, powers: [unused; Self::MAX_POWERS], len: 0, spare, distance: 2 };
        let mut at = 1;
        let mut exponent = 1;
        while exponent < field.order() {
            if field.is_leader(exponent) {
                let kept = field.coordinates(exponent);
                at = plan.room(at, kept.count_ones());
                if at + kept.count_ones() > bits || plan.len == Self::MAX_POWERS {
                    break;
                }
                plan.powers[plan.len] = Power { exponent, kept, at };
                plan.len += 1;
                plan.spare &= !(((1 << kept.count_ones()) - 1) << at);
                at += kept.count_ones();
            }
            exponent += 2;
            plan.distance = exponent as usize + 1;
        }
        Some(plan)
    }

    /// Where the next `count` bits go: at `at`, or after the low bits where they would straddle their end.
    const fn room(&self, at: u32, count: u32) -> u32 {
        if at < self.low && at + count > self.low { self.low } else { at }
    }

    /// The column of an element, zero in the spare bits.
    const fn column(&self, element: u32) -> u128 {
        let square = self.field.mul(element, element);
        let mut column = 1;
        let mut exponent = 1;
        let mut power = element;
        let mut p = 0;
        while p < self.len {
            let Power { exponent: wanted, kept, at } = self.powers[p];
            while exponent < wanted {
                power = self.field.mul(power, square);
                exponent += 2;
            }
            column |= (gather(power, kept) as u128) << at;
            p += 1;
        }
        column
    }
}

/// The bits of `word` that `mask` has, moved together.
const fn gather(word: u32, mut mask: u32) -> u32 {
    let mut gathered = 0;
    let mut at = 0;
    while mask != 0 {
        gathered |= (word >> mask.trailing_zeros() & 1) << at;
        at += 1;
        mask &= mask - 1;
    }
    gathered
}

/// The columns of one set, whitened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    /// `None` where the keys are independent: then each is a column of the whitening matrix.
    coded: Option<(Plan, Scramble)>,
    whitening: Matrix,
    /// Where the spare bits come from.
    pcg: Pcg,
}

impl Columns {
    /// The key of feature `i`.
    pub(crate) const fn key(&self, i: usize) -> u128 {
        match self.coded {
            None => self.whitening.column(i),
            Some((ref plan, ref scramble)) => {
                let column = plan.column(scramble.element(number(i)));
                self.whitening.times(column | self.filling(i) & plan.spare)
            }
        }
    }

    /// Random bits of feature `i`'s own.
    const fn filling(&self, i: usize) -> u128 {
        // One generator per feature, told apart by its state; O'Neill's output function hides that they are near.
        let mut pcg = self.pcg;
        let low = pcg.next_u128();
        Pcg::new(low ^ i as u128, low >> 1).next_u128()
    }
}

/// A feature's number in fewer bits.
#[expect(clippy::cast_possible_truncation, reason = "a plan is made for at most 2^16 features")]
const fn number(i: usize) -> u32 {
    i as u32
}
