//! Answers from a database of solved positions: nothing is searched.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use games::connect_four::ConnectFour;
use games::solved::{Database, OpenError, ProbeError};
use games::tic_tac_toe::{Marks, StandardKeys, TicTacToe};

use super::arguments::Common;
use super::connect_four::text_of;
use super::{Position, Solution, Solver, answer_all, timed};
use crate::files::{self, FileError};

/// Why a database cannot answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum DatabaseError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: FileError },
    #[error("{}: {error}", path.display())]
    Open { path: PathBuf, error: OpenError },
    #[error("{}: expected a database of {expected}, found one of {found}", path.display())]
    OtherGame { path: PathBuf, expected: &'static str, found: String },
}

/// Why a position has no answer in a database.
#[derive(Debug, thiserror::Error)]
pub(super) enum LookupError {
    #[error("database: {0}")]
    Probe(#[from] ProbeError),
    #[error("database: expected the position {key:#x} at ply {ply}, found none")]
    Missing { key: u64, ply: u8 },
}

/// Answers the positions of Connect Four that the command line gives, on the board the database is of.
///
/// # Errors
///
/// [`DatabaseError`] if it is none that can be read, or of another game.
pub(super) fn connect_four(common: &Common, path: &Path, analyze: bool) -> Result<ExitCode, DatabaseError> {
    let database = open(path)?;
    let name = database.header().name().to_owned();
    macro_rules! on_board {
        ($($name:literal: $width:literal, $height:literal;)*) => {
            match name.as_str() {
                $($name => Ok(answer_all(
                    &FourDatabase::<$width, $height> { database, analyze, weak: common.weak },
                    common,
                )),)*
                _ => Err(DatabaseError::OtherGame {
                    path: path.to_owned(),
                    expected: "Connect Four",
                    found: name,
                }),
            }
        };
    }
    // All that the fleet may write, though those of the largest are nothing that anyone has seen.
    on_board! {
        "connect4": 7, 6;
        "connect4:4x4": 4, 4;
        "connect4:4x5": 4, 5;
        "connect4:4x6": 4, 6;
        "connect4:5x4": 5, 4;
        "connect4:5x5": 5, 5;
        "connect4:5x6": 5, 6;
        "connect4:6x4": 6, 4;
        "connect4:6x5": 6, 5;
        "connect4:6x6": 6, 6;
        "connect4:6x7": 6, 7;
        "connect4:7x4": 7, 4;
        "connect4:7x5": 7, 5;
    }
}

/// Answers the positions of tic-tac-toe that the command line gives.
///
/// # Errors
///
/// As [`connect_four`].
pub(super) fn tic_tac_toe(common: &Common, path: &Path) -> Result<ExitCode, DatabaseError> {
    let database = open(path)?;
    let found = database.header().name();
    if found != "tictactoe" {
        return Err(DatabaseError::OtherGame {
            path: path.to_owned(),
            expected: "tictactoe",
            found: found.to_owned(),
        });
    }
    Ok(answer_all(&TicTacToeDatabase { database, weak: common.weak }, common))
}

fn open(path: &Path) -> Result<Database, DatabaseError> {
    let file = files::open(path).map_err(|error| DatabaseError::File { path: path.to_owned(), error })?;
    Database::new(file).map_err(|error| DatabaseError::Open { path: path.to_owned(), error })
}

fn look_up(database: &Database<File>, ply: u8, keys: [u64; 2], weak: bool) -> Result<i32, LookupError> {
    let key = keys[usize::from(database.header().is_reduced())];
    let value = i32::from(database.probe(ply, key)?.ok_or(LookupError::Missing { key, ply })?);
    Ok(if weak { value.signum() } else { value })
}

struct FourDatabase<const W: usize, const H: usize> {
    database: Database,
    analyze: bool,
    weak: bool,
}

impl<const W: usize, const H: usize> FourDatabase<W, H> {
    fn score(&self, board: &ConnectFour<W, H>) -> Result<i32, LookupError> {
        let keys = [board.lossless_key(), board.canonical_key()];
        look_up(&self.database, board.stones(), keys, self.weak)
    }

    /// The score for the side to move of playing each column.
    fn analysis(&self, board: &ConnectFour<W, H>) -> Result<Vec<Option<i32>>, LookupError> {
        let score_of = |column| {
            let mut child = *board;
            child.play(column).ok().map(|()| self.score(&child).map(|score| -score)).transpose()
        };
        ConnectFour::<W, H>::columns().map(score_of).collect()
    }
}

impl<const W: usize, const H: usize> Solver for FourDatabase<W, H> {
    fn solve(&self, position: Position<'_>, _threads: usize) -> Result<Solution, super::PositionError> {
        let board = text_of(position).parse::<ConnectFour<W, H>>();
        let board = board.map_err(|error| error.moved_by(position.offset))?;
        let (found, time) = timed(|| {
            let analysis = if self.analyze { Some(self.analysis(&board)?) } else { None };
            Ok((self.score(&board)?, analysis))
        });
        let (score, analysis) = found.map_err(|error: LookupError| error)?;
        Ok(Solution { score, nodes: 0, time, analysis, line: None })
    }
}

struct TicTacToeDatabase {
    database: Database,
    weak: bool,
}

impl Solver for TicTacToeDatabase {
    fn solve(&self, position: Position<'_>, _threads: usize) -> Result<Solution, super::PositionError> {
        let board = TicTacToe::parse_with(position.text, StandardKeys)
            .map_err(|error| error.moved_by(position.offset))?;
        let marks = Marks::from(board);
        let keys = [marks.key(), marks.canonical_key()];
        let (score, time) = timed(|| look_up(&self.database, board.stones(), keys, self.weak));
        Ok(Solution { score: score?, nodes: 0, time, analysis: None, line: None })
    }
}
