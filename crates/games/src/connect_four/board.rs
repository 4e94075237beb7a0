//! The board and how stones come onto it.

use std::fmt;

use super::bits::Bits;
use super::grid::Grid;
use super::keys;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The one who begins.
    First,
    /// The other one.
    Second,
}

/// A column, and so a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub(super) u8);

impl Column {
    /// The column of this number, 1 for the leftmost; `None` for 0 and above 9, the widest any board is.
    pub const fn from_number(number: u8) -> Option<Self> {
        if number >= 1 && number <= 9 { Some(Self(number - 1)) } else { None }
    }

    /// Its number, 1 for the leftmost.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its index, 0 for the leftmost.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column of this index, which is on some board.
    #[expect(clippy::cast_possible_truncation, reason = "no board has more than 9 columns")]
    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

/// Why a column cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// The board is not that wide.
    #[error("expected a column from 1 to {width}, found column {column}")]
    OffBoard {
        /// Columns of the board.
        width: usize,
        /// What was to be played.
        column: Column,
    },
    /// The column has no room.
    #[error("expected a column with room, found column {column}")]
    Full {
        /// What was to be played.
        column: Column,
    },
    /// Somebody has won.
    #[error("expected no move in a game already won, found column {column}")]
    AlreadyWon {
        /// What was to be played.
        column: Column,
    },
}

/// A position of Connect Four on a board `W` columns wide and `H` rows high of at most 64 bits.
pub type ConnectFour<const W: usize = 7, const H: usize = 6> = ConnectK<W, H, 4, u64>;

/// A position on a board `W` columns wide and `H` rows high where `K` stones in a row win, 4 or 5, in a word of type `B`.
///
/// It knows which stones lie where, not in which order they came. Where `(H + 1)·W` is more than 64 the word is `u128`:
///
/// ```
/// use games::connect_four::ConnectK;
///
/// let board: ConnectK<9, 7, 5, u128> = "5544".parse()?;
/// assert_eq!(board.stones(), 4);
/// # Ok::<(), games::connect_four::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectK<const W: usize, const H: usize, const K: usize, B = u64> {
    /// Stones of the player to move.
    pub(super) mover: B,
    /// All stones.
    pub(super) mask: B,
    /// The Zobrist key, kept up to date by every move.
    pub(super) key: u64,
    pub(super) stones: u8,
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> ConnectK<W, H, K, B> {
    /// Squares on the board.
    pub const AREA: u8 = Grid::<W, H, K, B>::AREA;

    /// The empty board.
    pub const fn new() -> Self {
        const { Grid::<W, H, K, B>::FITS };
        Self { mover: B::ZERO, mask: B::ZERO, key: 0, stones: 0 }
    }

    /// The columns of the board, left to right.
    pub fn columns() -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator {
        (0..W).map(Column::from_index)
    }

    /// Stones on the board, `0..=W·H`.
    pub const fn stones(&self) -> u8 {
        self.stones
    }

    /// The player to move.
    pub const fn to_move(&self) -> Player {
        if self.stones.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// Whose stone lies in `column` at `row`, rows counted from 0 at the bottom; `None` if none does or there is no such
    /// square.
    pub fn cell(&self, column: Column, row: usize) -> Option<Player> {
        if column.index() >= W || row >= H {
            return None;
        }
        let square = B::ONE << (column.index() * Grid::<W, H, K, B>::STRIDE + row);
        if self.mask & square == B::ZERO {
            None
        } else if (self.mover & square != B::ZERO) == (self.to_move() == Player::First) {
            Some(Player::First)
        } else {
            Some(Player::Second)
        }
    }

    /// Stones in a column, 0 for one off the board.
    pub fn height(&self, column: Column) -> usize {
        (0..H).take_while(|&row| self.cell(column, row).is_some()).count()
    }

    /// The player who has won, and so moved last; `None` while nobody has.
    pub fn winner(&self) -> Option<Player> {
        match (self.is_lost(), self.to_move()) {
            (false, _) => None,
            (true, Player::First) => Some(Player::Second),
            (true, Player::Second) => Some(Player::First),
        }
    }

    /// Plays a column, whatever it is.
    ///
    /// # Errors
    ///
    /// [`ColumnError`] if the rules forbid it; the position is then as it was.
    pub fn play(&mut self, column: Column) -> Result<(), ColumnError> {
        if column.index() >= W {
            Err(ColumnError::OffBoard { width: W, column })
        } else if self.is_lost() {
            Err(ColumnError::AlreadyWon { column })
        } else if self.possible() & Grid::<W, H, K, B>::column(column.index()) == B::ZERO {
            Err(ColumnError::Full { column })
        } else {
            self.drop_stone(column);
            Ok(())
        }
    }

    /// Whether the other player has won. The player to move never has, as the game ended before.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        Grid::<W, H, K, B>::has_line(self.mover ^ self.mask)
    }

    /// The lowest empty square of each column that has one.
    #[inline]
    pub(super) fn possible(&self) -> B {
        Grid::<W, H, K, B>::possible(self.mask)
    }

    /// Plays a column that has room.
    #[inline]
    pub(super) fn drop_stone(&mut self, column: Column) {
        let square = self.possible() & Grid::<W, H, K, B>::column(column.index());
        self.key ^= keys::stone::<B>(self.to_move(), square.lowest_index()) ^ keys::side();
        self.mover ^= self.mask;
        self.mask |= square;
        self.stones += 1;
    }
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> Default for ConnectK<W, H, K, B> {
    fn default() -> Self {
        Self::new()
    }
}
