//! `transpose analyse`: chess positions in; best move, score and line of best play out.

mod input;
mod judge;
mod output;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use games::chess::{Board, Line, Rules};
use search::{Depth, MAX_DEPTH, Score};

use crate::console::{BAD_INPUT, MAX_THREADS, complain};
use crate::engine::{Budget, Engine, Found, Limits, Signal, Task};
use crate::perft::rules;
use input::{Problem, problems};
use output::{Analysis, Reporter};

const EXIT_CODES: &str = "Exit code: 0; 1 if an operation bm, am or dm does not come true; 2 if anything given was bad \
                          (the rest is answered all the same).";

/// Arguments of `transpose analyse`.
///
/// Each line holds a position, as FEN or as EPD. Each is searched from an empty table until the first limit is reached, and
/// answered by a line of fields parted by tabs: position, best move, score (`cp` centipawns or `mate` moves, for the side to
/// move), depth, nodes, microseconds, best play. The EPD operations `bm` (best moves), `am` (moves to avoid) and `dm` (mate
/// within so many moves) are judged, and summed up on standard error.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// File of positions, one a line, '-' for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Ends each search at this depth
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i16).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Ends each search at so many nodes; where they are too few for depth 1, moves are judged by static evaluation
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Ends each search after so many milliseconds [default: 1000 if no other limit is given]
    #[arg(long, value_name = "MS")]
    movetime: Option<u32>,
    /// Threads that search each position together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
    /// Size of the table in MiB, never exceeded
    #[arg(long, value_name = "N", default_value_t = 16)]
    hash_mib: u64,
    /// Chess960: castling rights as X-FEN or Shredder-FEN, castling written as king takes rook
    #[arg(long)]
    chess960: bool,
    /// Prints each answer as an object with the fields' names
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn limits(&self) -> Limits {
        let is_open = self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none();
        let millis = self.movetime.or(is_open.then_some(1_000));
        let budget = millis.map(|millis| Budget::fixed(Duration::from_millis(millis.into()), Duration::ZERO));
        Limits { depth: self.depth, nodes: self.nodes, budget, ..Limits::default() }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut engine = match Engine::new(arguments.hash_mib) {
        Ok(engine) => engine,
        Err(error) => {
            complain(&format_args!("error: --hash-mib {}: {error}", arguments.hash_mib));
            return ExitCode::from(BAD_INPUT);
        }
    };
    engine.set_threads(arguments.threads.into());
    let (rules, limits): (Rules, _) = (rules(arguments.chess960), arguments.limits());
    let mut reporter = Reporter::new(arguments.json, rules);
    for (place, problem) in problems(&arguments.file, rules) {
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => {
                reporter.refuse(&place, &error);
                continue;
            }
        };
        let analysis = analyse(&mut engine, &problem, limits);
        if reporter.report(&place, &problem.epd, &analysis).is_break() {
            break;
        }
    }
    ExitCode::from(reporter.finish())
}

/// Searches the position and judges what comes of it.
fn analyse(engine: &mut Engine, problem: &Problem, limits: Limits) -> Analysis {
    let board = problem.epd.board;
    let analysis = match search(engine, board, limits) {
        Some(Found { best, nodes, time }) => Analysis {
            score: best.score,
            depth: best.depth,
            line: best.line,
            nodes,
            time,
            verdicts: Vec::new(),
        },
        None => Analysis {
            score: if board.is_check() { Score::loss_in(0) } else { Score::DRAW },
            depth: 0,
            line: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
            verdicts: Vec::new(),
        },
    };
    let verdicts = problem.expected.judge(&board, analysis.line.first().copied(), analysis.score);
    Analysis { verdicts, ..analysis }
}

/// What the search finds; `None` where there is no legal move.
fn search(engine: &mut Engine, board: Board, limits: Limits) -> Option<Found> {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return None;
    }
    engine.clear();
    let (line, signal) = (Line::new(board), Signal::default());
    Some(engine.search(&Task { line: &line, moves, best_moves: 1, limits, signal: &signal }, |_| ()))
}
