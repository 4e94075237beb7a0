//! Colours, roles and pieces.

use std::ops::Not;

use zkeys::Feature;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Moves first, up the board.
    White,
    /// Moves second, down the board.
    Black,
}

/// What a piece is, its colour aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

/// A role and a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The letter of the FEN field.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The rank its king starts on, counted from 0.
    pub const fn back_rank(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }

    /// What a pawn's square number grows by when it advances.
    #[inline]
    pub(super) const fn forward(self) -> i8 {
        match self {
            Self::White => 8,
            Self::Black => -8,
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The opponent.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Role {
    /// All roles, from the pawn to the king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// The roles a pawn may become, the queen first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The role's three bits on the board: 1 for a pawn, 2 moves diagonally, 4 moves along ranks and files, and the
    /// two left over for the two that do not slide.
    #[inline]
    pub(super) const fn code(self) -> u8 {
        [1, 3, 2, 4, 6, 5][self as usize]
    }

    /// The role with these three bits; `None` for an empty square and for 7, which stands for nothing.
    #[inline]
    pub(super) const fn from_code(code: u8) -> Option<Self> {
        [
            None,
            Some(Self::Pawn),
            Some(Self::Bishop),
            Some(Self::Knight),
            Some(Self::Rook),
            Some(Self::King),
            Some(Self::Queen),
            None,
        ][(code & 7) as usize]
    }

    /// The English letter, in capitals: P, N, B, R, Q, K.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The role with this English letter, of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'P' => Some(Self::Pawn),
            'N' => Some(Self::Knight),
            'B' => Some(Self::Bishop),
            'R' => Some(Self::Rook),
            'Q' => Some(Self::Queen),
            'K' => Some(Self::King),
            _ => None,
        }
    }
}

impl Piece {
    /// The piece of a colour and a role.
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }

    /// The FEN letter: capitals for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }
}

impl Feature for Piece {
    const COUNT: usize = 12;

    /// White's six roles, then Black's.
    #[inline]
    fn index(self) -> usize {
        self.color as usize * 6 + self.role as usize
    }
}

/// A colour known at compile time: whatever is generic over it is compiled once for each side.
pub(super) trait Side: Copy {
    /// The opponent.
    type Them: Side<Them = Self>;
    /// The colour.
    const COLOR: Color;
}

/// White, at compile time.
#[derive(Clone, Copy)]
pub(super) struct White;

/// Black, at compile time.
#[derive(Clone, Copy)]
pub(super) struct Black;

impl Side for White {
    type Them = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Them = White;
    const COLOR: Color = Color::Black;
}
