//! The keys of positions: 781 features, and two keys of parts of a position.
//!
//! A position's key is the XOR of the keys of its features: each piece on its square (768), Black to move (1), each
//! castling right (4) and the file of an en-passant capture (8). The file counts only where a legal en-passant capture
//! exists, so positions that are the same to the laws of chess have the same key, however they came about.
//!
//! In Chess960 the rights do not say which rook castles. Within one game that is settled from the start.
//!
//! # Stability
//!
//! The keys are the same on every platform and in every release with the same minor version.

use zkeys::{Pcg, key_set};

use super::castling::{CastlingRight, CastlingRights};
use super::{BitBoard, Board, Color, File, Piece, Role, Square};

key_set! {
    /// The keys of the features of chess.
    pub struct ChessKeys: u64 {
        /// A piece on a square.
        piece: (Piece, Square) = 768,
        /// Black to move.
        side: () = 1,
        /// A castling right.
        castling: CastlingRight = 4,
        /// The file of a legal en-passant capture.
        en_passant: File = 8,
    }
}

/// The keys in use.
pub static KEYS: ChessKeys = CHESS_KEYS;

const CHESS_KEYS: ChessKeys = ChessKeys::from_pcg(Pcg::new(0x63_6865_7373, 1970));

/// What a piece adds to the key and the pawn key, side by side, by colour, by the role's code and by square; zeros for
/// codes that are no role.
static PIECE_KEYS: [[[[u64; 2]; 64]; 8]; 2] = piece_keys();

/// What changes with the turn, by the en-passant file that lapses; from 8 on none that counts.
static TURN_KEYS: [u64; 32] = turn_keys();

/// The keys of men by piece and square, for tables made when the program is compiled.
pub(super) const MAN_ON_SQUARE: [[u64; 64]; 12] = man_on_square();

/// What the turn adds.
pub(super) const BLACK_TO_MOVE: u64 = CHESS_KEYS.side.words()[0];

/// The sums of [`ChessKeys::castling`] by the bits of the rights.
static CASTLING_KEYS: [u64; 16] = castling_keys();

/// What one man of a colour and a role's code adds to [`Board::material_key`]: one in a counter of five bits.
static MATERIAL: [[u64; 8]; 2] = material();

/// What a piece, given its colour and its role's code, on a square adds to the key and the pawn key. 0 for code 0.
#[inline]
pub(super) fn piece_keys_of(color: Color, code: u8, square: Square) -> [u64; 2] {
    PIECE_KEYS[color as usize][(code & 7) as usize][square.index()]
}

/// What passing the turn changes, given the board's en-passant mark, which lapses.
#[inline]
pub(super) fn turn_key(en_passant: u8) -> u64 {
    TURN_KEYS[(en_passant & 31) as usize]
}

#[inline]
pub(super) fn castling_key(rights: CastlingRights) -> u64 {
    CASTLING_KEYS[(rights.bits() & 15) as usize]
}

#[inline]
pub(super) fn material_of(color: Color, code: u8) -> u64 {
    MATERIAL[color as usize][(code & 7) as usize]
}

const fn piece_keys() -> [[[[u64; 2]; 64]; 8]; 2] {
    let words = CHESS_KEYS.piece.words();
    let mut table = [[[[0; 2]; 64]; 8]; 2];
    let mut piece = 0;
    while piece < 12 {
        let code = Role::ALL[piece % 6].code() as usize;
        let mut square = 0;
        while square < 64 {
            let word = words[piece * 64 + square];
            table[piece / 6][code][square] = [word, if piece % 6 == 0 { word } else { 0 }];
            square += 1;
        }
        piece += 1;
    }
    table
}

const fn man_on_square() -> [[u64; 64]; 12] {
    let words = CHESS_KEYS.piece.words();
    let mut table = [[0; 64]; 12];
    let mut index = 0;
    while index < 12 * 64 {
        table[index / 64][index % 64] = words[index];
        index += 1;
    }
    table
}

const fn turn_keys() -> [u64; 32] {
    let mut table = [CHESS_KEYS.side.words()[0]; 32];
    let mut file = 0;
    while file < 8 {
        table[file] ^= CHESS_KEYS.en_passant.words()[file];
        file += 1;
    }
    table
}

const fn castling_keys() -> [u64; 16] {
    let mut table = [0; 16];
    let mut rights = 0;
    while rights < 16 {
        let mut i = 0;
        while i < 4 {
            if rights >> i & 1 != 0 {
                table[rights] ^= CHESS_KEYS.castling.words()[i];
            }
            i += 1;
        }
        rights += 1;
    }
    table
}

const fn material() -> [[u64; 8]; 2] {
    let mut table = [[0; 8]; 2];
    let mut piece = 0;
    while piece < 12 {
        table[piece / 6][Role::ALL[piece % 6].code() as usize] = 1 << (piece * 5);
        piece += 1;
    }
    table
}

/// The three keys of a position, counted from nothing: what the incremental ones must equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rehash {
    /// What [`Board::key`] must be.
    pub key: u64,
    /// What [`Board::pawn_key`] must be.
    pub pawn_key: u64,
    /// What [`Board::material_key`] must be.
    pub material_key: u64,
}

impl Rehash {
    /// Counts the keys of a position from its features.
    pub fn of(board: &Board) -> Self {
        let mut all = Self { key: 0, pawn_key: 0, material_key: 0 };
        for square in board.occupied() {
            let Some(piece) = board.piece_at(square) else { continue };
            let key = KEYS.piece.key((piece, square));
            all.key ^= key;
            if piece.role == Role::Pawn {
                all.pawn_key ^= key;
            }
            all.material_key += material_of(piece.color, piece.role.code());
        }
        for right in rights(board.castling_rights()) {
            all.key ^= KEYS.castling.key(right);
        }
        if let Some(square) = board.en_passant() {
            all.key ^= KEYS.en_passant.key(square.file());
        }
        if board.side() == Color::Black {
            all.key ^= KEYS.side.key(());
        }
        all
    }
}

/// The single rights of a set.
pub(super) fn rights(rights: CastlingRights) -> impl Iterator<Item = CastlingRight> {
    Color::ALL
        .into_iter()
        .flat_map(|color| super::Wing::ALL.map(|wing| CastlingRight { color, wing }))
        .filter(move |right| rights.contains(CastlingRights::of(right.color, right.wing)))
}

/// The rights that these castling rooks and kings stand for.
pub(super) fn rights_of(castling: BitBoard, kings: [Square; 2]) -> CastlingRights {
    Color::ALL.into_iter().fold(CastlingRights::empty(), |all, color| {
        let king = kings[color as usize];
        let rooks = castling.without(king.bit()) & BitBoard::rank(color.back_rank());
        rooks.fold(all, |all, rook| all | CastlingRights::of(color, super::Wing::of(king, rook)))
    })
}
