//! What a policy learns from fail-highs, and how that orders moves.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::HashSet;

use common::{Layers, Matches};
use search::{AtLeast, Guide, Guided, History, Plain, Ply, Policy, Reordered};

const GAME: Matches = Matches { left: 21, most: 9 };

/// The moves of `plies`, by descending rank.
fn order<P: Policy<Matches>>(policy: &P, ply: Ply, moves: [u16; 4]) -> [u16; 4] {
    let mut moves = moves;
    moves.sort_by_key(|&mv| -policy.rank(&GAME, mv, ply));
    moves
}

#[test]
fn the_last_two_that_failed_high_come_first_then_what_was_learnt() {
    let mut history = History::new(Plain::<AtLeast>::default());
    let rank = |history: &History<_>, mv, ply| Policy::<Matches>::rank(history, &GAME, mv, ply);
    history.failed_high(&GAME, &[3, 4, 5], 2, 6);
    assert!(rank(&history, 5, 6) > 0 && rank(&history, 3, 6) < 0 && rank(&history, 4, 6) < 0);
    // At other plies of the same side what was learnt counts, and no more; at those of the other nothing.
    assert!(
        rank(&history, 5, 8) > 0 && rank(&history, 3, 8) < 0 && rank(&history, 5, 6) > rank(&history, 5, 8)
    );
    assert_eq!([3, 4, 5].map(|mv| rank(&history, mv, 7)), [0; 3]);
    // Nothing learnt elsewhere outweighs a move that failed high here.
    for _ in 0..10_000 {
        history.failed_high(&GAME, &[8], 8, 4);
    }
    assert_eq!(order(&history, 6, [3, 2, 8, 5]), [5, 8, 2, 3]);
    history.failed_high(&GAME, &[7], 2, 6);
    assert_eq!(order(&history, 6, [2, 8, 5, 7]), [7, 5, 8, 2]);
    history.failed_high(&GAME, &[7], 2, 6);
    assert_eq!(order(&history, 6, [2, 8, 5, 7]), [7, 5, 8, 2], "once more by the same move pushes none out");
    history.failed_high(&GAME, &[6], 2, 6);
    assert_eq!(order(&history, 6, [7, 8, 5, 6]), [6, 7, 8, 5]);
    // A deeper node teaches more.
    history.failed_high(&GAME, &[2, 1], 6, 2);
    assert!(rank(&history, 1, 8) > rank(&history, 7, 8));
    history.clear();
    assert_eq!((1..=9).map(|mv| rank(&history, mv, 6)).collect::<Vec<_>>(), [0; 9]);
}

#[test]
fn what_the_game_says_of_its_moves_outweighs_all_that_is_learnt() {
    let mut tried = 0;
    for seed in 0..50 {
        let game = Layers::new(seed, 9);
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        let rank = |mv: u16| Guide::rank(&game, mv);
        let Some(&worst) = moves.iter().min_by_key(|&&mv| rank(mv)) else { continue };
        let Some(&best) = moves.iter().find(|&&mv| rank(mv) > rank(worst)) else { continue };
        let mut history = History::new(Guided::<AtLeast>::default());
        for _ in 0..1_000 {
            history.failed_high(&game, &[best, worst], 8, 0);
        }
        assert!(history.rank(&game, best, 0) > history.rank(&game, worst, 0), "seed {seed}");
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
    let text = format!("{:?}", History::new(Guided::<AtLeast>::default()));
    assert!(text.starts_with("History") && text.contains("Guided"), "{text}");
}

#[test]
fn ties_are_broken_by_a_salt_and_nothing_else_is() {
    let ranks = |salt| {
        let policy = Reordered::new(Plain::<AtLeast>::default(), salt);
        (0..9).map(|mv| Policy::<Matches>::rank(&policy, &GAME, mv, 0)).collect::<Vec<i32>>()
    };
    assert!(ranks(0).iter().all(|&rank| rank == ranks(0)[0]), "no salt, no order");
    let orders: HashSet<Vec<i32>> = (1..50).map(ranks).collect();
    assert!(orders.len() > 40, "{} orders by 49 salts", orders.len());
    for seed in 0..100 {
        let game = Layers::new(seed, 9);
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        let policy = Reordered::new(Guided::<AtLeast>::default(), u32::try_from(seed).unwrap());
        for (&one, &other) in moves.iter().flat_map(|one| moves.iter().map(move |other| (one, other))) {
            let better = Guide::rank(&game, one) > Guide::rank(&game, other);
            assert!(!better || policy.rank(&game, one, 0) > policy.rank(&game, other, 0), "seed {seed}");
        }
    }
    // What fails high is handed on.
    let mut policy = Reordered::new(History::new(Plain::<AtLeast>::default()), 0);
    policy.failed_high(&GAME, &[5], 2, 6);
    assert_eq!(order(&policy, 6, [2, 8, 5, 7])[0], 5);
}
