//! Positions as text: nine characters, row by row.

use std::fmt;
use std::str::FromStr;

use super::board::has_line;
use super::{KeySource, Mark, Square, StandardKeys, TicTacToe};

/// Why a text is no position of tic-tac-toe. Places count characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A character that stands for no square.
    #[error("character {place}: expected X, O or '.', found {found:?}")]
    Character {
        /// Where, from 1.
        place: usize,
        /// What stands there.
        found: char,
    },
    /// Fewer than nine characters.
    #[error("character {place}: expected nine squares, found the end")]
    TooShort {
        /// Where the next square is missing, from 1.
        place: usize,
    },
    /// More than nine characters.
    #[error("character {place}: expected the end after nine squares, found {found:?}")]
    TooLong {
        /// Where the tenth stands, from 1.
        place: usize,
        /// What stands there.
        found: char,
    },
    /// X begins and the players alternate.
    #[error("expected as many X as O or one more, found {x} X and {o} O")]
    Counts {
        /// Squares of X.
        x: u32,
        /// Squares of O.
        o: u32,
    },
    /// The game would have ended with the first of the two lines.
    #[error("expected at most one player with three in a row, found both")]
    BothWon,
    /// The game would have ended with the line.
    #[error("{winner} has three in a row: expected it to have moved last, found a move by {}", winner.other())]
    PlayedOn {
        /// Who has the line.
        winner: Mark,
    },
}

impl PositionError {
    /// The same error with `characters` more before its place, if it has one: for a position that stands within a longer
    /// text.
    #[must_use]
    pub const fn moved_by(mut self, characters: usize) -> Self {
        match &mut self {
            Self::Character { place, .. } | Self::TooShort { place } | Self::TooLong { place, .. } => {
                *place += characters;
            }
            Self::Counts { .. } | Self::BothWon | Self::PlayedOn { .. } => {}
        }
        self
    }
}

impl<K: KeySource> TicTacToe<K> {
    /// Reads a position of nine characters, `X`, `O` or `.`, row by row from the top left, with keys of the caller's.
    ///
    /// The side to move follows from the counts.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if the text is not of this form, or no game leads to the position.
    pub fn parse_with(text: &str, keys: K) -> Result<Self, PositionError> {
        let mut marks = [0_u16; 2];
        let mut characters = text.chars();
        for square in Square::all() {
            let place = square.index() + 1;
            let bit = 1 << square.index();
            match characters.next() {
                Some('X') => marks[Mark::X as usize] |= bit,
                Some('O') => marks[Mark::O as usize] |= bit,
                Some('.') => {}
                Some(found) => return Err(PositionError::Character { place, found }),
                None => return Err(PositionError::TooShort { place }),
            }
        }
        if let Some(found) = characters.next() {
            return Err(PositionError::TooLong { place: Square::COUNT + 1, found });
        }
        check(marks)?;
        Ok(Self::from_marks(marks, keys))
    }
}

/// Whether a game can lead to these marks.
fn check(marks: [u16; 2]) -> Result<(), PositionError> {
    let [x, o] = marks.map(u16::count_ones);
    if x != o && x != o + 1 {
        return Err(PositionError::Counts { x, o });
    }
    match marks.map(has_line) {
        [true, true] => Err(PositionError::BothWon),
        [true, false] if x == o => Err(PositionError::PlayedOn { winner: Mark::X }),
        [false, true] if x != o => Err(PositionError::PlayedOn { winner: Mark::O }),
        _ => Ok(()),
    }
}

impl FromStr for TicTacToe<StandardKeys> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::parse_with(text, StandardKeys)
    }
}

/// The text that [`TicTacToe::parse_with`] reads.
impl<K: KeySource> fmt::Display for TicTacToe<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.cells() {
            match cell {
                Some(mark) => mark.fmt(f)?,
                None => f.write_str(".")?,
            }
        }
        Ok(())
    }
}
