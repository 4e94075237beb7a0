//! Which hash moves are judged by the other moves, and what becomes of them.

use super::*;
use crate::node::{Known, KnownValue};

/// A node with a hash move of which the table promises something, and what another move is worth.
#[derive(Clone, Copy)]
struct Judged {
    depth: Depth,
    ply: Ply,
    /// The depth the search was asked for.
    aim: Depth,
    promise: KnownValue,
    other: Option<Score>,
}

/// Worth 50 at least, searched to depth 5; the other move is worth 40.
fn judged() -> Judged {
    let promise = KnownValue { score: Score::plain(50), bound: Bound::Lower, draft: 5 };
    Judged { depth: 6, ply: 3, aim: 20, promise, other: Some(Score::plain(40)) }
}

impl Judged {
    /// The node's answer, plies more for the hash move, and the nodes entered.
    fn ask(self, window: impl Window) -> (Option<i32>, Depth, Vec<(Ply, Depth, i32)>) {
        self.ask_with(Chosen::NONE.with(Technique::SingularExtensions), window)
    }

    fn ask_with(self, uses: Chosen, window: impl Window) -> (Option<i32>, Depth, Vec<(Ply, Depth, i32)>) {
        let mut search = search(Told { uses, other: self.other, ..TOLD });
        search.aim = self.aim;
        let known = Known { mv: Some(0), evaluation: None, value: Some(self.promise) };
        let (mut game, mut standing) = (Spot::default(), standing(None));
        let node = node(self.depth, self.ply);
        let found = search.judge_hash_move(&mut game, node, window, &known, &mut standing);
        assert_eq!(game, Spot::default());
        (found.map(|found| found.score.get()), standing.extension, search.observer.0)
    }

    fn is_asked(self) -> bool {
        !self.ask(above(44)).2.is_empty()
    }
}

#[test]
fn a_hash_move_is_judged_from_a_depth_on_where_the_promise_is_nearly_as_deep() {
    for depth in 3..=12 {
        for draft in 0..=12 {
            let promise = KnownValue { draft, ..judged().promise };
            let is_asked = Judged { depth, promise, ..judged() }.is_asked();
            assert_eq!(is_asked, depth >= 6 && depth - draft <= 3, "depth {depth}, draft {draft}");
        }
    }
    let promised = |score, bound| {
        let promise = KnownValue { score, bound, ..judged().promise };
        Judged { promise, ..judged() }.is_asked()
    };
    let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
    assert_eq!(bounds.map(|bound| promised(Score::plain(50), bound)), [false, true, true]);
    assert_eq!([Score::win_in(9), Score::loss_in(9)].map(|score| promised(score, Bound::Lower)), [false; 2]);
    let without = Chosen::ALL.without(Technique::SingularExtensions);
    assert_eq!(judged().ask_with(without, above(44)), (None, 0, vec![]));
}

/// The ply from which on a hash move is not judged any more.
fn too_far(aim: Depth) -> Option<i32> {
    least(1..300, |ply| !Judged { aim, ply: Ply::try_from(ply).unwrap(), ..judged() }.is_asked())
}

#[test]
fn no_line_is_carried_further_than_twice_as_far_as_was_asked_nor_than_the_greatest_depth() {
    // Depth 6 and two plies more.
    assert_eq!([6, 10, 50].map(too_far), [2 * 6 - 7, 2 * 10 - 7, 2 * 50 - 7].map(Some));
    assert_eq!([123, 124, MAX_DEPTH].map(too_far), [Some(i32::from(MAX_DEPTH) - 7); 3]);
    assert!(!Judged { ply: 0, ..judged() }.is_asked(), "the root is searched as deep as was asked");
}

#[test]
fn the_others_are_searched_half_as_deep_in_a_window_two_points_a_ply_below_the_promise() {
    for (depth, half, alpha) in [(6, 2, 37), (7, 3, 35), (8, 3, 33), (9, 4, 31), (10, 4, 29), (15, 7, 19)] {
        let promise = KnownValue { draft: 14, ..judged().promise };
        let (_, _, entered) = Judged { depth, promise, ..judged() }.ask(above(44));
        assert_eq!(entered, [(3, half, alpha), (4, half - 1, -alpha - 1)], "depth {depth}");
    }
}

/// The node's answer and plies more for the hash move, where the other move is worth so much.
fn by_other(other: Option<Score>, window: impl Window) -> (Option<i32>, Depth) {
    let (answer, extension, _) = Judged { other, ..judged() }.ask(window);
    (answer, extension)
}

#[test]
fn worse_others_extend_the_hash_move_and_good_ones_reduce_it_or_answer() {
    let plain = |value| Some(Score::plain(value));
    for (value, expected) in [(-900, 2), (17, 2), (18, 1), (37, 1), (38, -1), (44, -1)] {
        assert_eq!(by_other(plain(value), above(44)), (None, expected), "{value}");
    }
    for value in [45, 50, 900] {
        assert_eq!(by_other(plain(value), above(44)), (Some(value), 0), "{value}");
    }
    // The promise is below beta.
    for (value, expected) in
        [(17, (None, 2)), (37, (None, 1)), (38, (None, 0)), (50, (None, 0)), (51, (Some(51), 0))]
    {
        assert_eq!(by_other(plain(value), above(50)), expected, "{value}");
    }
    assert_eq!(by_other(plain(49), above(49)), (None, -1), "as much as beta is enough");
    assert_eq!(by_other(Some(Score::win_in(9)), above(44)), (None, -1), "a win is not claimed");
    assert_eq!(by_other(Some(Score::loss_in(9)), above(44)), (None, 2));
    assert_eq!(by_other(None, above(44)), (None, 1), "the only move");
    let open = Full::new(Score::plain(30), Score::plain(45)).unwrap();
    for (value, expected) in [(-900, 1), (17, 1), (37, 1), (38, -1), (45, -1), (900, -1)] {
        assert_eq!(by_other(plain(value), open), (None, expected), "{value} in an open window");
    }
}

#[test]
fn a_line_that_has_grown_by_six_plies_is_extended_by_one_at_a_time() {
    let far = Judged { aim: 20, other: Some(Score::DRAW), ..judged() };
    let extensions = [1, 10, 19, 20, 21, 30].map(|ply| Judged { ply, ..far }.ask(above(44)).1);
    assert_eq!(extensions, [2, 2, 2, 1, 1, 1]);
}

#[test]
fn a_stopped_judgement_ends_the_node() {
    let known = Known { mv: Some(0), evaluation: None, value: Some(judged().promise) };
    let told = Told { other: Some(Score::DRAW), ..Told::with(Technique::SingularExtensions) };
    let mut search = Search::new(NoTable).with_policy(told).with_limit(NodeLimit(0));
    search.aim = 20;
    let (mut game, mut standing) = (Spot::default(), standing(None));
    let found = search.judge_hash_move(&mut game, node(6, 3), above(44), &known, &mut standing);
    assert!(found.is_some() && standing.extension == 0);
}

#[test]
fn what_the_table_knows_informs_the_evaluation_where_that_is_asked_for() {
    let known = Some(judged().promise);
    let informed = |told, known| search(told).informed::<Spot>(Score::plain(10), known).get();
    let told = Told::with(Technique::TableEvaluation);
    assert_eq!([informed(told, known), informed(told, None), informed(TOLD, known)], [50, 10, 10]);
}
