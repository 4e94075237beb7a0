//! Where the past counts: a table changes no value if the treatment is exact, and does if it is not.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/every_way.rs"]
mod every_way;

use common::mix;
use common::walk::Walk;
use every_way::{consistent, long};
use search::{
    Algorithm, AlphaBeta, Bare, Chosen, Equal, ExactPast, Full, IgnorePast, Past as _, Paths, Play, Policy,
    PracticalPast, PrincipalVariation, Score, Search, Table, Technique,
};
use ttable::{Aging, Always, Clustered, Full as FullLayout, NoTable, Size, Unbounded};

const DEPTHS: [i16; 6] = [3, 6, 2, 7, 5, 4];

/// Searches of one table, which it keeps: how many are not consistent with the walk's value? Keys of another seed's positions
/// must not be taken for this one's.
fn wrong_with<A: Algorithm, P: Policy<Walk>>(policy: P, seed: u64, table: &impl Table) -> usize {
    let mut wrong = 0;
    let mut search = Search::new(table).with_policy(policy).with_algorithm::<A>();
    let mut walk = Walk::new(seed);
    for depth in DEPTHS {
        let value = walk.value(depth, 0);
        let alpha = Score::plain(i32::try_from(mix(seed, depth.unsigned_abs().into()) % 9).unwrap() - 5);
        for window in [Full::OPEN, Full::new(alpha, alpha.succ().succ()).unwrap()] {
            let score = search.run(&mut walk, depth, window).score;
            wrong += usize::from(!consistent(score, value, window));
        }
    }
    assert_eq!(walk, Walk::new(seed));
    wrong
}

fn seeds() -> u64 {
    if long() { 20_000 } else { 400 }
}

/// One table for each seed: other seeds are other games.
fn wrong_in_all<H: Paths, A: Algorithm, T: Table>(paths: H, table: impl Fn() -> T) -> usize {
    let policy = || Play::with_paths(Bare, Equal, paths);
    (0..seeds()).map(|seed| wrong_with::<A, _>(policy(), seed, &table())).sum()
}

#[test]
fn no_table_needs_no_treatment() {
    assert_eq!(wrong_in_all::<_, AlphaBeta, _>(IgnorePast, || NoTable), 0);
    assert_eq!(wrong_in_all::<_, PrincipalVariation, _>(ExactPast, || NoTable), 0);
}

#[test]
fn exact_is_exact_with_any_table() {
    let clustered = |clusters| Clustered::new(FullLayout, Aging, Size::Clusters(clusters)).unwrap();
    assert_eq!(wrong_in_all::<_, AlphaBeta, _>(ExactPast, Unbounded::new), 0);
    assert_eq!(wrong_in_all::<_, PrincipalVariation, _>(ExactPast, Unbounded::new), 0);
    for clusters in [1, 4, 64] {
        assert_eq!(wrong_in_all::<_, AlphaBeta, _>(ExactPast, || clustered(clusters)), 0);
    }
    let always = || Clustered::new(FullLayout, Always, Size::Clusters(16)).unwrap();
    assert_eq!(wrong_in_all::<_, PrincipalVariation, _>(ExactPast, always), 0);
}

#[test]
fn the_others_are_not() {
    let ignored = wrong_in_all::<_, AlphaBeta, _>(IgnorePast, Unbounded::new);
    let practical = wrong_in_all::<_, AlphaBeta, _>(PracticalPast, Unbounded::new);
    assert!(ignored > 0 && practical > 0, "{ignored}, {practical}");
    assert!(practical < ignored, "{practical} wrong of those that look, {ignored} of those that do not");
}

#[test]
fn the_exact_treatment_still_finds_what_it_stored() {
    let nodes =
        |table: &dyn Fn(&mut Walk) -> u64| -> u64 { (0..50).map(|seed| table(&mut Walk::new(seed))).sum() };
    let policy = || Play::with_paths(Bare, Equal, ExactPast);
    let with =
        nodes(&|walk| Search::new(Unbounded::new()).with_policy(policy()).run(walk, 7, Full::OPEN).nodes);
    let without = nodes(&|walk| Search::new(NoTable).with_policy(policy()).run(walk, 7, Full::OPEN).nodes);
    assert!(with < without, "{with} nodes with a table, {without} without");
}

/// A repetition that is a move away is worth a draw to whom it is enough: known without the move, it changes no value.
#[test]
fn a_repetition_foreseen_changes_no_value_and_saves_nodes() {
    let foreseeing = Chosen::NONE.with(Technique::UpcomingRepetition);
    let sum = |techniques| -> u64 {
        let mut nodes = 0;
        for seed in 0..seeds() {
            let policy = || Play::with_paths(techniques, Equal, PracticalPast);
            assert_eq!(wrong_with::<AlphaBeta, _>(policy(), seed, &NoTable), 0, "seed {seed}");
            assert_eq!(wrong_with::<PrincipalVariation, _>(policy(), seed, &NoTable), 0, "seed {seed}");
            nodes +=
                Search::new(NoTable).with_policy(policy()).run(&mut Walk::new(seed), 6, Full::OPEN).nodes;
        }
        nodes
    };
    let (foreseen, plain) = (sum(foreseeing), sum(Chosen::NONE));
    assert!(foreseen < plain, "{foreseen} nodes, {plain} without");
}

/// What the game says is a move away is one.
#[test]
fn the_walk_foresees_what_it_meets() {
    for seed in 0..100 {
        let mut walk = Walk::new(seed);
        for step in 0..20 {
            let mut moves = Vec::new();
            search::Game::legal_moves(&walk, &mut moves);
            let met = moves.iter().any(|&mv| {
                let mut after = walk.clone();
                search::Game::make(&mut after, mv);
                after.drawn_since(1).is_some()
            });
            assert_eq!(walk.drawn_next(0).is_some(), met, "seed {seed}");
            let mv = moves[usize::try_from(mix(seed, 40 + step)).unwrap() % moves.len()];
            search::Game::make(&mut walk, mv);
        }
    }
}
