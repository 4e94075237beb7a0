//! Solving tic-tac-toe.

use games::tic_tac_toe::{StandardKeys, TicTacToe};
use search::{Full, Game, Score, Search};

use super::{Position, PositionError, SharedTable, Solution, Solver, number, timed};

pub(super) struct TicTacToeSolver<T> {
    pub(super) table: T,
    pub(super) weak: bool,
}

impl<T: SharedTable> Solver for TicTacToeSolver<T> {
    /// The game is too small to share a position among threads.
    fn solve(&self, position: Position<'_>, _threads: usize) -> Result<Solution, PositionError> {
        let mut board = TicTacToe::parse_with(position.text, StandardKeys)
            .map_err(|error| error.moved_by(position.offset))?;
        self.table.begin();
        let ((score, nodes), time) = timed(|| self.search(&mut board));
        Ok(Solution { score: number(score, self.weak), nodes, time, analysis: None })
    }
}

impl<T: SharedTable> TicTacToeSolver<T> {
    fn search(&self, board: &mut TicTacToe) -> (Score, u64) {
        if let Some(outcome) = board.outcome() {
            return (outcome.score(0), 0);
        }
        let answer = Search::new(&self.table).run(board, 9, Full::OPEN);
        (answer.score, answer.nodes)
    }
}
