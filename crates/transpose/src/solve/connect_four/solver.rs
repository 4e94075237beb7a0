//! Answers about positions of one board.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use games::connect_four::{Bits, ConnectK, PositionError};
use search::{Busy, Game, Score, Solver as ExactSolver, StopFlag, Stopped, Table, race};

use super::super::arguments::Common;
use super::super::{Position, Solution, Solver, number, timed};
use super::Options;

/// What is known of a position without search.
type Known<const W: usize, const H: usize, const K: usize, B> =
    Box<dyn Fn(&ConnectK<W, H, K, B>) -> Option<i16> + Sync>;

/// Answers positions over one table.
pub(super) struct ConnectFourSolver<T, const W: usize, const H: usize, const K: usize, B> {
    table: T,
    known: Option<Known<W, H, K, B>>,
    analyze: bool,
    line: bool,
    weak: bool,
}

impl<T: Table + Sync, const W: usize, const H: usize, const K: usize, B: Bits>
    ConnectFourSolver<T, W, H, K, B>
{
    pub(super) fn new(table: T, common: &Common, options: &Options) -> Self {
        Self { table, known: None, analyze: options.analyze, line: options.line, weak: common.weak }
    }

    /// The same, with what is known of some positions.
    pub(super) fn with_known(
        self,
        known: impl Fn(&ConnectK<W, H, K, B>) -> Option<i16> + Sync + 'static,
    ) -> Self {
        Self { known: Some(Box::new(known)), ..self }
    }

    fn answer(&self, board: &ConnectK<W, H, K, B>, threads: usize) -> Solution {
        let nodes = AtomicU64::new(0);
        let ask = |board: &ConnectK<W, H, K, B>, lower, upper| -> Result<Score, Stopped> {
            Ok(self.ask(board, threads, lower, upper, &nodes))
        };
        let (least, greatest) = self.range();
        let (answer, time) = timed(|| -> Result<_, Stopped> {
            let score = ask(board, least, greatest)?;
            let analysis = self.analyze.then(|| board.column_scores(score, least, ask)).transpose()?;
            let line = self.line.then(|| board.best_line(score, ask)).transpose()?;
            Ok((score, analysis, line))
        });
        // Nothing stops a race but an answer.
        let (score, analysis, line) = answer.unwrap_or((Score::DRAW, None, None));
        let number = |score| number(score, self.weak);
        Solution {
            score: number(score),
            nodes: nodes.into_inner(),
            time,
            analysis: analysis.map(|scores| scores.into_iter().map(|score| score.map(number)).collect()),
            line: line.map(|columns| columns.iter().map(ToString::to_string).collect()),
        }
    }

    /// The values that are told apart: all, or with `weak` who wins.
    fn range(&self) -> (Score, Score) {
        if self.weak { (Score::plain(-1), Score::plain(1)) } else { ConnectK::<W, H, K, B>::value_range() }
    }

    /// The value within `lower..=upper` for the side to move; adds the nodes of all threads to `nodes`.
    ///
    /// All threads share what they store and leave each other the nodes that one of them is in.
    fn ask(
        &self,
        board: &ConnectK<W, H, K, B>,
        threads: usize,
        lower: Score,
        upper: Score,
        nodes: &AtomicU64,
    ) -> Score {
        if let Some(value) = self.known.as_ref().and_then(|known| known(board)) {
            return Score::plain(value.into());
        }
        if threads <= 1 {
            let mut solver = ExactSolver::new(&self.table);
            let score: Result<_, Infallible> = board.ask(&mut solver, lower, upper);
            nodes.fetch_add(solver.nodes(), Ordering::Relaxed);
            let Ok(score) = score;
            return score;
        }
        let busy = Busy::new();
        let search = |_: usize, decided: &AtomicBool| {
            let mut solver = ExactSolver::new(&self.table).with_company(&busy).with_limit(StopFlag(decided));
            let score = board.ask(&mut solver, lower, upper);
            nodes.fetch_add(solver.nodes(), Ordering::Relaxed);
            score.ok()
        };
        // Behind a pointer, so that threads are compiled once and not for each board. The flag is raised by a thread that has
        // the answer, so there is one.
        let search: &(dyn Fn(usize, &AtomicBool) -> Option<Score> + Sync) = &search;
        race(threads, search).unwrap_or(Score::DRAW)
    }
}

impl<T: Table + Sync, const W: usize, const H: usize, const K: usize, B: Bits> Solver
    for ConnectFourSolver<T, W, H, K, B>
{
    fn solve(&self, position: Position<'_>, threads: usize) -> Result<Solution, super::super::PositionError> {
        let board = read::<W, H, K, B>(position)?;
        // Where the game is over there is nothing to share.
        Ok(self.answer(&board, if board.outcome().is_some() { 1 } else { threads }))
    }
}

/// The position. The empty board is also written '-', where an empty text would not be seen.
fn read<const W: usize, const H: usize, const K: usize, B: Bits>(
    position: Position<'_>,
) -> Result<ConnectK<W, H, K, B>, PositionError> {
    let text = if position.text == "-" { "" } else { position.text };
    text.parse().map_err(|error: PositionError| error.moved_by(position.offset))
}

#[cfg(test)]
mod tests {
    use games::connect_four::ConnectFour;

    use super::*;

    #[test]
    fn the_empty_board_has_two_spellings() {
        for text in ["", "-"] {
            assert_eq!(read(Position { text, offset: 3 }), Ok(ConnectFour::<7, 6>::new()));
        }
        let error = read::<7, 6, 4, u64>(Position { text: "--", offset: 3 }).unwrap_err();
        assert_eq!(error.to_string(), "character 4: expected a column from 1 to 7, found '-'");
    }
}
