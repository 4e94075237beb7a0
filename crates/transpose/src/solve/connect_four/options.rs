//! What Connect Four adds to the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use connect4::Size;

/// How Connect Four is played, and what is told of a position.
#[derive(Clone, Debug, Args)]
pub(in super::super) struct Options {
    /// Adds the score for the side to move of playing each column, left to right, '.' where it cannot be played
    #[arg(long)]
    pub(in super::super) analyze: bool,
    /// Adds the columns of a line of best play to the end of the game, '-' where it is over
    #[arg(long, conflicts_with_all = ["weak", "database"])]
    pub(super) line: bool,
    /// Columns and rows of the board, 4x4 to 9x9
    #[arg(long, value_name = "WxH", default_value = "7x6", conflicts_with = "database")]
    board: Sides,
    /// Stones in a row that win, 4 or 5
    #[arg(long, value_name = "K", default_value_t = 4, conflicts_with = "database")]
    #[arg(value_parser = clap::value_parser!(u8).range(4..=5))]
    connect: u8,
    /// Book of exact scores, for the board of 7x6 alone
    #[arg(long, value_name = "PATH", conflicts_with = "database")]
    pub(super) book: Option<PathBuf>,
}

impl Options {
    /// Whether it is the board that everybody plays on.
    pub(super) fn is_standard(&self) -> bool {
        self.size() == Size { width: 7, height: 6, connect: 4 }
    }

    pub(super) fn size(&self) -> Size {
        let Sides { width, height } = self.board;
        Size { width, height, connect: self.connect }
    }
}

/// Columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sides {
    width: u8,
    height: u8,
}

/// The text is no size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected columns and rows from 4x4 to 9x9")]
struct SidesTextError;

impl FromStr for Sides {
    type Err = SidesTextError;

    fn from_str(text: &str) -> Result<Self, SidesTextError> {
        let side = |text: &str| text.parse().ok().filter(|side| (4..=9).contains(side));
        let (width, height) = text.split_once('x').ok_or(SidesTextError)?;
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(SidesTextError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_two_sides_within_the_range() {
        assert_eq!("7x6".parse(), Ok(Sides { width: 7, height: 6 }));
        for text in ["", "x", "7", "7x", "x6", "3x6", "7x10", "7X6", "7x6x5", "-7x6", "7 x 6"] {
            assert_eq!(text.parse::<Sides>(), Err(SidesTextError), "{text:?}");
        }
    }
}
