//! `transpose solve`: positions in, exact scores out.

mod arguments;
pub(crate) mod connect_four;
mod database;
pub(crate) mod input;
mod output;
mod pool;
pub(crate) mod tic_tac_toe;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use games::connect_four::LoadError;
use search::Score;
use ttable::SizeError;

pub(crate) use arguments::Arguments;
use arguments::{Common, Game};
use input::Input;
use output::Reporter;

use crate::console::{BAD_INPUT, complain};
use crate::files::FileError;

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
    /// The moves of a line of best play.
    line: Option<String>,
}

/// Why nothing is solved at all.
#[derive(Debug, thiserror::Error)]
enum SetupError {
    #[error("--table-mib: {0}")]
    Table(#[from] SizeError),
    #[error("--book {}: {error}", path.display())]
    BookFile { path: PathBuf, error: FileError },
    #[error("--book {}: {error}", path.display())]
    Book { path: PathBuf, error: LoadError },
    #[error("--book: expected the board 7x6 and 4 in a row, found {width}x{height} and {connect}")]
    BookBoard { width: u8, height: u8, connect: u8 },
    #[error("--board: expected 4x4 to 9x9 and 4 or 5 in a row, found {width}x{height} and {connect}")]
    Board { width: u8, height: u8, connect: u8 },
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
    let table_mib = arguments.game.table_mib();
    let done = match &arguments.game {
        Game::Connect4 { common, options } => connect_four::run(common, options, table_mib),
        Game::Tictactoe { common } => tic_tac_toe::run(common, table_mib).map_err(SetupError::from),
    };
    done.unwrap_or_else(|error| {
        match error {
            SetupError::Table(error) => {
                complain(&format_args!("error: --table-mib {table_mib}: {error}"));
            }
            other => complain(&format_args!("error: {other}")),
        }
        ExitCode::from(BAD_INPUT)
    })
}

/// Answers from a database.
fn answer_from(path: &Path, arguments: &Arguments) -> ExitCode {
    let done = match &arguments.game {
        Game::Connect4 { common, options } => database::connect_four(common, path, options.analyze),
        Game::Tictactoe { common } => database::tic_tac_toe(common, path),
    };
    done.unwrap_or_else(|error| {
        complain(&format_args!("error: {error}"));
        ExitCode::from(BAD_INPUT)
    })
}

/// Answers everything that the command line gives.
fn answer_all(solver: &dyn Solver, common: &Common) -> ExitCode {
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
