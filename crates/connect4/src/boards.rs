//! The boards there are.
//!
//! They share a general table: nobody has tuned one for each. Keys of boards up to 64 bits are lossless, so no hit is ever
//! another position's; wider boards are mixed down to 64 bits, and two of their positions share a key with a
//! probability of 2⁻⁶⁴.

use search::{Entry, Mixed, Stored, Table};
use ttable::FullTable;

use super::{BoardSolver, Solve};

/// A board and what wins on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns, 4 to 9.
    pub width: u8,
    /// Rows, 4 to 9.
    pub height: u8,
    /// Stones in a row that win, 4 or 5.
    pub connect: u8,
}

/// Answers positions of a board of this size over the table, or without one; `None` if there is no such board.
///
/// # Examples
///
/// ```
/// use connect4::{Question, Size, solver};
///
/// let size = Size { width: 4, height: 4, connect: 4 };
/// let solver = solver(size, None).ok_or("no such board")?;
/// // Nobody wins on four columns of four rows.
/// assert_eq!(solver.solve("1234", Question::default(), 1)?.score.get(), 0);
/// assert!(connect4::solver(Size { width: 3, ..size }, None).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solver(size: Size, table: Option<FullTable>) -> Option<Box<dyn Solve>> {
    let table = Optional(table.map(Mixed));
    macro_rules! boards {
        ($($width:literal x $height:literal $word:ty),+ $(,)?) => {
            match (size.width, size.height, size.connect) {
                $(
                    ($width, $height, 4) => Box::new(BoardSolver::<_, $width, $height, 4, $word>::new(table)),
                    ($width, $height, 5) => Box::new(BoardSolver::<_, $width, $height, 5, $word>::new(table)),
                )+
                _ => return None,
            }
        };
    }
    Some(boards!(
        4 x 4 u64, 4 x 5 u64, 4 x 6 u64, 4 x 7 u64, 4 x 8 u64, 4 x 9 u64,
        5 x 4 u64, 5 x 5 u64, 5 x 6 u64, 5 x 7 u64, 5 x 8 u64, 5 x 9 u64,
        6 x 4 u64, 6 x 5 u64, 6 x 6 u64, 6 x 7 u64, 6 x 8 u64, 6 x 9 u64,
        7 x 4 u64, 7 x 5 u64, 7 x 6 u64, 7 x 7 u64, 7 x 8 u64, 7 x 9 u128,
        8 x 4 u64, 8 x 5 u64, 8 x 6 u64, 8 x 7 u64, 8 x 8 u128, 8 x 9 u128,
        9 x 4 u64, 9 x 5 u64, 9 x 6 u64, 9 x 7 u128, 9 x 8 u128, 9 x 9 u128,
    ))
}

/// A table, or none: asked at every probe, so that each board is compiled once and not twice.
#[derive(Debug)]
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
