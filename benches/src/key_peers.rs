//! The ways programs keep their Zobrist keys, all with the same words: this project's, and what it replaces.

use std::collections::HashMap;

use games::chess::{Board, Color, Move as ChessMove, MoveKind, Role, Square as ChessSquare};
use games::connect_four::{Column, ConnectFour};
use search::Game;
use zkeys::{Feature, Pcg, PositionKey, Seed, SplitMix64, Words, key_set};

use crate::connect_four::RandomPlay;

/// A kind of piece of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "twelve kinds, told apart by number only")]
pub enum Piece {
    P0,
    P1,
    P2,
    P3,
    P4,
    P5,
    P6,
    P7,
    P8,
    P9,
    P10,
    P11,
}

impl Piece {
    const ALL: [Self; 12] = [
        Self::P0,
        Self::P1,
        Self::P2,
        Self::P3,
        Self::P4,
        Self::P5,
        Self::P6,
        Self::P7,
        Self::P8,
        Self::P9,
        Self::P10,
        Self::P11,
    ];
}

impl Feature for Piece {
    const COUNT: usize = 12;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// A square, `0..64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

impl Feature for Square {
    const COUNT: usize = 64;

    #[inline]
    fn index(self) -> usize {
        (self.0 & 63).into()
    }
}

key_set! {
    /// A piece on a square, and the side to move.
    pub struct PieceKeys: u64 {
        /// A piece on a square.
        piece: (Piece, Square) = 768,
        /// The second side to move.
        side: () = 1,
    }
}

/// The set of this project.
pub static KEYS: PieceKeys = PieceKeys::from_pcg(Pcg::from_seed(Seed::PI));

/// The array one writes by hand, at its best: in the binary.
pub static ARRAY: Array = Array::new();

/// Keys in plain arrays.
#[derive(Clone, Debug)]
pub struct Array {
    piece: [[u64; 64]; 12],
    side: u64,
}

impl Array {
    /// The same words as [`KEYS`].
    pub const fn new() -> Self {
        let words = Words::<u64, 769>::from_pcg(Pcg::from_seed(Seed::PI));
        let mut piece = [[0; 64]; 12];
        let mut i = 0;
        while i < 12 {
            piece[i] = words.block(64 * i);
            i += 1;
        }
        Self { piece, side: words.0[768] }
    }
}

impl Default for Array {
    fn default() -> Self {
        Self::new()
    }
}

/// Keys in a map from what they stand for.
#[derive(Clone, Debug)]
pub struct Map {
    piece: HashMap<(Piece, Square), u64>,
    side: u64,
}

impl Map {
    /// The same words as [`KEYS`].
    pub fn new() -> Self {
        let mut pcg = Pcg::from_seed(Seed::PI);
        let features =
            Piece::ALL.iter().flat_map(|&piece| (0..64).map(move |square| (piece, Square(square))));
        Self { piece: features.map(|feature| (feature, pcg.next_u64())).collect(), side: pcg.next_u64() }
    }
}

impl Default for Map {
    fn default() -> Self {
        Self::new()
    }
}

/// A quiet move: a piece from a square to a square.
pub type Move = (Piece, Square, Square);

/// Moves of random pieces between random squares.
pub fn moves(count: usize) -> Vec<Move> {
    let mut random = SplitMix64::new(1);
    let mut draw = || {
        let [piece, from, to, ..] = random.next_u64().to_le_bytes();
        (Piece::ALL[usize::from(piece) % 12], Square(from % 64), Square(to % 64))
    };
    (0..count).map(|_| draw()).collect()
}

/// The key after these moves, by the key set.
#[inline(never)]
pub fn with_keys(keys: &PieceKeys, moves: &[Move]) -> u64 {
    let mut key = PositionKey::default();
    for &(piece, from, to) in moves {
        key.relocate(keys.piece.key((piece, from)), keys.piece.key((piece, to)));
        key.swap_sides(keys.side.key(()));
    }
    key.word()
}

/// The same by arrays.
#[inline(never)]
pub fn with_array(keys: &Array, moves: &[Move]) -> u64 {
    let mut key = 0;
    for &(piece, from, to) in moves {
        let squares = &keys.piece[piece as usize];
        key ^= squares[usize::from(from.0 & 63)] ^ squares[usize::from(to.0 & 63)];
        key ^= keys.side;
    }
    key
}

/// The same by a map.
#[inline(never)]
pub fn with_map(keys: &Map, moves: &[Move]) -> u64 {
    moves.iter().fold(0, |key, &(piece, from, to)| {
        key ^ keys.piece[&(piece, from)] ^ keys.piece[&(piece, to)] ^ keys.side
    })
}

/// Connect Four, 7×6, as one writes it for one program: the adapter's words with keys in a plain static array.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandWritten {
    mover: u64,
    mask: u64,
    key: u64,
    stones: u8,
}

static STONES: [u64; 128] = STONE_WORDS.block(0);
const SIDE: u64 = STONE_WORDS.0[128];
const STONE_WORDS: Words<u64, 129> = Words::<u64, 129>::from_pcg(Pcg::from_seed(Seed::PI));

/// The lowest square of each column, and all squares.
const BOTTOM: u64 = 0x0408_1020_4081;
const BOARD: u64 = BOTTOM * 0x3F;

impl HandWritten {
    /// Plays a column that has room, `0..7`.
    #[inline]
    pub fn play(&mut self, column: usize) {
        let square = (self.mask + BOTTOM) & BOARD & (0x3F << (7 * column));
        let player = usize::from(self.stones & 1);
        self.key ^= STONES[64 * player + square.trailing_zeros() as usize] ^ SIDE;
        self.mover ^= self.mask;
        self.mask |= square;
        self.stones += 1;
    }
}

/// Stones of each of the [`games()`].
pub const STONES_A_GAME: usize = 20;

/// The beginnings of random games that nobody has won yet.
pub fn games(count: usize) -> Vec<Vec<Column>> {
    RandomPlay::new(1, 20)
        .take(count)
        .map(|drawn| drawn.columns.bytes().filter_map(|digit| Column::from_number(digit - b'0')).collect())
        .collect()
}

/// The keys after these games, by the adapter.
#[inline(never)]
pub fn with_adapter(games: &[Vec<Column>]) -> u64 {
    games.iter().fold(0, |keys, game| {
        let mut board = ConnectFour::<7, 6>::new();
        for &column in game {
            board.make(column);
        }
        keys ^ board.key()
    })
}

/// The same by the board written by hand.
#[inline(never)]
pub fn with_hand_written(games: &[Vec<Column>]) -> u64 {
    games.iter().fold(0, |keys, game| {
        let mut board = HandWritten::default();
        for &column in game {
            board.play(column.index());
        }
        keys ^ board.key
    })
}

/// Plain moves of knights, bishops and queens to empty squares, with their boards, from random play.
pub fn chess_moves(count: usize) -> Vec<(Board, ChessMove)> {
    let plain = |board: &Board, mv: &ChessMove| {
        let role = mv.role();
        matches!(mv.kind(), MoveKind::Plain(_))
            && board.en_passant().is_none()
            && board.role_at(mv.to()).is_none()
            && [Role::Knight, Role::Bishop, Role::Queen].contains(&role)
    };
    let mut source = SplitMix64::new(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::start();
        for _ in 0..60 {
            let moves = board.legal_moves();
            let Some(&mv) = moves.get(source.next_u32() as usize % moves.len().max(1)) else { break };
            found.extend(moves.iter().filter(|mv| plain(&board, mv)).take(1).map(|&mv| (board, mv)));
            board = board.after(mv);
        }
    }
    found.truncate(count);
    found
}

/// The keys after these moves, by the adapter, which tells plain moves from others and takes off what is captured.
#[inline(never)]
pub fn with_chess(moves: &[(Board, ChessMove)]) -> u64 {
    moves.iter().fold(0, |keys, (board, mv)| keys ^ board.key_after(*mv))
}

/// The adapter's words in a plain static array, by colour, role and square.
static CHESS_PIECES: [[[u64; 64]; 6]; 2] = {
    let words = games::chess::ChessKeys::from_pcg(Pcg::new(0x63_6865_7373, 1970));
    let words = words.piece.words();
    let mut table = [[[0; 64]; 6]; 2];
    let mut word = 0;
    while word < 768 {
        table[word / 384][word / 64 % 6][word % 64] = words[word];
        word += 1;
    }
    table
};

/// The same by an array, for moves known to be plain.
#[inline(never)]
pub fn with_chess_array(moves: &[(Board, ChessMove)]) -> u64 {
    let side = games::chess::KEYS.side.key(());
    moves.iter().fold(0, |keys, (board, mv)| {
        let squares = &CHESS_PIECES[usize::from(board.side() == Color::Black)][mv.role() as usize];
        let key = |square: ChessSquare| squares[square.index() & 63];
        keys ^ board.key() ^ side ^ key(mv.from()) ^ key(mv.to())
    })
}
