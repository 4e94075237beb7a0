//! The exact solver on Connect Four, against brute force that knows nothing but the rules.

use std::collections::HashMap;

use games::connect_four::{Bits, ConnectK, ThreatBoard};
use search::{Game, Mixed, NoTable, Outcome, Score, Solver, Unbounded};

/// The value of every position reachable from `board`, by its lossless key.
fn brute_force<const W: usize, const H: usize, const K: usize, B: Bits>(
    board: &mut ConnectK<W, H, K, B>,
    values: &mut HashMap<B, (ConnectK<W, H, K, B>, i16)>,
) -> i16 {
    if let Some(&(_, value)) = values.get(&board.lossless_key()) {
        return value;
    }
    let value = match board.outcome() {
        Some(Outcome::Value(value)) => value,
        Some(_) => 0,
        None => {
            let mut moves = <ConnectK<W, H, K, B> as Game>::List::default();
            board.legal_moves(&mut moves);
            let mut best = i16::MIN;
            for column in moves {
                let undo = board.make(column);
                best = best.max(-brute_force(board, values));
                board.unmake(column, undo);
            }
            best
        }
    };
    values.insert(board.lossless_key(), (*board, value));
    value
}

/// Solves every position that is not over, with one table for all, and those near the end without any.
fn every_position_agrees<const W: usize, const H: usize>() -> usize {
    every_position_agrees_of::<W, H, 4, u64>()
}

fn every_position_agrees_of<const W: usize, const H: usize, const K: usize, B: Bits>() -> usize {
    let mut values = HashMap::new();
    brute_force(&mut ConnectK::<W, H, K, B>::new(), &mut values);
    let table = Mixed(Unbounded::new());
    let (least, greatest) = ConnectK::<W, H, K, B>::value_range();
    let mut positions: Vec<_> = values.values().collect();
    positions.sort_unstable_by_key(|(board, _)| board.lossless_key());
    for (board, value) in positions {
        if board.outcome().is_some() {
            continue;
        }
        let position = ThreatBoard::from(*board);
        let score = Solver::new(&table).solve(position, least, greatest).score;
        assert_eq!(score, Score::plain((*value).into()), "\n{board}");
        if board.stones() + 10 >= ConnectK::<W, H, K, B>::AREA {
            let score = Solver::new(NoTable).solve(position, least, greatest).score;
            assert_eq!(score, Score::plain((*value).into()), "\n{board}");
        }
    }
    values.len()
}

// John Tromp's counts of the positions that can arise, the empty board and finished games among them.
#[test]
fn every_position_of_4x4_has_its_brute_force_value() {
    assert_eq!(every_position_agrees::<4, 4>(), 161_029);
}

#[test]
fn every_position_of_boards_with_an_odd_number_of_rows_has_its_brute_force_value() {
    every_position_agrees::<5, 3>();
    every_position_agrees::<3, 5>();
    every_position_agrees::<6, 2>();
}

/// In a wider word, and with five in a row, the solver is as right.
#[test]
fn every_position_of_other_words_and_lines_has_its_brute_force_value() {
    assert_eq!(every_position_agrees_of::<4, 4, 4, u128>(), 161_029);
    every_position_agrees_of::<5, 3, 5, u64>();
    every_position_agrees_of::<3, 5, 5, u128>();
    every_position_agrees_of::<6, 2, 5, u64>();
}

/// Minutes of work: done where `TRANSPOSE_LONG` is set.
#[test]
fn every_position_of_4x5_and_5x4_has_its_brute_force_value() {
    if std::env::var_os("TRANSPOSE_LONG").is_some() {
        assert_eq!(every_position_agrees::<4, 5>(), 1_706_255);
        assert_eq!(every_position_agrees::<5, 4>(), 3_945_711);
    }
}
