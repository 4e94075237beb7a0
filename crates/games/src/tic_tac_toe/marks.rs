//! The position as its marks alone: what enumerating positions and looking them up needs.

use super::board::has_line;
use super::{StandardKeys, TicTacToe};

/// A position of tic-tac-toe without its Zobrist key: X's squares and O's.
///
/// Its [`key`](Self::key) is lossless, and [`from_key`](Self::from_key) reads it back.
///
/// ```
/// use games::tic_tac_toe::{Marks, TicTacToe};
///
/// let board: TicTacToe = "X........".parse()?;
/// let corner = Marks::from(board);
/// assert_eq!(corner.children().count(), 8);
/// assert_eq!(corner.images().count(), 4); // the four corners
/// # Ok::<(), games::tic_tac_toe::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Squares of X and of O, as bits.
    marks: [u16; 2],
}

/// Where each square goes in a quarter turn, and in a reflection left to right.
const TURN: [u32; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
const REFLECT: [u32; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

impl Marks {
    /// The empty board.
    pub const EMPTY: Self = Self { marks: [0; 2] };

    /// Bits of a [`key`](Self::key).
    pub const KEY_BITS: u32 = 18;

    /// X's squares, and O's nine bits above.
    pub const fn key(self) -> u64 {
        self.marks[0] as u64 | (self.marks[1] as u64) << 9
    }

    /// The position of a key; `None` where the number is none, or where the marks cannot have come to stand so by turns.
    ///
    /// Two lines at once, or a game played on, are not looked for.
    pub fn from_key(key: u64) -> Option<Self> {
        let found = Self::decode(key);
        let [x, o] = found.marks.map(u16::count_ones);
        (found.key() == key && found.marks[0] & found.marks[1] == 0 && (x == o || x == o + 1))
            .then_some(found)
    }

    /// The position of a key that [`key`](Self::key) gave. Any other number gives some marks or other.
    #[expect(clippy::cast_possible_truncation, reason = "nine bits each")]
    pub const fn decode(key: u64) -> Self {
        Self { marks: [key as u16 & 0x1ff, (key >> 9) as u16 & 0x1ff] }
    }

    /// The least of the keys of the position and its images.
    pub fn canonical_key(self) -> u64 {
        self.all_images().map(Self::key).fold(u64::MAX, u64::min)
    }

    /// The position and its images under turns and reflections, each once: 1, 2, 4 or 8.
    pub fn images(self) -> impl Iterator<Item = Self> {
        let all: [Self; 8] = {
            let mut images = self.all_images();
            std::array::from_fn(|_| images.next().unwrap_or(self))
        };
        (0..8).filter(move |&number| !all[..number].contains(&all[number])).map(move |number| all[number])
    }

    /// The eight images, equal ones repeated.
    fn all_images(self) -> impl Iterator<Item = Self> {
        let mut image = self;
        (0..4).flat_map(move |_| {
            image = image.moved(TURN);
            [image, image.moved(REFLECT)]
        })
    }

    fn moved(self, to: [u32; 9]) -> Self {
        let moved = |marks: u16| {
            (0..9_usize)
                .filter(|square| marks >> square & 1 == 1)
                .fold(0, |moved, square| moved | 1 << to[square])
        };
        Self { marks: self.marks.map(moved) }
    }

    /// Marks on the board, 0 to 9.
    pub const fn stones(self) -> u32 {
        (self.marks[0] | self.marks[1]).count_ones()
    }

    /// The player to move, as an index into the marks.
    const fn mover(self) -> usize {
        (self.stones() % 2) as usize
    }

    /// Whether the player who moved last has three in a row.
    pub fn is_lost(self) -> bool {
        has_line(self.marks[1 - self.mover()])
    }

    /// Whether every square is taken.
    pub const fn is_full(self) -> bool {
        self.stones() == 9
    }

    /// The positions after one more mark, squares in order. Asked of positions whose game goes on.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let taken = self.marks[0] | self.marks[1];
        self.toggled(!taken & 0x1ff, self.mover())
    }

    /// The positions that one mark less may have been, squares in order. Some of them may be out of reach, or positions
    /// whose game was over.
    pub fn parents(self) -> impl Iterator<Item = Self> {
        let last = 1 - self.mover();
        self.toggled(self.marks[last], last)
    }

    /// The positions with one of `squares` changed for a player.
    fn toggled(self, squares: u16, player: usize) -> impl Iterator<Item = Self> {
        (0..9).map(|square| 1 << square).filter(move |bit| squares & bit != 0).map(move |bit| {
            let mut marks = self.marks;
            marks[player] ^= bit;
            Self { marks }
        })
    }
}

impl<K> From<TicTacToe<K>> for Marks {
    fn from(board: TicTacToe<K>) -> Self {
        Self { marks: board.marks() }
    }
}

impl From<Marks> for TicTacToe {
    fn from(marks: Marks) -> Self {
        Self::from_marks(marks.marks, StandardKeys)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use search::Game;

    use super::*;

    /// With the board as the oracle of moves and outcomes.
    #[test]
    fn marks_are_the_board_everywhere() {
        let mut ply = BTreeSet::from([0]);
        let (mut positions, mut canonical) = (0, BTreeSet::new());
        while !ply.is_empty() {
            positions += ply.len();
            let mut next = BTreeSet::new();
            for &key in &ply {
                let marks = Marks::from_key(key).unwrap();
                let board = TicTacToe::from(marks);
                assert_eq!(Marks::from(board), marks);
                assert_eq!(board.to_string().parse(), Ok(board));
                assert_eq!(marks.is_lost(), board.winner().is_some());
                assert_eq!(marks.is_full(), board.stones() == 9);
                let images: BTreeSet<u64> = marks.images().map(Marks::key).collect();
                assert_eq!(images.len(), marks.images().count());
                assert!(
                    images.iter().all(|&image| Marks::decode(image).canonical_key() == marks.canonical_key())
                );
                canonical.insert(marks.canonical_key());
                if board.outcome().is_none() {
                    let mut moves = arrayvec::ArrayVec::new();
                    board.legal_moves(&mut moves);
                    assert_eq!(marks.children().count(), moves.len());
                    assert!(marks.children().all(|child| child.parents().any(|parent| parent == marks)));
                    next.extend(marks.children().map(Marks::key));
                }
            }
            ply = next;
        }
        // Source: both figures are known, 5,478 positions and 765 up to symmetry.
        assert_eq!((positions, canonical.len()), (5_478, 765));
    }

    #[test]
    fn numbers_that_are_no_keys_are_refused() {
        for key in [1 | 1 << 9, 1 << 9, 0b11, 1 << 18, u64::MAX] {
            assert_eq!(Marks::from_key(key), None);
        }
    }
}
