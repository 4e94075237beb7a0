//! Positions as text: the columns played, left to right.

use std::fmt;
use std::str::FromStr;

use super::bits::Bits;
use super::{Column, ColumnError, ConnectK, Player};

/// Why a text is no position of Connect Four. Places count characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A character that is no column of the board.
    #[error("character {place}: expected a column from 1 to {width}, found {found:?}")]
    Character {
        /// Where, from 1.
        place: usize,
        /// What stands there.
        found: char,
        /// Columns of the board.
        width: usize,
    },
    /// A column that cannot be played there.
    #[error("character {place}: {reason}")]
    Move {
        /// Where, from 1.
        place: usize,
        /// Why it cannot be played.
        reason: ColumnError,
    },
}

impl PositionError {
    /// The same error with `characters` more before its place: for a position that stands within a longer text.
    #[must_use]
    pub const fn moved_by(mut self, characters: usize) -> Self {
        match &mut self {
            Self::Character { place, .. } | Self::Move { place, .. } => *place += characters,
        }
        self
    }
}

/// Reads the columns played, one digit each, the leftmost column being 1. The empty text is the empty board.
impl<const W: usize, const H: usize, const K: usize, B: Bits> FromStr for ConnectK<W, H, K, B> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut board = Self::new();
        for (character, place) in text.chars().zip(1..) {
            let column = column_from(character, W).ok_or(PositionError::Character {
                place,
                found: character,
                width: W,
            })?;
            board.play(column).map_err(|reason| PositionError::Move { place, reason })?;
        }
        Ok(board)
    }
}

/// The column of a digit, if the board is that wide.
fn column_from(character: char, width: usize) -> Option<Column> {
    let number = u8::try_from(character.to_digit(10)?).ok()?;
    Column::from_number(number).filter(|column| column.index() < width)
}

/// A picture: rows from the top, `X` for the player who began, `O` for the other, `.` for empty squares.
impl<const W: usize, const H: usize, const K: usize, B: Bits> fmt::Display for ConnectK<W, H, K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..H).rev() {
            for column in Self::columns() {
                f.write_str(match self.cell(column, row) {
                    Some(Player::First) => "X",
                    Some(Player::Second) => "O",
                    None => ".",
                })?;
            }
            if row > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> fmt::Debug for ConnectK<W, H, K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConnectK<{W}, {H}, {K}>[\n{self}\nkey {:016x}]", self.key)
    }
}
