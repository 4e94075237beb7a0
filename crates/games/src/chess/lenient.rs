//! FENs as people and programs write them: read with repairs, each of which is listed.

use std::fmt;

use super::fen::{self, FenError, FenField, Rules};
use super::setup::{Setup, SetupError};
use super::{Board, Square};

/// What was changed to make sense of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Repair {
    /// White space around the text or more than one space between fields is ignored.
    Blanks,
    /// A missing field at the end is filled in: `-`, halfmove clock 0, move number 1. The first two may not be missing.
    Missing(FenField),
    /// A castling right without king and rook in place, named before, or unknown to the rules, is dropped.
    Castling(char),
    /// An en-passant square that no pawn can just have passed over is dropped.
    EnPassant(Square),
    /// The move number 0 is taken for 1.
    MoveNumber,
}

/// Reads a FEN, repairing what [`Repair`] lists and nothing else.
///
/// # Errors
///
/// [`FenError`] for everything that is not repaired.
pub fn read(text: &str, rules: Rules) -> Result<(Board, Vec<Repair>), FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let mut repairs = Vec::new();
    if text.split(' ').ne(fields.iter().copied()) {
        repairs.push(Repair::Blanks);
    }
    if !(2..=6).contains(&fields.len()) {
        return Err(FenError::Fields(fields.len()));
    }
    let mut field = |index: usize, name, default| {
        fields.get(index).copied().unwrap_or_else(|| {
            repairs.push(Repair::Missing(name));
            default
        })
    };
    let castling = field(2, FenField::Castling, "-");
    let en_passant = field(3, FenField::EnPassant, "-");
    let halfmoves = field(4, FenField::Halfmoves, "0");
    let fullmoves = field(5, FenField::Fullmoves, "1");

    let mut setup =
        Setup { men: fen::read_men(fields[0])?, side: fen::read_side(fields[1])?, ..Setup::default() };
    read_castling(castling, &mut setup, rules, &mut repairs)?;
    setup.en_passant = fen::read_en_passant(en_passant)?;
    setup.halfmoves = fen::read_clock(FenField::Halfmoves, halfmoves, 0)?;
    setup.fullmoves = fen::read_clock(FenField::Fullmoves, fullmoves, 0)?;
    if setup.fullmoves == 0 {
        repairs.push(Repair::MoveNumber);
    }
    let board = repaired(setup, &mut repairs)?;
    Ok((board, repairs))
}

fn read_castling(
    text: &str,
    setup: &mut Setup,
    rules: Rules,
    repairs: &mut Vec<Repair>,
) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for (_, letter) in fen::castling_letters(text)? {
        match fen::castling_rook(letter, setup, rules) {
            Some(rook) if !setup.castling_rooks.has(rook) => setup.castling_rooks |= rook.bit(),
            _ => repairs.push(Repair::Castling(letter)),
        }
    }
    Ok(())
}

/// The board, without what it cannot have.
fn repaired(mut setup: Setup, repairs: &mut Vec<Repair>) -> Result<Board, FenError> {
    loop {
        match Board::new(&setup) {
            Ok(board) => return Ok(board),
            Err(SetupError::EnPassant(square)) => {
                setup.en_passant = None;
                repairs.push(Repair::EnPassant(square));
            }
            Err(SetupError::CastlingRook(rook) | SetupError::SecondCastlingRook(rook)) => {
                setup.castling_rooks ^= rook.bit();
                let letter = rook.file().letter();
                repairs.push(Repair::Castling(if rook.rank() == 0 {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blanks => f.write_str("superfluous white space ignored"),
            Self::Missing(field) => write!(f, "{field}: missing, filled in"),
            Self::Castling(letter) => {
                write!(
                    f,
                    "castling: {letter} dropped: by these rules it means no further king and rook in place"
                )
            }
            Self::EnPassant(square) => {
                write!(f, "en passant: {square} dropped: no pawn has just passed over it")
            }
            Self::MoveNumber => f.write_str("move number: 0 taken for 1"),
        }
    }
}
