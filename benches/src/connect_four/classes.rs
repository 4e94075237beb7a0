//! Six classes of positions, after how far the game is and how far its end: the benchmark of Connect Four's solvers.
//!
//! The classes are those of Pascal Pons, *Solving Connect 4*, 2015; the positions are our own, in `benches/data`. Each line
//! of a file is a position, as the columns played, and its score.

use std::ops::RangeInclusive;

use games::connect_four::{ConnectFour, ThreatBoard};
use search::{Score, Solver};
use zkeys::SplitMix64;

use super::{Drawn, ExactTable, RandomPlay, solve};

/// A class of positions.
#[derive(Clone, Debug)]
pub struct Class {
    /// How it is called.
    pub name: &'static str,
    /// Stones on its boards.
    pub stones: RangeInclusive<u8>,
    /// Plies to the end of the game, with best play.
    pub plies: RangeInclusive<u8>,
    /// The seed of [`Class::draw`].
    pub seed: u64,
    /// Positions in its file.
    pub count: usize,
    /// The file's contents.
    file: &'static str,
}

/// The classes, from late in the game to early.
pub const CLASSES: [Class; 6] = [
    class("End-Easy", 28..=36, 1..=14, 200, include_str!("../../data/end_easy.txt")),
    class("Middle-Easy", 15..=27, 1..=14, 200, include_str!("../../data/middle_easy.txt")),
    class("Middle-Medium", 15..=27, 15..=27, 200, include_str!("../../data/middle_medium.txt")),
    class("Begin-Easy", 7..=14, 1..=14, 100, include_str!("../../data/begin_easy.txt")),
    class("Begin-Medium", 7..=14, 15..=27, 100, include_str!("../../data/begin_medium.txt")),
    class("Begin-Hard", 7..=14, 28..=35, 20, include_str!("../../data/begin_hard.txt")),
];

const fn class(
    name: &'static str,
    stones: RangeInclusive<u8>,
    plies: RangeInclusive<u8>,
    count: usize,
    file: &'static str,
) -> Class {
    Class { name, stones, plies, seed: 2026, count, file }
}

impl Class {
    /// The positions of its file with their scores.
    pub fn positions(&self) -> impl Iterator<Item = (Drawn, i8)> + use<> {
        self.file.lines().filter_map(|line| {
            let (columns, score) = line.split_once(' ')?;
            Some((Drawn { columns: columns.into(), board: columns.parse().ok()? }, score.parse().ok()?))
        })
    }

    /// What its file holds, drawn and solved anew: minutes of work for the classes early in the game.
    ///
    /// Random play to a random number of stones, until there are enough positions whose end is as far away as it should
    /// be, each once.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn draw(&self) -> Result<String, ttable::SizeError> {
        let table = ExactTable::with_mib(64)?;
        let mut source = SplitMix64::new(self.seed);
        let mut drawn: Vec<Drawn> = Vec::new();
        let mut lines = Vec::new();
        while drawn.len() < self.count {
            let stones = self.stones.start() + below(&mut source, self.stones.clone().count());
            let Some(candidate) = RandomPlay::new(source.next_u64(), stones).next() else { continue };
            if drawn.iter().any(|other| other.board == candidate.board) || !self.may_hold(&candidate, &table)
            {
                continue;
            }
            let score = solve(candidate.board, &table, ()).score.get();
            if self.plies.contains(&plies_to_end(&candidate.board, score)) {
                lines.push(format!("{} {score}\n", candidate.columns));
                drawn.push(candidate);
            }
        }
        Ok(lines.concat())
    }
}

impl Class {
    /// Whether the game can end as early as it must: cheap to tell, where the end must be near.
    fn may_hold(&self, candidate: &Drawn, table: &ExactTable) -> bool {
        let board = candidate.board;
        let near = |score: &i32| plies_to_end(&board, *score) <= *self.plies.end();
        let latest = |sign: i32| (1..=21).map(|score| sign * score).find(near).map(Score::plain);
        let mut solver = Solver::new(table);
        let mut is = |lower, upper| solver.solve(ThreatBoard::from(board), lower, upper).score;
        plies_to_end(&board, 0) <= *self.plies.end()
            || latest(1).is_some_and(|least| is(least.pred(), least) >= least)
            || latest(-1).is_some_and(|most| is(most, most.succ()) <= most)
    }
}

/// A number below `limit`, which is at most 256.
fn below(source: &mut SplitMix64, limit: usize) -> u8 {
    u8::try_from((u64::from(source.next_u32()) * limit as u64) >> 32).unwrap_or(u8::MAX)
}

/// Plies left to the end of the game if both sides play their best, from the score for the side to move.
pub fn plies_to_end(board: &ConnectFour, score: i32) -> u8 {
    let stones = i32::from(board.stones());
    // A score of 22 − n for whoever wins with its n-th stone; the player to move has placed half, rounded down.
    let winning_stone = 22 - score.abs();
    let plies = match score.signum() {
        0 => 42 - stones,
        1 => 2 * (winning_stone - stones / 2) - 1,
        _ => 2 * (winning_stone - (stones + 1) / 2),
    };
    u8::try_from(plies).unwrap_or(u8::MAX)
}
