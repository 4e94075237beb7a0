//! Timing on a machine that has other things to do.

use std::time::{Duration, Instant};

use benches::sheet::Value;

/// How long to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Effort {
    /// For `--quick`.
    Little,
    /// For a report to keep.
    #[default]
    Much,
}

impl Effort {
    /// Rounds of a measurement of a millisecond or two: short enough that most are not interrupted, many enough that
    /// some are not disturbed.
    pub(crate) const fn rounds(self) -> u64 {
        match self {
            Self::Little => 200,
            Self::Much => 1_000,
        }
    }

    /// Rounds of a measurement of tens of milliseconds.
    pub(crate) const fn long_rounds(self) -> u64 {
        self.rounds() / 40
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
        let times = (0..rounds).map(|number| time(|| round(number))).collect();
        Self::from_rounds(times, operations)
    }

    fn from_rounds(mut times: Vec<Duration>, operations: u64) -> Self {
        times.sort_unstable();
        let each = |time: Duration| time.as_secs_f64() * 1e9 / operations as f64;
        Self { best: each(times[0]), median: each(times[times.len() / 2]) }
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

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Nanoseconds this thread ran for an operation, the least of several rounds of `operations` each; the kinds take turns, so
/// that they compare. `kind` gets the round's number.
pub(crate) fn thread_times<const N: usize>(
    rounds: u64,
    operations: u64,
    kinds: [&dyn Fn(u64) -> u64; N],
) -> [f64; N] {
    let mut best = [Duration::MAX; N];
    for number in 0..rounds {
        for (best, kind) in best.iter_mut().zip(kinds) {
            let start = thread_time();
            std::hint::black_box(kind(number));
            *best = thread_time().saturating_sub(start).min(*best);
        }
    }
    best.map(|best| best.as_secs_f64() * 1e9 / operations as f64)
}

/// The time this thread has run, where the system tells; the time that went by, elsewhere.
#[cfg(target_os = "linux")]
pub(crate) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // Neither is negative, by what the clock measures.
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn thread_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
