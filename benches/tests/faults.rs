//! Searches over tables with one thing wrong: losses change no value, and a safeguard turned off is noticed.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

#[path = "../../crates/ttable/tests/common/faulty.rs"]
mod faulty;

use benches::experiments::AnyDraft;
use benches::experiments::positions::reachable;
use faulty::{Fault, Faulty};
use games::tic_tac_toe::TicTacToe;
use search::{Depth, DepthGate, Equal, Full as OpenWindow, Plain, Score, Search, minimax};
use ttable::{Aging, Clustered, Compact, CompactLine, Full, Layout, Packed, Size, Table};

/// Values that differ from minimax's, over all depths of some positions, all searched over one table.
fn wrong(table: &impl Table, gate: impl DepthGate + Copy) -> usize {
    let mut wrong = 0;
    for mut board in reachable(TicTacToe::new()).into_iter().step_by(37) {
        for depth in 1..=Depth::from(9 - board.stones()) {
            let answer = Search::new(table).with_policy(Plain(gate)).run(&mut board, depth, OpenWindow::OPEN);
            let value = minimax(&mut board, depth, &|_| Score::DRAW, &mut ());
            wrong += usize::from(answer.score != value);
        }
    }
    wrong
}

fn with<L: Layout<Word = Packed>>(layout: L, fault: Fault, gate: impl DepthGate + Copy) -> usize {
    // Few slots, so that there is much to lose and to take for another's.
    wrong(&Clustered::new(Faulty::new(layout, fault), Aging, Size::Clusters(50)).unwrap(), gate)
}

#[test]
fn losses_evictions_and_torn_pairs_change_no_value() {
    for fault in Fault::HARMLESS {
        assert_eq!(with(Full, fault, Equal), 0, "{fault:?}");
        assert_eq!(with(Compact::new(), fault, Equal), 0, "{fault:?}");
        assert_eq!(with(CompactLine::new(), fault, Equal), 0, "{fault:?}");
    }
}

#[test]
fn verification_or_the_depth_gate_turned_off_changes_values() {
    for fault in Fault::HARMFUL {
        assert!(with(Full, fault, Equal) > 0, "{fault:?}");
        assert!(with(Compact::new(), fault, Equal) > 0, "{fault:?}");
    }
    assert!(with(Full, Fault::None, AnyDraft) > 0);
}
