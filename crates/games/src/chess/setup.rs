//! Positions put together freely, and what makes one a board.

use thiserror::Error;

use super::board::NO_FILE;
use super::castling::Wing;
use super::piece::{Black, White};
use super::rays::pawn_attacks;
use super::{BitBoard, Board, Color, Piece, Role, Square};

/// A position as it is described, which may make no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, from a1 to h8.
    pub men: [Option<Piece>; 64],
    /// The side to move.
    pub side: Color,
    /// The rooks that may castle.
    pub castling_rooks: BitBoard,
    /// The square that a pawn has just passed over with a double step.
    pub en_passant: Option<Square>,
    /// Moves by each side since the last capture or pawn move.
    pub halfmoves: u16,
    /// Number of the move.
    pub fullmoves: u16,
}

/// Why a described position is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has no king, or several.
    #[error("expected one king of {color:?}, found {found}")]
    Kings {
        /// Whose.
        color: Color,
        /// How many.
        found: u32,
    },
    /// A pawn where none can be.
    #[error("expected no pawn on the first and last rank, found one on {0}")]
    PawnRank(Square),
    /// More men than eight pawns and their promotions provide.
    #[error("expected men that eight pawns can provide, found too many of {0:?}")]
    Men(Color),
    /// The king could be captured.
    #[error("expected the side to move to be the one in check, found {0:?} in check")]
    WrongSideInCheck(Color),
    /// A castling right without king and rook in place.
    #[error("expected king and rook of one side on its back rank, found the castling rook {0}")]
    CastlingRook(Square),
    /// Two rooks that may castle to the same wing.
    #[error("expected one castling rook on each wing, found a second one on {0}")]
    SecondCastlingRook(Square),
    /// No pawn can just have passed this square.
    #[error("expected a square that a pawn has just passed over, found {0}")]
    EnPassant(Square),
}

impl Default for Setup {
    /// The empty board, White to move.
    fn default() -> Self {
        Self {
            men: [None; 64],
            side: Color::White,
            castling_rooks: BitBoard::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }
}

impl Board {
    /// The board that was described.
    ///
    /// An en-passant square that a pawn may have passed is accepted, and forgotten if no pawn can legally capture on it or
    /// if checks on the board show that the double step was not the last move.
    ///
    /// # Errors
    ///
    /// The [`SetupError`] that says which of the board's invariants does not hold.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        let mut board = Self::placed(setup);
        board.check_men()?;
        board.castling = board.castling_set(setup.castling_rooks)?;
        board.rehash();
        if let Some(target) = setup.en_passant {
            board.check_en_passant(target)?;
            let capturers = pawn_attacks(!board.side, target) & board.pawns() & board.of(board.side);
            if !capturers.is_empty() && board.can_have_stepped(target) {
                let legal = board.can_capture_en_passant(capturers, target);
                board.mark_en_passant(target, legal);
            }
        }
        Ok(board)
    }

    /// The board described anew.
    pub fn setup(&self) -> Setup {
        let mut men = [None; 64];
        for square in self.occupied() {
            men[square.index()] = self.piece_at(square);
        }
        Setup {
            men,
            side: self.side,
            castling_rooks: self.castling_rooks(),
            en_passant: self.en_passant(),
            halfmoves: self.halfmoves(),
            fullmoves: self.fullmoves(),
        }
    }

    fn placed(setup: &Setup) -> Self {
        let mut board = Self {
            planes: [0; 4],
            castling: BitBoard::EMPTY,
            keys: [0; 2],
            material: 0,
            halfmoves: setup.halfmoves.into(),
            plies: u32::from(setup.fullmoves.max(1) - 1) * 2 + u32::from(setup.side == Color::Black),
            en_passant: NO_FILE,
            side: setup.side,
        };
        for (square, man) in Square::all().zip(setup.men) {
            if let Some(piece) = man {
                board.toggle(square, piece);
            }
        }
        board
    }

    fn check_men(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            let count = |role| self.pieces(Piece { color, role }).len();
            let found = count(Role::King);
            if found != 1 {
                return Err(SetupError::Kings { color, found });
            }
            let promoted = count(Role::Queen).saturating_sub(1)
                + [Role::Rook, Role::Bishop, Role::Knight]
                    .map(|role| count(role).saturating_sub(2))
                    .iter()
                    .sum::<u32>();
            if count(Role::Pawn) + promoted > 8 {
                return Err(SetupError::Men(color));
            }
        }
        if let Some(square) = (self.pawns() & BitBoard::BACK_RANKS).first() {
            return Err(SetupError::PawnRank(square));
        }
        let them = !self.side;
        if self.attackers(self.side, self.king(them), self.occupied()).is_empty() {
            Ok(())
        } else {
            Err(SetupError::WrongSideInCheck(them))
        }
    }

    /// These rooks and their kings.
    fn castling_set(&self, rooks: BitBoard) -> Result<BitBoard, SetupError> {
        let mut castling = BitBoard::EMPTY;
        let mut wings = Vec::new();
        for rook in rooks {
            let color = if rook.rank() == Color::White.back_rank() { Color::White } else { Color::Black };
            let king = self.king(color);
            if rook.rank() != color.back_rank()
                || king.rank() != color.back_rank()
                || self.piece_at(rook) != Some(Piece::new(color, Role::Rook))
            {
                return Err(SetupError::CastlingRook(rook));
            }
            let wing = (color, Wing::of(king, rook));
            if wings.contains(&wing) {
                return Err(SetupError::SecondCastlingRook(rook));
            }
            wings.push(wing);
            castling |= rook.bit() | king.bit();
        }
        Ok(castling)
    }

    /// Whether a pawn stands beyond the square, with the squares it passed empty.
    fn check_en_passant(&self, target: Square) -> Result<(), SetupError> {
        let them = !self.side;
        let pawn = target.offset(them.forward());
        let origin = target.offset(-them.forward());
        let on_rank = target.rank() == if self.side == Color::White { 5 } else { 2 };
        let stepped = self.piece_at(pawn) == Some(Piece::new(them, Role::Pawn));
        if on_rank && stepped && !self.occupied().meets(target.bit() | origin.bit()) {
            Ok(())
        } else {
            Err(SetupError::EnPassant(target))
        }
    }

    /// Whether a double step over the square can have been the last move: with the pawn put back, the side now to move
    /// must not have been in check already.
    fn can_have_stepped(&self, target: Square) -> bool {
        let them = !self.side;
        let pawn = target.offset(them.forward()).bit();
        let before = (self.occupied() ^ pawn) | target.offset(-them.forward()).bit();
        self.attackers(them, self.king(self.side), before).without(pawn).is_empty()
    }

    fn can_capture_en_passant(&self, mut capturers: BitBoard, target: Square) -> bool {
        capturers.any(|from| match self.side {
            Color::White => self.en_passant_is_safe::<White>(from, target),
            Color::Black => self.en_passant_is_safe::<Black>(from, target),
        })
    }
}
