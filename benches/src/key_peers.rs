//! The ways programs keep their Zobrist keys, all with the same words: this project's, and what it replaces.

use std::collections::HashMap;

use zkeys::{Feature, Pcg, PositionKey, Seed, SplitMix64, Words, key_set};

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
