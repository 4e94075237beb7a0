//! Answers on standard output, everything else on standard error.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::Solution;
use super::arguments::Common;
use super::pool::Answer;
use crate::console::{BAD_INPUT, DIFFERENT, complain};
use crate::lines::Place;

/// Prints answers and keeps count of them.
pub(super) struct Reporter {
    json: bool,
    weak: bool,
    progress: ProgressBar,
    positions: u64,
    nodes: u64,
    time: Duration,
    exit: u8,
    /// Nobody reads the answers any more.
    closed: bool,
}

impl Reporter {
    /// Where positions are typed by hand, no progress is shown between them.
    pub(super) fn new(common: &Common, is_typed: bool) -> Self {
        Self {
            json: common.json,
            weak: common.weak,
            progress: if is_typed { ProgressBar::hidden() } else { progress() },
            positions: 0,
            nodes: 0,
            time: Duration::ZERO,
            exit: 0,
            closed: false,
        }
    }

    /// Prints an answer, or why there is none. Breaks off when nobody reads them.
    pub(super) fn report(&mut self, answer: Answer) -> ControlFlow<()> {
        let Answer { place, position, expected, outcome } = answer;
        let solution = match outcome {
            Ok(solution) => solution,
            Err(problem) => {
                self.exit = BAD_INPUT;
                self.progress.suspend(|| complain(&format_args!("error: {place}: {problem}")));
                return ControlFlow::Continue(());
            }
        };
        self.count(&solution);
        let position = shown(&position);
        let line = if self.json { as_object(position, &solution) } else { as_fields(position, &solution) };
        if let Err(error) = self.progress.suspend(|| print(&line)) {
            return self.close(&error);
        }
        if let Some(expected) = expected {
            self.compare(&place, position, expected, solution.score);
        }
        ControlFlow::Continue(())
    }

    /// Prints the summary and gives the exit code.
    pub(super) fn finish(&self) -> u8 {
        self.progress.finish_and_clear();
        if !self.closed && self.positions > 0 {
            complain(&self.summary());
        }
        self.exit
    }

    fn count(&mut self, solution: &Solution) {
        self.positions += 1;
        self.nodes += solution.nodes;
        self.time += solution.time;
        self.progress.inc(1);
    }

    fn compare(&mut self, place: &Place, position: &str, expected: i32, found: i32) {
        let meant = if self.weak { expected.signum() } else { expected };
        if meant != found {
            self.exit = self.exit.max(DIFFERENT);
            self.progress.suspend(|| {
                complain(&format_args!(
                    "difference: {place}: {position}: expected {expected}, found {found}"
                ));
            });
        }
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

    /// Means over the positions; nodes per second of time spent on positions.
    fn summary(&self) -> String {
        let micros = self.time.as_micros();
        let mean_time = micros / u128::from(self.positions);
        let mean_nodes = self.nodes / self.positions;
        let speed = u128::from(self.nodes) * 1_000_000 / micros.max(1);
        let noun = if self.positions == 1 { "position" } else { "positions" };
        format!(
            "{} {noun}, mean time {mean_time} µs, mean nodes {mean_nodes}, {speed} nodes/s",
            self.positions
        )
    }
}

/// A line on standard error for a run of seconds; nothing if that is no terminal.
fn progress() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if io::stderr().is_terminal() {
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} positions solved, {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// The position as it was given, the empty board in the way that can be seen.
fn shown(position: &str) -> &str {
    if position.is_empty() { "-" } else { position }
}

fn as_fields(position: &str, solution: &Solution) -> String {
    let Solution { score, nodes, time, analysis } = solution;
    let mut fields =
        vec![position.to_owned(), score.to_string(), nodes.to_string(), time.as_micros().to_string()];
    let of_column = |score: &Option<i32>| score.map_or_else(|| ".".to_owned(), |score| score.to_string());
    fields.extend(analysis.iter().flatten().map(of_column));
    fields.join(" ")
}

fn as_object(position: &str, solution: &Solution) -> String {
    let microseconds = u64::try_from(solution.time.as_micros()).unwrap_or(u64::MAX);
    let mut object = json!({
        "position": position,
        "score": solution.score,
        "nodes": solution.nodes,
        "microseconds": microseconds,
    });
    if let Some(analysis) = &solution.analysis {
        object["analysis"] = json!(analysis);
    }
    object.to_string()
}

/// Writes a line to standard output at once.
fn print(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_board_is_written_as_a_dash() {
        let analysis = Some(vec![Some(-2), None, Some(0)]);
        let solution = Solution { score: 1, nodes: 20, time: Duration::from_micros(300), analysis };
        assert_eq!(as_fields(shown(""), &solution), "- 1 20 300 -2 . 0");
        assert_eq!(
            as_object(shown(""), &solution),
            r#"{"position":"-","score":1,"nodes":20,"microseconds":300,"analysis":[-2,null,0]}"#
        );
        assert_eq!(shown("44"), "44");
    }
}
