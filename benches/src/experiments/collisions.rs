//! Experiment A, second part: how many positions share a key, or a part of one.

use std::sync::LazyLock;

use games::tic_tac_toe::{Mark, Square, TicTacToe};
use zkeys::birthday::expected_pairs;
use zkeys::quality::Collisions;

use super::keys::mersenne;
use super::{positions, published};
use crate::mean::Mean;
use crate::plot::Axis;
use crate::sheet::{Sheet, Value};

/// Seeds over which the slices are averaged: 0 to 999.
pub const SEEDS: u32 = 1_000;

/// Widths of the narrow keys, in bits.
pub const NARROW: [u32; 6] = [8, 16, 20, 24, 32, 64];

/// Seeds of the narrow keys: 1 to 10.
pub const NARROW_SEEDS: std::ops::RangeInclusive<u32> = 1..=10;

/// Pairs of positions whose keys agree in these bits.
pub fn pairs(keys: &[u64], low: u32, bits: u32) -> u64 {
    Collisions::of(keys.iter().map(|key| key << (64 - low - bits) >> (64 - bits))).pairs
}

/// Positions whose key agrees in its low bits with an earlier position's.
pub fn repeats(keys: &[u64], bits: u32) -> u64 {
    Collisions::of(keys.iter().map(|key| key << (64 - bits))).repeats
}

/// Every position that a game can reach.
static POSITIONS: LazyLock<Vec<TicTacToe>> = LazyLock::new(|| positions::reachable(TicTacToe::new()));

/// The keys of all positions that a game can reach, the side to move left out: the marks alone tell it.
pub fn mark_keys(seed: u32) -> Vec<u64> {
    let keys = mersenne(seed);
    let of_marks = |board: &TicTacToe| {
        let marks = Square::all().filter_map(|square| Some(keys.marks.key((board.cell(square)?, square))));
        marks.fold(0, |key, mark| key ^ mark)
    };
    POSITIONS.iter().map(of_marks).collect()
}

/// The keys of all positions that a game can reach, the side to move included.
pub fn keys(seed: u32) -> Vec<u64> {
    let side = mersenne(seed).side.key(());
    let of_side = |board: &TicTacToe| if board.to_move() == Mark::O { side } else { 0 };
    mark_keys(seed).iter().zip(POSITIONS.iter()).map(|(marks, board)| marks ^ of_side(board)).collect()
}

/// Pairs that agree in each of the four 16-bit slices of the key, the lowest first.
pub fn slices(seed: u32) -> [u64; 4] {
    let keys = mark_keys(seed);
    [0, 16, 32, 48].map(|low| pairs(&keys, low, 16))
}

/// The mean of a slice's colliding pairs over all slices of all [`SEEDS`].
pub fn mean() -> Mean {
    let pairs: Vec<f64> = (0..SEEDS).flat_map(slices).map(|pairs| pairs as f64).collect();
    Mean::of(&pairs)
}

/// The collisions as tables.
pub fn sheets() -> Vec<Sheet> {
    vec![slice_sheet(), narrow_sheet()]
}

fn slice_sheet() -> Sheet {
    let keys = mark_keys(published::SEED_A);
    let mut sheet = Sheet::new(
        format!("Experiment A: colliding pairs among {} positions, seed {}", keys.len(), published::SEED_A),
        &["bits", "pairs", "published", "expected"],
    );
    for (slice, truth) in (0..4).zip(published::SLICE_COLLISIONS) {
        let (low, found) = (16 * slice, pairs(&keys, 16 * slice, 16));
        let name = format!("{low}–{}", low + 15);
        sheet.expect(&name, found, truth);
        sheet.row([name.into(), found.into(), truth.into(), Value::Number(expected(16))]);
    }
    for (name, low, bits) in [("32–63", 32, 32), ("0–63", 0, 64)] {
        let found = pairs(&keys, low, bits);
        sheet.expect(name, found, 0);
        sheet.row([name.into(), found.into(), 0_u64.into(), Value::Number(expected(bits))]);
    }
    let Mean { mean, error } = mean();
    sheet.remark(format!(
        "One seed swings widely. The mean over seeds 0 to {}, all four slices, is {mean:.1} ± {error:.1}, beside 228.9.",
        SEEDS - 1
    ));
    sheet
}

fn narrow_sheet() -> Sheet {
    let mut sheet = Sheet::new(
        "Experiment C: positions that collide with an earlier one, by width of the key (seeds 1 to 10)",
        &["bits", "least", "mean", "most", "expected pairs"],
    );
    let all: Vec<Vec<u64>> = NARROW_SEEDS.map(keys).collect();
    for bits in NARROW {
        let found: Vec<u64> = all.iter().map(|keys| repeats(keys, bits)).collect();
        let (least, most) = (found.iter().min().copied(), found.iter().max().copied());
        let mean = found.iter().sum::<u64>() as f64 / found.len() as f64;
        sheet.row([
            bits.into(),
            least.unwrap_or(0).into(),
            Value::decimal(mean, 1),
            most.unwrap_or(0).into(),
            Value::Number(expected(bits)),
        ]);
        if bits == 8 {
            let truth = Some(published::COLLIDING_IN_8_BITS);
            sheet.expect("8 bits", (least, most), (truth, truth));
        }
    }
    sheet.plot_columns(
        "Positions that collide, beside the birthday curve",
        ("bits", Axis::whole("bits of the key")),
        &["mean", "expected pairs"],
        Axis::log("positions, pairs"),
    );
    sheet.remark("8 bits: all 256 values occur, so all positions but 256 collide, whatever the keys.");
    sheet
}

/// Expected pairs of positions that agree in so many bits, as one writes them: 228.9, 0.003493, 8.132e-13.
pub fn expected(bits: u32) -> String {
    let expected = expected_pairs(published::POSITIONS as f64, bits.into()).unwrap_or(f64::NAN);
    match expected {
        1.0.. => format!("{expected:.1}"),
        0.001.. => format!("{expected:.6}"),
        _ => format!("{expected:.3e}"),
    }
}
