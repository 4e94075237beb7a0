//! Books: exact scores of many positions, in memory and in a file.
//!
//! # The file
//!
//! Little-endian, one part behind the other:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `c4book`, 0, and the format's version, 1 |
//! | 8 | columns, rows, stones in a row that win, and five zeros |
//! | 8 | `n`, the number of positions |
//! | 8·n | their canonical lossless keys, each greater than the one before |
//! | n | their scores for the side to move, one signed byte each, in the order of the keys |
//! | 8 | the FNV-1a checksum of all bytes before it |

mod file;

pub use file::{LoadError, SaveError};

use super::ConnectFour;

/// Exact scores of positions, found by their canonical key: a position stands for its mirror image too.
///
/// ```
/// use games::connect_four::{Book, ConnectFour};
///
/// let won: ConnectFour = "121212".parse()?;
/// let book = Book::from_scores([(won, 18), (ConnectFour::new(), 1)])?;
///
/// let mut file = Vec::new();
/// book.write_to(&mut file)?;
/// let read: Book = Book::read_from(file.as_slice())?;
/// assert_eq!(read.score(&won.mirrored()), Some(18));
/// assert_eq!(read.score(&"4".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book<const W: usize = 7, const H: usize = 6> {
    /// Ascending.
    keys: Vec<u64>,
    /// In the order of the keys.
    scores: Vec<i8>,
    /// Of the fullest position.
    stones: u8,
}

/// Why scores make no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// No position with so many stones has this score.
    #[error("position {key:#x}: expected a score from -{limit} to {limit}, found {score}")]
    Score {
        /// The position's canonical key.
        key: u64,
        /// The greatest score a position with its stones can have.
        limit: i16,
        /// What it was said to have.
        score: i16,
    },
    /// A position, or its mirror image, has two scores.
    #[error("position {key:#x}: expected one score, found {first} and {second}")]
    Ambiguous {
        /// The position's canonical key.
        key: u64,
        /// One score.
        first: i16,
        /// Another one.
        second: i16,
    },
}

impl<const W: usize, const H: usize> Book<W, H> {
    /// A book of these positions, in any order, with their scores for the side to move.
    ///
    /// # Errors
    ///
    /// [`BookError`] for a score that a position cannot have, and for two scores of one position.
    pub fn from_scores(
        scores: impl IntoIterator<Item = (ConnectFour<W, H>, i16)>,
    ) -> Result<Self, BookError> {
        let mut stones = 0;
        let mut entries = Vec::new();
        for (board, score) in scores {
            let key = board.canonical_key();
            let limit = board.score_limit();
            let byte = i8::try_from(score).ok().filter(|_| score.abs() <= limit);
            entries.push((key, byte.ok_or(BookError::Score { key, limit, score })?));
            stones = stones.max(board.stones());
        }
        entries.sort_unstable();
        entries.dedup();
        for pair in entries.windows(2) {
            if let &[(key, first), (other, second)] = pair
                && key == other
            {
                return Err(BookError::Ambiguous { key, first: first.into(), second: second.into() });
            }
        }
        let (keys, scores) = entries.into_iter().unzip();
        Ok(Self { keys, scores, stones })
    }

    /// The score for the side to move, if the position or its mirror image is in the book.
    pub fn score(&self, board: &ConnectFour<W, H>) -> Option<i16> {
        let index = self.keys.binary_search(&board.canonical_key()).ok()?;
        self.scores.get(index).map(|&score| score.into())
    }

    /// The positions' canonical keys, ascending, with their scores for the side to move.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, i16)> + '_ {
        self.keys.iter().copied().zip(self.scores.iter().map(|&score| score.into()))
    }

    /// The number of positions, mirror images counted once.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Stones on the fullest of its boards; 0 if it has none. Nothing fuller is worth looking for.
    pub fn stones(&self) -> u8 {
        self.stones
    }
}
