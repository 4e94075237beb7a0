//! The opening book: which of its moves to play.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use games::chess::polyglot::{Book, BookError, BookMove};
use games::chess::{Board, Move};
use zkeys::SplitMix64;

use crate::files::{self, FileError};

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Book(#[from] BookError),
}

/// A book, and the chance that chooses among its moves.
#[derive(Debug)]
pub(super) struct Opening {
    book: Book,
    chance: SplitMix64,
}

impl Opening {
    /// The book in the file at `path`, in Polyglot's format.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if it cannot be read, or is no book.
    pub(super) fn read(path: &Path) -> Result<Self, ReadError> {
        let book = Book::new(files::read(path)?)?;
        // Games are to differ from one start of the program to the next.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
        Ok(Self { book, chance: SplitMix64::new(now.into()) })
    }

    /// Number of entries.
    pub(super) fn len(&self) -> usize {
        self.book.len()
    }

    /// One of the book's moves here, the more often the greater its weight. Moves of weight 0 are not played.
    pub(super) fn choose(&mut self, board: &Board) -> Option<Move> {
        pick(&self.book.moves(board), self.chance.next_u64())
    }
}

/// The move that `chance`, any number, falls to.
fn pick(moves: &[BookMove], chance: u64) -> Option<Move> {
    let whole: u64 = moves.iter().map(|entry| u64::from(entry.weight)).sum();
    let mut left = chance.checked_rem(whole)?;
    let found = moves.iter().find(|entry| {
        let weight = u64::from(entry.weight);
        let here = left < weight;
        left = left.saturating_sub(weight);
        here
    });
    found.map(|entry| entry.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_chosen_in_proportion_to_their_weight() {
        let board = Board::start();
        let entry = |text, weight| BookMove { mv: board.read_uci(text).unwrap(), weight };
        let moves = [entry("e2e4", 3), entry("a2a3", 0), entry("d2d4", 1)];
        let chosen: Vec<String> = (0..8).map(|chance| pick(&moves, chance).unwrap().to_string()).collect();
        assert_eq!(chosen, ["e2e4", "e2e4", "e2e4", "d2d4", "e2e4", "e2e4", "e2e4", "d2d4"]);
        assert_eq!(pick(&moves[1..2], 5), None);
        assert_eq!(pick(&[], 5), None);
    }
}
