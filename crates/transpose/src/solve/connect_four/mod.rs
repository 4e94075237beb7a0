//! Solving Connect Four.

mod options;
mod solver;

use std::path::Path;
use std::process::ExitCode;

use connect4::{BoardSolver, Question, Size, Solve};
use games::connect_four::{Book, ConnectFour};
use search::{Bound, Table};
use ttable::{Clustered, Entry, Exact, FullTable, HalfLine, LeastWork, Lossless, NoTable};

pub(super) use options::Options;
use solver::ConnectFourSolver;
pub(super) use solver::text_of;

use super::arguments::Common;
use super::{SetupError, answer_all};
use crate::files;

/// The table: keys of 49 bits, seven columns of six squares and a spare one; scores of −18 to 18. Keys are lossless, so no hit
/// is ever another position's.
type ExactTable =
    Clustered<Exact<Lossless<49, 6, 7, { ConnectFour::<7, 6>::BOTTOM_ROW }>, HalfLine>, LeastWork>;

/// MiB of the table unless told otherwise.
pub(crate) const TABLE_MIB: u64 = 64;

/// Solves the positions that the command line gives.
///
/// # Errors
///
/// [`SetupError`] if there can be no table of the size asked for, or no such book.
pub(super) fn run(common: &Common, options: &Options, table_mib: u64) -> Result<ExitCode, SetupError> {
    let board = if options.is_standard() {
        standard(common, options, table_mib)?
    } else {
        other(common, options, table_mib)?
    };
    let question = Question { weak: common.weak, columns: options.analyze, line: options.line };
    Ok(answer_all(&ConnectFourSolver { board, question }, common))
}

/// The board that everybody plays on, with the table that suits it.
fn standard(common: &Common, options: &Options, table_mib: u64) -> Result<Box<dyn Solve>, SetupError> {
    let book = options.book.as_deref().map(load).transpose()?;
    if common.no_table {
        return Ok(with_book(BoardSolver::new(NoTable), book));
    }
    let table = ExactTable::with_mib(table_mib)?;
    if let Some(book) = &book {
        // The dearest entries there are: others give way to them, and near the root the search meets them.
        for (key, score) in book.iter() {
            table.store(table.locate(key), &Entry::new(score, Bound::Exact, Entry::MAX_DRAFT), u64::MAX);
        }
    }
    Ok(with_book(BoardSolver::new(table), book))
}

fn load(path: &Path) -> Result<Book, SetupError> {
    let file =
        files::contents(path).map_err(|error| SetupError::BookFile { path: path.to_owned(), error })?;
    Book::read_from(file).map_err(|error| SetupError::Book { path: path.to_owned(), error })
}

fn with_book<T: Table + Sync + 'static>(
    solver: BoardSolver<T, 7, 6, 4, u64>,
    book: Option<Book>,
) -> Box<dyn Solve> {
    match book {
        Some(book) => Box::new(solver.with_known(move |board: &ConnectFour| book.score(board))),
        None => Box::new(solver),
    }
}

/// A board of another size, or five in a row.
fn other(common: &Common, options: &Options, table_mib: u64) -> Result<Box<dyn Solve>, SetupError> {
    let size = options.size();
    let Size { width, height, connect } = size;
    if options.book.is_some() {
        return Err(SetupError::BookBoard { width, height, connect });
    }
    let table = if common.no_table { None } else { Some(FullTable::with_mib(table_mib)?) };
    connect4::solver(size, table).ok_or(SetupError::Board { width, height, connect })
}
