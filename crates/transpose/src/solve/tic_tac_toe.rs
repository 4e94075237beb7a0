//! Solving tic-tac-toe.

use std::process::ExitCode;

use games::tic_tac_toe::{StandardKeys, TicTacToe};
use search::{Full, Game, Score, Search, Table};
use ttable::{FullTable, NoTable, SizeError};

use super::arguments::Common;
use super::{Position, PositionError, Solution, Solver, answer_all, number, timed};

/// Solves the positions that the command line gives.
///
/// # Errors
///
/// [`SizeError`] if there can be no table of the size asked for.
pub(super) fn run(common: &Common) -> Result<ExitCode, SizeError> {
    let weak = common.weak;
    if common.no_table {
        return Ok(answer_all(&TicTacToeSolver { table: NoTable, weak }, common));
    }
    let table = FullTable::with_mib(common.table_mib)?;
    Ok(answer_all(&TicTacToeSolver { table, weak }, common))
}

struct TicTacToeSolver<T> {
    table: T,
    weak: bool,
}

impl<T: Table + Sync> Solver for TicTacToeSolver<T> {
    /// The game is too small to share a position among threads.
    fn solve(&self, position: Position<'_>, _threads: usize) -> Result<Solution, PositionError> {
        let mut board = TicTacToe::parse_with(position.text, StandardKeys)
            .map_err(|error| error.moved_by(position.offset))?;
        let ((score, nodes), time) = timed(|| self.search(&mut board));
        Ok(Solution { score: number(score, self.weak), nodes, time, analysis: None, line: None })
    }
}

impl<T: Table + Sync> TicTacToeSolver<T> {
    fn search(&self, board: &mut TicTacToe) -> (Score, u64) {
        if let Some(outcome) = board.outcome() {
            return (outcome.score(0), 0);
        }
        let answer = Search::new(&self.table).run(board, 9, Full::OPEN);
        (answer.score, answer.nodes)
    }
}
