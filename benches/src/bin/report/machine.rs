//! What the report was made on, and what its memory can do at best.

use std::sync::atomic::Ordering::Relaxed;
use std::{fs, thread};

use benches::experiments::published;
use benches::sheet::Sheet;
use benches::table::key;
use ttable::{Line, Memory, Size, SizeError, multiply_shift};

use crate::timing::{Effort, Timing};

/// The machine, the seeds, and how to read the times.
pub(crate) fn sheet() -> Sheet {
    let mut sheet = Sheet::new("Transpose: what the crates do here", &["", ""]);
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let model =
        info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown");
    sheet.row(["processor".into(), format!("{}, {cores} cores", model.unwrap_or("unknown")).into()]);
    sheet.row(["load before".into(), load.into()]);
    let seeds = format!(
        "keys π; experiments MT19937 {} and {}; positions SplitMix64 7; table keys SplitMix64 0, 1, 2 …",
        published::SEED_A,
        published::SEED_B
    );
    sheet.row(["seeds".into(), seeds.into()]);
    sheet.remark("Times are the best of several rounds, with the median's distance. They compare within this run only:");
    sheet.remark("another run, or a busy neighbour, moves them all. Counts are the same everywhere.");
    sheet
}

/// What the memory of one size can do: the limit of everything that looks something up in it.
pub(crate) struct Limits {
    /// Reads of random cache lines, each independent of the others.
    pub(crate) reads: Timing,
    /// Reads of random cache lines, each naming the next.
    pub(crate) chase: Timing,
}

/// Measures memory of the same kind and size as a table's.
///
/// # Errors
///
/// If the memory is not to be had.
///
/// # Panics
///
/// If a read returns something else than was written.
pub(crate) fn limits(effort: Effort, mib: u64, reads: u64) -> Result<Limits, SizeError> {
    let memory = Memory::<Line>::new(Size::Mib(mib))?;
    let lines: &[Line] = &memory;
    // The chase runs over a power of two of lines, by a generator of full period: next = a·i + c.
    let mask = (1_u64 << lines.len().ilog2()) - 1;
    let next = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15 & !7 | 5).wrapping_add(0x1234_5677) & mask;
    for (line, i) in lines.iter().zip(0..) {
        line.0[0].store(i, Relaxed);
        line.0[1].store(next(i & mask), Relaxed);
    }
    let place = |i| multiply_shift(key(i), lines.len());
    let independent = Timing::of(effort.rounds(), reads, |round| {
        let range = round * reads..(round + 1) * reads;
        let sum = range.clone().fold(0, |sum: u64, i| sum.wrapping_add(lines[place(i)].0[0].load(Relaxed)));
        std::hint::black_box(sum);
    });
    let truth = (0..reads).fold(0, |sum: u64, i| sum.wrapping_add(place(i) as u64));
    let found = (0..reads).fold(0, |sum: u64, i| sum.wrapping_add(lines[place(i)].0[0].load(Relaxed)));
    assert_eq!(found, truth, "every line reads as it was written");

    let (mut here, mut steps) = (0, 0);
    let chase = Timing::of(effort.rounds(), reads, |_| {
        for _ in 0..reads {
            here = lines.get(usize::try_from(here).unwrap_or(0)).map_or(0, |line| line.0[1].load(Relaxed));
        }
        steps += reads;
    });
    assert_eq!(here, (0..steps).fold(0, |here, _| next(here)), "the chase took every step");
    Ok(Limits { reads: independent, chase })
}
