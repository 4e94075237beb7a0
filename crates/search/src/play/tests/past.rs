//! What the past and the count decide: keys, draws, and which values hold elsewhere.

use std::collections::{BTreeMap, HashMap};

use super::scene::{Scene, With, with};
use crate::mixed::mix;
use crate::play::NEVER;
use crate::play::paths::bit;
use crate::{
    AtLeast, Chosen, ExactPast, IgnorePast, Paths, Play, Ply, Policy, PracticalPast, Score, Selection,
    Technique,
};

/// The same question asked of a policy that takes its questions by the game.
fn key<H: Paths>(policy: &With<H>, game: &Scene) -> u64 {
    Policy::key(policy, game)
}

/// Whether things have equal keys just where the rule says that they are the same.
fn same_keys_where_same<R: Ord + std::fmt::Debug>(things: impl Iterator<Item = (R, u64)>) -> usize {
    let (mut by_rule, mut by_key) = (BTreeMap::new(), HashMap::new());
    for (number, (rule, key)) in things.enumerate() {
        let first = *by_rule.entry(rule).or_insert(number);
        assert_eq!(*by_key.entry(key).or_insert(number), first, "number {number}");
    }
    by_rule.len()
}

#[test]
fn near_a_draw_by_counting_positions_differ_by_steps_of_eight_plies_or_exactly() {
    let counts = || (0..=200).map(Some).chain([None]);
    let scene = |left| Scene { left, ..Scene::default() };
    let practical = with(PracticalPast);
    let rule = |left: Option<Ply>| left.filter(|&left| left <= 40).map(|left| left / 8);
    let found = same_keys_where_same(counts().map(|left| (rule(left), key(&practical, &scene(left)))));
    assert_eq!(found, 6 + 1);
    let exact = with(ExactPast);
    assert_eq!(same_keys_where_same(counts().map(|left| (left, key(&exact, &scene(left))))), 202);
    let ignores = with(IgnorePast);
    assert_eq!(same_keys_where_same(counts().map(|left| ((), key(&ignores, &scene(left))))), 1);
    // Without a count, or far from its end, it is the game's own.
    let own = Scene::default().key;
    let found = [key(&practical, &scene(None)), key(&practical, &scene(Some(41))), key(&exact, &scene(None))];
    assert_eq!((found, key(&ignores, &scene(Some(3)))), ([own; 3], own));
    // With one, every bit of the game's key still tells.
    let bits = (0..64).map(|bit| Scene { key: own ^ 1 << bit, ..scene(Some(3)) });
    assert_eq!(same_keys_where_same(bits.map(|scene| (scene.key, key(&practical, &scene)))), 64);
}

#[test]
fn a_child_s_key_is_told_beforehand_where_no_count_and_no_path_changes_it() {
    let after = |policy: &With<PracticalPast>, left| policy.key_after(&Scene { left, ..Scene::default() }, 3);
    let told = Some(Scene::default().key + 3);
    let practical = with(PracticalPast);
    let found = [None, Some(100), Some(42), Some(41), Some(40), Some(0)].map(|left| after(&practical, left));
    // With 41 plies left the child has 40.
    assert_eq!(found, [told, told, told, None, None, None]);
    assert_eq!(with(ExactPast).key_after(&Scene::default(), 3), None);
}

/// The naive statement of the rule: two paths give one key if the positions of theirs that match the signature are the same,
/// those within the search apart from the root's and those before it.
#[test]
fn a_path_s_key_is_that_of_the_positions_which_match_the_signature() {
    let policy = with(ExactPast);
    let mut things = Vec::new();
    for number in 0..3_000 {
        let draw = |purpose: u64, below: u64| mix(number * 16 + purpose) % below;
        let before: Vec<u64> = (0..draw(0, 6)).map(|place| 1 + draw(place + 1, 4)).collect();
        let ply = Ply::try_from(draw(8, 7)).unwrap();
        let signature =
            (1..=4).filter(|key| draw(9, 16) >> (key - 1) & 1 == 1).fold(0, |all, key| all | bit(key));
        let game = Scene { before: before.clone(), ..Scene::default() };
        let mut matching: Vec<(u64, bool)> =
            (1..).zip(&before).map(|(back, &key)| (key, back < ply)).collect();
        matching.retain(|&(key, _)| signature & bit(key) != 0);
        matching.sort_unstable();
        things.push(((signature, matching), Selection::path_key(&policy, &game, signature, ply)));
    }
    let different = same_keys_where_same(things.into_iter());
    assert!((300..2_700).contains(&different), "{different}");
    // No path's key is that under which the signature itself is kept, and each bit of the game's key tells.
    let game = Scene::default();
    assert_ne!(policy.path_key(&game, 0, 5), key(&policy, &game));
    let bits = (0..64).map(|bit| Scene { key: game.key ^ 1 << bit, ..game.clone() });
    assert_eq!(same_keys_where_same(bits.map(|scene| (scene.key, policy.path_key(&scene, 6, 5)))), 64);
}

#[test]
fn an_exact_value_owes_all_that_was_asked_but_what_cannot_have_been_there() {
    let mut policy = with(ExactPast);
    let owed = |policy: &With<ExactPast>| Selection::<Scene>::asked(policy);
    let position = |key, reversible| Scene { key, reversible, ..Scene::default() };
    assert_eq!(owed(&policy), 0);
    let root = position(1, 9);
    assert!(!policy.is_drawn_by_past(&Scene { since: Some(2), ..root.clone() }, 0), "the root is searched");
    assert_eq!(owed(&policy), 0);
    let opened = Selection::<Scene>::open(&mut policy);
    for key in [3, 4, 3] {
        assert!(!policy.is_drawn_by_past(&position(key, 9), 2));
    }
    assert_eq!(owed(&policy), bit(3) | bit(4));
    assert!(policy.is_drawn_by_past(&Scene { since: Some(2), ..position(5, 1) }, 2));
    let all = bit(3) | bit(4) | bit(5);
    assert_eq!(owed(&policy), all);
    policy.is_drawn_by_past(&position(7, 0), 2);
    policy.answered(&position(7, 0), bit(9));
    assert_eq!(owed(&policy), all, "before a move that cannot be undone nothing was there");
    for _ in 0..2 {
        policy.answered(&position(7, 1), bit(3) | bit(11));
    }
    let all = all | bit(11);
    assert_eq!(owed(&policy), all);
    // An inner node, and one after a move that cannot be undone: from this one nothing is owed to what was before.
    let inner = Selection::<Scene>::open(&mut policy);
    assert_eq!((inner, owed(&policy)), (all, 0));
    policy.answered(&root, bit(12));
    assert!(policy.close(&position(6, 0), inner, 3, Score::DRAW));
    assert_eq!(owed(&policy), all);
    let inner = Selection::<Scene>::open(&mut policy);
    policy.answered(&root, bit(12) | bit(3));
    assert!(policy.close(&position(6, 1), inner, 3, Score::DRAW));
    assert_eq!(owed(&policy), all | bit(12));
    assert!(policy.close(&root, opened, 0, Score::DRAW));
    assert!(
        !policy.can_draw_by_past(&Scene { next: Some(1), ..root }, 2),
        "it would owe all that a move might meet"
    );
}

/// Closes a node at `ply` below which a draw was met that looks back `plies` from ply 6: whether its value holds anywhere,
/// and what is owed then, if 5 was before.
fn closed<H: Paths>(
    policy: &mut With<H>,
    drawn: impl Fn(&mut With<H>) -> bool,
    ply: Ply,
    score: Score,
) -> (bool, u64) {
    policy.owed = 5;
    let opened = Selection::<Scene>::open(policy);
    assert_eq!((opened, policy.owed), (5, NEVER));
    assert!(drawn(policy));
    let holds = policy.close(&Scene::default(), opened, ply, score);
    (holds, policy.owed)
}

#[test]
fn a_draw_by_the_past_is_owed_to_the_ply_it_looks_back_to() {
    let met = |plies| {
        move |policy: &mut With<PracticalPast>| {
            policy.is_drawn_by_past(&Scene { since: Some(plies), ..Scene::default() }, 6)
        }
    };
    let foreseen = |plies| {
        move |policy: &mut With<PracticalPast>| {
            policy.can_draw_by_past(&Scene { next: Some(plies), ..Scene::default() }, 6)
        }
    };
    let (mut practical, mut ignores) = (with(PracticalPast), with(IgnorePast));
    for ply in 0..=6 {
        for back in 0..=9 {
            let to: Ply = 6_u16.saturating_sub(back);
            let expected = (to >= ply, u64::from(to.min(5)));
            assert_eq!(
                closed(&mut practical, met(back), ply, Score::DRAW),
                expected,
                "{back} plies, to {ply}"
            );
            assert_eq!(closed(&mut practical, foreseen(back), ply, Score::DRAW), expected);
            // Another value than the draw does not come from it.
            let expected = (true, u64::from(to.min(5)));
            assert_eq!(closed(&mut practical, met(back), ply, Score::plain(1)), expected);
            let ignored = |policy: &mut With<IgnorePast>| {
                policy.is_drawn_by_past(&Scene { since: Some(back), ..Scene::default() }, 6)
            };
            assert_eq!(closed(&mut ignores, ignored, ply, Score::DRAW), expected);
        }
    }
    let mut policy = with(PracticalPast);
    let game = Scene { since: Some(2), next: Some(2), ..Scene::default() };
    assert!(!policy.is_drawn_by_past(&game, 0) && !policy.can_draw_by_past(&game, 0), "the root is searched");
    assert!(!policy.is_drawn_by_past(&Scene::default(), 6) && !policy.can_draw_by_past(&Scene::default(), 6));
    assert_eq!(policy.owed, NEVER);
    // What tables answer is told apart by paths, or not at all.
    policy.is_drawn_by_past(&game, 6);
    policy.answered(&game, 3);
    assert_eq!(policy.owed, 4);
    let without = Chosen::ALL.without(Technique::UpcomingRepetition);
    assert!(!Play::new(without, AtLeast).can_draw_by_past(&game, 6));
}

#[test]
fn the_value_of_a_root_with_moves_left_out_holds_nowhere_else() {
    let game = Scene::default();
    let close = |policy: &mut With<PracticalPast>, ply| policy.close(&game, NEVER, ply, Score::plain(3));
    let mut policy = with(PracticalPast);
    assert!(close(&mut policy, 0));
    policy.restrict_root(&game, [2, 3]);
    assert_eq!([0, 1, 7].map(|ply| close(&mut policy, ply)), [false, true, true]);
    let mut exact = with(ExactPast);
    exact.restrict_root(&game, [2]);
    assert_eq!([0, 1].map(|ply| exact.close(&game, 0, ply, Score::plain(3))), [false, true]);
}

#[test]
fn a_win_that_comes_after_the_draw_by_counting_is_not_trusted() {
    let policy = with(PracticalPast);
    let trusts = |score, left, ply| policy.trusts(&Scene { left, ..Scene::default() }, score, ply);
    for (plies, ply, left) in
        (0..30).flat_map(|plies| (0..30).flat_map(move |ply| (0..30).map(move |left| (plies, ply, left))))
    {
        let in_time = plies <= ply + left;
        assert_eq!(
            trusts(Score::win_in(plies), Some(left), ply),
            in_time,
            "{plies} plies from the root, {left} left at {ply}"
        );
        assert_eq!(trusts(Score::loss_in(plies), Some(left), ply), in_time);
    }
    assert!(trusts(Score::plain(300), Some(0), 5) && trusts(Score::win_in(90), None, 5));
}
