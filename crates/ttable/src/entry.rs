//! What a table remembers of a position.

use core::num::NonZeroU16;

/// What a stored value says of the true one. Two bits; `Exact` is both of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at most the stored one (the search failed low).
    Upper = 1,
    /// The true value is at least the stored one (the search failed high).
    Lower = 2,
    /// The stored value is the true one.
    Exact = 3,
}

impl Bound {
    /// The bound with these two bits, `None` for 0.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        match bits & 3 {
            1 => Some(Self::Upper),
            2 => Some(Self::Lower),
            3 => Some(Self::Exact),
            _ => None,
        }
    }

    /// Whether the true value is known to be at most the stored one.
    pub const fn is_upper(self) -> bool {
        self as u8 & Self::Upper as u8 != 0
    }

    /// Whether the true value is known to be at least the stored one.
    pub const fn is_lower(self) -> bool {
        self as u8 & Self::Lower as u8 != 0
    }
}

/// What a search knows of one position. The table carries it and interprets only `draft`, `bound` and `pv`,
/// which some replacement policies weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The hash move in the caller's 16-bit form; `None` where no move is known to be good.
    pub mv: Option<NonZeroU16>,
    /// The value, in the caller's units, independent of where the root is.
    pub value: i16,
    /// The static evaluation, if it was computed. `i16::MIN` cannot be kept and is stored as `None`.
    pub eval: Option<i16>,
    /// Plies the position was searched to, [`Entry::MIN_DRAFT`]`..=`[`Entry::MAX_DRAFT`]; the table clamps.
    pub draft: i16,
    /// How `value` relates to the true value.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// The least draft a table keeps: eight plies of quiescence below depth 0.
    pub const MIN_DRAFT: i16 = -8;
    /// The greatest draft a table keeps.
    pub const MAX_DRAFT: i16 = 246;

    /// An entry without move, evaluation or PV mark.
    pub const fn new(value: i16, bound: Bound, draft: i16) -> Self {
        Self { mv: None, value, eval: None, draft, bound, pv: false }
    }

    /// The same entry with a hash move.
    #[must_use]
    pub const fn with_move(self, mv: Option<NonZeroU16>) -> Self {
        Self { mv, ..self }
    }
}
