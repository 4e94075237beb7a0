//! Timing on a machine that has other things to do.

use std::time::Instant;

use benches::sheet::Value;

/// How long to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// For `--quick`.
    Little,
    /// For a report to keep.
    Much,
}

impl Effort {
    /// Rounds of a measurement of a millisecond or two: short enough that most are not interrupted, many enough that
    /// some are not disturbed.
    pub(crate) const fn rounds(self) -> u64 {
        match self {
            Self::Little => 100,
            Self::Much => 500,
        }
    }

    /// Rounds of a measurement of tens of milliseconds.
    pub(crate) const fn long_rounds(self) -> u64 {
        self.rounds() / 20
    }
}

/// Nanoseconds for one operation, over several rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// The best round: what the machine does undisturbed.
    pub(crate) best: f64,
    /// The round in the middle.
    median: f64,
}

impl Timing {
    /// Times rounds of `operations` each. `round` gets its number.
    pub(crate) fn of(rounds: u64, operations: u64, mut round: impl FnMut(u64)) -> Self {
        let mut times: Vec<f64> = (0..rounds)
            .map(|number| {
                let start = Instant::now();
                round(number);
                start.elapsed().as_secs_f64() * 1e9 / operations as f64
            })
            .collect();
        times.sort_by(f64::total_cmp);
        Self { best: times[0], median: times[times.len() / 2] }
    }

    /// The best time, how much slower the middle one was, and how often the best fits into a second, in millions.
    pub(crate) fn values(self) -> [Value; 3] {
        [
            Value::decimal(self.best, if self.best < 10.0 { 2 } else { 1 }),
            Value::Number(format!("+{:.0} %", 100.0 * (self.median / self.best - 1.0))),
            Value::decimal(1e3 / self.best, 1),
        ]
    }

    /// The heads of [`Timing::values`].
    pub(crate) const HEADS: [&str; 3] = ["ns", "median", "million/s"];
}
