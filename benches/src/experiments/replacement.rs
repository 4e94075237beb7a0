//! Experiment B: which entry gives way, at seven table sizes; and what a table is worth that checks no key.

use games::tic_tac_toe::{MarkKeys, Square, TicTacToe};
use search::Game as _;
use ttable::{
    Always, Clustered, DepthPreferred, Layout, OnePerIndex, Packed, Replacement, Size, TwoPerIndex, TwoTier,
};

use super::keys::mersenne;
use super::{Run, published, search};
use crate::plot::Axis;
use crate::sheet::Sheet;

/// The table sizes, in slots per tier.
pub const SLOTS: [usize; 7] = [16, 64, 256, 1_024, 4_096, 16_384, 65_536];

/// The policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The newest entry stays.
    Always,
    /// An old entry stays if its draft is greater than the new one's.
    Depth,
    /// A depth-preferred and an always-replace slot per index: what the first does not take, the second does.
    Two,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Always, Self::Depth, Self::Two];
}

/// The search from the empty board, over a table of so many slots (two of them per index for [`Policy::Two`]) that
/// checks the whole key.
pub fn verified(policy: Policy, slots: usize) -> Run {
    let keys = mersenne(published::SEED_B);
    let root = TicTacToe::with_keys(&keys);
    match policy {
        Policy::Always => run(root, OnePerIndex::whole(), Always, slots),
        Policy::Depth => run(root, OnePerIndex::whole(), DepthPreferred::AT_LEAST, slots),
        Policy::Two => run(root, TwoPerIndex::whole(), TwoTier, slots),
    }
}

/// The search from the empty board with [`Policy::Always`], over a table that takes any entry at the index for the
/// position's own.
pub fn unverified(slots: usize) -> Run {
    let keys = mersenne(published::SEED_B);
    run(TicTacToe::with_keys(&keys), OnePerIndex::unverified(), Always, slots)
}

/// The value of each first move for X, searched with a fresh table of 1,024 slots that checks the key or does not.
///
/// # Panics
///
/// Never: the squares are there.
pub fn first_moves(check: Check) -> [i32; 9] {
    let keys = mersenne(published::SEED_B);
    std::array::from_fn(|square| {
        let mut board = TicTacToe::with_keys(&keys);
        let square = u8::try_from(square).ok().and_then(Square::new);
        board.make(square.expect("one of nine"));
        -run(board, check(), Always, 1_024).value
    })
}

/// One search over a fresh table.
///
/// # Panics
///
/// If the memory of the largest table, 2 MiB, cannot be had.
fn run<L: Layout<Word = Packed>>(
    root: TicTacToe<&MarkKeys>,
    layout: L,
    policy: impl Replacement<Packed>,
    slots: usize,
) -> Run {
    let table = Clustered::new(layout, policy, Size::Clusters(slots as u64));
    search(root, table.expect("at most 65,536 slots of 32 bytes"))
}

/// How much of the key a table checks.
type Check = fn() -> OnePerIndex;

/// Experiment B as tables.
pub fn sheets() -> Vec<Sheet> {
    vec![verified_sheet(), unverified_sheet(), first_move_sheet()]
}

fn verified_sheet() -> Sheet {
    let mut sheet = Sheet::new(
        format!(
            "Experiment B: nodes by table size and policy, whole key checked, seed {}",
            published::SEED_B
        ),
        &["slots", "always", "depth", "two", "published"],
    );
    for slots in SLOTS {
        let runs = Policy::ALL.map(|policy| verified(policy, slots));
        let nodes = runs.map(|run| run.counts.nodes);
        let truth = published::B_NODES.iter().find(|(published, _)| *published == slots);
        let shown = truth.map_or(String::new(), |(_, nodes)| nodes.map(|n| n.to_string()).join(" / "));
        let [always, depth, two] = nodes;
        sheet.row([slots.into(), always.into(), depth.into(), two.into(), shown.into()]);
        for (policy, run) in Policy::ALL.iter().zip(runs) {
            sheet.expect(&format!("{slots} slots, {policy:?}"), run.value, 0);
        }
        if let Some(&(_, truth)) = truth {
            sheet.expect(&format!("{slots} slots"), nodes, truth);
        }
    }
    sheet.plot_columns(
        "Tic-tac-toe: nodes by table size",
        ("slots", Axis::log("slots of the table")),
        &["always", "depth", "two"],
        Axis::log("nodes"),
    );
    sheet.remark("`two` has two slots per index, so twice the entries. The value is 0 at every size.");
    sheet
}

fn unverified_sheet() -> Sheet {
    let mut sheet = Sheet::new(
        format!("Experiment B: any entry at the index accepted, always replace, seed {}", published::SEED_B),
        &["slots", "nodes", "published", "value", "published", "right"],
    );
    for (slots, nodes, value) in published::B_UNVERIFIED {
        let run = unverified(slots);
        sheet.row([
            slots.into(),
            run.counts.nodes.into(),
            nodes.into(),
            run.value.into(),
            value.into(),
            0.into(),
        ]);
        sheet.expect(&format!("{slots} slots, unverified"), (run.counts.nodes, run.value), (nodes, value));
    }
    sheet.remark("A table that checks no key answers for other positions: fast, and wrong.");
    sheet
}

fn first_move_sheet() -> Sheet {
    let mut sheet = Sheet::new(
        "Experiment B: the nine first moves, 1,024 slots, fresh table each",
        &["key", "0", "1", "2", "3", "4", "5", "6", "7", "8"],
    );
    let checks: [(&str, Check, [i32; 9]); 2] = [
        ("unverified", OnePerIndex::unverified, published::B_FIRST_MOVES),
        ("verified", OnePerIndex::whole, [0; 9]),
    ];
    for (name, check, truth) in checks {
        let found = first_moves(check);
        sheet.row(std::iter::once(name.into()).chain(found.map(Into::into)));
        sheet.expect(&format!("first moves, {name}"), found, truth);
    }
    sheet
}
