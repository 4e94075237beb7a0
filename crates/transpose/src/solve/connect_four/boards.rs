//! Boards of other sizes, and five in a row.
//!
//! They share a general table: nobody has tuned one for each. Keys of boards up to 64 bits are lossless, so no hit is ever
//! another position's; wider boards are mixed down to 64 bits, and two of their positions share a key with a
//! probability of 2⁻⁶⁴.

use std::process::ExitCode;

use games::connect_four::Bits;
use search::{Entry, Mixed, Stored, Table};
use ttable::FullTable;

use super::super::arguments::Common;
use super::super::{SetupError, answer_all};
use super::options::Size;
use super::{ConnectFourSolver, Options};

/// Solves the positions that the command line gives, on the board it gives.
///
/// # Errors
///
/// [`SetupError`] if there can be no table of the size asked for, and where a book is given.
pub(super) fn run(common: &Common, options: &Options) -> Result<ExitCode, SetupError> {
    let Size { width, height } = options.board;
    if options.book.is_some() {
        return Err(SetupError::BookBoard { width, height, connect: options.connect });
    }
    let table = if common.no_table { None } else { Some(Mixed(FullTable::with_mib(common.table_mib)?)) };
    let table = Optional(table);
    macro_rules! boards {
        ($($width:literal x $height:literal $word:ty),+ $(,)?) => {
            match (width, height, options.connect) {
                $(
                    ($width, $height, 4) => run_on::<$width, $height, 4, $word>(table, common, options),
                    ($width, $height, 5) => run_on::<$width, $height, 5, $word>(table, common, options),
                )+
                _ => unreachable!("sizes and lines are read within these ranges"),
            }
        };
    }
    Ok(boards!(
        4 x 4 u64, 4 x 5 u64, 4 x 6 u64, 4 x 7 u64, 4 x 8 u64, 4 x 9 u64,
        5 x 4 u64, 5 x 5 u64, 5 x 6 u64, 5 x 7 u64, 5 x 8 u64, 5 x 9 u64,
        6 x 4 u64, 6 x 5 u64, 6 x 6 u64, 6 x 7 u64, 6 x 8 u64, 6 x 9 u64,
        7 x 4 u64, 7 x 5 u64, 7 x 6 u64, 7 x 7 u64, 7 x 8 u64, 7 x 9 u128,
        8 x 4 u64, 8 x 5 u64, 8 x 6 u64, 8 x 7 u64, 8 x 8 u128, 8 x 9 u128,
        9 x 4 u64, 9 x 5 u64, 9 x 6 u64, 9 x 7 u128, 9 x 8 u128, 9 x 9 u128,
    ))
}

fn run_on<const W: usize, const H: usize, const K: usize, B: Bits>(
    table: Optional<Mixed<FullTable>>,
    common: &Common,
    options: &Options,
) -> ExitCode {
    answer_all(&ConnectFourSolver::<_, W, H, K, B>::new(table, common, options), common)
}

/// A table, or none: asked at every probe, so that each board is compiled once and not twice.
struct Optional<T>(Option<T>);

impl<T: Table> Table for Optional<T> {
    type Handle = Option<T::Handle>;

    fn locate(&self, key: u64) -> Self::Handle {
        self.0.as_ref().map(|table| table.locate(key))
    }

    fn prefetch(&self, handle: Self::Handle) {
        if let (Some(table), Some(handle)) = (&self.0, handle) {
            table.prefetch(handle);
        }
    }

    fn probe(&self, handle: Self::Handle) -> Option<Entry> {
        self.0.as_ref()?.probe(handle?)
    }

    fn store(&self, handle: Self::Handle, entry: &Entry, work: u64) -> Stored {
        match (&self.0, handle) {
            (Some(table), Some(handle)) => table.store(handle, entry, work),
            _ => Stored::Refused,
        }
    }
}
