//! Which moves are left out or reduced, and which not.

use super::*;

/// A question of whether a move is left out: of what is usual, some is said otherwise.
#[derive(Clone, Copy)]
struct Late {
    told: Told,
    depth: Depth,
    index: usize,
    standing: Standing,
    best: Score,
}

impl Late {
    fn is_left_out(self, window: impl Window) -> bool {
        let Self { told, depth, index, standing, best } = self;
        search(told).leaves_out(&Spot::default(), node(depth, 3), window, &standing, (0, index, best))
    }

    fn of(told: Told) -> Self {
        Self { told, depth: 1, index: 1, standing: standing(None), best: Score::plain(-50) }
    }
}

#[test]
fn quiet_moves_so_late_are_left_out() {
    let late = Late::of(Told::with(Technique::LateMovePruning));
    let first = |late: Late| {
        DEPTHS
            .map(|depth| {
                let is_left_out = |index| {
                    Late { depth, index: usize::try_from(index).unwrap(), ..late }.is_left_out(above(0))
                };
                least(0..99, is_left_out)
            })
            .collect::<Vec<_>>()
    };
    let some = |first: [i32; 7]| first.map(Some).into_iter().chain([None, None]).collect::<Vec<_>>();
    assert_eq!(first(late), some([2, 4, 6, 10, 14, 20, 26]));
    let improving = Late { standing: Standing { improving: true, ..late.standing }, ..late };
    assert_eq!(first(improving), some([5, 8, 13, 20, 29, 40, 53]));
    let never = [
        Late { told: Told { quiet: false, ..late.told }, ..late },
        Late { told: TOLD, ..late },
        Late { standing: Standing { calm: false, ..late.standing }, ..late },
        Late { best: Score::loss_in(9), ..late },
        Late { best: Score::MIN, ..late },
    ];
    for (case, late) in never.into_iter().enumerate() {
        assert_eq!(first(late), [None; 9], "{case}");
    }
    let late = Late { index: 50, ..late };
    assert!(late.is_left_out(above(0)));
    assert!(!late.is_left_out(Full::new(Score::plain(0), Score::plain(2)).unwrap()), "in an open window");
    assert!(!late.is_left_out(Null::above(Score::win_in(9))), "where nothing but a win is good enough");
    assert!(!late.is_left_out(Null::above(Score::loss_in(9))), "where anything is");
}

#[test]
fn quiet_moves_are_left_out_where_the_evaluation_is_so_far_below_alpha() {
    let late = Late::of(Told::with(Technique::Futility));
    // The least alpha at which a move is left out, where the evaluation is 10.
    let least_alpha = |late: Late| {
        DEPTHS
            .map(|depth| least(0..999, |alpha| Late { depth, ..late }.is_left_out(above(alpha))))
            .collect::<Vec<_>>()
    };
    let late = Late { standing: standing(Some(10)), ..late };
    let some = [220, 310, 400, 490, 580, 670, 760].map(Some);
    assert_eq!(least_alpha(late), some.into_iter().chain([None, None]).collect::<Vec<_>>());
    let never = [
        Late { index: 0, ..late },
        Late { told: Told { quiet: false, ..late.told }, ..late },
        Late { told: TOLD, ..late },
        Late { standing: Standing { calm: false, ..late.standing }, ..late },
        Late { standing: standing(None), ..late },
    ];
    for (case, late) in never.into_iter().enumerate() {
        assert_eq!(least_alpha(late), [None; 9], "{case}");
    }
}

#[test]
fn moves_that_promise_so_little_are_left_out() {
    let late = Late::of(Told::with(Technique::HistoryPruning));
    let least_loss = |late: Late| {
        let is_left_out = |depth, loss: i32| {
            let told = Told { promise: -loss, ..late.told };
            Late { told, depth, ..late }.is_left_out(above(0))
        };
        DEPTHS.map(|depth| least(-9..1_024, |loss| is_left_out(depth, loss))).collect::<Vec<_>>()
    };
    let some = [151, 301, 451, 601].map(Some);
    assert_eq!(least_loss(late), some.into_iter().chain([None; 5]).collect::<Vec<_>>());
    assert_eq!(least_loss(Late { told: Told { quiet: false, ..late.told }, ..late }), [None; 9]);
    assert_eq!(least_loss(Late { told: TOLD, ..late }), [None; 9]);
    let not_calm = Standing { calm: false, ..late.standing };
    assert_eq!(least_loss(Late { standing: not_calm, ..late }), [None; 9]);
}

#[test]
fn moves_that_lose_so_much_by_exchange_are_left_out() {
    let late = Late::of(Told::with(Technique::ExchangePruning));
    let least_loss = |late: Late| {
        let is_left_out = |depth, loss: i32| {
            let told = Told { exchange: -loss, ..late.told };
            Late { told, depth, ..late }.is_left_out(above(0))
        };
        DEPTHS.map(|depth| least(-9..999, |loss| is_left_out(depth, loss))).collect::<Vec<_>>()
    };
    let some = |loss: [i32; 7]| loss.map(Some).into_iter().chain([None, None]).collect::<Vec<_>>();
    assert_eq!(least_loss(late), some([61, 121, 181, 241, 301, 361, 421]));
    let noisy = Late { told: Told { quiet: false, ..late.told }, ..late };
    assert_eq!(least_loss(noisy), some([101, 201, 301, 401, 501, 601, 701]));
    assert_eq!(least_loss(Late { told: TOLD, ..late }), [None; 9]);
    let not_calm = Standing { calm: false, ..late.standing };
    assert_eq!(least_loss(Late { standing: not_calm, ..late }), [None; 9]);
}

#[test]
fn in_quiescence_moves_whose_prize_is_too_small_are_left_out() {
    let late = Late { depth: 0, index: 0, ..Late::of(Told::with(Technique::DeltaPruning)) };
    let content = |content: i32| Standing { content: Some(Score::plain(content)), ..standing(None) };
    let least_alpha = |late: Late| least(0..999, |alpha| late.is_left_out(above(alpha)));
    let late = Late { standing: content(7), told: Told { prize: 30, ..late.told }, ..late };
    for (depth, index) in [(0, 0), (0, 9), (-3, 1)] {
        assert_eq!(least_alpha(Late { depth, index, ..late }), Some(7 + 30 + 180));
    }
    assert_eq!(least_alpha(Late { depth: 1, ..late }), None);
    assert_eq!(least_alpha(Late { standing: standing(Some(7)), ..late }), None, "where a threat is answered");
    assert_eq!(least_alpha(Late { told: Told { uses: Chosen::NONE, ..late.told }, ..late }), None);
}

/// Everything else, at depth 0 or below, leaves all moves.
#[test]
fn in_quiescence_nothing_else_leaves_moves_out() {
    let told =
        Told { uses: Chosen::ALL.without(Technique::DeltaPruning), promise: -999, exchange: -999, ..TOLD };
    let late = Late { index: 99, standing: standing(Some(-9_999)), ..Late::of(told) };
    let found: Vec<bool> = (-3..=1).map(|depth| Late { depth, ..late }.is_left_out(above(0))).collect();
    assert_eq!(found, [false, false, false, false, true]);
}

/// Plies less by depth 2, 3, 6, 12 and 24, for the moves tried as number 1, 2, 5, 15 and 63.
fn reductions<W: Window>(told: Told, standing: &Standing, cut: bool) -> [[Depth; 5]; 5] {
    [2, 3, 6, 12, 24].map(|depth| {
        let (game, node) = (Spot::default(), Node { cut, ..node(depth, 3) });
        [1, 2, 5, 15, 63].map(|index| search(told).reduction::<_, W>(&game, node, standing, (0, index)))
    })
}

/// ln(depth) · ln(number + 1) / 2 + 0.4 for these, with straight lines between the powers of 2, rounded down.
const PLAIN: [[Depth; 5]; 5] =
    [[0, 0, 0, 0, 0], [0, 0, 1, 1, 2], [0, 1, 1, 2, 4], [0, 1, 2, 3, 5], [0, 2, 3, 4, 6]];

/// These reductions and so many plies more; none of the first move nor at depth 2, and never to quiescence.
fn and_more(reductions: [[Depth; 5]; 5], more: Depth) -> [[Depth; 5]; 5] {
    let mut sum = reductions;
    for (plies, depth) in sum.iter_mut().zip([2, 3, 6, 12, 24]) {
        for plies in &mut plies[1..] {
            *plies = (*plies + more).clamp(0, depth - 2);
        }
    }
    sum
}

#[test]
fn late_moves_are_reduced() {
    let told = Told::with(Technique::LateMoveReductions);
    let noisy = Told { quiet: false, ..told };
    let halved = PLAIN.map(|depth| depth.map(|plies| plies / 2));
    for improving in [false, true] {
        let standing = Standing { improving, ..standing(None) };
        let (unsure, null) = (Depth::from(!improving), reductions::<Null>);
        assert_eq!(null(told, &standing, false), and_more(PLAIN, unsure));
        assert_eq!(null(told, &standing, true), and_more(PLAIN, unsure + 1), "a Cut-node's");
        assert_eq!(null(noisy, &standing, false), and_more(halved, 0));
        assert_eq!(null(noisy, &standing, true), and_more(halved, 1));
        // In an open window a ply less, and neither counts.
        for cut in [false, true] {
            assert_eq!(reductions::<Full>(told, &standing, cut), and_more(PLAIN, -1));
            assert_eq!(reductions::<Full>(noisy, &standing, cut), and_more(halved, -1));
        }
        for (promise, more) in [(199, 0), (-199, 0), (200, -1), (-200, 1), (1_024, -5), (-1_024, 5)] {
            let found = null(Told { promise, ..told }, &standing, false);
            assert_eq!(found, and_more(PLAIN, unsure + more), "{promise}");
            let found = null(Told { promise, ..noisy }, &standing, false);
            assert_eq!(found, and_more(halved, 0), "what was learnt of quiet moves is not asked");
        }
        let not_calm = Standing { calm: false, ..standing };
        assert_eq!(null(told, &not_calm, false), [[0; 5]; 5]);
        assert_eq!(null(TOLD, &standing, false), [[0; 5]; 5]);
        for depth in -2..=1 {
            let reduction =
                search(told).reduction::<_, Null>(&Spot::default(), node(depth, 3), &standing, (0, 63));
            assert_eq!(reduction, 0);
        }
    }
}
