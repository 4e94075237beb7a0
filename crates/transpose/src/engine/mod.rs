//! The chess engine behind the front ends: a table, and searches over it.
//!
//! This module alone knows how the search is called. What is asked is a [`Task`], what is heard on the way are
//! [`Variation`]s, and what comes back is [`Found`].

mod root;
mod signal;
mod time;
mod watch;

use std::cell::Cell;
use std::time::Duration;

use games::chess::{Chess, Line, Move, MoveList};
use search::{
    AtLeast, Depth, Evaluate, History, MAX_DEPTH, Observer, Ply, PrincipalVariation, Quiescent, Score, Search,
};
use ttable::{FullTable, Size, SizeError};

use root::Root;
pub(crate) use signal::Signal;
pub(crate) use time::Budget;
use time::Pace;
use watch::Watch;

/// A table and what a search has learnt besides.
#[derive(Debug)]
pub(crate) struct Engine {
    table: FullTable,
    threads: usize,
    /// Whether anything was stored since the table was empty: what is new need not be cleared.
    used: bool,
}

/// What to search.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    pub(crate) line: &'a Line,
    /// Legal moves to choose from, one at least.
    pub(crate) moves: MoveList,
    /// How many of the best moves to tell of, one at least.
    pub(crate) best_moves: usize,
    pub(crate) limits: Limits,
    pub(crate) signal: &'a Signal,
}

/// What ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) depth: Option<Depth>,
    pub(crate) nodes: Option<u64>,
    /// A mate in so many moves ends it.
    pub(crate) mate: Option<u32>,
    pub(crate) budget: Option<Budget>,
    /// The clock does not run before the signal says so.
    pub(crate) ponder: bool,
}

/// One of the best moves and what follows it, as one iteration found.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    /// From 1, the best move's.
    pub(crate) rank: usize,
    pub(crate) depth: Depth,
    /// Plies of the longest line searched.
    pub(crate) longest: Ply,
    pub(crate) score: Score,
    /// Of all iterations so far.
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// Per mille of the table used by this search.
    pub(crate) table_use: u16,
    pub(crate) line: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The best move and what follows.
    pub(crate) best: Variation,
    /// Whole nodes, those of the iteration that was not finished included.
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Engine {
    /// An engine with a table of so many MiB, on one thread.
    pub(crate) fn new(mib: u64) -> Result<Self, SizeError> {
        Ok(Self { table: FullTable::with_mib(mib)?, threads: 1, used: false })
    }

    /// Makes the table empty and of another size; if that cannot be, it stays as it was.
    pub(crate) fn resize(&mut self, mib: u64) -> Result<(), SizeError> {
        self.table.resize(Size::Mib(mib))?;
        self.used = false;
        Ok(())
    }

    /// Searches run on so many threads from here on.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Forgets all searches, on as many threads as they ran on.
    pub(crate) fn clear(&mut self) {
        if self.used {
            self.table.clear_with(self.threads);
            self.used = false;
        }
    }

    /// Searches until a limit is reached or the signal says so. Each iteration's variations go to `report`; if none was
    /// finished, one that was not searched.
    pub(crate) fn search(&mut self, task: &Task<'_>, mut report: impl FnMut(&Variation)) -> Found {
        self.used = true;
        self.table.new_generation();
        let watch = Watch::new(&task.limits, task.signal);
        let longest = Longest::default();
        let mut search = Search::new(&self.table)
            .with_policy(History::new(Quiescent(AtLeast)))
            .with_observer(&longest)
            .with_limit(&watch)
            .with_algorithm::<PrincipalVariation>();
        let mut pace = task.limits.budget.map(Pace::new);
        let mut best = None;
        let last = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        'deepening: for depth in 1..=last {
            let mut left = task.moves.clone();
            for rank in 1..=task.best_moves.clamp(1, task.moves.len()) {
                let mut root = Root::new(task.line.clone(), left.clone());
                let (iteration, stopped) = search.deepen(&mut root, depth..=depth, |_| ());
                let Some(iteration) = iteration.filter(|_| stopped.is_none()) else { break 'deepening };
                let variation = Variation {
                    rank,
                    depth,
                    longest: longest.0.get(),
                    score: iteration.score,
                    nodes: search.nodes(),
                    time: watch.elapsed(),
                    table_use: self.table.hashfull(),
                    line: iteration.line,
                };
                left.retain(|mv| Some(&*mv) != variation.line.first());
                report(&variation);
                if rank == 1 {
                    best = Some(variation);
                }
            }
            let Some(best) = &best else { break };
            if task.limits.is_met(best, &mut pace, &watch, task.moves.len()) {
                break;
            }
        }
        let nodes = search.nodes();
        let best = best.unwrap_or_else(|| {
            let variation = unsearched(task, nodes, watch.elapsed());
            report(&variation);
            variation
        });
        Found { best, nodes, time: watch.elapsed() }
    }
}

impl Limits {
    /// Whether this is good enough to go no deeper.
    fn is_met(self, best: &Variation, pace: &mut Option<Pace>, watch: &Watch<'_>, moves: usize) -> bool {
        if self.mate.is_some_and(|mate| {
            mate_in(best.score).is_some_and(|found| (1..=i64::from(mate)).contains(&found))
        }) {
            return true;
        }
        let (Some(pace), Some(elapsed)) = (pace, watch.on_the_clock()) else { return false };
        pace.is_over(best.line.first().copied(), best.score, elapsed) || moves == 1
    }
}

/// Moves to the mate the score announces: positive if the side to move gives it.
pub(crate) fn mate_in(score: Score) -> Option<i64> {
    let moves = i64::from(score.plies_to_end()?.div_ceil(2));
    Some(if score > Score::DRAW { moves } else { -moves })
}

/// `cp` and centipawns, or `mate` and moves, for the side to move.
pub(crate) fn score_text(score: Score) -> String {
    match mate_in(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.get()),
    }
}

/// Nodes a second, rounded down.
pub(crate) fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

/// The move after which the static evaluation is best, where there was no time for a search.
fn unsearched(task: &Task<'_>, nodes: u64, time: Duration) -> Variation {
    let worth = |mv: Move| {
        let mut chess: Chess = *task.line.chess();
        chess.make(mv);
        -Score::plain(i32::from(chess.evaluate()))
    };
    // The first of equals.
    let best = task.moves.iter().rev().copied().max_by_key(|&mv| worth(mv));
    Variation {
        rank: 1,
        depth: 1,
        longest: 1,
        score: best.map_or(Score::DRAW, worth),
        nodes,
        time,
        table_use: 0,
        line: best.into_iter().collect(),
    }
}

/// Hears how far lines go.
#[derive(Debug, Default)]
struct Longest(Cell<Ply>);

impl Observer for &Longest {
    #[inline]
    fn node(&mut self, ply: Ply) {
        self.0.set(self.0.get().max(ply));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_side_that_gives_them() {
        assert_eq!(score_text(Score::win_in(1)), "mate 1");
        assert_eq!(score_text(Score::win_in(3)), "mate 2");
        assert_eq!(score_text(Score::loss_in(2)), "mate -1");
        assert_eq!(score_text(Score::loss_in(4)), "mate -2");
        assert_eq!(score_text(Score::loss_in(0)), "mate 0");
        assert_eq!(score_text(Score::plain(29_999)), "cp 29999");
    }
}
