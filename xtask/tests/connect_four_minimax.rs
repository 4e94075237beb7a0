//! Connect Four on boards of up to 5×4 against plain minimax: every algorithm and the exact solver, over every layout and policy
//! whose hits are certain, at several sizes, by one to four threads; from late positions to the end, from any to a depth.
//!
//! Minimax knows the rules alone: no ranges of values, no threats, no forced replies, no table. Layouts that verify 21 bits are
//! left out, as among so many probes some would be false, as they state. `TRANSPOSE_LONG=1` has many more positions.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

#[path = "../../crates/search/tests/common/every_way.rs"]
mod every_way;

use std::convert::Infallible;

use every_way::{Subject, every_certain_table, finish, long, tell, windows_around};
use games::connect_four::{ConnectFour, ThreatBoard};
use search::{
    AlphaBeta, AtLeast, Busy, Depth, Equal, Full as Window, Game, Guided, History, Mixed, Plain, Policy,
    PrincipalVariation, Reordered, Score, Selection, Solver, StopFlag, Window as _, minimax, race,
};
use ttable::Table;
use zkeys::SplitMix64;

/// The seed of the positions.
const SEED: u64 = 4;

/// Table sizes in clusters.
const SIZES: [u64; 3] = [1, 16, 256];

/// Positions by random play from the empty board, none of them over.
struct RandomPlay<const W: usize, const H: usize>(SplitMix64);

impl<const W: usize, const H: usize> RandomPlay<W, H> {
    /// The next one with so many empty squares, and the columns played.
    fn with_empty(&mut self, empty: u8) -> (ConnectFour<W, H>, String) {
        loop {
            let (mut board, mut columns) = (ConnectFour::<W, H>::new(), String::new());
            while board.outcome().is_none() && board.stones() + empty < ConnectFour::<W, H>::AREA {
                let column = self.0.next_u32() as usize % W;
                let column = ConnectFour::<W, H>::columns().nth(column).unwrap();
                // A full column is drawn again.
                if board.play(column).is_ok() {
                    columns.push_str(&column.to_string());
                }
            }
            if board.outcome().is_none() {
                return (board, format!("{columns} on {W}×{H}, seed {SEED}"));
            }
        }
    }
}

/// The exact solver, alone in several windows and by two to four threads in the widest.
fn solved<const W: usize, const H: usize>(
    board: ConnectFour<W, H>,
    value: Score,
    name: &str,
    table: &(impl Table + Sync),
) -> u64 {
    let (least, greatest) = ConnectFour::<W, H>::value_range();
    let mut solver = Solver::new(table);
    let mut compared = 0;
    for window in windows_around(value, 3).into_iter().chain(Window::new(least, greatest)) {
        let score: Result<_, Infallible> = board.ask(&mut solver, window.alpha(), window.beta());
        let Ok(score) = score;
        let right = if value < window.alpha() {
            score <= window.alpha()
        } else if value > window.beta() {
            score >= window.beta()
        } else {
            score == value
        };
        assert!(right, "{name}, {board:?}: expected {value} within {window:?}, found {score}");
        compared += 1;
    }
    for threads in 2..=4 {
        let busy = Busy::new();
        let score = race(threads, |number, decided| {
            let solver = Solver::new(table).with_salt(number as u64);
            let mut solver = solver.with_company(&busy).with_limit(StopFlag(decided));
            Some(solver.try_solve(ThreatBoard::from(board), least, greatest).ok()?.score)
        });
        assert_eq!(score, Some(value), "{name}, {board:?}, {threads} threads");
        compared += 1;
    }
    compared
}

/// To the end of the game, where every draft answers and the value is exact.
fn to_the_end<const W: usize, const H: usize>(count: u64) -> u64 {
    let value = |game: &mut ConnectFour<W, H>, depth| minimax(game, depth, &|_: &_| Score::DRAW, &mut ());
    let mut play = RandomPlay::<W, H>(SplitMix64::new(SEED));
    let mut compared = 0;
    for number in 0..count {
        let empty = 6 + u8::try_from(number % 4).unwrap();
        let (board, name) = play.with_empty(empty);
        let depth = Depth::from(empty);
        let subject = Subject::new(board, name, [depth], value, |_, value| windows_around(value, 3))
            .deepened_from(depth);
        every_certain_table(&SIZES, |name, table| {
            let reordered = Reordered::new(Guided(AtLeast), 3);
            let learning = History::new(Guided(AtLeast));
            compared += solved(board, subject.known()[0].value, name, &Mixed(table));
            compared += subject.asked::<_, AlphaBeta>(name, table, Plain(AtLeast)).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, Guided(Equal)).0;
            compared += subject.asked::<_, AlphaBeta>(name, table, reordered).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, learning).0;
            compared += subject.raced(name, table, Guided(AtLeast));
        });
        tell(&format!("{W}×{H} to the end"), number + 1, compared);
    }
    compared
}

#[test]
fn to_the_end_of_the_game() {
    let count = if long() { 400 } else { 12 };
    let compared = to_the_end::<4, 4>(count) + to_the_end::<4, 5>(count) + to_the_end::<5, 4>(count);
    finish(&format!("to the end, seed {SEED}"), compared, 3 * count * 5_000);
}

/// The rules, and where depth runs out a value that looks like chance and depends on the position alone.
#[derive(Clone, Copy, Debug)]
struct ByKey;

fn leaf(board: &impl Game) -> Score {
    Score::plain(i32::try_from(board.key() >> 32 & 15).unwrap() - 8)
}

impl<G: Game> Selection<G> for ByKey {}

impl<G: Game> Policy<G> for ByKey {
    type Gate = Equal;

    fn gate(&self) -> &Equal {
        &Equal
    }

    fn leaf(&self, game: &G) -> Score {
        leaf(game)
    }
}

/// To a depth, which entries of other depths know nothing of.
fn to_a_depth<const W: usize, const H: usize>(count: u64) -> u64 {
    let value = |game: &mut ConnectFour<W, H>, depth| minimax(game, depth, &leaf, &mut ());
    let mut play = RandomPlay::<W, H>(SplitMix64::new(SEED));
    let mut compared = 0;
    for number in 0..count {
        // From the empty board to one that is full before the depth runs out.
        let area = u64::from(ConnectFour::<W, H>::AREA);
        let (board, name) = play.with_empty(u8::try_from(area - number * 5 % (area - 2)).unwrap());
        let windows = |_, value| windows_around(value, 3);
        let subject = Subject::new(board, name, [2, 5, 3, 1, 4], value, windows);
        every_certain_table(&SIZES, |name, table| {
            compared += subject.asked::<_, AlphaBeta>(name, table, ByKey).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, ByKey).0;
            compared += subject.asked::<_, AlphaBeta>(name, table, Reordered::new(ByKey, 3)).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, History::new(ByKey)).0;
            compared += subject.raced(name, table, ByKey);
        });
        tell(&format!("{W}×{H} to a depth"), number + 1, compared);
    }
    compared
}

#[test]
fn to_a_depth_from_any_position() {
    let count = if long() { 400 } else { 6 };
    let compared = to_a_depth::<4, 4>(count) + to_a_depth::<4, 5>(count) + to_a_depth::<5, 4>(count);
    finish(&format!("to a depth, seed {SEED}"), compared, 3 * count * 20_000);
}
