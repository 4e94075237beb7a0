//! What the policy hands on from the game, what it learns of moves and evaluations, and the root.

use ttable::Bound;

use super::scene::{NOISY, Scene, With, with};
use crate::node::Found;
use crate::play::PATH;
use crate::staged::{Moves, Stage};
use crate::{
    AtLeast, Bare, Busy, Chosen, Company as _, Outcome, Play, Ply, Policy, PracticalPast, Score, Selection,
    Tactical as _, Technique, ValueRange,
};

#[test]
fn what_the_game_says_is_handed_on() {
    let (mut policy, game) = (with(PracticalPast), Scene::default());
    assert_eq!(Policy::leaf(&policy, &game), Score::plain(77));
    let over = Scene { key: 0, ..game.clone() };
    assert_eq!(Policy::known_range(&policy, &game, 3), ValueRange::OPEN);
    assert_eq!(Policy::known_range(&policy, &over, 3), ValueRange::exact(Outcome::Value(5).score(3)));
    assert_eq!(policy.without_moves(&game, 3), Some(Score::loss_in(3)));
    for calm in [false, true] {
        assert_eq!(Policy::is_calm(&policy, &Scene { calm, ..game.clone() }), calm);
    }
    assert_eq!([1, 2, 3].map(|mv| policy.is_calm_after(&game, mv)), [None, Some(true), Some(false)]);
    assert_eq!([1, NOISY + 1].map(|mv| policy.is_quiet(&game, mv)), [true, false]);
    assert_eq!(
        [1, NOISY + 1].map(|mv| (policy.prize(&game, mv), policy.exchange(&game, mv))),
        [(10, 0), (1_010, -1)]
    );
    let mut noisy = vec![1];
    Policy::expand_noisy(&policy, &game, &mut noisy);
    assert_eq!(noisy, [1, NOISY + 3]);
    for technique in Technique::ALL {
        let mut uses = |chosen| {
            policy.techniques = chosen;
            Selection::<Scene>::uses(&policy, technique)
        };
        assert!(uses(Chosen::NONE.with(technique)) && !uses(Chosen::ALL.without(technique)));
    }
    let busy = Busy::new();
    let policy_with = with(PracticalPast).with_company(&busy);
    assert!(Selection::<Scene>::company(&policy_with).is_present());
    assert!(!Selection::<Scene>::company(&policy).is_present());
    assert!(policy.pass(&mut game.clone(), 0).is_some());
    assert!(
        format!("{:?}", Play::new(Bare, AtLeast))
            .starts_with("Play { techniques: Bare, paths: PracticalPast")
    );
}

#[test]
fn nobody_passes_after_a_pass() {
    let (mut policy, mut game) = (with(PracticalPast), Scene::default());
    assert!(policy.pass(&mut game, 4).is_some());
    assert!(policy.pass(&mut game, 5).is_none(), "it has just been passed");
    assert_eq!(game.passes, 1, "the game was not asked");
    assert!(policy.pass(&mut game, 6).is_some(), "not a ply before, but two");
    policy.take_back_pass(&mut game, ());
    assert_eq!(game.passes, 1);
    policy.about_to_make(&game, 1, 4);
    assert!(policy.pass(&mut game, 5).is_some(), "a move was made instead");
    assert!(policy.pass(&mut Scene { may_pass: false, ..game }, 20).is_none());
    assert!(policy.pass(&mut Scene::default(), 21).is_some(), "it was refused");
}

/// What the histories say of a quiet move played by itself, and of a noisy one.
fn learnt(policy: &With<PracticalPast>, game: &Scene, mv: u16, ply: Ply) -> i32 {
    if game.is_noisy(mv) {
        policy.learnt.histories().capture(With::<PracticalPast>::noisy(game, mv))
    } else {
        policy.learnt.history(policy.quiet(game, mv, ply), true)
    }
}

#[test]
fn a_fail_high_is_to_the_credit_of_its_move_and_against_those_before_it() {
    let game = Scene::default();
    let tried = |tried: &[u16], depth| {
        let mut policy = with(PracticalPast);
        Policy::failed_high(&mut policy, &game, tried, depth, 6);
        let killer = policy.learnt.rank(policy.quiet(&game, *tried.last().unwrap_or(&1), 6), policy.asked());
        let found = [1, 2, 3, NOISY + 1, NOISY + 2, NOISY + 3].map(|mv| learnt(&policy, &game, mv, 6));
        (found, killer > 8_192)
    };
    // 16 for each square of a depth.
    assert_eq!(tried(&[NOISY + 1, 1, NOISY + 2, 2, 3], 2), ([-64, -64, 64, -64, -64, 0], true));
    assert_eq!(tried(&[NOISY + 1, 1, 2, NOISY + 3], 1), ([0, 0, 0, -16, 0, 16], false));
    assert_eq!(tried(&[2], 10).0, [0, 1_600, 0, 0, 0, 0]);
    assert_eq!(tried(&[2], 11).0, [0, 1_600, 0, 0, 0, 0], "no more than that");
    for depth in [0, -3] {
        assert_eq!(tried(&[1, 2], depth), ([0; 6], false), "nothing is learnt in quiescence");
    }
    assert_eq!(tried(&[], 5).0, [0; 6]);
}

#[test]
fn a_move_that_the_table_confirms_is_to_its_credit_if_it_is_quiet() {
    let game = Scene::default();
    let mut policy = with(PracticalPast);
    policy.confirmed(&game, 1, 3, 6);
    policy.confirmed(&game, 2, 0, 6);
    policy.confirmed(&game, 3, -1, 6);
    policy.confirmed(&game, NOISY + 1, 3, 6);
    let found = [1, 2, 3, NOISY + 1].map(|mv| learnt(&policy, &game, mv, 6));
    assert_eq!(found, [144, 0, 0, 0]);
    // What it promises is a 24th of what was learnt, up to two moves back.
    assert_eq!([1, 2].map(|mv| policy.promise(&game, mv, 6)), [144 / 24, 0]);
    policy.about_to_make(&game, 2, 5);
    policy.confirmed(&game, 1, 3, 6);
    let by_itself = learnt(&policy, &game, 1, 30);
    assert!((280..=288).contains(&by_itself), "{by_itself}");
    assert_eq!(policy.promise(&game, 1, 6), (by_itself + 144) / 24);
    let without = Chosen::ALL.without(Technique::ContinuationHistory);
    policy.techniques = without;
    assert_eq!(policy.promise(&game, 1, 6), by_itself / 24);
}

#[test]
fn what_was_played_one_two_and_four_plies_before_is_kept_by_ply() {
    let (mut policy, game) = (with(PracticalPast), Scene::default());
    for (ply, mv) in (0..6).zip([1, 2, NOISY + 1, 3, NOISY + 2, 2]) {
        policy.about_to_make(&game, mv, ply);
    }
    let before = |policy: &With<PracticalPast>, ply| policy.quiet(&game, 1, ply).before;
    assert_eq!(before(&policy, 0), [None; 3]);
    assert_eq!(before(&policy, 1), [Some(1), None, None]);
    assert_eq!(before(&policy, 4), [Some(3), Some(NOISY + 1), Some(1)]);
    assert_eq!(before(&policy, 6), [Some(2), Some(NOISY + 2), Some(NOISY + 1)]);
    let quiets: Vec<bool> = (0..6).map(|ply| policy.step(ply).quiet.is_some()).collect();
    assert_eq!(quiets, [true, true, false, true, false, true]);
    policy.pass(&mut game.clone(), 5);
    assert_eq!(before(&policy, 6), [None, Some(NOISY + 2), Some(NOISY + 1)]);
    // There is room for the longest line; beyond it nothing is out of bounds.
    let path = Ply::try_from(PATH).unwrap();
    policy.about_to_make(&game, 3, path - 1);
    assert_eq!(before(&policy, path)[0], Some(3));
}

#[test]
fn who_stands_better_than_at_the_last_turn_is_improving() {
    let mut policy = with(PracticalPast);
    let mut note = |evaluation: Option<i32>, ply| {
        Selection::<Scene>::note_evaluation(&mut policy, evaluation.map(Score::plain), ply)
    };
    assert!(!note(Some(50), 0) && !note(Some(60), 1), "there was no turn before");
    assert_eq!([49, 50, 51].map(|now| note(Some(now), 2)), [false, false, true]);
    assert!(note(Some(61), 3) && !note(Some(60), 3));
    assert!(!note(None, 4) && !note(Some(500), 6), "not known now, or not then");
}

#[test]
fn killers_are_forgotten_two_plies_on() {
    let (mut policy, game) = (with(PracticalPast), Scene::default());
    let is_killer = |policy: &With<PracticalPast>, ply| {
        policy.learnt.rank(policy.quiet(&game, 1, ply), policy.asked()) > 40_000
    };
    for ply in 0..12 {
        Policy::failed_high(&mut policy, &game, &[1], 2, ply);
    }
    for ply in [0, 2, 7] {
        Selection::<Scene>::note_evaluation(&mut policy, None, ply);
    }
    let found: Vec<Ply> = (0..12).filter(|&ply| !is_killer(&policy, ply)).collect();
    assert_eq!(found, [2, 4, 9]);
}

/// By how much an evaluation is mended, in its own units, when a node evaluated at 100 has turned out to be worth `score`.
fn mended(score: Score, bound: Bound, mv: Option<u16>, chosen: Chosen) -> i32 {
    let (mut policy, game) = (Play::new(chosen, AtLeast), Scene::default());
    Selection::<Scene>::note_evaluation(&mut policy, Some(Score::plain(100)), 3);
    policy.valued(&game, 3, 8, &Found { score, mv }, bound);
    policy.techniques = Chosen::ALL;
    policy.corrected(&game, Score::plain(100), 3).get() - 100
}

#[test]
fn an_evaluation_is_mended_by_what_shows_it_to_be_off() {
    let off = |score: i32, bound| mended(Score::plain(score), bound, Some(1), Chosen::ALL);
    // At depth 8 by the difference, in each of two structures, a sixteenth of the sum.
    for (score, by) in [(60, -5), (100, 0), (140, 5), (900, 32), (-900, -32)] {
        assert_eq!(off(score, Bound::Exact), by, "{score}");
        assert_eq!(off(score, Bound::Lower), by.max(0), "at least {score}");
        assert_eq!(off(score, Bound::Upper), by.min(0), "at most {score}");
    }
    let mend = |mv, chosen| mended(Score::plain(140), Bound::Exact, mv, chosen);
    assert_eq!(
        [Some(NOISY + 1), Some(1), None].map(|mv| mend(mv, Chosen::ALL)),
        [0, 5, 5],
        "noise is no matter of structure"
    );
    assert_eq!(mend(Some(1), Chosen::ALL.without(Technique::CorrectedEvaluation)), 0);
    assert_eq!(mended(Score::win_in(9), Bound::Exact, Some(1), Chosen::ALL), 0, "nor is a mate");
    // Where it is not asked for, what was learnt is not used.
    let (mut policy, game) = (Play::new(Chosen::ALL, AtLeast), Scene::default());
    policy.learnt.histories().correct(3, game.structures, 8, 400);
    assert_eq!(policy.corrected(&game, Score::plain(100), 3), Score::plain(132));
    policy.techniques = Chosen::ALL.without(Technique::CorrectedEvaluation);
    assert_eq!(policy.corrected(&game, Score::plain(100), 3), Score::plain(100));
}

#[test]
fn a_quiet_move_to_which_no_answer_was_good_enough_is_to_its_credit() {
    let game = Scene::default();
    let credit = |mv, bound, ply| {
        let mut policy = with(PracticalPast);
        policy.about_to_make(&game, mv, 2);
        policy.valued(&game, ply, 3, &Found::score(Score::DRAW), bound);
        learnt(&policy, &game, mv, 2)
    };
    assert_eq!([Bound::Upper, Bound::Lower, Bound::Exact].map(|bound| credit(1, bound, 3)), [144, 0, 0]);
    assert_eq!(
        [credit(NOISY + 1, Bound::Upper, 3), credit(1, Bound::Upper, 0), credit(1, Bound::Upper, 4)],
        [0; 3]
    );
}

/// The moves of a root, in order.
fn root(policy: &With<PracticalPast>) -> Vec<u16> {
    policy.root().packed().collect()
}

#[test]
fn the_root_is_listed_once_ordered_by_its_subtrees_and_forgotten_at_the_end() {
    let (mut policy, game) = (with(PracticalPast), Scene::default());
    let knows = |policy: &With<PracticalPast>| Selection::<Scene>::orders_root(policy);
    assert!(!knows(&policy));
    Selection::begin(&mut policy, &game);
    // What wins by exchange, what is even, a check that loses nothing, what is quiet, a noisy move that loses.
    assert_eq!(root(&policy), [NOISY + 3, NOISY + 2, 3, 1, 2, 4, NOISY + 1]);
    assert!(knows(&policy) && policy.root_moves() == 7 && !policy.root().is_restricted());
    for (mv, ply, nodes) in [(2, 0, 30), (3, 0, 60), (1, 1, 99), (NOISY + 1, 0, 10)] {
        policy.searched(&game, mv, ply, nodes);
    }
    assert_eq!([1, 2, 3, NOISY + 1].map(|mv| policy.effort(&game, mv)), [0, 30, 60, 10]);
    Selection::iterated(&mut policy, &game, Some(1));
    assert_eq!(root(&policy)[..4], [1, 3, 2, NOISY + 1]);
    policy.exclude_at_root(&game, [3, 1].into_iter());
    assert_eq!(root(&policy), [2, NOISY + 1, NOISY + 3, NOISY + 2, 4]);
    let mut moves = Moves::staged(None);
    Selection::list_next(&policy, &game, &mut moves, 0);
    assert_eq!((moves.listed, moves.stage), (root(&policy), Stage::All));
    let mut moves = Moves::staged(None);
    Selection::list_next(&policy, &game, &mut moves, 1);
    assert_eq!((moves.listed, moves.stage), (vec![NOISY + 3], Stage::Noisy), "another node is none");
    Selection::<Scene>::end(&mut policy);
    assert!(!knows(&policy));
    // One that is named beforehand stays: legal moves, each once.
    policy.restrict_root(&game, [3, 50, 2, 3]);
    Selection::begin(&mut policy, &game);
    assert_eq!(root(&policy), [3, 2]);
    assert!(policy.root().is_restricted());
    let mut other = with(PracticalPast);
    other.set_root(policy.root().clone());
    assert_eq!(root(&other), [3, 2]);
    policy.restrict_root(&game, [50]);
    assert!(!knows(&policy) && !policy.root().is_restricted());
}

#[test]
fn clearing_forgets_all_or_what_partners_do_not_know() {
    let game = Scene::default();
    let taught = || {
        let mut policy = with(PracticalPast);
        Policy::failed_high(&mut policy, &game, &[1], 5, 6);
        policy.restrict_root(&game, [2]);
        policy
    };
    let known = |policy: &With<PracticalPast>| {
        let (quiet, rank) = (policy.quiet(&game, 1, 6), policy.asked());
        (policy.learnt.rank(quiet, rank) > 40_000, learnt(policy, &game, 1, 6), policy.root_moves())
    };
    assert_eq!(known(&taught()), (true, 400, 1));
    let mut all = taught();
    all.clear();
    assert_eq!(known(&all), (false, 0, 0));
    let mut own = taught();
    own.clear_own();
    assert_eq!(known(&own), (false, 400, 0));
    let partner = taught().partner();
    assert_eq!(known(&partner), (false, 400, 0));
}

#[test]
fn moves_are_listed_stage_by_stage_without_the_hash_move() {
    let (mut policy, game) = (with(PracticalPast), Scene::default());
    let stages = |policy: &With<PracticalPast>, hash_move| {
        let mut moves = Moves::staged(hash_move);
        let mut listed = 0;
        [Stage::Noisy, Stage::Quiet, Stage::All].map(|stage| {
            Selection::list_next(policy, &game, &mut moves, 3);
            assert_eq!(moves.stage, stage);
            let new = moves.listed[listed.max(usize::from(hash_move.is_some()))..].to_vec();
            listed = moves.listed.len();
            new
        })
    };
    let quiet = [NOISY + 2, 3, 1, 2, 4];
    assert_eq!(stages(&policy, None), [vec![NOISY + 3], quiet.to_vec(), vec![NOISY + 1]]);
    for hash_move in [1, 2, 3, 4, NOISY + 1, NOISY + 2, NOISY + 3] {
        let all: [Vec<u16>; 3] =
            stages(&policy, None).map(|stage| stage.into_iter().filter(|&mv| mv != hash_move).collect());
        assert_eq!(stages(&policy, Some(hash_move)), all, "{hash_move}");
    }
    // The latest killer comes before what is even, a check before what was learnt, if that is not much.
    Policy::failed_high(&mut policy, &game, &[2], 5, 3);
    Policy::failed_high(&mut policy, &game, &[1], 5, 5);
    assert_eq!(stages(&policy, None)[1], [2, NOISY + 2, 3, 1, 4]);
}
