//! Repetitions that are a move away, found without making a move, against making every move.

use games::chess::{Board, Color, Line, Move, Role};
use zkeys::SplitMix64;

use super::board;

/// Whether some legal move is a repetition that ends the game, `plies + 1` half-moves from where thinking began.
fn by_force(line: &Line, plies: u16) -> bool {
    line.board().legal_moves().into_iter().any(|mv| {
        let mut after = line.clone();
        after.make(mv);
        after.repeated_within(plies + 1).is_some()
    })
}

/// What a walk has met.
#[derive(Debug, Default)]
struct Met {
    compared: u64,
    returns: u64,
    /// By whose turn it was, and by what had moved.
    by_color: [u64; 2],
    by_role: [u64; 6],
}

/// Walks at random, often back and forth, and compares at every ply, as if thinking had begun at any ply before.
fn walk(start: Board, plies: u32, random: &mut SplitMix64, met: &mut Met) {
    let mut line = Line::new(start);
    let mut back: Vec<Option<Move>> = Vec::new();
    for _ in 0..plies {
        let moves: Vec<Move> = line.board().legal_moves().into_iter().collect();
        if moves.is_empty() {
            return;
        }
        let played = u16::try_from(line.len()).expect("a short line");
        for begun in [0, played / 2, played.saturating_sub(6), played.saturating_sub(4), played] {
            let (found, truth) = (line.returns_within(played - begun), by_force(&line, played - begun));
            assert_eq!(
                found.is_some(),
                truth,
                "{} plies of {played} thought of: {}",
                played - begun,
                line.board()
            );
            met.compared += 1;
            met.returns += u64::from(truth);
        }
        // Three times in four the side to move takes its last move back, if it can.
        let undone = back.len().checked_sub(2).and_then(|last| back[last]);
        let undoing = undone.and_then(|undone| {
            moves.iter().copied().find(|mv| mv.from() == undone.to() && mv.to() == undone.from())
        });
        let mv = match undoing {
            Some(mv) if !random.next_u32().is_multiple_of(4) => mv,
            _ => moves[random.next_u32() as usize % moves.len()],
        };
        if line.returns_within(played).is_some() {
            met.by_color[line.board().side() as usize] += 1;
            met.by_role[mv.role() as usize] += 1;
        }
        back.push(Some(mv));
        line.make(mv);
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "how much was compared")]
fn what_is_found_is_what_making_every_move_finds() {
    let walks = if std::env::var_os("TRANSPOSE_LONG").is_some() { 4_000 } else { 60 };
    let mut random = SplitMix64::new(6);
    let mut met = Met::default();
    for number in 0..walks {
        let start = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "8/8/3k4/8/8/4K2Q/8/q7 w - - 90 100",
        ][number % 5];
        walk(board(start), 120, &mut random, &mut met);
    }
    println!("{met:?}, seed 6");
    assert!(met.compared > 10_000 && met.returns > 2_000 && met.compared - met.returns > 2_000, "{met:?}");
    assert!(met.by_color.iter().all(|&count| count > 100), "{met:?}");
    assert!(met.by_role.iter().skip(Role::Knight as usize).all(|&count| count > 20), "{met:?}");
}

#[test]
fn a_pass_and_a_blocked_way_end_it() {
    // The rooks have gone back and forth; a1b1 would repeat.
    let mut line = Line::new(board("r6k/8/8/8/8/8/8/R6K w - - 0 1"));
    for text in ["a1b1", "a8b8", "b1a1", "b8a8"] {
        let mv = line.board().read_uci(text).expect("a legal move");
        line.make(mv);
    }
    assert_eq!(line.returns_within(4), Some(3));
    // Before thinking began: a repetition, but no more than the second.
    assert_eq!(line.returns_within(3), None);
    let undo = line.make_null();
    assert_eq!((line.board().side(), line.returns_within(5)), (Color::Black, None));
    line.unmake_null(undo);
    assert_eq!(line.returns_within(4), Some(3));
    // The rook on a1 has been on a3, and went round the pawn.
    for (fen, found) in [("7k/8/8/8/R7/8/P7/7K w - - 0 1", None), ("7k/8/8/8/R7/8/1P6/7K w - - 0 1", Some(7))]
    {
        let mut line = Line::new(board(fen));
        for text in ["a4a3", "h8g8", "a3c3", "g8f8", "c3c1", "f8g8", "c1a1", "g8h8"] {
            let mv = line.board().read_uci(text).expect("a legal move");
            line.make(mv);
        }
        assert_eq!(line.returns_within(8), found, "{fen}");
    }
}
