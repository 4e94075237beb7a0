//! Connect Four against an independent solver: a thousand positions, with no table, a tiny one, and a large one.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

use std::sync::LazyLock;

use benches::connect_four::{Drawn, ExactTable, RandomPlay, SETS, search, solve};
use connect_four_ai::{Position, Solver};
use games::connect_four::ConnectFour;
use search::{Depth, Search, Solution};
use ttable::{FullTable, NoTable};

/// Positions in the sample: a thousand, and on demand more.
static SAMPLE: LazyLock<usize> =
    LazyLock::new(|| if std::env::var_os("TRANSPOSE_LONG").is_some() { 10_000 } else { 1_000 });
/// Plies to the end, with best play, from which a position counts as far from it.
const FAR: i32 = 14;

/// A position with its score by the other solver.
struct Case {
    drawn: Drawn,
    score: i32,
}

/// The sample: seeded random play, 20 to 29 stones, no win at once for the mover, half of them far from the end.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut other = Solver::empty();
    let mut sources: Vec<RandomPlay> = (20..30).map(|stones| RandomPlay::new(1, stones)).collect();
    let (mut far, mut near) = (Vec::new(), Vec::new());
    while far.len() + near.len() < *SAMPLE {
        for drawn in sources.iter_mut().filter_map(Iterator::next) {
            let score = score_by(&mut other, &drawn.columns);
            let half = if plies_to_end(&drawn.board, score) >= FAR { &mut far } else { &mut near };
            if half.len() < *SAMPLE / 2 {
                half.push(Case { drawn, score });
            }
        }
    }
    far.into_iter().chain(near).collect()
});

fn score_by(other: &mut Solver, columns: &str) -> i32 {
    other.reset();
    other.solve(&Position::from_moves(columns).unwrap()).into()
}

/// Plies left to the end of the game if both sides play their best, from the score.
fn plies_to_end(board: &ConnectFour, score: i32) -> i32 {
    let stones = i32::from(board.stones());
    // A score of 22 − n for whoever wins with its n-th stone; the player to move has placed half, rounded down.
    let winning_stone = 22 - score.abs();
    match score.signum() {
        0 => 42 - stones,
        1 => 2 * (winning_stone - stones / 2) - 1,
        _ => 2 * (winning_stone - (stones + 1) / 2),
    }
}

fn check(name: &str, solve: impl Fn(ConnectFour) -> Solution) {
    for Case { drawn, score } in CASES.iter() {
        assert_eq!(solve(drawn.board).score.get(), *score, "{name}: {}", drawn.columns);
    }
}

#[test]
fn the_sample_is_what_it_should_be() {
    assert_eq!(CASES.len(), *SAMPLE);
    let far = CASES.iter().filter(|case| plies_to_end(&case.drawn.board, case.score) >= FAR).count();
    assert_eq!(far, *SAMPLE / 2);
    for Case { drawn, score } in CASES.iter() {
        assert!(drawn.board.stones() >= 20 && drawn.board.winning_moves() == 0, "{}", drawn.columns);
        let plies = plies_to_end(&drawn.board, *score);
        assert!((2..=22).contains(&plies), "{}: {score} in {plies} plies", drawn.columns);
    }
}

#[test]
fn solved_exactly_without_a_table() {
    check("no table", |board| solve(board, NoTable, ()));
}

#[test]
fn solved_exactly_with_a_table_of_one_cluster() {
    let table = ExactTable::with_clusters(1).unwrap();
    check("one cluster", |board| solve(board, &table, ()));
}

#[test]
fn solved_exactly_with_64_mib() {
    let table = ExactTable::with_mib(64).unwrap();
    check("64 MiB", |board| solve(board, &table, ()));
}

#[test]
fn searched_without_a_table() {
    check("search, no table", |board| search(board, NoTable, ()));
}

#[test]
fn searched_with_a_table_of_one_cluster() {
    let table = FullTable::with_clusters(1).unwrap();
    check("search, one cluster", |board| search(board, &table, ()));
}

#[test]
fn searched_with_64_mib() {
    let table = FullTable::with_mib(64).unwrap();
    check("search, 64 MiB", |board| search(board, &table, ()));
}

#[test]
fn searched_by_the_rules_alone() {
    // No bounds, no ordering, no forced replies: only late positions are within reach.
    let table = FullTable::with_mib(64).unwrap();
    for case in CASES.iter().filter(|case| case.drawn.board.stones() >= 26) {
        let (least, greatest) = ConnectFour::<7, 6>::value_range();
        let depth = 42 - Depth::from(case.drawn.board.stones());
        let Ok(answer) = Search::new(&table).try_solve(&mut case.drawn.board.clone(), depth, least, greatest);
        assert_eq!(answer.score.get(), case.score, "{}", case.drawn.columns);
    }
}

#[test]
fn the_scores_of_the_benches_are_right() {
    let mut other = Solver::empty();
    for set in SETS {
        assert!(!set.scores.is_empty());
        for (drawn, score) in set.positions() {
            assert_eq!(drawn.board.stones(), set.stones);
            assert_eq!(score_by(&mut other, &drawn.columns), i32::from(score), "{}", drawn.columns);
        }
    }
}
