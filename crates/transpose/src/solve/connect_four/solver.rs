//! What a board's solver answers, as the command line tells it.

use connect4::{Answer, Question, Solve};
use games::connect_four::PositionError;
use search::Score;

use super::super::{Position, Solution, Solver, timed};

/// Puts the command line's question to positions of one board.
pub(super) struct ConnectFourSolver {
    pub(super) board: Box<dyn Solve>,
    pub(super) question: Question,
}

impl Solver for ConnectFourSolver {
    fn solve(&self, position: Position<'_>, threads: usize) -> Result<Solution, super::super::PositionError> {
        let text = text_of(position);
        let (answer, time) = timed(|| self.board.solve(text, self.question, threads));
        let answer = answer.map_err(|error: PositionError| error.moved_by(position.offset))?;
        let Answer { score, nodes, columns, line } = answer;
        let analysis = columns.map(|scores| scores.into_iter().map(|score| score.map(Score::get)).collect());
        Ok(Solution { score: score.get(), nodes, time, analysis, line })
    }
}

/// The columns played. The empty board is also written '-', where an empty text would not be seen.
pub(in super::super) fn text_of(position: Position<'_>) -> &str {
    if position.text == "-" { "" } else { position.text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_board_has_two_spellings() {
        for (text, columns) in [("", ""), ("-", ""), ("--", "--"), ("4", "4")] {
            assert_eq!(text_of(Position { text, offset: 3 }), columns);
        }
    }
}
