//! Castling rights, and where castling takes king and rook.

use bitflags::bitflags;
use zkeys::Feature;

use super::{BitBoard, Color, File, Square};

/// The side of the board a king castles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// The h-side, short castling, O-O: king to the g-file, rook to the f-file.
    King,
    /// The a-side, long castling, O-O-O: king to the c-file, rook to the d-file.
    Queen,
}

bitflags! {
    /// Who may still castle where, as far as king and rook have not moved.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct CastlingRights: u8 {
        /// White, O-O.
        const WHITE_KING = 1;
        /// White, O-O-O.
        const WHITE_QUEEN = 2;
        /// Black, O-O.
        const BLACK_KING = 4;
        /// Black, O-O-O.
        const BLACK_QUEEN = 8;
    }
}

/// One right, as a feature of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingRight {
    /// Whose right.
    pub color: Color,
    /// To which side.
    pub wing: Wing,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The file the king goes to.
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The file the rook goes to.
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }

    /// The wing of a king that castles with the rook on this square of its own rank.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.number() > king.number() { Self::King } else { Self::Queen }
    }
}

impl CastlingRights {
    /// The right of one side to one wing.
    pub const fn of(color: Color, wing: Wing) -> Self {
        Self::from_bits_truncate(1 << (color as u8 * 2 + wing as u8))
    }
}

impl Feature for CastlingRight {
    const COUNT: usize = 4;

    #[inline]
    fn index(self) -> usize {
        self.color as usize * 2 + self.wing as usize
    }
}

/// Where castling starts and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) king_from: Square,
    pub(super) king_to: Square,
    pub(super) rook_from: Square,
    pub(super) rook_to: Square,
}

impl Castling {
    #[inline]
    pub(super) const fn new(king: Square, rook: Square) -> Self {
        let wing = Wing::of(king, rook);
        Self {
            king_from: king,
            king_to: Square::at(wing.king_file(), king.rank()),
            rook_from: rook,
            rook_to: Square::at(wing.rook_file(), king.rank()),
        }
    }

    /// The squares both pieces leave.
    #[inline]
    pub(super) fn left(self) -> BitBoard {
        self.king_from.bit() | self.rook_from.bit()
    }
}
