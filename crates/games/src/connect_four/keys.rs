//! The keys of a position: one hashed and kept up to date by every move, one without loss.

use zkeys::{Feature, Pcg, Seed, key_set};

use super::bits::Bits;
use super::grid::Grid;
use super::{Column, ConnectFour, ConnectK, Player};

impl Feature for Player {
    const COUNT: usize = 2;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// A bit of a board's word of 64 bits, or of half a wider one, whatever the size of the board.
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

/// The keys of the upper half of words of 128 bits.
static UPPER_KEYS: StoneKeys = StoneKeys::from_pcg(Pcg::from_seed(Seed::with_state(128)));

/// The key of a stone on the square of this bit index, which is less than the word's width.
#[inline]
pub(super) fn stone<B: Bits>(player: Player, bit_index: usize) -> u64 {
    if B::WIDTH > 64 && bit_index >= 64 {
        UPPER_KEYS.stones.key((player, Bit(bit_index - 64)))
    } else {
        KEYS.stones.key((player, Bit(bit_index)))
    }
}

/// The key that every move toggles.
#[inline]
pub(super) fn side() -> u64 {
    KEYS.side.key(())
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The bits of a lossless key that the bottom row decides: one for each stone there of the side that is not to move. Once the
    /// row is full, a solver is among positions that agree in them, by turns for either side, for long: a table that keeps such
    /// together stays in the cache.
    #[expect(clippy::cast_possible_truncation, reason = "a board of 64 bits")]
    pub const BOTTOM_ROW: u64 = {
        let () = Grid::<W, H, 4, u64>::FITS;
        Grid::<W, H, 4, u64>::WIDE_BOTTOM as u64
    };
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> ConnectK<W, H, K, B> {
    /// The Zobrist key, computed from nothing. Equal to [`Game::key`](search::Game::key) at all times.
    pub fn rehash(&self) -> u64 {
        let squares = Self::columns().flat_map(|column| (0..H).map(move |row| (column, row)));
        let stones = squares
            .filter_map(|(column, row)| {
                Some(stone::<B>(self.cell(column, row)?, Self::bit_index(column, row)))
            })
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
    pub fn lossless_key(&self) -> B {
        Grid::<W, H, K, B>::lossless_key(self.mover, self.mask)
    }

    /// The lesser of the lossless keys of the position and its mirror image: one key for two positions of one value.
    #[inline]
    pub fn canonical_key(&self) -> B {
        Grid::<W, H, K, B>::canonical_key(self.lossless_key())
    }

    /// The position with this lossless key; `None` if there is none.
    ///
    /// Stones of both sides are as many as moves in turn make them. Whether play can lead there is not asked, nor whether
    /// the game was over before.
    pub fn from_lossless_key(key: B) -> Option<Self> {
        let (mut mover, mut mask) = (B::ZERO, B::ZERO);
        for (column, bits) in Grid::<W, H, K, B>::columns_of(key)?.into_iter().enumerate() {
            // With one more at the bottom, a column's highest bit is its height and the bits below are the mover's.
            let coded = bits + B::ONE;
            let height = coded.highest_index().filter(|&height| height <= H)?;
            let top = B::ONE << height;
            let shift = column * Grid::<W, H, K, B>::STRIDE;
            mover |= (coded ^ top) << shift;
            mask |= (top - B::ONE) << shift;
        }
        let stones = u8::try_from(mask.count()).ok()?;
        if mover.count() != u32::from(stones / 2) {
            return None;
        }
        let mut board = Self { mover, mask, key: 0, stones };
        board.key = board.rehash();
        Some(board)
    }

    /// The mirror image.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut image = Self {
            mover: Grid::<W, H, K, B>::mirror(self.mover),
            mask: Grid::<W, H, K, B>::mirror(self.mask),
            ..*self
        };
        image.key = image.rehash();
        image
    }

    const fn bit_index(column: Column, row: usize) -> usize {
        column.index() * Grid::<W, H, K, B>::STRIDE + row
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
