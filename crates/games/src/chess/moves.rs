//! Moves in 16 bits, and lists of them.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use super::{Role, Square};

/// Room for the legal moves of any [`Board`](super::Board).
///
/// A board admits only men that eight pawns and their promotions can provide. A queen has at most 27 moves, a rook 14,
/// a bishop 13, a knight 8, a king 8 (on its back rank 5 and two ways to castle), and a pawn 12, less than the queen it
/// may become: 9 · 27 + 2 · 14 + 2 · 13 + 2 · 8 + 8 = 321. The most known in one position is 218 (Petrović 1964).
pub const MAX_MOVES: usize = 321;

/// A list of moves, kept where it is declared.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// What a move does besides carrying a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing: a move or capture by this role. (For pawns: a single step or a capture, no promotion.)
    Plain(Role),
    /// A pawn's double step.
    DoubleStep,
    /// A pawn's capture of a pawn that has just made a double step.
    EnPassant,
    /// A pawn's arrival on the last rank, with or without a capture.
    Promotion(Role),
    /// Castling: `from` is the king's square and `to` the square of the castling rook.
    Castle,
}

/// A move: 6 bits for the origin, 6 for the destination, 4 for the kind. Never zero.
///
/// The kind says which role moves, so that making a move does not have to look it up. Castling is 'king takes rook',
/// which is unambiguous in Chess960. Whether a move captures is not in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// The low three bits of plain kinds and promotions are the code of the role that arrives.
pub(super) const CASTLE: u8 = 7;
/// Kinds from here on are pawn moves that do more than carry a piece, down to the promotions among them.
pub(super) const PAWN_SPECIALS: u8 = 8;
pub(super) const DOUBLE_STEP: u8 = 9;
pub(super) const EN_PASSANT: u8 = 13;

impl MoveKind {
    pub(super) const fn bits(self) -> u8 {
        match self {
            Self::Plain(role) => role.code(),
            Self::Castle => CASTLE,
            Self::DoubleStep => DOUBLE_STEP,
            Self::EnPassant => EN_PASSANT,
            Self::Promotion(role) => PAWN_SPECIALS | role.code(),
        }
    }

    /// `None` for the three patterns that mean nothing: 0, 8 and 15.
    const fn from_bits(bits: u8) -> Option<Self> {
        match bits {
            CASTLE => Some(Self::Castle),
            DOUBLE_STEP => Some(Self::DoubleStep),
            EN_PASSANT => Some(Self::EnPassant),
            _ => match Role::from_code(bits) {
                None => None,
                Some(role) if bits < PAWN_SPECIALS => Some(Self::Plain(role)),
                Some(role) => Some(Self::Promotion(role)),
            },
        }
    }
}

impl Move {
    /// The move of this kind; nothing says that it is legal anywhere.
    ///
    /// A promotion to a pawn or a king, which has no pattern of its own, comes out as a double step or an en-passant
    /// capture.
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self::pack(from, to, kind.bits())
    }

    /// The move with these bits, if they name a kind. [`Board::is_legal`](super::Board::is_legal) tells the rest.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match (NonZeroU16::new(bits), MoveKind::from_bits((bits >> 12) as u8)) {
            (Some(bits), Some(_)) => Some(Self(bits)),
            _ => None,
        }
    }

    /// `kind` is one of the 13 patterns that [`MoveKind::from_bits`] knows.
    #[inline]
    pub(super) const fn pack(from: Square, to: Square, kind: u8) -> Self {
        let bits = from.number() as u16 | (to.number() as u16) << 6 | (kind as u16) << 12;
        debug_assert!(kind != 0 && kind != PAWN_SPECIALS && kind < 15);
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The 16 bits.
    #[inline]
    pub const fn bits(self) -> NonZeroU16 {
        self.0
    }

    /// Where it starts.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() & 63) as u8)
    }

    /// Where it ends; for castling the rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6 & 63) as u8)
    }

    #[inline]
    pub(super) const fn kind_bits(self) -> u8 {
        (self.0.get() >> 12) as u8
    }

    /// What it does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.kind_bits()) {
            Some(kind) => kind,
            // No move is built with such bits.
            None => MoveKind::Castle,
        }
    }

    /// Which role moves.
    pub const fn role(self) -> Role {
        match self.kind() {
            MoveKind::Plain(role) => role,
            MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion(_) => Role::Pawn,
            MoveKind::Castle => Role::King,
        }
    }

    /// What the pawn becomes, if it is a promotion.
    pub const fn promotion(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Whether it is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.kind_bits() == CASTLE
    }
}

/// The squares as they stand in the move, castling as king takes rook: what UCI writes in Chess960.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {:?}", self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_three_sixteenths_of_the_patterns_are_moves() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
        assert_eq!(moves.len(), 13 << 12);
        for mv in moves {
            assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
        }
    }
}
