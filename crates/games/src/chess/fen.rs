//! Forsyth-Edwards Notation, in and out.
//!
//! # Placement
//!
//! Numbers of empty squares next to each other are added up; one number is written.
//!
//! # Castling
//!
//! Standard rules take `K` and `Q` for the rook on the h- and a-file, the king on the e-file. Chess960 rules read X-FEN
//! (`K` and `Q` are the outermost rooks) and Shredder-FEN (a letter names the rook's file), mixed at will. Written is
//! X-FEN, which for standard positions is plain FEN; [`Board::shredder_fen`] writes the other.
//!
//! # En passant
//!
//! The field is written only where a legal en-passant capture exists, so that one position has one text and one key.
//! Read is a square that a pawn can just have passed over, whether a capture is possible or not.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::castling::Wing;
use super::setup::{Setup, SetupError};
use super::{BitBoard, Board, Color, File, Piece, Role, Square};

/// Which castling rules a text is read by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Kings castle from the e-file, with rooks of the a- and h-files.
    #[default]
    Standard,
    /// Kings and rooks castle from wherever they started on the back rank.
    Chess960,
}

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    /// What stands where, from the eighth rank down.
    Placement,
    /// The side to move.
    Side,
    /// Castling rights.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// Moves by each side since the last capture or pawn move.
    Halfmoves,
    /// Number of the move.
    Fullmoves,
}

/// Why a text is no FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenError {
    /// Fields are missing, too many, or not parted by one space each.
    #[error("expected 6 fields parted by one space each, found {0}")]
    Fields(usize),
    /// Ranks are missing or too many.
    #[error("placement: expected 8 ranks, found {0}")]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("placement: rank {rank}: expected 8 squares, found {found}")]
    RankLength {
        /// The rank, 1 to 8.
        rank: u8,
        /// How many squares it has.
        found: u32,
    },
    /// A sign that is neither a piece nor a number.
    #[error("placement: rank {rank}: expected a piece or a number of empty squares, found {found:?}")]
    Man {
        /// The rank, 1 to 8.
        rank: u8,
        /// What stands there.
        found: char,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side: expected w or b, found {0:?}")]
    Side(String),
    /// A sign that is no castling right, or one named before.
    #[error("castling: expected - or letters of castling rights, found {found:?} at place {place}")]
    Castling {
        /// The place in the field, counted from 1.
        place: usize,
        /// What stands there.
        found: char,
    },
    /// A right whose king or rook is not in place, or which the rules do not know: by standard rules a rook's file.
    #[error("castling: expected a right by these rules, king and rook in place, found {0:?}")]
    CastlingRook(char),
    /// The en-passant field is neither `-` nor a square.
    #[error("en passant: expected - or a square, found {0:?}")]
    EnPassant(String),
    /// A clock is no number in range.
    #[error("{field}: expected a number from {least} to 65535, found {found:?}")]
    Clock {
        /// Which clock.
        field: FenField,
        /// The least it may be.
        least: u16,
        /// What stands there.
        found: String,
    },
    /// The text says clearly what is no position of chess.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Board {
    /// Reads a FEN of six fields parted by one space each.
    ///
    /// # Errors
    ///
    /// The first thing wrong with it, see [`FenError`]. [`lenient`](super::lenient::read) repairs some of them.
    pub fn from_fen(text: &str, rules: Rules) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [placement, side, castling, en_passant, halfmoves, fullmoves] = fields[..] else {
            return Err(FenError::Fields(fields.len()));
        };
        let mut setup = Setup { men: read_men(placement)?, side: read_side(side)?, ..Setup::default() };
        setup.castling_rooks = read_castling(castling, &setup, rules)?;
        setup.en_passant = read_en_passant(en_passant)?;
        setup.halfmoves = read_clock(FenField::Halfmoves, halfmoves, 0)?;
        setup.fullmoves = read_clock(FenField::Fullmoves, fullmoves, 1)?;
        Ok(Self::new(&setup)?)
    }

    /// The position that games of standard chess start from.
    pub fn start() -> Self {
        let back = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        Self::start_with(back).unwrap_or_else(|error| unreachable!("the starting position: {error}"))
    }

    /// The starting position with these men on the back ranks, from the a-file to the h-file, for both sides. The
    /// outermost rooks on either side of the king may castle.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if they are no set of men, or there are not two rooks with the king between.
    pub fn start_with(back: [Role; 8]) -> Result<Self, SetupError> {
        let mut setup = Setup::default();
        for file in 0..8_u8 {
            for color in Color::ALL {
                let home = color.back_rank();
                let square = Square::at(File::new(file), home);
                let role = back[usize::from(file)];
                setup.men[square.index()] = Some(Piece::new(color, role));
                setup.men[square.offset(color.forward()).index()] = Some(Piece::new(color, Role::Pawn));
                if role == Role::Rook {
                    setup.castling_rooks |= square.bit();
                }
            }
        }
        Self::new(&setup)
    }

    /// The FEN with castling rights by the files of the rooks.
    pub fn shredder_fen(&self) -> String {
        Fen { board: self, shredder: true }.to_string()
    }
}

/// Standard rules.
impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text, Rules::Standard)
    }
}

/// The FEN, castling rights as X-FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen { board: self, shredder: false }.fmt(f)
    }
}

struct Fen<'a> {
    board: &'a Board,
    shredder: bool,
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_position(f, self.board, self.shredder)?;
        write!(f, " {} {}", self.board.halfmoves(), self.board.fullmoves())
    }
}

/// Writes the first four fields.
pub(super) fn write_position(f: &mut impl fmt::Write, board: &Board, shredder: bool) -> fmt::Result {
    for rank in (0..8).rev() {
        write_rank(f, board, rank)?;
        f.write_char(if rank == 0 { ' ' } else { '/' })?;
    }
    write!(f, "{} ", board.side().letter())?;
    if board.castling_rights().is_empty() {
        f.write_char('-')?;
    }
    for color in Color::ALL {
        for wing in Wing::ALL {
            if let Some(rook) = board.castling_rook(color, wing) {
                f.write_char(castling_letter(board, color, wing, rook, shredder))?;
            }
        }
    }
    match board.en_passant() {
        Some(square) => write!(f, " {square}"),
        None => f.write_str(" -"),
    }
}

fn write_rank(f: &mut impl fmt::Write, board: &Board, rank: u8) -> fmt::Result {
    let mut empty = 0;
    for file in 0..8 {
        match board.piece_at(Square::at(File::new(file), rank)) {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_char(piece.letter())?;
            }
        }
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

fn castling_letter(board: &Board, color: Color, wing: Wing, rook: Square, shredder: bool) -> char {
    let letter = if shredder || outermost_rook(&board.setup().men, color, wing) != Some(rook) {
        rook.file().letter()
    } else if wing == Wing::King {
        'k'
    } else {
        'q'
    };
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// The rook of a colour furthest from its king on that wing of its back rank.
fn outermost_rook(men: &[Option<Piece>; 64], color: Color, wing: Wing) -> Option<Square> {
    let king = king_at_home(men, color)?;
    let rook = Some(Piece::new(color, Role::Rook));
    let mut rooks =
        home_squares(color).filter(|&square| men[square.index()] == rook && Wing::of(king, square) == wing);
    match wing {
        Wing::King => rooks.next_back(),
        Wing::Queen => rooks.next(),
    }
}

fn king_at_home(men: &[Option<Piece>; 64], color: Color) -> Option<Square> {
    home_squares(color).find(|square| men[square.index()] == Some(Piece::new(color, Role::King)))
}

fn home_squares(color: Color) -> impl DoubleEndedIterator<Item = Square> {
    (0..8).map(move |file| Square::at(File::new(file), color.back_rank()))
}

pub(super) fn read_men(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let mut men = [None; 64];
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::Ranks(ranks));
    }
    for (line, rank) in text.split('/').zip((0..8_u8).rev()) {
        let mut file = 0_u32;
        for found in line.chars() {
            if let Some(empty @ 1..=8) = found.to_digit(10) {
                file += empty;
            } else if let Some(piece) = Piece::from_letter(found) {
                if let Ok(at @ 0..8) = u8::try_from(file) {
                    men[Square::at(File::new(at), rank).index()] = Some(piece);
                }
                file += 1;
            } else {
                return Err(FenError::Man { rank: rank + 1, found });
            }
        }
        if file != 8 {
            return Err(FenError::RankLength { rank: rank + 1, found: file });
        }
    }
    Ok(men)
}

pub(super) fn read_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::Side(text.to_owned())),
    }
}

fn read_castling(text: &str, setup: &Setup, rules: Rules) -> Result<BitBoard, FenError> {
    let mut rooks = BitBoard::EMPTY;
    if text == "-" {
        return Ok(rooks);
    }
    for (place, found) in castling_letters(text)? {
        let rook = castling_rook(found, setup, rules).ok_or(FenError::CastlingRook(found))?;
        if rooks.has(rook) {
            return Err(FenError::Castling { place, found });
        }
        rooks |= rook.bit();
    }
    Ok(rooks)
}

/// The letters of the castling field with their places, each looking like a right.
pub(super) fn castling_letters(text: &str) -> Result<Vec<(usize, char)>, FenError> {
    if text.is_empty() {
        return Err(FenError::Castling { place: 1, found: ' ' });
    }
    let looks_right = |letter: char| matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    (1..)
        .zip(text.chars())
        .map(
            |(place, found)| {
                if looks_right(found) { Ok((place, found)) } else { Err(FenError::Castling { place, found }) }
            },
        )
        .collect()
}

/// The rook that a letter of the castling field means, if it and its king are in place.
pub(super) fn castling_rook(letter: char, setup: &Setup, rules: Rules) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let king = king_at_home(&setup.men, color)?;
    let wing = match letter.to_ascii_lowercase() {
        'k' => Some(Wing::King),
        'q' => Some(Wing::Queen),
        _ => None,
    };
    let rook = match (rules, wing) {
        (Rules::Standard, _) if king.file() != File::E => None,
        (Rules::Standard, Some(Wing::King)) => Some(Square::at(File::H, color.back_rank())),
        (Rules::Standard, Some(Wing::Queen)) => Some(Square::at(File::A, color.back_rank())),
        (Rules::Standard, None) => None,
        (Rules::Chess960, Some(wing)) => outermost_rook(&setup.men, color, wing),
        (Rules::Chess960, None) => File::from_letter(letter).map(|file| Square::at(file, color.back_rank())),
    };
    rook.filter(|rook| setup.men[rook.index()] == Some(Piece::new(color, Role::Rook)))
}

pub(super) fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| FenError::EnPassant(text.to_owned())),
    }
}

pub(super) fn read_clock(field: FenField, text: &str, least: u16) -> Result<u16, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(clock) if digits && clock >= least => Ok(clock),
        _ => Err(FenError::Clock { field, least, found: text.to_owned() }),
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Placement => "placement",
            Self::Side => "side",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::Halfmoves => "halfmove clock",
            Self::Fullmoves => "move number",
        })
    }
}
