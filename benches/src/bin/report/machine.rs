//! What the report was made on.

use std::{env, fs, thread};

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
    sheet.row(["memory".into(), format!("{}; caches {}", memory(), caches()).into()]);
    let built = if cfg!(debug_assertions) { "with debug checks" } else { "optimised" };
    sheet.row(["built".into(), format!("for {} on {}, {built}", env::consts::OS, env::consts::ARCH).into()]);
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

/// How much memory there is, where the system says.
fn memory() -> String {
    let info = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kib: Option<u64> = line.and_then(|line| line.trim().split(' ').next()?.parse().ok());
    kib.map_or("unknown".into(), |kib| format!("{} MiB", kib >> 10))
}

/// The first processor's caches of data, the smallest first, where the system says.
fn caches() -> String {
    let read = |cache: u32, what: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{cache}/{what}");
        fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
    };
    let of_data = |cache: &u32| read(*cache, "type").is_some_and(|kind| kind != "Instruction");
    let sizes: Vec<String> = (0..8).filter(of_data).filter_map(|cache| read(cache, "size")).collect();
    if sizes.is_empty() { "unknown".into() } else { sizes.join(", ") }
}
