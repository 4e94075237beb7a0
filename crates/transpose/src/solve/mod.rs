//! `transpose solve`: positions in, exact scores out.

mod arguments;
mod connect_four;
mod database;
pub(crate) mod input;
mod output;
mod pool;
mod tic_tac_toe;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use search::Score;

pub(crate) use arguments::Arguments;
use arguments::{Common, Game};
use input::Input;
use output::Reporter;

use crate::console::{BAD_INPUT, complain};

/// Why a text is no position of the game, or one that has no answer.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
enum PositionError {
    ConnectFour(#[from] games::connect_four::PositionError),
    TicTacToe(#[from] games::tic_tac_toe::PositionError),
    Database(#[from] database::LookupError),
}

/// A position as text within its line.
#[derive(Clone, Copy, Debug)]
struct Position<'a> {
    text: &'a str,
    /// Characters of the line before it.
    offset: usize,
}

/// The answer to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Solution {
    /// For the side to move.
    score: i32,
    /// Entered by all searches of this position.
    nodes: u64,
    time: Duration,
    /// The score for the side to move of each column, `None` where it cannot be played.
    analysis: Option<Vec<Option<i32>>>,
}

/// A game's way to solve its positions, shared by all threads.
trait Solver: Sync {
    /// Solves a position on `threads` threads.
    fn solve(&self, position: Position<'_>, threads: usize) -> Result<Solution, PositionError>;
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let common = arguments.game.common();
    if common.positions.is_empty() && common.file.is_none() {
        complain(&"error: expected positions or --file PATH, found neither (try --help)");
        return ExitCode::from(BAD_INPUT);
    }
    if let Some(path) = &common.database {
        return answer_from(path, arguments);
    }
    let done = match &arguments.game {
        Game::Connect4 { common, analyze } => connect_four::run(common, *analyze),
        Game::Tictactoe { common } => tic_tac_toe::run(common),
    };
    done.unwrap_or_else(|error| {
        complain(&format_args!("error: --table-mib {}: {error}", common.table_mib));
        ExitCode::from(BAD_INPUT)
    })
}

/// Answers from a database.
fn answer_from(path: &Path, arguments: &Arguments) -> ExitCode {
    let done = match &arguments.game {
        Game::Connect4 { common, analyze } => database::connect_four(common, path, *analyze),
        Game::Tictactoe { common } => database::tic_tac_toe(common, path),
    };
    done.unwrap_or_else(|error| {
        complain(&format_args!("error: {error}"));
        ExitCode::from(BAD_INPUT)
    })
}

/// Answers everything that the command line gives.
fn answer_all(solver: &impl Solver, common: &Common) -> ExitCode {
    let input = Input::new(&common.positions, common.file.as_deref());
    let mut reporter = Reporter::new(common, input.is_typed());
    pool::answer(solver, input, common.threads(), |answer| {
        if reporter.report(answer).is_break() {
            // Threads may be deep in searches whose answers nobody will read, or wait for input: they are not awaited.
            std::process::exit(reporter.finish().into());
        }
    });
    ExitCode::from(reporter.finish())
}

/// The result of `work` with the time it took.
fn timed<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// The score as a number, with `weak` only its sign.
fn number(score: Score, weak: bool) -> i32 {
    if weak { score.get().signum() } else { score.get() }
}
