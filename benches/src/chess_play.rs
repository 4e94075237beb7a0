//! Chess middlegames to play from, and what the search's techniques do there.

use std::sync::atomic::AtomicBool;

use games::chess::{Board, Line, Move};
use search::{
    AtLeast, Chosen, Depth, Evaluate as _, Play, Player, PrincipalVariation, Search, Statistics, Table,
    Tactical as _, Terms,
};
use zkeys::SplitMix64;

/// The seed of the middlegames.
pub const SEED: u64 = 12;
/// Half-moves played to a middlegame.
const PLIES: usize = 20;
/// The most one side may be ahead, in centipawns.
const BALANCE: i16 = 80;

/// Middlegames by random play that gives nothing away by exchange: nobody is in check, and the evaluation is near 0. They
/// depend on the seed, the rules and the evaluation, not on any search.
#[derive(Clone, Debug)]
pub struct Middlegames(SplitMix64);

impl Middlegames {
    /// Those of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    fn attempt(&mut self) -> Option<Line> {
        let mut line = Line::new(Board::start());
        for _ in 0..PLIES {
            let moves: Vec<Move> =
                line.board().legal_moves().into_iter().filter(|&mv| line.exchange(mv) >= 0).collect();
            let count = u64::try_from(moves.len()).ok()?;
            // Uneven by less than one in 10⁷.
            let index = usize::try_from((u64::from(self.0.next_u32()) * count) >> 32).ok()?;
            line.make(*moves.get(index)?);
        }
        let calm = !line.board().is_check() && line.board().has_legal_move();
        (calm && line.evaluate().abs() <= BALANCE).then(|| Line::new(*line.board()))
    }
}

impl Iterator for Middlegames {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            if let Some(line) = self.attempt() {
                return Some(line);
            }
        }
    }
}

/// Searches each position to a depth over a table emptied before, with these techniques. What all searches did in sum.
pub fn to_depth<T: Table>(
    positions: &[Line],
    depth: Depth,
    techniques: Chosen,
    table: impl Fn() -> T,
) -> Statistics {
    let mut statistics = Statistics::default();
    for position in positions {
        let mut search = Search::new(table())
            .with_policy(Play::new(techniques, AtLeast))
            .with_observer(&mut statistics)
            .with_algorithm::<PrincipalVariation>();
        search.deepen(&mut position.clone(), 1..=depth, |_| ());
    }
    statistics
}

/// Thinks about each position to a depth with so many threads, over a table emptied before. Nodes of all threads.
pub fn with_threads<T: Table + Sync>(
    positions: &[Line],
    depth: Depth,
    threads: usize,
    table: impl Fn() -> T,
) -> u64 {
    let terms = Terms { depth, ..Terms::default() };
    let stop = AtomicBool::new(false);
    let think = |position| Player::new(threads).think(&table(), position, &terms, &stop, |_| ()).nodes;
    positions.iter().map(think).sum()
}
