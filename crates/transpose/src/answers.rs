//! Answers to a file of positions: each a line on standard output, everything else on standard error.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console::{BAD_INPUT, DIFFERENT, complain};
use crate::lines::Place;

/// Says answers and keeps count of them.
pub(crate) struct Answers {
    progress: ProgressBar,
    pub(crate) positions: u64,
    /// Of all positions.
    pub(crate) nodes: u64,
    /// Spent on positions.
    pub(crate) time: Duration,
    exit: u8,
    /// Nobody reads the answers any more.
    closed: bool,
}

impl Answers {
    /// None yet. While they come, a terminal is shown how many were `done`, a participle.
    pub(crate) fn new(done: &str) -> Self {
        Self::with_progress(progress(done))
    }

    /// None yet, and no progress is shown: where positions are typed by hand it would come between them.
    pub(crate) fn without_progress() -> Self {
        Self::with_progress(ProgressBar::hidden())
    }

    const fn with_progress(progress: ProgressBar) -> Self {
        Self { progress, positions: 0, nodes: 0, time: Duration::ZERO, exit: 0, closed: false }
    }

    /// Adds a position that was answered.
    pub(crate) fn count(&mut self, nodes: u64, time: Duration) {
        self.positions += 1;
        self.nodes += nodes;
        self.time += time;
        self.progress.inc(1);
    }

    /// Prints an answer at once. Breaks off when nobody reads them.
    pub(crate) fn print(&mut self, line: &str) -> ControlFlow<()> {
        let printed = self.progress.suspend(|| {
            let mut out = io::stdout().lock();
            writeln!(out, "{line}").and_then(|()| out.flush())
        });
        printed.map_or_else(|error| self.close(&error), ControlFlow::Continue)
    }

    /// A reader that has gone away has read enough; any other error is one.
    fn close(&mut self, error: &io::Error) -> ControlFlow<()> {
        self.closed = true;
        if error.kind() != io::ErrorKind::BrokenPipe {
            self.exit = BAD_INPUT;
            complain(&format_args!("error: standard output: {error}"));
        }
        ControlFlow::Break(())
    }

    /// Says that a place has no answer.
    pub(crate) fn refuse(&mut self, place: &Place, problem: &impl Display) {
        self.exit = BAD_INPUT;
        self.progress.suspend(|| complain(&format_args!("error: {place}: {problem}")));
    }

    /// Says that the answer is not the one that was expected.
    pub(crate) fn differ(&mut self, place: &Place, difference: &impl Display) {
        self.exit = self.exit.max(DIFFERENT);
        self.progress.suspend(|| complain(&format_args!("difference: {place}: {difference}")));
    }

    /// Says the summary, if there is anything to sum up and anyone reads, and gives the exit code.
    pub(crate) fn finish(&self, summary: impl FnOnce(&Self) -> String) -> u8 {
        self.progress.finish_and_clear();
        if !self.closed && self.positions > 0 {
            complain(&summary(self));
        }
        self.exit
    }

    /// Their number with its noun.
    pub(crate) fn number(&self) -> String {
        format!("{} {}", self.positions, if self.positions == 1 { "position" } else { "positions" })
    }
}

/// A line on standard error for a run of seconds; nothing if that is no terminal.
fn progress(done: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if io::stderr().is_terminal() {
        if let Ok(style) =
            ProgressStyle::with_template(&format!("{{spinner}} {{pos}} positions {done}, {{elapsed}}"))
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}
