//! Polyglot: the keys and the books of an older, widely used format.
//!
//! Its numbers and its rules differ from [`Board::key`]'s: the en-passant file counts when an enemy pawn stands next to
//! the one that made the double step, whether it may capture or not.
//!
//! # Examples
//!
//! ```
//! use games::chess::{Board, polyglot};
//!
//! assert_eq!(polyglot::key(&Board::start()), 0x463b_9618_1691_fc9c);
//! ```

use thiserror::Error;

use super::board::NOT_LEGAL;
use super::keys::rights;
use super::{Board, Color, File, Move, MoveKind, Role, Square};

/// Places in the list of numbers.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

static NUMBERS: [u64; 781] = read_numbers(include_bytes!("polyglot.txt"));

/// Bytes of one entry of a book.
const ENTRY: usize = 16;

/// The position's key by Polyglot's rules.
pub fn key(board: &Board) -> u64 {
    let mut key = 0;
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            let kind = piece.role as usize * 2 + usize::from(piece.color == Color::White);
            key ^= NUMBERS[kind * 64 + square.index()];
        }
    }
    for right in rights(board.castling_rights()) {
        key ^= NUMBERS[CASTLING + zkeys::Feature::index(right)];
    }
    let file = board.en_passant & !NOT_LEGAL;
    if file < 8 {
        key ^= NUMBERS[EN_PASSANT + usize::from(file)];
    }
    if board.side() == Color::White {
        key ^= NUMBERS[TURN];
    }
    key
}

/// The lines of a data file, each 16 hexadecimal digits; lines that start with `#` are skipped.
const fn read_numbers(text: &[u8]) -> [u64; 781] {
    let mut numbers = [0; 781];
    let (mut count, mut at) = (0, 0);
    while at < text.len() {
        let is_comment = text[at] == b'#';
        let mut number = 0;
        while text[at] != b'\n' {
            if !is_comment {
                number = number << 4 | digit(text[at]);
            }
            at += 1;
        }
        at += 1;
        if !is_comment {
            numbers[count] = number;
            count += 1;
        }
    }
    assert!(count == numbers.len());
    numbers
}

const fn digit(byte: u8) -> u64 {
    match byte {
        b'0'..=b'9' => (byte - b'0') as u64,
        b'a'..=b'f' => (byte - b'a') as u64 + 10,
        _ => panic!("no hexadecimal digit"),
    }
}

/// An opening book: entries of a key, a move and its weight, sorted by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    bytes: Vec<u8>,
}

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The last entry is cut off.
    #[error("expected entries of 16 bytes, found {0} bytes in all")]
    Length(usize),
    /// The keys are not in ascending order, so look-ups would miss some.
    #[error("expected keys in ascending order, found entry {0} out of order")]
    Order(usize),
}

/// A legal move a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How often to choose it, in proportion to the other moves' weights.
    pub weight: u16,
}

impl Book {
    /// The book with these bytes, the contents of a `.bin` file.
    ///
    /// # Errors
    ///
    /// [`BookError`] if they are not whole entries in order.
    pub fn new(bytes: Vec<u8>) -> Result<Self, BookError> {
        if !bytes.len().is_multiple_of(ENTRY) {
            return Err(BookError::Length(bytes.len()));
        }
        let book = Self { bytes };
        match (1..book.len()).find(|&index| book.key(index - 1) > book.key(index)) {
            Some(index) => Err(BookError::Order(index)),
            None => Ok(book),
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The book's moves here, in its order. Entries that are not legal moves, as another position with the same key
    /// would leave, are passed over.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let key = key(board);
        let indices = 0..self.len();
        let first = partition(indices.end, |index| self.key(index) < key);
        (first..indices.end)
            .take_while(|&index| self.key(index) == key)
            .filter_map(|index| {
                let mv = decode(self.number(index, 8), board)?;
                Some(BookMove { mv, weight: self.number(index, 10) })
            })
            .collect()
    }

    fn key(&self, index: usize) -> u64 {
        self.bytes[index * ENTRY..][..8].iter().fold(0, |key, &byte| key << 8 | u64::from(byte))
    }

    fn number(&self, index: usize, offset: usize) -> u16 {
        let at = index * ENTRY + offset;
        u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]])
    }
}

/// The first of `0..len` for which `before` does not hold, where those for which it holds come first.
fn partition(len: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low.midpoint(high);
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The legal move of a book's 16 bits: destination, origin (six bits each, file before rank), promotion (three).
/// Castling is the king taking its rook.
fn decode(bits: u16, board: &Board) -> Option<Move> {
    let part = |shift: u16| File::new((bits >> shift & 7) as u8);
    let to = Square::at(part(0), part(3).number());
    let from = Square::at(part(6), part(9).number());
    let promotion = match bits >> 12 & 7 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    board.find_move(from, to, promotion)
}

impl Board {
    /// The legal move between two squares, castling being the king taking its rook.
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let role = self.role_at(from)?;
        let kinds = match (role, promotion) {
            (Role::Pawn, Some(promotion)) => vec![MoveKind::Promotion(promotion)],
            (_, Some(_)) => return None,
            (Role::Pawn, None) => vec![MoveKind::Plain(role), MoveKind::DoubleStep, MoveKind::EnPassant],
            (Role::King, None) => vec![MoveKind::Castle, MoveKind::Plain(role)],
            (_, None) => vec![MoveKind::Plain(role)],
        };
        kinds.into_iter().map(|kind| Move::new(from, to, kind)).find(|&mv| self.is_legal(mv))
    }
}
