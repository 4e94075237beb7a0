//! How far the report is, on stderr.

use benches::console::tell;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar with the time left, where stderr is a terminal; a line for each step, where it is not.
///
/// It is drawn between steps only: nothing ticks while something is measured.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar of this length, in milliseconds of expected time.
    pub(crate) fn new(length: u64) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {percent:>3}%  {eta:>4} left  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Self(ProgressBar::new(length).with_style(style))
    }

    /// Runs a step that is expected to take about `weight` milliseconds.
    pub(crate) fn step<T>(&self, name: &str, weight: u64, run: impl FnOnce() -> T) -> T {
        if self.0.is_hidden() {
            tell(name);
        }
        self.0.set_message(name.to_string());
        self.0.tick();
        let result = run();
        self.0.inc(weight);
        result
    }

    /// Where the bar stands.
    pub(crate) fn position(&self) -> u64 {
        self.0.position()
    }

    /// Moves the bar, whatever the steps before came to.
    pub(crate) fn reach(&self, position: u64) {
        self.0.set_position(position);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
