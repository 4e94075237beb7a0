//! Analyses as lines, and what they come to.

use std::ops::ControlFlow;
use std::time::Duration;

use games::chess::{Board, Epd, Move, Rules};
use search::{Depth, Score};
use serde_json::{Map, Value, json};

use super::judge::Verdict;
use crate::answers::Answers;
use crate::engine::{mate_in, score_text};
use crate::lines::Place;

/// What was found out about a position.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    pub(super) score: Score,
    pub(super) depth: Depth,
    /// Best play, the best move first; empty where there is no legal move.
    pub(super) line: Vec<Move>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) verdicts: Vec<Verdict>,
}

/// Prints analyses and sums them up.
pub(super) struct Reporter {
    json: bool,
    rules: Rules,
    answers: Answers,
    tallies: [Tally; 3],
}

/// How often an operation was judged, and held.
#[derive(Clone, Copy, Debug)]
struct Tally {
    opcode: &'static str,
    held: u64,
    judged: u64,
}

impl Reporter {
    pub(super) fn new(json: bool, rules: Rules) -> Self {
        let tallies = ["bm", "am", "dm"].map(|opcode| Tally { opcode, held: 0, judged: 0 });
        Self { json, rules, answers: Answers::new("analysed"), tallies }
    }

    /// Says that a line is no position.
    pub(super) fn refuse(&mut self, place: &Place, error: &impl std::fmt::Display) {
        self.answers.refuse(place, error);
    }

    /// Prints an analysis. Breaks off when nobody reads them.
    pub(super) fn report(&mut self, place: &Place, epd: &Epd, analysis: &Analysis) -> ControlFlow<()> {
        self.answers.count(analysis.nodes, analysis.time);
        self.answers.print(&if self.json {
            as_object(epd, analysis, self.rules)
        } else {
            as_fields(&epd.board, analysis, self.rules)
        })?;
        for verdict in &analysis.verdicts {
            self.judge(place, verdict);
        }
        ControlFlow::Continue(())
    }

    /// Prints the summary and gives the exit code.
    pub(super) fn finish(&self) -> u8 {
        self.answers.finish(|answers| self.summary(answers))
    }

    fn judge(&mut self, place: &Place, verdict: &Verdict) {
        for tally in self.tallies.iter_mut().filter(|tally| tally.opcode == verdict.opcode) {
            tally.judged += 1;
            tally.held += u64::from(verdict.holds);
        }
        if !verdict.holds {
            let Verdict { opcode, difference, .. } = verdict;
            self.answers.differ(place, &format_args!("{opcode}: {difference}"));
        }
    }

    fn summary(&self, answers: &Answers) -> String {
        let mut parts = vec![
            answers.number(),
            format!("{} nodes", answers.nodes),
            format!("{} ms", answers.time.as_millis()),
        ];
        let judged = self.tallies.iter().filter(|tally| tally.judged > 0);
        parts.extend(judged.map(|Tally { opcode, held, judged }| format!("{opcode} {held} of {judged}")));
        parts.join(", ")
    }
}

/// The line of moves as UCI writes them.
fn texts(board: &Board, line: &[Move], rules: Rules) -> Vec<String> {
    let mut board = *board;
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(board.write_uci(mv, rules));
        board.make(mv);
    }
    texts
}

/// Fields parted by tabs: a FEN holds blanks.
fn as_fields(board: &Board, analysis: &Analysis, rules: Rules) -> String {
    let line = texts(board, &analysis.line, rules);
    [
        board.to_string(),
        line.first().cloned().unwrap_or_else(|| "-".to_owned()),
        score_text(analysis.score),
        analysis.depth.to_string(),
        analysis.nodes.to_string(),
        analysis.time.as_micros().to_string(),
        line.join(" "),
    ]
    .join("\t")
}

fn as_object(epd: &Epd, analysis: &Analysis, rules: Rules) -> String {
    let line = texts(&epd.board, &analysis.line, rules);
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
    put("position", epd.board.to_string().into());
    if let Some([id, ..]) = epd.operands("id") {
        put("id", id.as_str().into());
    }
    put("best", line.first().map_or(Value::Null, |mv| mv.as_str().into()));
    match mate_in(analysis.score) {
        Some(moves) => put("mate", moves.into()),
        None => put("cp", analysis.score.get().into()),
    };
    put("depth", analysis.depth.into());
    put("nodes", analysis.nodes.into());
    put("microseconds", u64::try_from(analysis.time.as_micros()).unwrap_or(u64::MAX).into());
    put("line", line.into());
    for verdict in &analysis.verdicts {
        put(verdict.opcode, verdict.holds.into());
    }
    json!(object).to_string()
}
