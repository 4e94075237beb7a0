//! Chess move generation beside the crates people use: perft over the six classical positions in three modes.
//!
//! `bulk` counts the last ply without playing it, `make` plays it, `key` plays it and reads the key. Ours keeps its key
//! (en passant by legal captures alone) in all three; so do `cozy-chess` and `chess` by their own rules; `shakmaty`
//! counts its key when asked. Every count is checked. Times are one thread's own on the processor, the generators taking
//! turns.

use std::hint::black_box;

use benches::plot::Ratios;
use benches::sheet::{Sheet, Value};

use super::generators::{Chess, Cozy, Listed, Ours, Peer, Shakmaty};
use crate::progress::Progress;
use crate::timing::{Effort, thread_time};

/// The six positions, each with a depth and the lines of that many plies, of one ply less and of two.
///
/// Source: Chess Programming Wiki, 'Perft Results'.
const POSITIONS: [(&str, u8, [u64; 3]); 6] = [
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
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// Plies less than the full depths.
    less: usize,
    rounds: usize,
}

impl Extent {
    const fn of(effort: Effort) -> Self {
        match effort {
            Effort::Little => Self { less: 1, rounds: 5 },
            Effort::Much => Self { less: 0, rounds: 3 },
        }
    }
}

/// What happens at the last ply.
#[derive(Clone, Copy, Debug)]
enum Mode {
    Bulk,
    Make,
    Key,
}

type Run = fn(&mut Sheet, Mode, usize) -> u64;

/// Ours, ours another way, and the three it is compared with.
const RUNS: [(&str, Run); 5] = [
    (Ours::NAME, run::<Ours>),
    (Listed::NAME, run::<Listed>),
    (Cozy::NAME, run::<Cozy>),
    (Shakmaty::NAME, run::<Shakmaty>),
    (Chess::NAME, run::<Chess>),
];

/// Counts all six positions, each to `less` plies less than its full depth, and returns the sum.
fn run<P: Peer>(sheet: &mut Sheet, mode: Mode, less: usize) -> u64 {
    let mut sum = 0;
    for (fen, depth, lines) in POSITIONS {
        let board = P::read(fen);
        let depth = (0..less).fold(depth, |depth, _| depth - 1);
        let count = match mode {
            Mode::Bulk => P::bulk(&board, depth),
            Mode::Make => P::played(&board, depth, &mut |board| _ = black_box(board)),
            Mode::Key => P::played(&board, depth, &mut |board| _ = black_box(P::key(black_box(board)))),
        };
        sheet.expect(&format!("{}: {fen}", P::NAME), count, lines[less]);
        sum += count;
    }
    sum
}

/// Millions of lines a second in each round, for each of [`RUNS`].
fn measure(
    progress: &Progress,
    sheet: &mut Sheet,
    (name, mode): (&str, Mode),
    extent: Extent,
) -> Vec<Vec<f64>> {
    let mut rates = vec![Vec::new(); RUNS.len()];
    for _ in 0..extent.rounds {
        for ((who, run), rates) in RUNS.iter().zip(&mut rates) {
            let step = format!("peers: perft, {name}, {who}");
            let lines = progress.step(&step, if extent.less == 0 { 11_000 } else { 400 }, || {
                let start = thread_time();
                let lines = run(sheet, mode, extent.less);
                lines as f64 / (thread_time().saturating_sub(start)).as_secs_f64()
            });
            rates.push(lines / 1e6);
        }
    }
    rates
}

/// The table, and its picture.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    vec![sheet(progress, Extent::of(effort))]
}

fn sheet(progress: &Progress, extent: Extent) -> Sheet {
    let lines: u64 = POSITIONS.iter().map(|(_, _, lines)| lines[extent.less]).sum();
    let heads =
        ["mode", "generator", "million lines/s", "median", "walk: times as fast", "at least", "at most"];
    let mut sheet = Sheet::new(
        format!("Peers, chess: perft of the six classical positions, {} lines", Value::from(lines).text()),
        &heads,
    );
    let mut ratios = Ratios::new("Chess perft beside other crates", "walk: times as fast");
    let mut beside = Vec::new();
    for mode in [("bulk", Mode::Bulk), ("make", Mode::Make), ("make + key", Mode::Key)] {
        let rates = measure(progress, &mut sheet, mode, extent);
        let best = |who: usize| rates[who].iter().copied().fold(0.0, f64::max);
        for (who, (generator, _)) in RUNS.iter().enumerate() {
            // In the same round, as the generators took turns.
            let rounds: Vec<f64> =
                rates[0].iter().zip(&rates[who]).map(|(ours, theirs)| ours / theirs).collect();
            let least = rounds.iter().copied().fold(f64::INFINITY, f64::min);
            let most = rounds.iter().copied().fold(0.0, f64::max);
            let ratio = best(0) / best(who);
            sheet.row([
                mode.0.into(),
                (*generator).into(),
                Value::decimal(best(who), 1),
                Value::decimal(median(&rates[who]), 1),
                Value::Number(format!("{ratio:.2} ×")),
                Value::decimal(least, 2),
                Value::decimal(most, 2),
            ]);
            if who > 0 {
                ratios.ratio(&format!("{}, {generator}", mode.0), ratio, Some(least..most));
            }
        }
        let fastest = best(2).max(best(3)).max(best(4));
        beside.push(format!("{} {:.2}", mode.0, best(0) / fastest));
    }
    sheet.remark(format!("Times as fast as the best of the three crates: {}.", beside.join(", ")));
    let native = if cfg!(target_feature = "bmi2") { "with" } else { "without" };
    sheet.remark(format!(
        "Built {native} BMI2; {} rounds, the generators in turns. The ratio is that of the best rounds, between the least and the greatest of a round.",
        extent.rounds
    ));
    sheet.plot(ratios);
    sheet
}

fn median(rates: &[f64]) -> f64 {
    let mut rates = rates.to_vec();
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_generators_count_the_same_lines() {
        let sheet = sheet(&Progress::new(1), Extent { less: 2, rounds: 1 });
        assert_eq!(sheet.faults(), [""; 0]);
        assert_eq!((sheet.rows().len(), sheet.checked()), (15, 3 * 5 * 6));
    }
}
