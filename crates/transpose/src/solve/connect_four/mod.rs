//! Solving Connect Four.

mod boards;
mod options;
mod solver;

use std::path::Path;
use std::process::ExitCode;

use games::connect_four::{Book, ConnectFour};
use search::{Bound, Table};
use ttable::{Clustered, Entry, Exact, HalfLine, LeastWork, Lossless, NoTable};

pub(super) use options::Options;
use solver::ConnectFourSolver;

use super::arguments::Common;
use super::{SetupError, answer_all};

/// The table: keys of 49 bits, seven columns of six squares and a spare one; scores of −18 to 18. Keys are lossless, so no hit
/// is ever another position's.
type ExactTable = Clustered<Exact<Lossless<49, 6, 7>, HalfLine>, LeastWork>;

/// Solves the positions that the command line gives.
///
/// # Errors
///
/// [`SetupError`] if there can be no table of the size asked for, or no such book.
pub(super) fn run(common: &Common, options: &Options) -> Result<ExitCode, SetupError> {
    if !options.is_standard() {
        return boards::run(common, options);
    }
    let book = options.book.as_deref().map(load).transpose()?;
    if common.no_table {
        return Ok(answer_all(&solver(NoTable, common, options, book), common));
    }
    let table = ExactTable::with_mib(common.table_mib)?;
    if let Some(book) = &book {
        // The dearest entries there are: others give way to them, and near the root the search meets them.
        for (key, score) in book.iter() {
            table.store(table.locate(key), &Entry::new(score, Bound::Exact, Entry::MAX_DRAFT), u64::MAX);
        }
    }
    Ok(answer_all(&solver(table, common, options, book), common))
}

fn load(path: &Path) -> Result<Book, SetupError> {
    Book::load(path).map_err(|error| SetupError::Book { path: path.to_owned(), error })
}

fn solver<T: Table + Sync>(
    table: T,
    common: &Common,
    options: &Options,
    book: Option<Book>,
) -> ConnectFourSolver<T, 7, 6, 4, u64> {
    let solver = ConnectFourSolver::new(table, common, options);
    match book {
        Some(book) => solver.with_known(move |board: &ConnectFour| book.score(board)),
        None => solver,
    }
}
