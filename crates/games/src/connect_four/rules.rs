//! How the search sees the game.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use search::{Game, Outcome, Score};

use super::grid::Grid;
use super::{Column, ConnectFour};

/// What a move destroys.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    mask: u64,
    key: u64,
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The least and the greatest value any position of the board has: nobody wins before the fourth stone.
    pub fn value_range() -> (Score, Score) {
        let greatest = Score::plain(Self::win_value(4).max(0).into());
        (-greatest, greatest)
    }

    /// The greatest absolute value a position with these stones has: a win with the mover's next stone, or a line already on
    /// the board.
    pub(super) fn score_limit(&self) -> i16 {
        let stones = self.stones();
        if self.is_lost() {
            Self::win_value(stones.div_ceil(2))
        } else {
            Self::win_value(stones / 2 + 1).max(0)
        }
    }

    /// What a win with the winner's `stone`-th stone is worth to it, at least 1.
    pub(super) fn win_value(stone: u8) -> i16 {
        i16::from(Self::AREA.div_ceil(2)) + 1 - i16::from(stone)
    }
}

impl<const W: usize, const H: usize> Game for ConnectFour<W, H> {
    type Move = Column;
    type Undo = Undo;
    type List<T: Copy> = ArrayVec<T, 9>;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_lost() {
            Some(Outcome::Value(-Self::win_value(self.stones().div_ceil(2))))
        } else if self.stones() == Self::AREA {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The columns with room, left to right.
    #[inline]
    fn legal_moves(&self, moves: &mut Self::List<Column>) {
        push_columns::<W, H>(self.possible(), moves);
    }

    #[inline]
    fn make(&mut self, column: Column) -> Undo {
        debug_assert!(!self.is_lost(), "the game is over");
        debug_assert!(self.height(column) < H, "column {column} is full");
        let undo = Undo { mask: self.mask, key: self.key };
        self.drop_stone(column);
        undo
    }

    #[inline]
    fn unmake(&mut self, _column: Column, undo: Undo) {
        self.mask = undo.mask;
        self.mover ^= undo.mask;
        self.key = undo.key;
        self.stones -= 1;
    }

    #[inline]
    fn pack(&self, column: Column) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(u16::from(column.0))
    }

    #[inline]
    fn unpack(&self, packed: NonZeroU16) -> Option<Column> {
        let index = usize::from(packed.get() - 1);
        let has_room = index < W && self.possible() & Grid::<W, H>::column(index) != 0;
        (has_room && !self.is_lost()).then(|| Column::from_index(index))
    }
}

/// Appends the columns of `squares`, left to right. At most one square a column is set.
#[inline]
pub(super) fn push_columns<const W: usize, const H: usize>(
    mut squares: u64,
    moves: &mut ArrayVec<Column, 9>,
) {
    while squares != 0 {
        moves.push(Column::from_index(Grid::<W, H>::column_of(squares)));
        squares &= squares - 1;
    }
}
