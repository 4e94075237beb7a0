//! Connect Four on small boards, every position: values by brute force from the end backwards against the solver's.
//!
//! What is compared with knows the rules alone: no search, no bounds, no mirror images.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

use games::connect_four::{ConnectFour, ThreatBoard};
use search::{Game, Outcome, Resolve, Resolved};
use ttable::{Clustered, Exact, LeastWork, Lossless};

type ExactTable = Clustered<Exact<Lossless<49, 6, 7>>, LeastWork>;

/// The lossless keys of all positions with as many stones as the index says, ascending.
fn layers<const W: usize, const H: usize>() -> Vec<Vec<u64>> {
    let mut layers = vec![vec![ConnectFour::<W, H>::new().lossless_key()]];
    loop {
        let mut next: Vec<u64> =
            layers.last().unwrap().iter().flat_map(|&key| children(board::<W, H>(key))).collect();
        if next.is_empty() {
            return layers;
        }
        next.sort_unstable();
        next.dedup();
        next.shrink_to_fit();
        layers.push(next);
    }
}

fn board<const W: usize, const H: usize>(key: u64) -> ConnectFour<W, H> {
    ConnectFour::from_lossless_key(key).unwrap()
}

/// The keys after each move; none where the game is over.
fn children<const W: usize, const H: usize>(board: ConnectFour<W, H>) -> impl Iterator<Item = u64> {
    ConnectFour::<W, H>::columns().filter_map(move |column| {
        let mut child = board;
        child.play(column).ok().map(|()| child.lossless_key())
    })
}

/// What is told without search: where forced replies lead, and the answer to every question.
fn is_told_right<const W: usize, const H: usize>(board: ConnectFour<W, H>, value: i16) -> bool {
    let mut position = ThreatBoard::from(board);
    let value = match position.resolve() {
        Resolved::Value(known) => return known == value,
        Resolved::Same => value,
        Resolved::Other => -value,
    };
    let (least, greatest) = position.known_range();
    (least..=greatest).contains(&value)
        && (-15..15).all(|alpha| {
            let told = position.settle(alpha);
            told.is_none_or(|told| if told > alpha { told <= value } else { value <= told })
        })
}

/// Compares every position; gives their number and the empty board's value.
fn every_position_agrees<const W: usize, const H: usize>(mib: u64) -> (usize, i16) {
    let table = ExactTable::with_mib(mib).unwrap();
    let layers = layers::<W, H>();
    let (mut later, mut later_values): (&[u64], Vec<i16>) = (&[], Vec::new());
    for layer in layers.iter().rev() {
        let value_of = |key: u64| later_values[later.binary_search(&key).unwrap()];
        let values = layer.iter().map(|&key| {
            let board = board::<W, H>(key);
            match board.outcome() {
                Some(Outcome::Value(value)) => value,
                Some(_) => 0,
                None => {
                    let value = children(board).map(|child| -value_of(child)).max().unwrap();
                    assert!(is_told_right(board, value), "{value}\n{board}");
                    assert_eq!(board.solve(&table).score.get(), i32::from(value), "\n{board}");
                    value
                }
            }
        });
        later_values = values.collect();
        later = layer;
    }
    (layers.iter().map(Vec::len).sum(), later_values[0])
}

// Source of the counts: J. Tromp, *John's Connect Four Playground*, legal positions of boards.
#[test]
fn every_position_of_4x4_agrees_even_with_one_mebibyte() {
    assert_eq!(every_position_agrees::<4, 4>(1), (161_029, 0));
}

/// The side that begins has a stone more than the other there, and the last one.
#[test]
fn every_position_of_boards_with_an_odd_number_of_squares_agrees() {
    // Counts of a program apart that lists lines of four square by square; for 4×4 it counts Tromp's number too.
    assert_eq!(every_position_agrees::<5, 3>(1), (158_911, 0));
    assert_eq!(every_position_agrees::<3, 5>(1), (38_310, 0));
}

#[test]
#[ignore = "seconds: cargo test --release --package xtask --test connect_four_small -- --ignored"]
fn every_position_of_4x5_and_5x4_agrees() {
    assert_eq!(every_position_agrees::<4, 5>(16), (1_706_255, 0));
    assert_eq!(every_position_agrees::<5, 4>(16), (3_945_711, 0));
}

#[test]
#[ignore = "half a minute and 2 GB: cargo test --release --package xtask --test connect_four_small -- --ignored"]
fn every_position_of_5x5_agrees() {
    assert_eq!(every_position_agrees::<5, 5>(64), (69_763_700, 0));
}
