//! The chess engine behind the front ends: a table, and searches over it.
//!
//! This module alone knows how the search is called. What is asked is a [`Task`], what is heard on the way are
//! [`News`], and what comes back is [`Found`].

mod signal;
mod time;

use std::cell::RefCell;
use std::num::NonZeroU16;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use games::chess::{Color, Line, Move, MoveList};
use search::{
    Bound, Deadline, Depth, Entered, Evaluate, Game, MAX_DEPTH, Observer, Player, Ply, Report, Score, Terms,
    Thought,
};
use ttable::{FullTable, Size, SizeError};

pub(crate) use signal::Signal;
pub(crate) use time::Budget;
use time::Pace;

/// A table, and a player that searches with it.
#[derive(Debug)]
pub(crate) struct Engine {
    table: FullTable,
    player: Player,
    threads: usize,
    /// Whether anything was stored since the table was empty: what is new need not be cleared.
    used: bool,
    /// Who was to move when the player learnt what it knows: of use to no other side.
    side: Option<Color>,
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

/// One of the best moves and what follows it, as far as the search knows.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    /// From 1, the best move's.
    pub(crate) rank: usize,
    pub(crate) depth: Depth,
    /// Plies of the longest line searched.
    pub(crate) longest: Ply,
    pub(crate) score: Score,
    /// Whether the score is the value or a limit of it.
    pub(crate) bound: Bound,
    /// So far, of all threads.
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// Per mille of the table used by this search.
    pub(crate) table_use: u16,
    pub(crate) line: Vec<Move>,
}

/// A move that is being tried at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trying {
    pub(crate) depth: Depth,
    pub(crate) mv: Move,
    /// From 1, in the order of this depth.
    pub(crate) number: usize,
    pub(crate) time: Duration,
}

/// What is heard of a search on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum News<'a> {
    Variation(&'a Variation),
    Trying(Trying),
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

/// Nodes for a search where there was time for none, if so many are allowed.
const FEW_NODES: u64 = 1_000;

impl Engine {
    /// An engine with a table of so many MiB, on one thread.
    pub(crate) fn new(mib: u64) -> Result<Self, SizeError> {
        let table = FullTable::with_mib(mib)?;
        Ok(Self { table, player: Player::new(1), threads: 1, used: false, side: None })
    }

    /// Makes the table empty and of another size; if that cannot be, it stays as it was.
    pub(crate) fn resize(&mut self, mib: u64) -> Result<(), SizeError> {
        self.table.resize(Size::Mib(mib))?;
        // Touched now, by all threads: a search that meets each page for the first time is deaf for as long as that takes.
        self.table.clear_with(self.threads);
        self.used = false;
        Ok(())
    }

    /// Searches run on so many threads from here on.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.player.set_threads(threads);
    }

    /// Forgets all searches, on as many threads as they ran on.
    pub(crate) fn clear(&mut self) {
        if self.used {
            self.table.clear_with(self.threads);
            self.player.clear();
            (self.used, self.side) = (false, None);
        }
    }

    /// Searches until a limit is reached or the signal says so. Each iteration's variations go to `report`; if none was
    /// finished, one that was hardly searched. So does each move as it is tried at the root.
    pub(crate) fn search(&mut self, task: &Task<'_>, report: impl FnMut(News<'_>)) -> Found {
        let begun = Instant::now();
        self.used = true;
        self.table.new_generation();
        let side = Some(task.line.board().side());
        if self.side.is_some() && self.side != side {
            self.player.clear();
        }
        self.side = side;
        let report = RefCell::new(report);
        let tell = |news: News<'_>| (report.borrow_mut())(news);
        let mut root = Root { task, begun, depth: 0, number: 0, tell: &tell };
        let mut best = None;
        let is_forced = task.line.board().legal_moves().len() == 1;
        let mut pace = task.limits.budget.map(|budget| Pace::new(budget, is_forced));
        let table = &self.table;
        let progress = |told: Report<'_, Move>| {
            let variation = Variation::new(&told, begun.elapsed(), table.hashfull());
            if variation.rank == 1 && variation.bound == Bound::Exact {
                if task.is_answered(&variation, told.effort, pace.as_mut(), begun) {
                    task.signal.halt();
                }
                best = Some(variation.clone());
            }
            tell(News::Variation(&variation));
        };
        let thought = task.think(&mut self.player, table, begun, &mut root, progress);
        let mut best = best.unwrap_or_else(|| {
            let variation = self.glance(task, begun, thought.nodes);
            tell(News::Variation(&variation));
            variation
        });
        if best.line.is_empty() {
            // The value was known without a move.
            best.line.extend(thought.best);
        }
        Found { nodes: thought.nodes.max(best.nodes), best, time: begun.elapsed() }
    }

    /// A variation where so many nodes were spent on no whole iteration: of a few more that the limits allow, or else of none.
    fn glance(&mut self, task: &Task<'_>, begun: Instant, spent: u64) -> Variation {
        let left = task.limits.nodes.map_or(FEW_NODES, |nodes| nodes.saturating_sub(spent).min(FEW_NODES));
        let terms = Terms { depth: 1, nodes: Some(left), moves: task.moves.to_vec(), ..Terms::default() };
        let mut found = None;
        let thought = self.player.think(&self.table, task.line, &terms, &AtomicBool::new(false), |told| {
            if told.bound == Bound::Exact {
                found = Some(Variation::new(&told, begun.elapsed(), 0));
            }
        });
        let mut variation = found.unwrap_or_else(|| unsearched(task, begun.elapsed()));
        variation.nodes = spent + thought.nodes;
        if variation.line.is_empty() {
            // The value was known without a move.
            variation.line.extend(thought.best);
        }
        variation
    }
}

impl Task<'_> {
    /// Has the player think about it.
    fn think(
        &self,
        player: &mut Player,
        table: &FullTable,
        begun: Instant,
        root: &mut impl Observer,
        progress: impl FnMut(Report<'_, Move>),
    ) -> Thought<Move> {
        let Limits { depth, nodes, mate, budget, ponder } = self.limits;
        let hard = budget.map(|budget| budget.hard);
        let terms = Terms {
            depth: depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            nodes,
            soft: None, // the pace has the word
            hard: if ponder { None } else { hard.map(|hard| Deadline(begun + hard)) },
            mate: mate
                .map(|moves| Ply::try_from(moves.saturating_mul(2).saturating_sub(1)).unwrap_or(Ply::MAX)),
            moves: if self.moves.len() == self.line.board().legal_moves().len() {
                Vec::new()
            } else {
                self.moves.to_vec()
            },
            lines: self.best_moves,
        };
        let think = |player: &mut Player| {
            player.think_observed(table, self.line, &terms, self.signal.flag(), root, progress)
        };
        let Some(hard) = hard.filter(|_| ponder) else { return think(player) };
        thread::scope(|scope| {
            // Where the system has no thread to give, the pace keeps the time, if less exactly.
            let _ = thread::Builder::new().spawn_scoped(scope, || self.signal.watch_clock(hard));
            let thought = think(player);
            self.signal.end_search();
            thought
        })
    }

    /// Whether this is good enough to go no deeper.
    fn is_answered(&self, best: &Variation, effort: u8, pace: Option<&mut Pace>, begun: Instant) -> bool {
        // With pondering the clock does not run before the move pondered on was played.
        let since = if self.limits.ponder { self.signal.hit_at() } else { Some(begun) };
        let (Some(pace), Some(since)) = (pace, since) else { return false };
        pace.is_over((best.line.first().copied(), effort), best.score, since.elapsed())
    }
}

/// Hears which move is tried at the root.
struct Root<'a, F> {
    task: &'a Task<'a>,
    begun: Instant,
    depth: Depth,
    number: usize,
    tell: &'a F,
}

impl<F: Fn(News<'_>)> Observer for Root<'_, F> {
    #[inline]
    fn enter(&mut self, node: &Entered) {
        if node.ply == 0 {
            (self.depth, self.number) = (node.depth, 0);
        }
    }

    #[inline]
    fn moved(&mut self, ply: Ply, packed: Option<NonZeroU16>) {
        if ply == 0 {
            self.try_move(packed);
        }
    }
}

impl<F: Fn(News<'_>)> Root<'_, F> {
    fn try_move(&mut self, packed: Option<NonZeroU16>) {
        // A pass is no move that anyone would be told of.
        if let Some(mv) = packed.and_then(|packed| self.task.line.chess().unpack(packed)) {
            self.number += 1;
            let (depth, number, time) = (self.depth, self.number, self.begun.elapsed());
            (self.tell)(News::Trying(Trying { depth, mv, number, time }));
        }
    }
}

impl Variation {
    fn new(told: &Report<'_, Move>, time: Duration, table_use: u16) -> Self {
        let &Report { depth, deepest, rank, score, bound, line, nodes, .. } = told;
        let (rank, longest, line) = (rank + 1, deepest, line.to_vec());
        Self { rank, depth, longest, score, bound, nodes, time, table_use, line }
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

/// The move after which the game is won, or else the static evaluation best. A game that has ended is worth its result.
fn unsearched(task: &Task<'_>, time: Duration) -> Variation {
    let mut line = task.line.clone();
    let mut worth = |mv: Move| {
        let undo = line.make(mv);
        let worth = line.outcome().map(|outcome| outcome.score(1));
        let worth = worth.unwrap_or_else(|| Score::plain(i32::from(line.evaluate())));
        line.unmake(undo);
        -worth
    };
    // The first of equals.
    let best = task.moves.iter().rev().map(|&mv| (worth(mv), mv)).max_by_key(|&(worth, _)| worth);
    Variation {
        rank: 1,
        depth: 1,
        longest: 1,
        score: best.map_or(Score::DRAW, |(worth, _)| worth),
        bound: Bound::Exact,
        nodes: 0,
        time,
        table_use: 0,
        line: best.into_iter().map(|(_, mv)| mv).collect(),
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
