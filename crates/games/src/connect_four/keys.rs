//! The keys of a position: one hashed and kept up to date by every move, one without loss.

use zkeys::{Feature, Pcg, Seed, key_set};

use super::grid::Grid;
use super::{Column, ConnectFour, Player};

impl Feature for Player {
    const COUNT: usize = 2;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// A bit of a board's word, whatever the size of the board.
#[derive(Clone, Copy)]
struct Bit(usize);

impl Feature for Bit {
    const COUNT: usize = 64;

    #[inline]
    fn index(self) -> usize {
        self.0
    }
}

key_set! {
    /// The keys of boards of every size.
    struct StoneKeys: u64 {
        /// A stone on a square.
        stones: (Player, Bit) = 128,
        /// Toggled by every move.
        side: () = 1,
    }
}

static KEYS: StoneKeys = StoneKeys::from_pcg(Pcg::from_seed(Seed::PI));

/// The key of a stone on the square of this bit index, 0 to 63.
#[inline]
pub(super) fn stone(player: Player, bit_index: usize) -> u64 {
    KEYS.stones.key((player, Bit(bit_index)))
}

/// The key that every move toggles.
#[inline]
pub(super) fn side() -> u64 {
    KEYS.side.key(())
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The Zobrist key, computed from nothing. Equal to [`Game::key`](search::Game::key) at all times.
    pub fn rehash(&self) -> u64 {
        let squares = Self::columns().flat_map(|column| (0..H).map(move |row| (column, row)));
        let stones = squares
            .filter_map(|(column, row)| Some(stone(self.cell(column, row)?, Self::bit_index(column, row))))
            .fold(0, |key, stone| key ^ stone);
        match self.to_move() {
            Player::First => stones,
            Player::Second => stones ^ side(),
        }
    }

    /// A key that no other position of the board has: the mover's stones plus all stones.
    ///
    /// The empty board's is 0. Below `2^((H + 1)·W)`: 49 bits on 7×6.
    #[inline]
    pub const fn lossless_key(&self) -> u64 {
        Grid::<W, H>::lossless_key(self.mover, self.mask)
    }

    /// The lesser of the lossless keys of the position and its mirror image: one key for two positions of one value.
    #[inline]
    pub const fn canonical_key(&self) -> u64 {
        Grid::<W, H>::canonical_key(self.lossless_key())
    }

    /// The position with this lossless key; `None` if there is none.
    ///
    /// Stones of both sides are as many as moves in turn make them. Whether play can lead there is not asked, nor whether
    /// the game was over before.
    pub fn from_lossless_key(key: u64) -> Option<Self> {
        // With one more at the bottom, a column's highest bit is its height and the bits below are the mover's.
        let coded = Grid::<W, H>::columns_of(key)?.map(|column| column + 1);
        let (mut mover, mut mask) = (0, 0);
        for (column, coded) in coded.into_iter().enumerate() {
            let top = 1 << coded.checked_ilog2()?;
            if top > 1 << H {
                return None;
            }
            mover |= (coded - top) << (column * Grid::<W, H>::STRIDE);
            mask |= (top - 1) << (column * Grid::<W, H>::STRIDE);
        }
        let stones = u8::try_from(u64::count_ones(mask)).ok()?;
        if u64::count_ones(mover) != u32::from(stones / 2) {
            return None;
        }
        let mut board = Self { mover, mask, key: 0, stones };
        board.key = board.rehash();
        Some(board)
    }

    /// The mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut image =
            Self { mover: Grid::<W, H>::mirror(self.mover), mask: Grid::<W, H>::mirror(self.mask), ..*self };
        image.key = image.rehash();
        image
    }

    const fn bit_index(column: Column, row: usize) -> usize {
        column.index() * Grid::<W, H>::STRIDE + row
    }
}

#[cfg(test)]
mod tests {
    use zkeys::quality::{Smallest, rank, smallest_dependency};

    use super::*;

    /// So positions of any board that differ in six features or fewer have different keys.
    #[test]
    fn no_six_keys_or_fewer_cancel() {
        let keys = KEYS.to_words();
        assert_eq!(keys.len(), 129);
        assert_eq!(smallest_dependency(&keys, 6), Smallest::MoreThan(6));
        assert_eq!(rank(&keys), 64);
    }
}
