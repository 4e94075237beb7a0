//! What the report was made on, and what its memory can do at best.

use std::sync::atomic::Ordering::Relaxed;
use std::{fs, thread};

use benches::experiments::published;
use benches::sheet::Sheet;
use benches::table::key;
use ttable::{Line, multiply_shift};

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
    sheet.remark("Times are the best of several rounds, with the median's distance. They compare within this run only:");
    sheet.remark("another run, or a busy neighbour, moves them all. Counts are the same everywhere.");
    sheet
}

/// Memory of the same kind and size as a table's, to read as fast as can be: the limit of everything that looks something
/// up in it.
pub(crate) struct Lines<M> {
    memory: M,
    mask: u64,
}

impl<M: AsRef<[Line]>> Lines<M> {
    /// Every line knows its number, and the number of the next line of a walk that visits them in no order.
    pub(crate) fn new(memory: M) -> Self {
        // The walk runs over a power of two of lines.
        let lines = Self { mask: (1 << memory.as_ref().len().ilog2()) - 1, memory };
        for (line, i) in lines.memory.as_ref().iter().zip(0..) {
            line.0[0].store(i, Relaxed);
            line.0[1].store(lines.next(i & lines.mask), Relaxed);
        }
        lines
    }

    /// The walk's next line, by a linear congruential generator of full period.
    const fn next(&self, i: u64) -> u64 {
        i.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5677) & self.mask
    }

    fn place(&self, number: u64) -> usize {
        multiply_shift(key(number), self.memory.as_ref().len())
    }

    /// Reads so many random lines, each independent of the others: the sum of their numbers.
    pub(crate) fn reads(&self, first: u64, reads: u64) -> u64 {
        let lines = self.memory.as_ref();
        (first..first + reads).fold(0, |sum, number| sum + lines[self.place(number)].0[0].load(Relaxed))
    }

    /// Reads so many random lines and writes to each: the sum of their numbers.
    pub(crate) fn writes(&self, first: u64, writes: u64) -> u64 {
        let lines = self.memory.as_ref();
        (first..first + writes).fold(0, |sum, number| {
            let line = &lines[self.place(number)];
            let read = line.0[0].load(Relaxed);
            line.0[2].store(read ^ number, Relaxed);
            sum + read
        })
    }

    /// Walks so many lines, each of which names the next: the number of the last.
    pub(crate) fn chase(&self, first: u64, steps: u64) -> u64 {
        let lines = self.memory.as_ref();
        let place = |i| usize::try_from(i).unwrap_or(usize::MAX);
        (0..steps).fold(first & self.mask, |here, _| {
            lines.get(place(here)).map_or(0, |line| line.0[1].load(Relaxed))
        })
    }

    /// Compares what is read with what was written.
    pub(crate) fn check(&self, sheet: &mut Sheet, operations: u64) {
        let places = (0..operations).fold(0, |sum, number| sum + self.place(number) as u64);
        sheet.expect("random reads", self.reads(0, operations), places);
        sheet.expect("random reads and writes", self.writes(0, operations), places);
        let walked = (0..operations).fold(0, |here, _| self.next(here));
        sheet.expect("walk", self.chase(0, operations), walked);
    }
}
