//! What pieces are worth on their squares: the part of the evaluation that is kept from move to move.
//!
//! Two values are kept, for the middle game and for the endgame, and blended by how many pieces are left. Each is a sum
//! over the men on the board, so a move changes only the terms of the men it touches.
//!
//! The figures are this project's own: a man's worth and simple rules of where it stands well (knights in the centre,
//! rooks on the seventh rank, pawns far ahead, the king in a corner first and in the centre later). They are not tuned.

use super::{Board, Color, Move, MoveKind, Piece, Role, Square};

/// Values for the middle game and the endgame, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Worth {
    /// With all pieces on the board.
    pub middle: i32,
    /// With none but kings and pawns.
    pub end: i32,
}

/// What the pieces of the starting position add up to, see [`phase`].
const FULL_PHASE: i32 = 24;

/// By colour, role and square, for White.
static TABLE: [[[Worth; 64]; 6]; 2] = table();

impl Worth {
    pub(super) const fn new(middle: i32, end: i32) -> Self {
        Self { middle, end }
    }

    /// What a piece on a square adds for White; negative for Black's.
    #[inline]
    pub fn of(piece: Piece, square: Square) -> Self {
        TABLE[piece.color as usize][piece.role as usize][square.index()]
    }

    /// The sum over all men, for White.
    pub fn count(board: &Board) -> Self {
        let men = board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square)));
        men.fold(Self::default(), |sum, (piece, square)| sum.plus(Self::of(piece, square)))
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self::new(self.middle + other.middle, self.end + other.end)
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        Self::new(self.middle - other.middle, self.end - other.end)
    }

    #[inline]
    pub(super) fn times(self, number: i32) -> Self {
        Self::new(self.middle * number, self.end * number)
    }

    /// The sum after a legal move on `before`, of which this is the sum.
    #[inline]
    pub(super) fn after(self, before: &Board, mv: Move) -> Self {
        let (from, to, us) = (mv.from(), mv.to(), before.side());
        let moved = |role, square| Self::of(Piece::new(us, role), square);
        let lost = |role, square| Self::of(Piece::new(!us, role), square);
        if mv.is_castle() {
            let castling = super::castling::Castling::new(from, to);
            return self
                .minus(moved(Role::King, castling.king_from))
                .minus(moved(Role::Rook, castling.rook_from))
                .plus(moved(Role::King, castling.king_to))
                .plus(moved(Role::Rook, castling.rook_to));
        }
        let arrives = mv.promotion().unwrap_or(mv.role());
        let sum = self.minus(moved(mv.role(), from)).plus(moved(arrives, to));
        if mv.kind() == MoveKind::EnPassant {
            return sum.minus(lost(Role::Pawn, to.offset(-us.forward())));
        }
        match before.role_at(to) {
            Some(role) => sum.minus(lost(role, to)),
            None => sum,
        }
    }

    /// The blended value in centipawns for the side to move of `board`, of which this is the sum.
    #[inline]
    pub fn blended(self, board: &Board) -> i32 {
        let phase = phase(board);
        let white = (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE;
        if board.side() == Color::White { white } else { -white }
    }
}

/// How much of the middle game is left, 24 to 0: a queen counts 4, a rook 2, a bishop or knight 1.
fn phase(board: &Board) -> i32 {
    let weights = [(Role::Queen, 4), (Role::Rook, 2), (Role::Bishop, 1), (Role::Knight, 1)];
    let sum: u32 = weights.into_iter().map(|(role, weight)| board.by_role(role).len() * weight).sum();
    sum.cast_signed().min(FULL_PHASE)
}

const fn table() -> [[[Worth; 64]; 6]; 2] {
    let mut table = [[[Worth::new(0, 0); 64]; 6]; 2];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let worth = white(Role::ALL[role], Square::new(square));
            table[Color::White as usize][role][square as usize] = worth;
            table[Color::Black as usize][role][(square ^ 0b11_1000) as usize] =
                Worth::new(-worth.middle, -worth.end);
            square += 1;
        }
        role += 1;
    }
    table
}

/// What one of White's men is worth on a square.
const fn white(role: Role, square: Square) -> Worth {
    let (file, rank) = (square.file().number() as usize, square.rank() as usize);
    let inward = [0, 1, 2, 3, 3, 2, 1, 0];
    // 0 in the corners, 6 on the four squares in the middle.
    let centre = inward[file] + inward[rank];
    match role {
        Role::Pawn => {
            let middle = [0, 0, 2, 10, 20, 35, 60, 0][rank]
                + if rank >= 2 && rank <= 4 { inward[file] * 4 } else { 0 };
            Worth::new(85 + middle, 100 + [0, 0, 6, 16, 32, 60, 100, 0][rank])
        }
        Role::Knight => Worth::new(310 + centre * 8, 280 + centre * 7),
        Role::Bishop => Worth::new(330 + centre * 4 - if rank == 0 { 10 } else { 0 }, 300 + centre * 3),
        Role::Rook => {
            let seventh = if rank == 6 { 20 } else { 0 };
            Worth::new(470 + inward[file] * 3 + seventh, 530 + seventh / 2)
        }
        Role::Queen => Worth::new(960 + centre, 930 + centre * 5),
        Role::King => Worth::new(
            [15, 0, -25, -45, -60, -60, -60, -60][rank] + [15, 25, 5, -10, -10, -5, 28, 15][file],
            centre * 9 - 27,
        ),
    }
}
