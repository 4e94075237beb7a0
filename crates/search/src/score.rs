//! Scores, and the only door between a search's scores and a table's.

use std::fmt;
use std::ops::Neg;

/// Plies from the root; the greatest any search reaches is [`MAX_PLY`].
pub type Ply = u16;

/// The longest line whose end a score can tell, in plies; no search goes that deep.
pub const MAX_PLY: Ply = 1000;

const _: () = assert!((crate::MAX_DEPTH - ttable::Entry::MIN_DRAFT) as Ply <= MAX_PLY);

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

    /// The score with this number, which must be one: −32,767 ..= 32,767.
    pub(crate) const fn raw(number: i32) -> Self {
        debug_assert!(number >= Self::MIN.0 && number <= Self::MAX.0);
        Self(number)
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
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 ..= 2,000 after the check"
    )]
    pub const fn plies_to_end(self) -> Option<Ply> {
        let distance = Self::WIN - self.0.abs();
        if distance < 0 || distance > Self::WIN - Self::LEAST_WIN { None } else { Some(distance as Ply) }
    }

    /// Whether the score is on the game's own scale: neither a win or loss by distance nor a window's limit.
    pub const fn is_plain(self) -> bool {
        self.0.abs() <= Self::PLAIN_MAX as i32
    }

    /// Whether the score is a loss by distance, or below all scores.
    pub const fn is_loss(self) -> bool {
        self.0 < -(Self::PLAIN_MAX as i32)
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
    #[expect(clippy::cast_possible_truncation, reason = "every score fits 16 bits")]
    pub const fn to_table(self, ply: Ply) -> i16 {
        self.shifted(ply as i32).0 as i16
    }

    /// The root-relative form of a table's value, met at `ply` plies from the root.
    pub const fn from_table(value: i16, ply: Ply) -> Self {
        Self(value as i32).shifted(-(ply as i32))
    }

    /// A win or loss moved `by` plies nearer. It stays a win or a loss, within the range of real scores whatever the number
    /// was: at the ends the distance saturates.
    const fn shifted(self, by: i32) -> Self {
        if self.0 >= Self::LEAST_WIN {
            Self(clamp(self.0 + by, Self::LEAST_WIN, Self::WIN))
        } else if self.0 <= -Self::LEAST_WIN {
            Self(clamp(self.0 - by, -Self::WIN, -Self::LEAST_WIN))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_survives_the_table_at_every_ply_it_can_be_found_at() {
        for ply in 0..=MAX_PLY {
            for plies in ply..=MAX_PLY {
                for score in [Score::win_in(plies), Score::loss_in(plies)] {
                    assert_eq!(Score::from_table(score.to_table(ply), ply), score, "at ply {ply}");
                }
                let node_relative = Score::win_in(plies - ply).to_table(0);
                assert_eq!(Score::win_in(plies).to_table(ply), node_relative);
            }
        }
        for plain in -i32::from(Score::PLAIN_MAX)..=i32::from(Score::PLAIN_MAX) {
            let score = Score::plain(plain);
            assert_eq!(i32::from(score.to_table(77)), plain);
            assert_eq!(Score::from_table(score.to_table(77), 12), score);
        }
    }

    /// The other way round: a line in the table at the end of one as long from the root.
    #[test]
    fn every_stored_distance_survives_the_search_at_every_ply_it_can_be_met_at() {
        for ply in 0..=MAX_PLY {
            for plies in 0..=MAX_PLY {
                for stored in [Score::win_in(plies).to_table(0), Score::loss_in(plies).to_table(0)] {
                    let met = Score::from_table(stored, ply);
                    assert_eq!(met.plies_to_end(), Some(ply + plies));
                    assert_eq!(met.to_table(ply), stored, "{met:?} at ply {ply}");
                }
            }
        }
    }

    #[test]
    fn a_win_moves_with_the_node_it_is_met_at() {
        // Found three plies below a node at ply 4, met again at ply 10: it is three plies below that node too.
        let stored = Score::win_in(7).to_table(4);
        assert_eq!(Score::from_table(stored, 10), Score::win_in(13));
        assert_eq!(Score::from_table(-stored, 10), Score::loss_in(13));
    }

    #[test]
    fn any_stored_word_gives_a_score_a_position_can_have() {
        for value in i16::MIN..=i16::MAX {
            for ply in [0, 1, 500, MAX_PLY] {
                let score = Score::from_table(value, ply);
                assert!(Score::MIN < score && score < Score::MAX);
                assert_eq!(score.get().signum(), i32::from(value).signum());
                assert_eq!(score.is_plain(), value.unsigned_abs() < 30_000, "{value} at ply {ply}");
            }
        }
    }

    #[test]
    fn a_score_is_printed_as_what_it_says() {
        let text = [
            Score::win_in(3),
            Score::loss_in(2),
            Score::loss_in(0),
            Score::plain(-5),
            Score::DRAW,
            Score::MAX,
        ]
        .map(|score| format!("{score:?}"));
        assert_eq!(text, ["win in 3", "loss in 2", "loss in 0", "-5", "0", "32767"]);
        assert_eq!(Score::win_in(3).to_string(), "31997");
    }

    #[test]
    fn distances_are_graded_and_saturate() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(1) < Score::loss_in(3));
        assert!(Score::win_in(Ply::MAX) > Score::plain(i32::MAX));
        assert_eq!(Score::win_in(MAX_PLY).plies_to_end(), Some(MAX_PLY));
        assert_eq!(Score::loss_in(0).plies_to_end(), Some(0));
        assert_eq!(Score::plain(i32::MIN).plies_to_end(), None);
        assert_eq!(Score::MAX.plies_to_end(), None);
        assert_eq!(-Score::MIN, Score::MAX);
        // The ends of the three ranges.
        assert_eq!(Score::raw(30_000).plies_to_end(), Some(2 * MAX_PLY));
        for (number, plain, loss) in [
            (-32_767, false, true),
            (-32_000, false, true),
            (-30_000, false, true),
            (-29_999, true, false),
            (0, true, false),
            (29_999, true, false),
            (30_000, false, false),
            (32_767, false, false),
        ] {
            let score = Score::raw(number);
            assert_eq!((score.is_plain(), score.is_loss()), (plain, loss), "{number}");
            assert_eq!(score.plies_to_end().is_some(), !plain && number.abs() <= 32_000, "{number}");
        }
    }
}
