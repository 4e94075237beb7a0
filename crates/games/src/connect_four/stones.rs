//! The position as its stones alone: what enumerating positions and looking them up needs.

use super::grid::Grid;
use super::{ConnectFour, ThreatBoard};

/// A position of Connect Four without its Zobrist key: the stones of the player to move, and all stones.
///
/// Its [`key`](Self::key) is lossless, and [`from_key`](Self::from_key) reads it back, so that a set of positions is a set of
/// numbers. Moves are made by copying, and taken back without knowing which was played.
///
/// ```
/// use games::connect_four::{ConnectFour, Stones};
///
/// let board: ConnectFour = "4455".parse()?;
/// let stones = Stones::from(board);
/// assert_eq!(Stones::from_key(stones.key()), Some(stones));
/// assert_eq!(stones.children().count(), 7);
/// assert_eq!(stones.parents().count(), 2); // the last stone lay on top of column 4 or of column 5
/// # Ok::<(), games::connect_four::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones<const W: usize = 7, const H: usize = 6> {
    /// Stones of the player to move.
    mover: u64,
    /// All stones.
    mask: u64,
}

impl<const W: usize, const H: usize> Stones<W, H> {
    /// The empty board.
    pub const EMPTY: Self = {
        let () = Grid::<W, H, 4, u64>::FITS;
        Self { mover: 0, mask: 0 }
    };

    /// Bits of a [`key`](Self::key).
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub const KEY_BITS: u32 = (Grid::<W, H, 4, u64>::STRIDE * W) as u32;

    /// The position of a lossless key; `None` where the number is no key, where the players' stones do not alternate, or
    /// where the player to move has four in a row.
    ///
    /// Whether stones could have come to lie so is not asked.
    pub fn from_key(key: u64) -> Option<Self> {
        let stones = Self::decode(key);
        let alternate = stones.mover.count_ones() == stones.mask.count_ones() / 2;
        let found = stones.key() == key && alternate && !Grid::<W, H, 4, u64>::has_line(stones.mover);
        found.then_some(stones)
    }

    /// The position of a key that [`key`](Self::key) or [`canonical_key`](Self::canonical_key) gave. Any other number gives
    /// some arrangement of stones or other.
    #[inline]
    pub fn decode(key: u64) -> Self {
        // One more in each column turns its height into a bit above its stones.
        let coded = key.wrapping_add(Grid::<W, H, 4, u64>::bottom());
        let mut below = coded;
        let mut shift = 1;
        while shift < Grid::<W, H, 4, u64>::STRIDE {
            below |= (below >> shift) & Self::lower_rows(Grid::<W, H, 4, u64>::STRIDE - shift);
            shift *= 2;
        }
        let mask = (below >> 1) & Grid::<W, H, 4, u64>::board();
        Self { mover: coded & mask, mask }
    }

    /// So many of the lowest rows, the spare one on top included where there are enough.
    fn lower_rows(rows: usize) -> u64 {
        Grid::<W, H, 4, u64>::bottom() * ((1 << rows) - 1)
    }

    /// The key that no other position of the board has, as [`ConnectFour::lossless_key`] gives it.
    #[inline]
    pub fn key(self) -> u64 {
        Grid::<W, H, 4, u64>::lossless_key(self.mover, self.mask)
    }

    /// The lesser of the keys of the position and its mirror image, as [`ConnectFour::canonical_key`] gives it.
    #[inline]
    pub fn canonical_key(self) -> u64 {
        Grid::<W, H, 4, u64>::canonical_key(self.key())
    }

    /// Whether the position is its own mirror image.
    #[inline]
    pub fn is_symmetric(self) -> bool {
        Grid::<W, H, 4, u64>::mirror(self.key()) == self.key()
    }

    /// Stones on the board, `0..=W·H`.
    #[inline]
    pub const fn stones(self) -> u32 {
        self.mask.count_ones()
    }

    /// Whether the player who moved last has four in a row.
    #[inline]
    pub fn is_lost(self) -> bool {
        Grid::<W, H, 4, u64>::has_line(self.mover ^ self.mask)
    }

    /// Whether every square is taken.
    #[inline]
    pub fn is_full(self) -> bool {
        self.mask == Grid::<W, H, 4, u64>::board()
    }

    /// The positions after one more stone, columns left to right. Asked of positions whose game goes on.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = Self> {
        squares(Grid::<W, H, 4, u64>::possible(self.mask))
            .map(move |square| Self { mover: self.mover ^ self.mask, mask: self.mask | square })
    }

    /// The positions that one stone less may have been, columns left to right: the last stone lies on top of a column and is
    /// the other player's.
    ///
    /// Some of them may be out of reach, or positions whose game was over.
    #[inline]
    pub fn parents(self) -> impl Iterator<Item = Self> {
        let other = self.mover ^ self.mask;
        let tops = self.mask & !(self.mask >> 1);
        squares(tops & other).map(move |square| Self { mover: other ^ square, mask: self.mask ^ square })
    }
}

/// Each set bit alone, lowest first.
#[inline]
fn squares(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let square = bits & bits.wrapping_neg();
        bits ^= square;
        (square != 0).then_some(square)
    })
}

impl<const W: usize, const H: usize> From<ConnectFour<W, H>> for Stones<W, H> {
    fn from(board: ConnectFour<W, H>) -> Self {
        Self { mover: board.mover, mask: board.mask }
    }
}

impl<const W: usize, const H: usize> From<Stones<W, H>> for ConnectFour<W, H> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 63 stones")]
    fn from(stones: Stones<W, H>) -> Self {
        let Stones { mover, mask } = stones;
        let mut board = Self { mover, mask, key: 0, stones: mask.count_ones() as u8 };
        board.key = board.rehash();
        board
    }
}

impl<const W: usize, const H: usize> From<Stones<W, H>> for ThreatBoard<W, H> {
    /// A board whose game goes on, as for [`ConnectFour`].
    fn from(stones: Stones<W, H>) -> Self {
        ConnectFour::from(stones).into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use search::Game;

    use super::*;

    /// Every position of a board, with `ConnectFour` as the oracle of moves, keys, outcomes and their inverses.
    fn agrees_everywhere<const W: usize, const H: usize>() -> usize {
        let mut ply = BTreeSet::from([0]);
        let mut positions = 0;
        while !ply.is_empty() {
            positions += ply.len();
            let mut next = BTreeSet::new();
            for &key in &ply {
                let stones = Stones::<W, H>::from_key(key).unwrap();
                let board = ConnectFour::from(stones);
                assert_eq!((board.lossless_key(), board.canonical_key()), (key, stones.canonical_key()));
                assert_eq!(stones.is_symmetric(), board == board.mirrored());
                assert_eq!(stones.is_lost(), board.winner().is_some());
                assert_eq!(stones.stones(), u32::from(board.stones()));
                assert_eq!(stones.is_full(), board.stones() == ConnectFour::<W, H>::AREA);
                if board.outcome().is_some() {
                    continue;
                }
                let mut moves = arrayvec::ArrayVec::new();
                board.legal_moves(&mut moves);
                let after = moves.into_iter().map(|column| {
                    let mut child = board;
                    child.make(column);
                    child.lossless_key()
                });
                let children: Vec<u64> = stones.children().map(Stones::key).collect();
                assert_eq!(children, after.collect::<Vec<_>>());
                assert!(stones.children().all(|child| child.parents().any(|parent| parent == stones)));
                next.extend(children);
            }
            ply = next;
        }
        positions
    }

    #[test]
    fn stones_are_the_board_everywhere_on_small_boards() {
        assert_eq!(agrees_everywhere::<4, 4>(), 161_029);
        agrees_everywhere::<5, 3>();
        agrees_everywhere::<2, 7>();
        agrees_everywhere::<9, 1>();
    }

    /// On boards that fill the word too, along lines that fill them as far as the rules let them.
    #[test]
    fn full_columns_and_wide_boards_decode() {
        fn fill<const W: usize, const H: usize>() {
            let mut stones = Stones::<W, H>::EMPTY;
            loop {
                assert_eq!(Stones::from_key(stones.key()), Some(stones));
                let next = stones.children().enumerate().find(|(_, child)| !child.is_lost());
                let Some((_, child)) = next else { break };
                stones = child;
            }
        }
        fill::<7, 6>();
        fill::<8, 7>();
        fill::<9, 6>();
        fill::<3, 19>();
        fill::<1, 19>();
    }

    #[test]
    fn numbers_that_are_no_keys_are_refused() {
        let overflow = 0x7f; // a column of six rows ends at 2 · 63
        let ahead = 2; // the player to move has the only stone
        for key in [overflow, ahead, u64::MAX, 1 << 49] {
            assert_eq!(Stones::<7, 6>::from_key(key), None, "{key}");
        }
        let keys: Vec<u64> = (0..1 << 14).filter(|&key| Stones::<2, 6>::from_key(key).is_some()).collect();
        assert!(keys.iter().all(|&key| ConnectFour::from(Stones::<2, 6>::decode(key)).lossless_key() == key));
    }
}
