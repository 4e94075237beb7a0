//! Invariant 1: the same answer as plain minimax, with any table, policy and window.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/every_way.rs"]
mod every_way;

use common::{Graph, Layers, Matches, Skirmish, mix};
use every_way::consistent;
use search::{
    AtLeast, Counts, Depth, DepthGate, Equal, Evaluate, Evaluated, Full, Game, Guided, History, MAX_DEPTH,
    Noisy, Null, Plain, Ply, Policy, PrincipalVariation, Quiescent, Reordered, Score, Search, Window,
    minimax,
};
use ttable::{Entry, NoTable, Table, Unbounded};

fn narrow_windows(seed: u64) -> impl Iterator<Item = Full> {
    (0..6).filter_map(move |salt| {
        let alpha = i32::try_from(mix(seed, salt) % 11).unwrap() - 6;
        let width = i32::try_from(mix(seed, salt + 100) % 4).unwrap() + 1;
        Full::new(Score::plain(alpha), Score::plain(alpha + width))
    })
}

fn layers_agree<T: Table, P: Policy<Layers>>(table: &T, policy: P, seed: u64) {
    let mut game = Layers::new(seed, 7);
    let value = minimax(&mut game, 7, &|_: &Layers| Score::DRAW, &mut ());
    let mut search = Search::new(table).with_policy(policy);
    for window in narrow_windows(seed).chain([Full::OPEN]) {
        let answer = search.run(&mut game, 7, window);
        assert!(
            consistent(answer.score, value, window),
            "seed {seed}: {answer:?} in {window:?}, value {value}"
        );
        let null = Null::above(window.alpha());
        let answer = search.run(&mut game, 7, null);
        assert!(consistent(answer.score, value, null), "seed {seed}: {answer:?} in {null:?}, value {value}");
    }
    let solved = search.solve(&mut game, 7, Score::MIN, Score::MAX);
    assert_eq!(solved.score, value, "seed {seed}");
    let weak = search.solve(&mut game, 7, Score::plain(-1), Score::plain(1));
    assert_eq!(weak.score.get().signum(), value.get().signum(), "seed {seed}");
    assert_eq!(game, Layers::new(seed, 7), "the game is as it was");
}

#[test]
fn games_by_plies_agree_with_minimax_with_every_policy() {
    for seed in 0..1_000 {
        layers_agree(&NoTable, Plain(AtLeast), seed);
        layers_agree(&Unbounded::new(), Plain(AtLeast), seed);
        layers_agree(&Unbounded::new(), Plain(Equal), seed);
        layers_agree(&NoTable, Guided(AtLeast), seed);
        layers_agree(&Unbounded::new(), Guided(Equal), seed);
        layers_agree(&Unbounded::new(), Reordered::new(Guided(AtLeast), 7), seed);
        layers_agree(&Unbounded::new(), History::new(Plain(AtLeast)), seed);
        layers_agree(&NoTable, History::new(Guided(Equal)), seed);
    }
}

/// Searches of growing and shrinking depth over one table: how many differ from minimax?
fn wrong_with_cycles<D: DepthGate + Copy>(gate: D, seeds: std::ops::Range<u64>) -> usize {
    let mut wrong = 0;
    for seed in seeds {
        let mut game = Graph::new(seed);
        let table = Unbounded::new();
        for depth in [2, 5, 3, 6, 1, 4] {
            let value = minimax(&mut game, depth, &Graph::leaf, &mut ());
            for window in narrow_windows(seed).chain([Full::OPEN]) {
                let answer = Search::new(&table).with_policy(Evaluated(gate)).run(&mut game, depth, window);
                wrong += usize::from(!consistent(answer.score, value, window));
            }
        }
        assert_eq!(game, Graph::new(seed));
    }
    wrong
}

#[test]
fn graphs_with_cycles_agree_with_minimax_at_the_same_depth() {
    assert_eq!(wrong_with_cycles(Equal, 0..1_000), 0);
}

#[test]
fn the_depth_gate_is_what_keeps_them_right() {
    #[derive(Clone, Copy)]
    struct Ungated;
    impl DepthGate for Ungated {
        fn admits(&self, _draft: Depth, _depth: Depth) -> bool {
            true
        }
    }
    assert!(wrong_with_cycles(Ungated, 0..100) > 0);
    assert!(wrong_with_cycles(AtLeast, 0..100) > 0, "an evaluation makes deeper entries differ, rightly");
}

#[test]
fn no_table_needs_no_gate() {
    for seed in 0..300 {
        let mut game = Graph::new(seed);
        let value = minimax(&mut game, 6, &Graph::leaf, &mut ());
        for window in narrow_windows(seed) {
            let answer = Search::new(NoTable).with_policy(Evaluated(Equal)).run(&mut game, 6, window);
            assert!(consistent(answer.score, value, window), "seed {seed}");
        }
    }
}

#[test]
fn misere_subtraction_follows_its_formula() {
    for most in 1..=5 {
        let table = Unbounded::new();
        for left in 1..=40 {
            let mut game = Matches { left, most };
            let answer = Search::new(&table).run(&mut game, 40, Full::OPEN);
            let lost = left % (most + 1) == 1;
            assert_eq!(answer.score < Score::DRAW, lost, "{left} matches, at most {most} at a time");
            assert_eq!(
                answer.score.plies_to_end().map(|plies| plies % 2),
                Some(u16::from(lost)),
                "{left}, {most}"
            );
            assert_eq!(game, Matches { left, most });
            if !lost {
                game.make(answer.best.unwrap());
                assert_eq!(game.left % (most + 1), 1);
            }
        }
    }
}

#[test]
fn distances_are_right_at_every_ply_they_are_met_at() {
    // One table for all: entries of one root are met at other plies from the next.
    let table = Unbounded::new();
    for left in (1..=30).chain((1..=30).rev()) {
        let mut game = Matches { left, most: 3 };
        let value = minimax(&mut game, 12, &|_: &Matches| Score::DRAW, &mut ());
        let answer = Search::new(&table).with_policy(Plain(Equal)).run(&mut game, 12, Full::OPEN);
        assert_eq!(answer.score, value, "{left} matches");
    }
}

/// The value beyond depth 0 by plain minimax: the evaluation, or better by a noisy move; every move where it is not calm.
fn quiet_value(game: &mut Skirmish, depth: Depth, ply: Ply) -> Score {
    if let Some(outcome) = game.outcome() {
        return outcome.score(ply);
    }
    let evaluation = Score::plain(game.evaluate().into());
    if depth <= Entry::MIN_DRAFT {
        return evaluation;
    }
    let mut moves = Vec::new();
    let mut best = if game.is_calm() {
        game.noisy_moves(&mut moves);
        evaluation
    } else {
        game.legal_moves(&mut moves);
        Score::MIN
    };
    for mv in moves {
        let undo = game.make(mv);
        best = best.max(-quiet_value(game, depth - 1, ply + 1));
        game.unmake(mv, undo);
    }
    best
}

/// Plain minimax to `depth`, and beyond it by noisy moves.
fn with_quiescence(game: &mut Skirmish, depth: Depth, ply: Ply) -> Score {
    if depth <= 0 {
        return quiet_value(game, depth, ply);
    }
    if let Some(outcome) = game.outcome() {
        return outcome.score(ply);
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let mut best = Score::MIN;
    for mv in moves {
        let undo = game.make(mv);
        best = best.max(-with_quiescence(game, depth - 1, ply + 1));
        game.unmake(mv, undo);
    }
    best
}

#[test]
fn quiescence_agrees_with_minimax_over_noisy_moves() {
    let mut beyond = 0;
    for seed in 0..1_000 {
        let table = Unbounded::new();
        let mut game = Skirmish(Layers::new(seed, 14));
        for depth in [3, 1, 4, 0, 2] {
            let value = with_quiescence(&mut game.clone(), depth, 0);
            let plain =
                minimax(&mut game.clone(), depth, &|game| Score::plain(game.evaluate().into()), &mut ());
            beyond += usize::from(value != plain);
            for window in narrow_windows(seed).chain([Full::OPEN]) {
                let answer = Search::new(&table).with_policy(Quiescent(Equal)).run(&mut game, depth, window);
                assert!(
                    consistent(answer.score, value, window),
                    "seed {seed}, depth {depth}: {answer:?}, value {value}"
                );
                let learning = History::new(Quiescent(Equal));
                let mut search =
                    Search::new(NoTable).with_policy(learning).with_algorithm::<PrincipalVariation>();
                let answer = search.run(&mut game, depth, window);
                assert!(
                    consistent(answer.score, value, window),
                    "seed {seed}, depth {depth}: {answer:?}, value {value}"
                );
            }
        }
        assert_eq!(game, Skirmish(Layers::new(seed, 14)));
    }
    assert!(beyond > 500, "quiescence changed {beyond} of 5,000 values");
}

/// The oracle has the searches' range of depths: asked for more, it does not run out of stack either.
#[test]
fn beyond_the_greatest_depth_minimax_is_a_search_too() {
    for (depth, clamped) in [(Depth::MIN, 0), (MAX_DEPTH, MAX_DEPTH), (Depth::MAX, MAX_DEPTH)] {
        // One move each, and an end that is out of reach.
        let mut game = Matches { left: 30_000, most: 1 };
        let mut counts = Counts::default();
        let value = minimax(&mut game, depth, &|_: &Matches| Score::DRAW, &mut counts);
        assert_eq!((value, counts.nodes), (Score::DRAW, 1 + u64::from(clamped.unsigned_abs())));
        let answer = Search::new(NoTable).with_policy(Plain(Equal)).run(&mut game, depth, Full::OPEN);
        assert_eq!((answer.score, answer.nodes), (value, counts.nodes));
    }
}
