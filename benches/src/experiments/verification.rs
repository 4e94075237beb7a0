//! Experiment A: a table that checks 16 bits of the key, and what two policies make of 1,024 slots.

use games::tic_tac_toe::{Square, TicTacToe};
use search::Game as _;
use ttable::{Always, Clustered, DepthPreferred, OnePerIndex, Packed, Replacement, Size};

use super::keys::mersenne;
use super::{Run, published, search};
use crate::sheet::Sheet;

/// An old entry stays if its draft is at least the new one's, whichever position it is of.
pub fn depth_preferred() -> Run {
    run(DepthPreferred::DEEPER)
}

/// The newest entry stays.
pub fn always() -> Run {
    run(Always)
}

/// The slot from the low bits of the key, the check from bits 12 to 27.
///
/// # Panics
///
/// If 16 KiB of memory cannot be had.
fn run(policy: impl Replacement<Packed>) -> Run {
    let keys = mersenne(published::SEED_A);
    let size = Size::Clusters(published::SLOTS_A as u64);
    let table = Clustered::new(OnePerIndex::bits(12, 16), policy, size).expect("1,024 slots of 16 bytes");
    search(TicTacToe::with_keys(&keys), table)
}

/// What X's first move on square 5 changes in the key.
///
/// # Panics
///
/// Never: there is a square 5.
pub fn first_move_key() -> u64 {
    let keys = mersenne(published::SEED_A);
    let mut board = TicTacToe::with_keys(&keys);
    let before = board.key();
    board.make(Square::new(5).expect("below 9"));
    before ^ board.key()
}

/// Experiment A as a table.
pub fn sheets() -> Vec<Sheet> {
    let mut sheet = Sheet::new(
        format!(
            "Experiment A: {} slots, 16 bits of the key checked, seed {}",
            published::SLOTS_A,
            published::SEED_A
        ),
        &["policy", "nodes", "published", "probes", "hits", "cutoffs", "stores", "evictions", "value"],
    );
    for (name, run, (traffic, stores, evictions)) in [
        ("depth-preferred", depth_preferred(), published::A_DEPTH),
        ("always replace", always(), published::A_ALWAYS),
    ] {
        let counts = run.counts;
        sheet.row([
            name.into(),
            counts.nodes.into(),
            traffic.nodes.into(),
            counts.probes.into(),
            counts.hits.into(),
            counts.table_cutoffs.into(),
            counts.stores.into(),
            run.overwritten().into(),
            run.value.into(),
        ]);
        sheet.expect(name, run.traffic(), traffic);
        sheet.expect(name, (counts.stores, run.overwritten(), run.value), (stores, evictions, 0));
    }
    sheet.expect("first move", first_move_key(), published::FIRST_MOVE_KEY);
    sheet.remark("An eviction here is a store over any slot that is not empty.");
    sheet.remark(format!("X's first move on square 5 changes the key by {:#018x}.", first_move_key()));
    vec![sheet]
}
