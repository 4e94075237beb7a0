//! Chess move generation beside the crates people use: perft over the six classical positions in three modes.
//!
//! `bulk` counts the last ply without playing it, `make` plays it, `key` plays it and reads the key. Ours keeps its key
//! (en passant by legal captures alone) in all three; so do `cozy-chess` and `chess` by their own rules; `shakmaty`
//! counts its key when asked. Every count is asserted. Times are one thread's own on the processor, the generators taking
//! turns.
//!
//! `cargo xtask bench --peers`, or `cargo bench --package benches --bench chess_peers`; with `-- --quick` one ply less.

#![allow(clippy::print_stdout, reason = "a command line talks to its user")]
#![allow(clippy::cast_precision_loss, reason = "times of counts far below 2⁵²")]

mod peers;

use std::hint::black_box;

use benches::sheet::{Sheet, Value};
use rustix::time::{ClockId, clock_gettime};

use peers::{Chess, Cozy, Listed, Ours, Peer, Shakmaty};

/// The six positions, each with a depth and the lines of that many plies, of one ply less and of two.
///
/// Source: Chess Programming Wiki, 'Perft Results'.
const POSITIONS: [(&str, u32, [u64; 3]); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, [119_060_324, 4_865_609, 197_281]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        [193_690_690, 4_085_603, 97_862],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, [178_633_661, 11_030_083, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, [15_833_292, 422_333, 9_467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, [89_941_194, 2_103_487, 62_379]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        [164_075_551, 3_894_594, 89_890],
    ),
];

/// How much is measured.
#[derive(Clone, Copy)]
struct Effort {
    /// Plies less than the full depths.
    less: usize,
    rounds: usize,
}

impl Effort {
    fn from_arguments() -> Self {
        let given: Vec<String> = std::env::args().collect();
        let has = |name: &str| given.iter().any(|argument| argument == name);
        if has("--test") || !has("--bench") {
            Self { less: 2, rounds: 1 }
        } else if has("--quick") {
            Self { less: 1, rounds: 7 }
        } else {
            Self { less: 0, rounds: 3 }
        }
    }
}

/// What happens at the last ply.
#[derive(Clone, Copy)]
enum Mode {
    Bulk,
    Make,
    Key,
}

type Run = fn(Mode, Effort) -> u64;

/// Ours, ours another way, and the three it is compared with.
const RUNS: [(&str, Run); 5] = [
    (Ours::NAME, run::<Ours>),
    (Listed::NAME, run::<Listed>),
    (Cozy::NAME, run::<Cozy>),
    (Shakmaty::NAME, run::<Shakmaty>),
    (Chess::NAME, run::<Chess>),
];

/// Counts all six positions and returns the sum.
fn run<P: Peer>(mode: Mode, effort: Effort) -> u64 {
    let mut sum = 0;
    for (fen, depth, lines) in POSITIONS {
        let board = P::read(fen);
        let depth = (0..effort.less).fold(depth, |depth, _| depth - 1);
        let count = match mode {
            Mode::Bulk => P::bulk(&board, depth),
            Mode::Make => P::played(&board, depth, &mut |board| _ = black_box(board)),
            Mode::Key => P::played(&board, depth, &mut |board| _ = black_box(P::key(black_box(board)))),
        };
        assert_eq!(count, lines[effort.less], "{}: {fen}", P::NAME);
        sum += count;
    }
    sum
}

/// Millions of lines a second in each round, the slowest first.
fn measure(mode: Mode, effort: Effort) -> Vec<Vec<f64>> {
    let mut rates = vec![Vec::new(); RUNS.len()];
    for _ in 0..effort.rounds {
        for ((_, run), rates) in RUNS.iter().zip(&mut rates) {
            let start = processor_seconds();
            let lines = run(mode, effort);
            rates.push(lines as f64 / (processor_seconds() - start) / 1e6);
        }
    }
    for rates in &mut rates {
        rates.sort_by(f64::total_cmp);
    }
    rates
}

/// This thread's own time.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn main() {
    let effort = Effort::from_arguments();
    let lines: u64 = POSITIONS.iter().map(|(_, _, lines)| lines[effort.less]).sum();
    let title = format!("Chess: perft of the six classical positions, {lines} lines, million a second");
    let heads = ["mode", "generator", "best", "median", "walk to it, best", "median"];
    let mut sheet = Sheet::new(title, &heads);
    for (name, mode) in [("bulk", Mode::Bulk), ("make", Mode::Make), ("make + key", Mode::Key)] {
        let rates = measure(mode, effort);
        let best = |who: usize| rates[who][effort.rounds - 1];
        let median = |who: usize| rates[who][effort.rounds / 2];
        for (who, (generator, _)) in RUNS.iter().enumerate() {
            sheet.row([
                name.into(),
                (*generator).into(),
                Value::decimal(best(who), 1),
                Value::decimal(median(who), 1),
                Value::decimal(best(0) / best(who), 2),
                Value::decimal(median(0) / median(who), 2),
            ]);
        }
        let fastest = best(2).max(best(3)).max(best(4));
        sheet.remark(format!("{name}: {:.2} times the best of the three crates", best(0) / fastest));
    }
    let native = if cfg!(target_feature = "bmi2") { "with" } else { "without" };
    sheet.remark(format!("Built {native} BMI2; {} rounds, the generators in turns.", effort.rounds));
    println!("{sheet}");
}
