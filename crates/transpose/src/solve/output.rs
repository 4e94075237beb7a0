//! Answers as lines, and what they come to.

use std::ops::ControlFlow;

use serde_json::json;

use super::Solution;
use super::arguments::Common;
use super::pool::Answer;
use crate::answers::Answers;
use crate::lines::Place;

/// Prints answers and sums them up.
pub(super) struct Reporter {
    json: bool,
    weak: bool,
    answers: Answers,
}

impl Reporter {
    /// Where positions are typed by hand, no progress is shown between them.
    pub(super) fn new(common: &Common, is_typed: bool) -> Self {
        let answers = if is_typed { Answers::without_progress() } else { Answers::new("solved") };
        Self { json: common.json, weak: common.weak, answers }
    }

    /// Prints an answer, or why there is none. Breaks off when nobody reads them.
    pub(super) fn report(&mut self, answer: Answer) -> ControlFlow<()> {
        let Answer { place, position, expected, outcome } = answer;
        let solution = match outcome {
            Ok(solution) => solution,
            Err(problem) => {
                self.answers.refuse(&place, &problem);
                return ControlFlow::Continue(());
            }
        };
        self.answers.count(solution.nodes, solution.time);
        let position = shown(&position);
        self.answers.print(&if self.json {
            as_object(position, &solution)
        } else {
            as_fields(position, &solution)
        })?;
        if let Some(expected) = expected {
            self.compare(&place, position, expected, solution.score);
        }
        ControlFlow::Continue(())
    }

    /// Prints the summary and gives the exit code.
    pub(super) fn finish(&self) -> u8 {
        self.answers.finish(summary)
    }

    fn compare(&mut self, place: &Place, position: &str, expected: i32, found: i32) {
        let meant = if self.weak { expected.signum() } else { expected };
        if meant != found {
            let difference = format_args!("{position}: expected {expected}, found {found}");
            self.answers.differ(place, &difference);
        }
    }
}

/// Means over the positions; nodes per second of time spent on positions.
fn summary(answers: &Answers) -> String {
    let &Answers { positions, nodes, time, .. } = answers;
    let micros = time.as_micros();
    let (mean_time, mean_nodes) = (micros / u128::from(positions), nodes / positions);
    let speed = u128::from(nodes) * 1_000_000 / micros.max(1);
    format!("{}, mean time {mean_time} µs, mean nodes {mean_nodes}, {speed} nodes/s", answers.number())
}

/// The position as it was given, the empty board in the way that can be seen.
fn shown(position: &str) -> &str {
    if position.is_empty() { "-" } else { position }
}

fn as_fields(position: &str, solution: &Solution) -> String {
    let Solution { score, nodes, time, analysis, line } = solution;
    let mut fields =
        vec![position.to_owned(), score.to_string(), nodes.to_string(), time.as_micros().to_string()];
    let of_column = |score: &Option<i32>| score.map_or_else(|| ".".to_owned(), |score| score.to_string());
    fields.extend(analysis.iter().flatten().map(of_column));
    fields.extend(line.as_deref().map(|line| shown(line).to_owned()));
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
    if let Some(line) = &solution.line {
        object["line"] = json!(line);
    }
    object.to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_empty_board_is_written_as_a_dash() {
        let analysis = Some(vec![Some(-2), None, Some(0)]);
        let line = Some("443".to_owned());
        let solution = Solution { score: 1, nodes: 20, time: Duration::from_micros(300), analysis, line };
        assert_eq!(as_fields(shown(""), &solution), "- 1 20 300 -2 . 0 443");
        assert_eq!(
            as_object(shown(""), &solution),
            r#"{"position":"-","score":1,"nodes":20,"microseconds":300,"analysis":[-2,null,0],"line":"443"}"#
        );
        assert_eq!(shown("44"), "44");
    }
}
