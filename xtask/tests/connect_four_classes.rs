//! The six classes of Connect Four positions, and random ones: every table layout, several threads and mirror images
//! against an independent solver.
//!
//! A sample; all of it where `TRANSPOSE_LONG` is set: `cargo xtask test --long`, two minutes for this file.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::thread;

use benches::connect_four::{CLASSES, Class, Drawn, ExactTable, RandomPlay, plies_to_end};
use connect_four_ai::{Position, Solver as OtherSolver};
use games::connect_four::ConnectFour;
use search::{Busy, Mixed, Score, Solver, StopFlag, Table, race};
use ttable::{
    Aging, Always, Clustered, Compact, CompactLine, Exact, Fields, Full, FullTable, Layout, LeastWork,
    Lossless, OnePerIndex, Replacement, Size, TwoPerIndex, TwoTier,
};

static LONG: LazyLock<bool> = LazyLock::new(|| std::env::var_os("TRANSPOSE_LONG").is_some());

/// `most`, or all where the run may be long.
fn sample(most: usize) -> usize {
    if *LONG { usize::MAX } else { most }
}

fn class(name: &str) -> &'static Class {
    CLASSES.iter().find(|class| class.name == name).unwrap()
}

/// Positions with their true scores.
fn positions(names: &[&str], most: usize) -> Vec<(ConnectFour, i32)> {
    let of_class = |name: &&str| {
        class(name).positions().take(sample(most)).map(|(drawn, score)| (drawn.board, score.into()))
    };
    names.iter().flat_map(of_class).collect()
}

/// The value by `threads` threads that share a table.
fn solve_together<T: Table + Sync>(board: &ConnectFour, table: &T, threads: usize) -> Score {
    let (least, greatest) = ConnectFour::<7, 6>::value_range();
    if threads == 1 {
        return board.solve(table).score;
    }
    let busy = Busy::new();
    race(threads, |_, decided| {
        let mut solver = Solver::new(table).with_company(&busy).with_limit(StopFlag(decided));
        board.ask(&mut solver, least, greatest).ok()
    })
    .unwrap()
}

/// Every position and its mirror image, by one thread and by two.
fn check<T: Table + Sync>(name: &str, table: &T, positions: &[(ConnectFour, i32)]) {
    for (board, score) in positions {
        for threads in [1, 2] {
            for board in [*board, board.mirrored()] {
                let found = solve_together(&board, table, threads).get();
                assert_eq!(found, *score, "{name}, {threads} threads\n{board}");
            }
        }
    }
}

/// A lossless key of which less is stored: what the cluster's number says of it is left out.
struct Short;

impl Fields for Short {
    const KEY: u32 = 49;
    const KEPT: u32 = 40;
    const MOVE: u32 = 0;
    const VALUE: u32 = 6;
    const DRAFT: u32 = 8;
    const WORK: u32 = 8;
}

fn clustered<L: Layout, R: Replacement<L::Word>>(layout: L, policy: R, mib: u64) -> Mixed<Clustered<L, R>> {
    Mixed(Clustered::new(layout, policy, Size::Mib(mib)).unwrap())
}

/// Each layout whose matches are certain.
fn check_layouts(positions: &[(ConnectFour, i32)], sizes: &[u64]) {
    for &mib in sizes {
        let name = |layout: &str| format!("{layout}, {mib} MiB");
        check(&name("exact"), &ExactTable::with_mib(mib).unwrap(), positions);
        let lines = Clustered::new(Exact::<Lossless<49, 6, 7>>::new(), LeastWork, Size::Mib(mib)).unwrap();
        check(&name("exact, whole lines"), &lines, positions);
        let short = Clustered::new(Exact::<Short>::new(), LeastWork, Size::Mib(mib)).unwrap();
        check(&name("exact, 40 bits kept"), &short, positions);
        check(&name("full"), &clustered(Full, Aging, mib), positions);
        check(&name("one per index"), &clustered(OnePerIndex::whole(), Always, mib), positions);
        check(&name("two per index"), &clustered(TwoPerIndex::whole(), TwoTier, mib), positions);
    }
}

#[test]
fn every_layout_gives_the_scores_of_the_classes_near_the_end() {
    check_layouts(&positions(&["End-Easy", "Middle-Easy"], 40), &[1, 64]);
}

/// A key of 21 bits is now and then another position's: once in two million probes of a slot that is taken, so seldom here that
/// all scores are right.
#[test]
fn layouts_of_short_keys_give_the_scores_of_the_classes_near_the_end() {
    let near = positions(&["End-Easy", "Middle-Easy"], 40);
    for mib in [1, 64] {
        check(&format!("compact, {mib} MiB"), &clustered(Compact::new(), Aging, mib), &near);
        check(&format!("compact line, {mib} MiB"), &clustered(CompactLine::new(), Aging, mib), &near);
    }
}

#[test]
fn every_layout_gives_the_scores_of_the_classes_far_from_the_end() {
    check_layouts(&positions(&["Middle-Medium", "Begin-Easy"], 4), &[1, 64]);
    if *LONG {
        check_layouts(&positions(&["Begin-Medium"], 4), &[1, 64]);
        let hard = positions(&["Begin-Hard"], 1);
        check("exact, 64 MiB", &ExactTable::with_mib(64).unwrap(), &hard);
        check("exact, 1 MiB", &ExactTable::with_mib(1).unwrap(), &hard);
    }
}

#[test]
fn one_cluster_gives_the_scores_of_the_classes_near_the_end() {
    let near = positions(&["End-Easy", "Middle-Easy"], 40);
    check("exact", &ExactTable::with_clusters(1).unwrap(), &near);
    check("full", &Mixed(FullTable::with_clusters(1).unwrap()), &near);
}

fn score_by(other: &mut OtherSolver, columns: &str) -> i32 {
    other.reset();
    other.solve(&Position::from_moves(columns).unwrap()).into()
}

/// The files' scores are by our solver: here is another's word for them.
#[test]
fn the_scores_of_the_classes_are_right() {
    let mut other = OtherSolver::empty();
    for class in CLASSES {
        let most = match class.name {
            "Begin-Hard" => 0,
            "Begin-Medium" => 2,
            _ => 40,
        };
        for (drawn, score) in class.positions().take(sample(most)) {
            assert_eq!(score_by(&mut other, &drawn.columns), i32::from(score), "{}", drawn.columns);
        }
    }
}

#[test]
fn random_positions_have_the_other_solvers_scores() {
    let mut other = OtherSolver::empty();
    let count = if *LONG { 2_000 } else { 48 };
    let drawn: Vec<Drawn> = (16..=31)
        .cycle()
        .take(count)
        .zip(0..)
        .filter_map(|(stones, seed)| RandomPlay::new(seed, stones).next())
        .collect();
    assert_eq!(drawn.len(), count);
    let positions: Vec<_> =
        drawn.iter().map(|drawn| (drawn.board, score_by(&mut other, &drawn.columns))).collect();
    check_layouts(&positions, if *LONG { &[1, 64] } else { &[1] });
}

#[test]
fn the_classes_hold_what_they_should() {
    for class in CLASSES {
        let all: Vec<_> = class.positions().collect();
        assert_eq!(all.len(), class.count, "{}", class.name);
        for (drawn, score) in all {
            let board = drawn.board;
            assert!(
                class.stones.contains(&board.stones()) && board.winning_moves() == 0,
                "{}",
                drawn.columns
            );
            assert!(class.plies.contains(&plies_to_end(&board, score.into())), "{}: {score}", drawn.columns);
        }
    }
}

/// The seed tells the positions, and the solver their scores.
#[test]
fn the_classes_come_from_their_seeds() {
    for class in CLASSES {
        if *LONG || class.name.ends_with("Easy") {
            let lines: Vec<_> =
                class.positions().map(|(drawn, score)| format!("{} {score}\n", drawn.columns)).collect();
            assert!(
                class.draw().unwrap() == lines.concat(),
                "{}: other positions or scores than its file",
                class.name
            );
        }
    }
}

/// After eight stones, with no line on the board and no win at once for either side, one of each mirror pair.
fn eight_stones() -> Vec<ConnectFour> {
    let mut layer = BTreeMap::from([(0, ConnectFour::new())]);
    for _ in 0..8 {
        let mut next = BTreeMap::new();
        for board in layer.values() {
            for column in ConnectFour::<7, 6>::columns() {
                let mut child = *board;
                // A game that is won goes no further.
                if child.play(column).is_ok() {
                    next.insert(child.canonical_key(), child);
                }
            }
        }
        layer = next;
    }
    layer.into_values().filter(is_quiet).collect()
}

fn is_quiet(board: &ConnectFour) -> bool {
    let in_reach = |column: games::connect_four::Column| 1_u64 << (7 * column.index() + board.height(column));
    let reach = ConnectFour::<7, 6>::columns().map(in_reach).fold(0, |all, square| all | square);
    board.winner().is_none() && board.winning_moves() == 0 && board.threats_against() & reach == 0
}

// The classical data set of machine learning.
// Source: J. Tromp, *Connect-4*, UCI Machine Learning Repository, 1995: 67,557 positions, of which the first player wins
// 44,473 and loses 16,635.
#[test]
fn eight_stones_make_67_557_quiet_positions() {
    assert_eq!(eight_stones().len(), 67_557);
}

// In the order of their keys neighbours share all columns but the first ones, and so much of what the table holds. Each of two
// threads solves a half of the positions; the table is one.
#[test]
#[ignore = "20 minutes of one core: cargo test --release --package xtask --test connect_four_classes -- --ignored eight"]
fn of_those_with_eight_stones_the_first_player_wins_44_473_and_loses_16_635() {
    let table = ExactTable::with_mib(1024).unwrap();
    let positions = eight_stones();
    let count = |half: &[ConnectFour]| {
        let mut counts = [0; 3];
        for board in half {
            counts[usize::try_from(board.solve_weakly(&table).score.get() + 1).unwrap()] += 1;
        }
        counts
    };
    let (first, second) = positions.split_at(positions.len() / 2);
    let halves = thread::scope(|scope| {
        let other = scope.spawn(|| count(second));
        [count(first), other.join().unwrap()]
    });
    let [lost, drawn, won] = [0, 1, 2].map(|value| halves[0][value] + halves[1][value]);
    assert_eq!((won, lost, drawn), (44_473, 16_635, 6_449));
}
