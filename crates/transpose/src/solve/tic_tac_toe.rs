//! Solving tic-tac-toe.

use std::process::ExitCode;

use games::tic_tac_toe::{StandardKeys, TicTacToe};
use search::{Full, Game, Score, Search, Table};
use ttable::{FullTable, NoTable, SizeError};

use super::arguments::Common;
use super::{Position, PositionError, Solution, Solver, answer_all, number, timed};

/// MiB of the table unless told otherwise: the smallest has room for all 5,478 positions several times over, and a larger one
/// costs more to touch for the first time than it takes to solve the game.
pub(crate) const TABLE_MIB: u64 = 1;

/// Solves the positions that the command line gives.
///
/// # Errors
///
/// [`SizeError`] if there can be no table of the size asked for.
pub(super) fn run(common: &Common, table_mib: u64) -> Result<ExitCode, SizeError> {
    let weak = common.weak;
    if common.no_table {
        return Ok(answer_all(&TicTacToeSolver { table: NoTable, weak }, common));
    }
    let table = FullTable::with_mib(table_mib)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_table_has_room_for_all_positions_and_is_the_smallest() {
        assert_eq!(FullTable::mib_for(5_478.0, 1.0), TABLE_MIB);
        let table = FullTable::with_mib(TABLE_MIB).unwrap();
        let solver = TicTacToeSolver { table: &table, weak: false };
        let of_large = TicTacToeSolver { table: FullTable::with_mib(8).unwrap(), weak: false };
        assert_eq!(solver.search(&mut TicTacToe::new()), of_large.search(&mut TicTacToe::new()));
    }
}
