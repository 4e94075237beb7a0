//! Solving Connect Four.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use games::connect_four::{Column, ConnectFour, ThreatBoard};
use search::{Game, Score, Solver as ExactSolver, StopFlag, Table, race};
use ttable::{Clustered, Exact, LeastWork, Lossless, NoTable, SizeError};

use super::arguments::Common;
use super::{Position, PositionError, Solution, Solver, answer_all, number, timed};

/// The table: keys of 49 bits, seven columns of six squares and a spare one; scores of −18 to 18. Keys are lossless, so no hit
/// is ever another position's.
type ExactTable = Clustered<Exact<Lossless<49, 6, 7>>, LeastWork>;

/// Solves the positions that the command line gives.
///
/// # Errors
///
/// [`SizeError`] if there can be no table of the size asked for.
pub(super) fn run(common: &Common, analyze: bool) -> Result<ExitCode, SizeError> {
    let weak = common.weak;
    if common.no_table {
        return Ok(answer_all(&ConnectFourSolver { table: NoTable, analyze, weak }, common));
    }
    let table = ExactTable::with_mib(common.table_mib)?;
    Ok(answer_all(&ConnectFourSolver { table, analyze, weak }, common))
}

struct ConnectFourSolver<T> {
    table: T,
    analyze: bool,
    weak: bool,
}

impl<T: Table + Sync> Solver for ConnectFourSolver<T> {
    fn solve(&self, position: Position<'_>, threads: usize) -> Result<Solution, PositionError> {
        let board = read(position)?;
        Ok(if self.analyze { self.analyzed(&board, threads) } else { self.scored(&board, threads) })
    }
}

impl<T: Table + Sync> ConnectFourSolver<T> {
    fn scored(&self, board: &ConnectFour, threads: usize) -> Solution {
        let ((score, nodes), time) = timed(|| self.score(board, threads));
        Solution { score: number(score, self.weak), nodes, time, analysis: None }
    }

    /// The columns' scores, and the best of them as the position's.
    fn analyzed(&self, board: &ConnectFour, threads: usize) -> Solution {
        let mut nodes = 0;
        let (scores, time) = timed(|| {
            let score_of = |column: Column| {
                let mut child = *board;
                child.play(column).ok()?;
                let (score, searched) = self.score(&child, threads);
                nodes += searched;
                Some(-score)
            };
            ConnectFour::<7, 6>::columns().map(score_of).collect::<Vec<_>>()
        });
        let ended = board.outcome().map(|outcome| outcome.score(0));
        let best = scores.iter().flatten().copied().max();
        let score = ended.or(best).map_or(0, |score| number(score, self.weak));
        let analysis = scores.into_iter().map(|score| Some(number(score?, self.weak))).collect();
        Solution { score, nodes, time, analysis: Some(analysis) }
    }

    /// The score for the side to move, or with `weak` one of the same sign, and the nodes of all threads.
    fn score(&self, board: &ConnectFour, threads: usize) -> (Score, u64) {
        if let Some(outcome) = board.outcome() {
            return (outcome.score(0), 0);
        }
        let root = ThreatBoard::from(*board);
        let (least, greatest) =
            if self.weak { (Score::plain(-1), Score::plain(1)) } else { ConnectFour::<7, 6>::value_range() };
        if threads == 1 {
            let solution = ExactSolver::new(&self.table).solve(root, least, greatest);
            return (solution.score, solution.nodes);
        }
        self.race(root, threads, least, greatest)
    }

    /// Each thread tries moves of equal rank in an order of its own, and all share what they store.
    fn race(&self, root: ThreatBoard, threads: usize, least: Score, greatest: Score) -> (Score, u64) {
        let nodes = AtomicU64::new(0);
        let solution = race(threads, |thread, decided| {
            let mut solver =
                ExactSolver::new(&self.table).with_salt(thread as u64).with_limit(StopFlag(decided));
            let solution = solver.try_solve(root, least, greatest);
            nodes.fetch_add(solver.nodes(), Ordering::Relaxed);
            solution.ok()
        });
        // The flag is raised by a thread that has the answer, so there is one.
        (solution.map_or(Score::DRAW, |solution| solution.score), nodes.into_inner())
    }
}

/// The position. The empty board is also written '-', where an empty text would not be seen.
fn read(position: Position<'_>) -> Result<ConnectFour, games::connect_four::PositionError> {
    let text = if position.text == "-" { "" } else { position.text };
    text.parse::<ConnectFour>().map_err(|error| error.moved_by(position.offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_board_has_two_spellings() {
        for text in ["", "-"] {
            assert_eq!(read(Position { text, offset: 3 }), Ok(ConnectFour::new()));
        }
        let error = read(Position { text: "--", offset: 3 }).unwrap_err();
        assert_eq!(error.to_string(), "character 4: expected a column from 1 to 7, found '-'");
    }
}
