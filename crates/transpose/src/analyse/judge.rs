//! What a position's operations expect of its analysis, and whether it came true.

use games::chess::{Board, Epd, Move};

use super::input::ProblemError;
use crate::engine::mate_in;
use search::Score;

/// What `bm`, `am` and `dm` ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Expected {
    /// One of these is best.
    best: Option<Vec<Move>>,
    /// None of these is best.
    avoid: Option<Vec<Move>>,
    /// The side to move gives mate within so many moves.
    mate: Option<u32>,
}

/// An operation that was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) opcode: &'static str,
    pub(super) holds: bool,
    /// What was expected and what was found, for people.
    pub(super) difference: String,
}

impl Expected {
    /// Reads the operations.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] if a move is not legal, or a distance no number.
    pub(super) fn of(epd: &Epd) -> Result<Self, ProblemError> {
        let moves = |opcode: &'static str| {
            let named = epd.operands(opcode).map(|_| epd.moves(opcode));
            named.transpose().map_err(|error| ProblemError::Moves { opcode, error })
        };
        let distance = epd.operands("dm").map(|operands| {
            let text = operands.first().map_or("", String::as_str);
            text.parse().map_err(|_| ProblemError::MateDistance(text.to_owned()))
        });
        Ok(Self { best: moves("bm")?, avoid: moves("am")?, mate: distance.transpose()? })
    }

    /// Judges what was found: a move, `None` where there is none, and a score for the side to move.
    pub(super) fn judge(&self, board: &Board, found: Option<Move>, score: Score) -> Vec<Verdict> {
        let shown = found.map_or_else(|| "no move".to_owned(), |mv| board.write_san(mv));
        let list =
            |moves: &[Move]| moves.iter().map(|&mv| board.write_san(mv)).collect::<Vec<_>>().join(" or ");
        let is_among = |moves: &[Move]| found.is_some_and(|found| moves.contains(&found));
        let mut verdicts = Vec::new();
        if let Some(best) = &self.best {
            let difference = format!("expected {}, found {shown}", list(best));
            verdicts.push(Verdict { opcode: "bm", holds: is_among(best), difference });
        }
        if let Some(avoid) = &self.avoid {
            let holds = found.is_some() && !is_among(avoid);
            let difference = format!("expected a move other than {}, found {shown}", list(avoid));
            verdicts.push(Verdict { opcode: "am", holds, difference });
        }
        if let Some(expected) = self.mate {
            let distance = mate_in(score);
            let holds = distance.is_some_and(|moves| (1..=i64::from(expected)).contains(&moves));
            let shown = distance.map_or_else(|| "no mate".to_owned(), |moves| format!("mate in {moves}"));
            let difference = format!("expected mate in {expected}, found {shown}");
            verdicts.push(Verdict { opcode: "dm", holds, difference });
        }
        verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::super::input::read;
    use super::*;
    use games::chess::Rules;

    /// A back-rank mate in one: Ra8, and nothing else.
    fn judged(operations: &str, found: &str, score: Score) -> Vec<(&'static str, bool)> {
        let problem = read(&format!("6k1/5ppp/8/8/8/8/8/R5K1 w - - {operations}"), Rules::Standard).unwrap();
        let board = problem.epd.board;
        let found = board.read_san(found).ok();
        let verdicts = problem.expected.judge(&board, found, score);
        verdicts.into_iter().map(|verdict| (verdict.opcode, verdict.holds)).collect()
    }

    #[test]
    fn each_operation_is_judged_by_itself() {
        let mate = Score::win_in(1);
        assert_eq!(
            judged("bm Ra8#; am Kf1; dm 1;", "Ra8#", mate),
            [("bm", true), ("am", true), ("dm", true)]
        );
        assert_eq!(
            judged("bm Ra8#; am Kf1; dm 1;", "Kf1", Score::plain(500)),
            [("bm", false), ("am", false), ("dm", false)]
        );
        assert_eq!(judged("bm Kh1 Ra8;", "Ra8#", mate), [("bm", true)]);
        assert_eq!(judged("id \"none\";", "Ra8#", mate), []);
    }

    #[test]
    fn a_mate_counts_up_to_the_distance_asked_for_and_only_by_the_side_to_move() {
        for (score, holds) in [
            (Score::win_in(3), true),
            (Score::win_in(1), true),
            (Score::win_in(5), false),
            (Score::loss_in(2), false),
            (Score::loss_in(0), false),
            (Score::plain(29_999), false),
        ] {
            assert_eq!(judged("dm 2;", "Ra8#", score), [("dm", holds)], "{score:?}");
        }
    }

    #[test]
    fn no_move_is_neither_the_best_nor_other_than_those_to_avoid() {
        assert_eq!(judged("bm Ra8#; am Kf1;", "", Score::DRAW), [("bm", false), ("am", false)]);
    }
}
