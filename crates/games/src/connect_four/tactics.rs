//! What can be told of a position without search: wins at once, forced replies, threats.

use search::{Bounded, Guide};

use super::bits::Bits;
use super::grid::Grid;
use super::rules::push_columns;
use super::{Column, ConnectK};

impl<const W: usize, const H: usize, const K: usize, B: Bits> ConnectK<W, H, K, B> {
    /// The empty squares, in reach or not, where a stone of the player to move would win.
    ///
    /// Square (column, row) is bit `(H + 1)·column + row`, rows counted from 0 at the bottom.
    #[inline]
    pub fn threats(&self) -> B {
        Grid::<W, H, K, B>::completing(self.mover) & !self.mask
    }

    /// The empty squares where a stone of the other player would win, as in [`threats`](Self::threats).
    #[inline]
    pub fn threats_against(&self) -> B {
        Grid::<W, H, K, B>::completing(self.mover ^ self.mask) & !self.mask
    }

    /// The squares in reach that win at once, as in [`threats`](Self::threats).
    #[inline]
    pub fn winning_moves(&self) -> B {
        self.threats() & self.possible()
    }

    /// The squares in reach after which the other player cannot win at once, as in [`threats`](Self::threats).
    ///
    /// Where the player to move can win at once, moves that do so may be left out.
    #[inline]
    pub fn safe_moves(&self) -> B {
        Grid::<W, H, K, B>::safe(self.possible(), self.threats_against())
    }

    /// What a win with the stone that is `ahead` stones away is worth to the player who places it; 0 if there is no such
    /// stone. The next one is 1 ahead.
    fn win_ahead(&self, ahead: u8) -> i16 {
        let stone = self.stones() + ahead;
        if stone > Self::AREA { 0 } else { Self::win_value(stone.div_ceil(2)) }
    }
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> Bounded for ConnectK<W, H, K, B> {
    /// A win at once and a loss that no move wards off settle the value. Otherwise neither side wins with its next
    /// stone, and the limits are wins with the stones after those.
    #[inline]
    fn known_range(&self) -> (i16, i16) {
        if self.winning_moves() != B::ZERO {
            let value = self.win_ahead(1);
            (value, value)
        } else if self.safe_moves() == B::ZERO {
            let value = -self.win_ahead(2);
            (value, value)
        } else {
            (-self.win_ahead(4), self.win_ahead(3))
        }
    }
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> Guide for ConnectK<W, H, K, B> {
    /// A move that wins at once alone; else the moves that do not lose at once; else, as all lose alike, one of them.
    #[inline]
    fn candidates(&self, moves: &mut Self::List<Column>) {
        let wins = self.winning_moves();
        let safe = self.safe_moves();
        let chosen = if wins != B::ZERO {
            wins.lowest()
        } else if safe == B::ZERO {
            self.possible().lowest()
        } else {
            safe
        };
        push_columns::<W, H, K, B>(chosen, moves);
    }

    /// Moves that make more threats first, those nearer the centre first among them.
    #[inline]
    fn rank(&self, column: Column) -> i32 {
        let square = self.possible() & Grid::<W, H, K, B>::column(column.index());
        let threats = Grid::<W, H, K, B>::completing(self.mover | square) & !(self.mask | square);
        threats.count().cast_signed() * 16 - Grid::<W, H, K, B>::from_centre(column.index())
    }
}
