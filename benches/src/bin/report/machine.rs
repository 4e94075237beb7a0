//! What the report was made on.

use std::{fs, thread};

use benches::experiments::published;
use benches::sheet::Sheet;

use crate::noise::Noise;

/// The machine, how noisy it was before and after, the seeds, and how to read the times.
pub(crate) fn sheet(noise: [Noise; 2]) -> Sheet {
    let mut sheet = Sheet::new("Transpose: what the crates do here", &["", ""]);
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let model =
        info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    sheet.row(["processor".into(), format!("{}, {cores} cores", model.unwrap_or("unknown")).into()]);
    for (when, noise) in ["noise before", "noise after"].into_iter().zip(noise) {
        sheet.row([when.into(), noise.to_string().into()]);
    }
    let seeds = format!(
        "keys π; experiments MT19937 {} and {}; positions SplitMix64 7; table keys SplitMix64 0, 1, 2 …",
        published::SEED_A,
        published::SEED_B
    );
    sheet.row(["seeds".into(), seeds.into()]);
    if noise.iter().any(|noise| noise.is_much()) {
        sheet.remark(
            "WARNING: the machine was too busy for a conclusion about times. Counts are as good as ever.",
        );
    }
    sheet.remark(
        "Times are the best of several rounds, with the median's distance. They compare within this run only: \
         another run, or a busy neighbour, moves them all. Counts are the same everywhere.",
    );
    sheet
}
