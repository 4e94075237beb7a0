//! Solving Connect Four.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use games::connect_four::{Column, ConnectFour};
use search::{
    AtLeast, Bounded, Depth, Game, Guided, Limit, Policy, Reordered, Score, Search, StopFlag, race,
};

use super::{Position, PositionError, SharedTable, Solution, Solver, number, timed};

pub(super) struct ConnectFourSolver<T> {
    pub(super) table: T,
    pub(super) analyze: bool,
    pub(super) weak: bool,
}

impl<T: SharedTable> Solver for ConnectFourSolver<T> {
    fn solve(&self, position: Position<'_>, threads: usize) -> Result<Solution, PositionError> {
        // The empty board is written '-' where an empty text would not be seen.
        let text = if position.text == "-" { "" } else { position.text };
        let board: ConnectFour = text
            .parse()
            .map_err(|error: games::connect_four::PositionError| error.moved_by(position.offset))?;
        self.table.begin();
        Ok(if self.analyze { self.analyzed(&board, threads) } else { self.scored(&board, threads) })
    }
}

impl<T: SharedTable> ConnectFourSolver<T> {
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
        let (lower, upper) = board.limits();
        let [lower, upper] = [lower, upper].map(|limit| Score::plain(i32::from(limit)));
        let asked = if self.weak { Score::plain(1) } else { Score::MAX };
        // Where the limits say more than is asked, either tells the sign.
        let (lower, upper) = (lower.max(-asked).min(upper), upper.min(asked).max(lower));
        if lower >= upper {
            return (lower, 0);
        }
        if threads == 1 {
            let mut search = Search::new(&self.table).with_policy(Guided(AtLeast));
            let solved: Result<_, Infallible> = solve(&mut search, board, lower, upper);
            let Ok(score) = solved;
            (score, search.nodes())
        } else {
            self.race(board, threads, lower, upper)
        }
    }

    /// All threads search the same position, each with ties in an order of its own, and share what they store.
    fn race(&self, board: &ConnectFour, threads: usize, lower: Score, upper: Score) -> (Score, u64) {
        let nodes = AtomicU64::new(0);
        let score = race(threads, |thread, decided| {
            let salt = u32::try_from(thread).unwrap_or(0);
            let mut search = Search::new(&self.table)
                .with_policy(Reordered::new(Guided(AtLeast), salt))
                .with_limit(StopFlag(decided));
            let solved = solve(&mut search, board, lower, upper);
            nodes.fetch_add(search.nodes(), Ordering::Relaxed);
            solved.ok()
        });
        // The first thread to answer raises the flag, so one has answered.
        (score.unwrap_or(lower), nodes.into_inner())
    }
}

/// The score within the limits, searching to the last square.
fn solve<T: SharedTable, P: Policy<ConnectFour>, L: Limit>(
    search: &mut Search<&T, P, (), L>,
    board: &ConnectFour,
    lower: Score,
    upper: Score,
) -> Result<Score, L::Reason> {
    let left = ConnectFour::<7, 6>::AREA - board.stones();
    search.try_solve(&mut board.clone(), Depth::from(left), lower, upper).map(|answer| answer.score)
}
