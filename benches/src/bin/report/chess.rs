//! Chess without a search: lines counted, moves made and taken back, keys computed anew.

use std::hint::black_box;

use benches::sheet::Sheet;
use games::chess::{Board, perft, walk};

use crate::progress::Progress;
use crate::timing::{Effort, Timing};

/// Positions, the plies they are counted to, and the lines of so many plies.
///
/// Source: Chess Programming Wiki, 'Perft Results'.
const POSITIONS: [(&str, &str, u8, u64); 4] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("rook ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
];

/// The group's tables.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let mut heads = vec!["position", "plies", "lines", "way"];
    heads.extend(Timing::HEADS);
    let mut sheet = Sheet::new("Chess: ns for a line of perft, one thread", &heads);
    for (name, fen, plies, lines) in POSITIONS {
        let Ok(board) = fen.parse::<Board>() else {
            sheet.expect(&format!("{name} is read"), false, true);
            continue;
        };
        for (way, count) in WAYS {
            sheet.expect(&format!("{name}, {way}"), count(&board, plies), lines);
            let rounds = effort.long_rounds();
            let timing = progress.step(&format!("chess: {name}, {way}"), 250, || {
                Timing::of(rounds, lines, |_| _ = black_box(count(black_box(&board), plies)))
            });
            let row = [name.into(), u32::from(plies).into(), lines.into(), way.into()];
            sheet.row(row.into_iter().chain(timing.values()));
        }
    }
    sheet.remark(
        "Counted: the last ply's moves are not played. Played: they are, and each position's key is read.",
    );
    sheet.remark("Made: by a list of moves, each made and taken back, as a search does it.");
    sheet.remark(
        "Other crates beside it, over the six classical positions: `cargo xtask bench --peers --filter \
         chess`.",
    );
    vec![sheet]
}

/// How lines are counted: its name, and what counts them.
type Way = (&'static str, fn(&Board, u8) -> u64);

const WAYS: [Way; 3] =
    [("counted", perft), ("played", played), ("made", |board, plies| made(&mut { *board }, plies))];

fn played(board: &Board, plies: u8) -> u64 {
    let mut lines = 0;
    walk(board, plies, &mut |board: &Board| {
        black_box(board.key());
        lines += 1;
    });
    lines
}

/// Of at least one ply.
fn made(board: &mut Board, plies: u8) -> u64 {
    let mut lines = 0;
    for mv in board.legal_moves() {
        let undo = board.make(mv);
        if plies == 1 {
            black_box(board.key());
            lines += 1;
        } else {
            lines += made(board, plies - 1);
        }
        board.unmake(undo);
    }
    lines
}
