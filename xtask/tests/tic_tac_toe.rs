//! The search against plain minimax, exhaustively: every state of tic-tac-toe, every window, every table.
//!
//! A fail-soft result must be the true value where that lies inside the window, an upper bound of it at or below alpha,
//! and a lower bound at or above beta. Each test is one kind of table, so that the cores share them.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

#[path = "../../crates/search/tests/common/every_way.rs"]
mod every_way;

use std::sync::LazyLock;

use benches::experiments::{positions, tree_sizes};
use every_way::{consistent, finish, long};
use games::tic_tac_toe::TicTacToe;
use search::{AtLeast, Depth, Equal, Full as Window, Null, Plain, Policy, Score, Search, Window as _};
use ttable::{
    Aging, Always, Big, Clustered, DepthPreferred, Full, Layout, LeastWork, Masked, NoTable, Old,
    OnePerIndex, Replacement, Selective, Size, Table, TwoBig, TwoDeep, TwoPerIndex, TwoTier, Unbounded,
};

/// Every state with its value by plain minimax.
static STATES: LazyLock<Vec<(TicTacToe, Score)>> = LazyLock::new(|| {
    let states = positions::reachable(TicTacToe::new());
    states.into_iter().map(|state| (state, Score::plain(tree_sizes::plain_from(state).value))).collect()
});

/// Every window of −10 to 10.
fn windows() -> impl Iterator<Item = Window> {
    let scores = |least: i32| (least..=10).map(Score::plain);
    (-10..10).flat_map(move |alpha| {
        scores(alpha + 1).filter_map(move |beta| Window::new(Score::plain(alpha), beta))
    })
}

/// When a table forgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forget {
    /// Before each search.
    AtEachWindow,
    /// Before each state: the windows of a state share what they found.
    AtEachState,
}

/// Holds a search over `table` against minimax.
fn check<T>(name: &str, table: &mut T, clear: fn(&mut T))
where
    for<'a> &'a T: Table,
{
    let mut compared = 0;
    for forget in [Forget::AtEachWindow, Forget::AtEachState] {
        for &(state, value) in STATES.iter() {
            clear(table);
            for window in windows() {
                if forget == Forget::AtEachWindow {
                    clear(table);
                }
                // With a game searched to its end every draft is the depth, so both gates must do.
                let result = if forget == Forget::AtEachWindow {
                    result(&*table, Plain(Equal), state, window)
                } else {
                    result(&*table, Plain(AtLeast), state, window)
                };
                assert!(
                    consistent(result, value, window),
                    "{name}, {forget:?}: {state} is worth {value}, in {window:?} the search says {result}"
                );
                compared += 1;
            }
        }
    }
    finish(name, compared, 2 * 5_478 * 210);
}

fn result<T: Table, P: Policy<TicTacToe>>(
    table: T,
    policy: P,
    mut state: TicTacToe,
    window: Window,
) -> Score {
    let depth = Depth::from(9 - state.stones());
    let mut search = Search::new(table).with_policy(policy);
    // A window with nothing inside goes through its own type, as it does in solving.
    if window.beta() == window.alpha().succ() {
        search.run(&mut state, depth, Null::above(window.alpha())).score
    } else {
        search.run(&mut state, depth, window).score
    }
}

/// Checks clustered tables of a layout and a policy at several sizes.
fn check_clustered<L, R>(name: &str, layout: fn() -> L, policy: R)
where
    L: Layout,
    R: Replacement<L::Word> + Copy,
{
    for &clusters in sizes() {
        let mut table = Clustered::new(layout(), policy, Size::Clusters(clusters)).unwrap();
        check(&format!("{name}, {clusters} clusters"), &mut table, Clustered::clear);
    }
}

/// Table sizes in clusters: one, a few, and on demand so many that few entries are lost. Larger ones take long to clear.
fn sizes() -> &'static [u64] {
    if long() { &[1, 2, 16, 256, 2_048] } else { &[1, 16] }
}

#[test]
fn there_are_5478_states_and_210_windows() {
    assert_eq!(STATES.len(), 5_478);
    assert_eq!(windows().count(), 210);
}

#[test]
fn what_is_inconsistent_is_seen() {
    let window = Window::new(Score::plain(-2), Score::plain(3)).unwrap();
    let consistent = |result, value| consistent(Score::plain(result), Score::plain(value), window);
    assert!(
        consistent(1, 1) && consistent(-3, -5) && consistent(4, 5) && consistent(-2, -2) && consistent(3, 3)
    );
    assert!(
        !consistent(1, 0)
            && !consistent(-6, -5)
            && !consistent(-1, -5)
            && !consistent(6, 5)
            && !consistent(2, 5)
    );
}

#[test]
fn no_table() {
    check("no table", &mut NoTable, |_| ());
}

#[test]
fn unbounded() {
    check("unbounded", &mut Unbounded::new(), Unbounded::clear);
}

#[test]
fn full_aging() {
    check_clustered("full, aging", || Full, Aging);
}

#[test]
fn full_always() {
    check_clustered("full, always", || Full, Always);
}

#[test]
fn full_depth_preferred() {
    check_clustered("full, deeper", || Full, DepthPreferred::DEEPER);
    check_clustered("full, at least", || Full, DepthPreferred::AT_LEAST);
}

#[test]
fn full_selective() {
    check_clustered("full, selective", || Full, Selective::default());
}

#[test]
fn full_old() {
    check_clustered("full, old", || Full, Old);
}

#[test]
fn full_two_tier() {
    check_clustered("full, two tiers", || Full, TwoTier);
}

#[test]
fn masked_aging() {
    check_clustered("masked, aging", || Masked(Full), Aging);
}

#[test]
fn one_per_index() {
    check_clustered("one per index, always", OnePerIndex::whole, Always);
    check_clustered("one per index, at least", OnePerIndex::whole, DepthPreferred::AT_LEAST);
}

#[test]
fn one_per_index_by_work() {
    check_clustered("one per index, big", || OnePerIndex::whole().weighed(), Big);
    check_clustered("one per index, least work", || OnePerIndex::whole().weighed(), LeastWork);
}

#[test]
fn two_per_index_by_level() {
    check_clustered("two per index, two deep", TwoPerIndex::whole, TwoDeep);
    check_clustered("two per index, two big", || TwoPerIndex::whole().weighed(), TwoBig);
}

#[test]
fn two_per_index() {
    check_clustered("two per index, two tiers", TwoPerIndex::whole, TwoTier);
}
