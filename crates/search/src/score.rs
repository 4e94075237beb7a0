//! Scores, and the only door between a search's scores and a table's.

use std::fmt;
use std::ops::Neg;

/// Plies from the root; the greatest any search reaches is [`MAX_PLY`].
pub type Ply = u16;

/// The deepest a line may go, in plies. A search that reaches it treats the node as a leaf.
pub const MAX_PLY: Ply = 1000;

/// The value of a position for the side to move, as seen from the root of the search.
///
/// Three ranges, symmetric about 0, so that negation never overflows:
///
/// | range of `\|score\|` | meaning |
/// |---|---|
/// | `0..=`[`Score::PLAIN_MAX`] | the game's or the evaluation's own scale; the same from every root |
/// | 30,000 `..=` 32,000 | a win or loss in 32,000 − `\|score\|` plies from the root |
/// | up to 32,767 | only window limits: [`Score::MIN`], [`Score::MAX`] |
///
/// A win by distance is *root-relative*; a table keeps it *node-relative*, since the same position is met at different
/// plies. [`Score::to_table`] and [`Score::from_table`] are the only ways through.
///
/// ```
/// use search::Score;
///
/// let mate = Score::win_in(5);
/// assert_eq!(mate.to_table(2), Score::win_in(3).to_table(0)); // two plies down, three plies to go
/// assert_eq!(Score::from_table(mate.to_table(2), 2), mate);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Below every score a position can have.
    pub const MIN: Self = Self(-32_767);
    /// Above every score a position can have.
    pub const MAX: Self = Self(32_767);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The greatest value on a game's own scale.
    pub const PLAIN_MAX: i16 = 29_999;

    const WIN: i32 = 32_000;
    // No line is longer than MAX_PLY, and a table may add one such line to the end of another.
    const LEAST_WIN: i32 = Self::WIN - 2 * MAX_PLY as i32;

    /// A value on the game's own scale, clamped to ±[`Score::PLAIN_MAX`].
    pub const fn plain(value: i32) -> Self {
        let limit = Self::PLAIN_MAX as i32;
        if value > limit {
            Self(limit)
        } else if value < -limit {
            Self(-limit)
        } else {
            Self(value)
        }
    }

    /// A win for the side to move at the root, `plies` plies from it (at most [`MAX_PLY`]; more counts as that).
    pub const fn win_in(plies: Ply) -> Self {
        Self(Self::WIN - if plies > MAX_PLY { MAX_PLY } else { plies } as i32)
    }

    /// A loss for the side to move at the root, `plies` plies from it.
    pub const fn loss_in(plies: Ply) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The number itself, −32,767 ..= 32,767.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Plies from the root to the win or loss this score announces; `None` for plain scores and window limits.
    pub const fn plies_to_end(self) -> Option<Ply> {
        let distance = Self::WIN - self.0.abs();
        if distance < 0 || distance > Self::WIN - Self::LEAST_WIN { None } else { Some(distance as Ply) }
    }

    /// The next score up, [`Score::MAX`] at the end.
    #[must_use]
    pub const fn succ(self) -> Self {
        if self.0 == Self::MAX.0 { self } else { Self(self.0 + 1) }
    }

    /// The next score down, [`Score::MIN`] at the end.
    #[must_use]
    pub const fn pred(self) -> Self {
        if self.0 == Self::MIN.0 { self } else { Self(self.0 - 1) }
    }

    /// The node-relative form for a table, of a score found at `ply` plies from the root.
    pub const fn to_table(self, ply: Ply) -> i16 {
        self.shifted(ply as i32).0 as i16
    }

    /// The root-relative form of a table's value, met at `ply` plies from the root.
    pub const fn from_table(value: i16, ply: Ply) -> Self {
        Self(if value == i16::MIN { Self::MIN.0 } else { value as i32 }).shifted(-(ply as i32))
    }

    /// A win or loss moved `by` plies nearer. It stays a win or a loss: at the ends of the range the distance saturates.
    const fn shifted(self, by: i32) -> Self {
        if self.0 >= Self::LEAST_WIN {
            Self(clamp(self.0 + by, Self::LEAST_WIN, Self::MAX.0))
        } else if self.0 <= -Self::LEAST_WIN {
            Self(clamp(self.0 - by, Self::MIN.0, -Self::LEAST_WIN))
        } else {
            self
        }
    }
}

const fn clamp(value: i32, least: i32, greatest: i32) -> i32 {
    if value < least {
        least
    } else if value > greatest {
        greatest
    } else {
        value
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies_to_end(), self.0 > 0) {
            (Some(plies), true) => write!(f, "win in {plies}"),
            (Some(plies), false) => write!(f, "loss in {plies}"),
            (None, _) => fmt::Display::fmt(self, f),
        }
    }
}
