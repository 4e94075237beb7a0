//! The interval a search is asked about.

use crate::Score;

/// The open interval between `alpha` and `beta`. A fail-soft search answers with the true value where it lies inside;
/// an answer at or below `alpha` is an upper bound of the true value, one at or above `beta` a lower bound.
pub trait Window: Copy {
    /// Whether no score lies inside.
    const NULL: bool;

    /// The lower limit: only a better score is of interest.
    fn alpha(self) -> Score;

    /// The upper limit: a score this good ends the search of the node.
    fn beta(self) -> Score;

    /// The same interval as the other side sees it.
    #[must_use]
    fn flipped(self) -> Self;

    /// The interval left when a move is worth `alpha`, which lies inside.
    #[must_use]
    fn raised(self, alpha: Score) -> Self;
}

/// A window of any width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    alpha: Score,
    beta: Score,
}

impl Full {
    /// The window that every value lies in.
    pub const OPEN: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// The window between `alpha` and `beta`; `None` unless `alpha < beta`.
    pub fn new(alpha: Score, beta: Score) -> Option<Self> {
        (alpha < beta).then_some(Self { alpha, beta })
    }
}

impl Window for Full {
    const NULL: bool = false;

    #[inline]
    fn alpha(self) -> Score {
        self.alpha
    }

    #[inline]
    fn beta(self) -> Score {
        self.beta
    }

    #[inline]
    fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline]
    fn raised(self, alpha: Score) -> Self {
        Self { alpha, ..self }
    }
}

/// The window with nothing inside: `beta` is the score next to `alpha`. One number, and half the work to carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Null {
    alpha: Score,
}

impl Null {
    /// The question 'is the value greater than `alpha`?'. [`Score::MAX`] counts as the score below it.
    pub fn above(alpha: Score) -> Self {
        Self { alpha: alpha.min(Score::MAX.pred()) }
    }
}

impl Window for Null {
    const NULL: bool = true;

    #[inline]
    fn alpha(self) -> Score {
        self.alpha
    }

    #[inline]
    fn beta(self) -> Score {
        self.alpha.succ()
    }

    #[inline]
    fn flipped(self) -> Self {
        Self { alpha: -self.beta() }
    }

    #[inline]
    fn raised(self, _alpha: Score) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_an_inside_or_is_refused() {
        assert!(Full::new(Score::DRAW, Score::DRAW).is_none());
        assert!(Full::new(Score::plain(1), Score::DRAW).is_none());
        assert!(Full::new(Score::MIN, Score::MIN.succ()).is_some());
    }

    #[test]
    fn flipping_never_overflows_and_is_its_own_inverse() {
        for alpha in [Score::MIN, Score::loss_in(3), Score::DRAW, Score::win_in(0), Score::MAX.pred()] {
            let null = Null::above(alpha);
            assert_eq!(null.flipped().flipped(), null);
            assert_eq!((null.flipped().alpha(), null.flipped().beta()), (-null.beta(), -null.alpha()));
            let full = Full::new(alpha, alpha.succ()).unwrap();
            assert_eq!(full.flipped().flipped(), full);
        }
        assert_eq!(Null::above(Score::MAX), Null::above(Score::MAX.pred()));
        assert_eq!(Full::OPEN.flipped(), Full::OPEN);
    }
}
