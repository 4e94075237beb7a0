//! Which nodes are answered without a search of their moves, extended or reduced; which moves are put off.

use super::*;

/// The node's answer without a search of its moves, and what was entered for it.
fn decided(
    told: Told,
    depth: Depth,
    evaluation: i32,
    window: impl Window,
) -> (Option<i32>, Vec<(Ply, Depth, i32)>) {
    let mut search = search(told);
    let mut game = Spot::default();
    let score = search.hopeless_or_decided(&mut game, node(depth, 3), window, &standing(Some(evaluation)));
    assert_eq!(game, Spot::default());
    (score.map(Score::get), search.observer.0)
}

#[test]
fn so_far_above_beta_the_evaluation_is_the_answer() {
    let told = Told::with(Technique::ReverseFutility);
    let least_evaluation = |improving: bool| {
        DEPTHS
            .map(|depth| {
                least(-200..999, |evaluation| {
                    let standing = Standing { improving, ..standing(Some(evaluation)) };
                    let found = search(told).hopeless_or_decided(
                        &mut Spot::default(),
                        node(depth, 3),
                        above(0),
                        &standing,
                    );
                    assert!(found.is_none_or(|score| score.get() == evaluation));
                    found.is_some()
                })
            })
            .collect::<Vec<_>>()
    };
    let some = |least: [i32; 7]| least.map(Some).into_iter().chain([None, None]).collect::<Vec<_>>();
    assert_eq!(least_evaluation(false), some([91, 181, 271, 361, 451, 541, 631]));
    assert_eq!(least_evaluation(true), some([1, 91, 181, 271, 361, 451, 541]));
    assert_eq!(
        decided(told, 1, 900, Null::above(Score::loss_in(9))),
        (None, vec![]),
        "not where it is a loss to be averted"
    );
    assert_eq!(decided(TOLD, 1, 900, above(0)), (None, vec![]));
}

#[test]
fn so_far_below_alpha_quiescence_may_answer() {
    let told = Told { leaf: 5, ..Told::with(Technique::Razoring) };
    let asked = |depth, alpha| !decided(told, depth, 10, above(alpha)).1.is_empty();
    let found: Vec<_> = DEPTHS.map(|depth| least(0..3_000, |alpha| asked(depth, alpha))).collect();
    assert_eq!(found[..3], [410, 860, 1_610].map(Some));
    assert_eq!(found[3..], [None; 6]);
    // The game is worth 5, or as much as alpha, or more; the evaluation is far below.
    let entered = vec![(3, 0, 5)];
    assert_eq!(decided(told, 2, -2_000, above(5)), (Some(5), entered.clone()));
    assert_eq!(decided(Told { leaf: 4, ..told }, 2, -2_000, above(5)), (Some(4), entered.clone()));
    assert_eq!(decided(Told { leaf: 6, ..told }, 2, -2_000, above(5)), (None, entered));
    assert_eq!(decided(told, 2, -2_000, Null::above(Score::win_in(9))), (None, vec![]));
    assert_eq!(decided(TOLD, 2, -2_000, above(5)), (None, vec![]));
    let mut stopped = search(Told { leaf: 6, ..told }).with_limit(NodeLimit(0));
    let found =
        stopped.hopeless_or_decided(&mut Spot::default(), node(2, 3), above(-5), &standing(Some(-2_000)));
    assert!(found.is_some(), "a stopped search goes no further");
}

/// The depth at which the position after a pass is searched; `None` where nobody passes.
fn after_a_pass(told: Told, depth: Depth, surplus: i32) -> Option<Depth> {
    let (score, entered) = decided(told, depth, 40 + surplus, above(39));
    let first = entered.first()?;
    assert_eq!(
        (score, first.0, first.2),
        (Some(told.passed.get()), 4, -40),
        "a ply on, with the other side's window"
    );
    Some(first.1)
}

#[test]
fn passing_is_searched_less_deep_by_depth_and_surplus() {
    let told = Told { passed: Score::plain(50), leaf: 50, ..Told::with(Technique::NullMove) };
    let depths =
        |surplus| [1, 2, 3, 4, 5, 7, 8, 11, 12, 16, 20].map(|depth| after_a_pass(told, depth, surplus));
    let some = |depths: [Depth; 9]| -> Vec<_> { [None, None].into_iter().chain(depths.map(Some)).collect() };
    for (surpluses, expected) in [
        ([0, 1, 199], [0, 0, 1, 3, 3, 6, 6, 9, 12]),
        ([200, 300, 399], [0, 0, 0, 2, 2, 5, 5, 8, 11]),
        ([400, 500, 599], [0, 0, 0, 1, 1, 4, 4, 7, 10]),
        ([600, 5_000, 20_000], [0, 0, 0, 0, 0, 3, 3, 6, 9]),
    ] {
        for surplus in surpluses {
            assert_eq!(depths(surplus)[..], some(expected), "{surplus}");
        }
    }
    assert_eq!(depths(-1), [None; 11], "not below beta");
    let without =
        Told { uses: Chosen::ALL.without(Technique::NullMove).without(Technique::ReverseFutility), ..told };
    assert_eq!(after_a_pass(without, 9, 0), None);
    assert_eq!(decided(told, 9, 40, Null::above(Score::loss_in(9))), (None, vec![]));
}

#[test]
fn what_passing_promises_is_the_answer_up_to_a_depth_from_which_it_is_verified() {
    let told = Told { passed: Score::plain(50), leaf: 45, ..Told::with(Technique::NullMove) };
    let entered = |found: (Option<i32>, Vec<(Ply, Depth, i32)>)| (found.0, found.1.len());
    assert_eq!(entered(decided(told, 11, 60, above(49))), (Some(50), 1));
    assert_eq!(entered(decided(told, 11, 60, above(50))), (None, 1), "it is not enough");
    let win = Told { passed: Score::win_in(9), ..told };
    assert_eq!(entered(decided(win, 11, 60, above(49))), (Some(50), 1), "no win is claimed");
    // From depth 12 on as deep once more, at the node itself, where nobody passes.
    assert_eq!(decided(told, 12, 60, above(44)), (Some(50), vec![(4, 6, -45), (3, 6, 44)]));
    assert_eq!(decided(told, 12, 60, above(45)), (None, vec![(4, 6, -46), (3, 6, 45)]));
    let mut search = search(told);
    for _ in 0..2 {
        let mut ask = || search.null_move(&mut Spot::default(), node(12, 3), above(44), &standing(Some(60)));
        assert_eq!(ask().map(Score::get), Some(50), "and the next time somebody may pass again");
    }
    for nodes in 0..=1 {
        let mut stopped = Search::new(NoTable).with_policy(told).with_limit(NodeLimit(nodes));
        let found = stopped.null_move(&mut Spot::default(), node(12, 3), above(45), &standing(Some(60)));
        assert!(found.is_some() && stopped.stopped.is_some(), "stopped at the node after {nodes}");
    }
}

/// An expected Cut-node's late moves are reduced by a ply more: so it shows which one a node is.
#[test]
fn after_a_pass_a_cut_node_is_expected_where_none_was_and_none_where_one_was() {
    let uses = Chosen::NONE.with(Technique::NullMove).with(Technique::LateMoveReductions);
    let told = Told { uses, passed: Score::plain(50), leaf: 50, replies: true, ..TOLD };
    let replies = |cut| {
        let mut search = search(told);
        let node = Node { cut, ..node(11, 3) };
        search.null_move(&mut Spot::default(), node, above(39), &standing(Some(40)));
        let replies = search.observer.0.iter().filter(|&&(ply, _, _)| ply == 5);
        replies.map(|&(_, depth, _)| depth).collect::<Vec<_>>()
    };
    assert_eq!([replies(true), replies(false)], [[5, 5, 3], [5, 5, 2]]);
}

#[test]
fn a_threat_is_searched_a_ply_deeper_up_to_the_greatest_depth() {
    let search = search(Told::with(Technique::CheckExtensions));
    let extended = |calm, depth, ply| {
        let (child, reduction) = search.extended::<Spot>(Node { calm, ..node(depth, ply) }, 2);
        (child.depth, reduction)
    };
    for (depth, ply) in [(0, 1), (5, 9), (0, 246), (100, 146)] {
        assert_eq!(extended(true, depth, ply), (depth, 2));
        let may_grow = i32::from(ply) + i32::from(depth) < i32::from(MAX_DEPTH);
        assert_eq!(extended(false, depth, ply), (depth + Depth::from(may_grow), 0), "{depth} at {ply}");
    }
    assert_eq!(extended(false, -1, 3), (-1, 0), "not in quiescence");
    let without = self::search(TOLD).extended::<Spot>(Node { calm: false, ..node(5, 9) }, 2);
    assert_eq!((without.0.depth, without.1), (5, 0));
}

#[test]
fn without_a_hash_move_a_node_is_searched_a_ply_less() {
    let told = Told::with(Technique::InternalReduction);
    let depths = |told, ply, hash_move: Option<u16>| {
        let search = search(told);
        [0, 3, 4, 5, 20]
            .map(|depth| search.reduced_without_hash_move::<Spot>(node(depth, ply), hash_move.as_ref()).depth)
    };
    assert_eq!(depths(told, 1, None), [0, 3, 3, 4, 19]);
    assert_eq!(depths(told, 0, None), [0, 3, 4, 5, 20], "the root is searched as deep as was asked");
    assert_eq!(depths(told, 1, Some(0)), [0, 3, 4, 5, 20]);
    assert_eq!(depths(TOLD, 1, None), [0, 3, 4, 5, 20]);
}

/// The table knows these of the child after move 3: does that answer a node `depth` plies deep, 2 plies from the root?
fn child_answers(told: Told, depth: Depth, window: impl Window, entry: Entry) -> Option<(i32, Option<u16>)> {
    let (table, game) = (Unbounded::new(), Spot::default());
    table.store(table.locate(Spot(vec![3]).key()), &entry, 1);
    let mut search = Search::new(&table).with_policy(told).with_observer(Counts::default());
    let node = Node { handle: table.locate(game.key()), depth, ply: 2, calm: true, cut: false };
    let found = search.child_cutoff(&game, node, window);
    assert_eq!(search.observer.table_cutoffs, u64::from(found.is_some()));
    found.map(|found| (found.score.get(), found.mv))
}

#[test]
fn a_child_known_to_be_bad_enough_for_the_other_side_answers() {
    let told = Told::with(Technique::ChildProbes);
    let entry = |value, bound| Entry::new(value, bound, 7);
    let (upper, exact) = (entry(-20, Bound::Upper), entry(-20, Bound::Exact));
    let answer = Some((20, Some(3)));
    for depth in 0..=9 {
        // Deep enough a node to look, and not deeper than the child's draft allows.
        let found = child_answers(told, depth, above(10), upper);
        assert_eq!(found, answer.filter(|_| (5..=8).contains(&depth)), "{depth}");
    }
    for bound in [upper, exact] {
        assert_eq!(child_answers(told, 8, above(19), bound), answer, "just enough");
        assert_eq!(child_answers(told, 8, above(20), bound), None, "just not");
    }
    assert_eq!(
        child_answers(told, 8, above(10), entry(-20, Bound::Lower)),
        None,
        "it may be better for the other side"
    );
    assert_eq!(child_answers(told, 8, above(30), entry(-20, Bound::Lower)), None);
    assert_eq!(child_answers(told, 8, Full::new(Score::plain(5), Score::plain(10)).unwrap(), upper), None);
    assert_eq!(child_answers(TOLD, 8, above(10), upper), None);
    let trusted = |least| child_answers(Told { trusted: Score::plain(least), ..told }, 8, above(10), upper);
    assert_eq!([trusted(20), trusted(21)], [answer, None], "asked of the node's own score");
    // A loss in 4 for the child, 3 plies from the root, is a win in 7 plies there.
    let loss = Entry::new(Score::loss_in(7).to_table(3), Bound::Exact, 7);
    assert_eq!(child_answers(told, 8, above(10), loss), Some((Score::win_in(7).get(), Some(3))));
}

#[test]
fn moves_are_marked_from_a_depth_on_while_others_are_there() {
    let told = Told { company: true, ..TOLD };
    let mark = |told, depth, mv| search(told).mark(&Spot::default(), node(depth, 3), mv);
    let marked = [-1, 0, 3, 4, 5, 20].map(|depth| mark(told, depth, 2).is_some());
    assert_eq!(marked, [false, false, false, true, true, true]);
    assert_eq!(mark(TOLD, 20, 2), None, "nobody would hear of it");
    let search = search(told);
    let positions = (0..40).map(|mv| Spot(vec![mv])).chain([Spot::default()]);
    let marks: HashSet<_> = positions
        .flat_map(|game| (0..40).map(move |mv| (game.clone(), mv)))
        .map(|(game, mv)| search.mark(&game, node(4, 3), mv))
        .collect();
    assert_eq!(marks.len(), 41 * 40, "each move of each position has a mark of its own");
    assert_eq!(search.mark(&Spot::default(), node(4, 3), 2), mark(told, 9, 2), "to whatever depth");
}

#[test]
fn a_move_that_another_searches_is_put_off_but_not_the_first_nor_a_hopeless_one() {
    let search = search(Told { company: true, ..TOLD });
    let puts_off =
        |mark, index, hopeless| search.puts_off(&mut Moves::all(vec![0; 9]), mark, (index, hopeless));
    assert!(puts_off(Some(BUSY), 1, false) && puts_off(Some(BUSY), 8, false));
    assert!(!puts_off(Some(BUSY), 0, false) && !puts_off(Some(BUSY), 1, true));
    assert!(!puts_off(Some(BUSY + 1), 1, false) && !puts_off(None, 1, false));
    assert!(!puts_off(Some(BUSY), 64, false), "there is no note of so late a move");
}
