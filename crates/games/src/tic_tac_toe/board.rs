//! The board, its rules, and how the search sees it.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use search::{Game, Outcome};

use super::{KeySource, StandardKeys};

/// The squares of a line, as bits; all eight lines.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

const ALL: u16 = 0b111_111_111;

/// One of the two players, and what it puts on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The player who begins.
    X,
    /// The other one.
    O,
}

impl Mark {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}

/// A square, 0 to 8, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Squares on a board.
    pub const COUNT: usize = 9;

    /// The square with this number; `None` from 9 on.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 9 { Some(Self(index)) } else { None }
    }

    /// Its number, 0 to 8.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All nine squares in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..9).map(Self)
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

/// A position of tic-tac-toe, with its key kept up to date by every move.
///
/// `K` says where the keys come from; the default ones cost no space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe<K = StandardKeys> {
    /// Squares of X and of O, as bits.
    marks: [u16; 2],
    key: u64,
    keys: K,
}

impl TicTacToe {
    /// The empty board, with the standard keys.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<K: KeySource + Default> Default for TicTacToe<K> {
    fn default() -> Self {
        Self::with_keys(K::default())
    }
}

impl<K> TicTacToe<K> {
    /// Squares of X and of O, as bits.
    pub(super) const fn marks(&self) -> [u16; 2] {
        self.marks
    }
}

impl<K: KeySource> TicTacToe<K> {
    /// The empty board, with keys of the caller's. Its own key is 0, whatever they are.
    pub const fn with_keys(keys: K) -> Self {
        Self { marks: [0; 2], key: 0, keys }
    }

    /// A board with these marks, which [`text`](super::text) has found possible.
    pub(super) fn from_marks(marks: [u16; 2], keys: K) -> Self {
        let mut board = Self { marks, key: 0, keys };
        board.key = board.rehash();
        board
    }

    /// The player to move.
    pub const fn to_move(&self) -> Mark {
        if self.marks[0].count_ones() == self.marks[1].count_ones() { Mark::X } else { Mark::O }
    }

    /// Marks on the board, 0 to 9.
    #[expect(clippy::cast_possible_truncation, reason = "at most 9")]
    pub const fn stones(&self) -> u8 {
        (self.marks[0] | self.marks[1]).count_ones() as u8
    }

    /// What is on a square; `None` if it is empty.
    pub const fn cell(&self, square: Square) -> Option<Mark> {
        if self.marks[0] & square.bit() != 0 {
            Some(Mark::X)
        } else if self.marks[1] & square.bit() != 0 {
            Some(Mark::O)
        } else {
            None
        }
    }

    /// The nine squares in order.
    pub fn cells(&self) -> [Option<Mark>; Square::COUNT] {
        let mut cells = [None; Square::COUNT];
        for square in Square::all() {
            cells[square.index()] = self.cell(square);
        }
        cells
    }

    /// Whether `mark` has three in a row.
    pub fn has_line(&self, mark: Mark) -> bool {
        has_line(self.marks[mark as usize])
    }

    /// The player who has won; `None` while nobody has.
    pub fn winner(&self) -> Option<Mark> {
        [Mark::X, Mark::O].into_iter().find(|&mark| self.has_line(mark))
    }

    /// The key, computed from nothing. Equal to [`Game::key`] at all times.
    pub fn rehash(&self) -> u64 {
        let keys = self.keys.keys();
        let marks = Square::all()
            .filter_map(|square| Some(keys.marks.key((self.cell(square)?, square))))
            .fold(0, |key, mark| key ^ mark);
        match self.to_move() {
            Mark::X => marks,
            Mark::O => marks ^ keys.side.key(()),
        }
    }

    /// The empty squares, as bits.
    const fn empty(&self) -> u16 {
        ALL & !(self.marks[0] | self.marks[1])
    }

    /// Puts a mark of `player` on the board or takes it off, and passes the turn.
    fn toggle(&mut self, player: Mark, square: Square) {
        self.marks[player as usize] ^= square.bit();
        let keys = self.keys.keys();
        self.key ^= keys.marks.key((player, square)) ^ keys.side.key(());
    }
}

pub(super) fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl<K: KeySource> Game for TicTacToe<K> {
    type Move = Square;
    type Undo = ();
    type List<T: Copy> = ArrayVec<T, { Square::COUNT }>;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// A win is worth 10 less the stones on the board, so that an earlier one is worth more.
    fn outcome(&self) -> Option<Outcome> {
        if self.has_line(self.to_move().other()) {
            Some(Outcome::Value(i16::from(self.stones()) - 10))
        } else if self.empty() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The empty squares in order.
    fn legal_moves(&self, moves: &mut Self::List<Square>) {
        for square in Square::all().filter(|square| self.empty() & square.bit() != 0) {
            moves.push(square);
        }
    }

    fn make(&mut self, square: Square) {
        debug_assert!(self.empty() & square.bit() != 0, "{square:?} is taken");
        self.toggle(self.to_move(), square);
    }

    fn unmake(&mut self, square: Square, (): ()) {
        self.toggle(self.to_move().other(), square);
    }

    fn pack(&self, square: Square) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(u16::from(square.0))
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<Square> {
        let square = Square::new(u8::try_from(packed.get() - 1).ok()?)?;
        (self.empty() & square.bit() != 0 && self.outcome().is_none()).then_some(square)
    }
}
