//! What pieces are worth on their squares: the part of the evaluation that is kept from move to move.
//!
//! Two values are kept, for the middle game and for the endgame, and blended by how many pieces are left. Each is a sum
//! over the men on the board, so a move changes only the terms of the men it touches.
//!
//! The figures are published ones, with their source in `worth.txt`.

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

/// The figures of `worth.txt`, and Black's as White's with the board turned over.
const fn table() -> [[[Worth; 64]; 6]; 2] {
    let numbers = read_numbers(include_bytes!("worth.txt"));
    let mut table = [[[Worth::new(0, 0); 64]; 6]; 2];
    let mut role = 0;
    while role < 6 {
        let [own_middle, own_end] = [numbers[role * ROLE], numbers[role * ROLE + 1]];
        let mut square = 0;
        while square < 64 {
            // Rank 8 is written first, each rank's eight numbers for the middle game before those for the endgame.
            let at = role * ROLE + 2 + (7 - square / 8) * 16 + square % 8;
            let worth = Worth::new(own_middle + numbers[at], own_end + numbers[at + 8]);
            table[Color::White as usize][role][square] = worth;
            table[Color::Black as usize][role][square ^ 0b11_1000] = Worth::new(-worth.middle, -worth.end);
            square += 1;
        }
        role += 1;
    }
    table
}

/// Numbers of one role: its worth, and what each square adds, twice.
const ROLE: usize = 2 + 2 * 64;

/// The numbers of a text, in order; lines that start with `#` are skipped, and words.
const fn read_numbers(text: &[u8]) -> [i32; 6 * ROLE] {
    let mut numbers = [0; 6 * ROLE];
    let (mut count, mut at) = (0, 0);
    while at < text.len() {
        if text[at] == b'#' {
            while text[at] != b'\n' {
                at += 1;
            }
        } else if text[at].is_ascii_digit() {
            let is_negative = text[at - 1] == b'-';
            let mut number = 0;
            while text[at].is_ascii_digit() {
                number = number * 10 + (text[at] - b'0') as i32;
                at += 1;
            }
            numbers[count] = if is_negative { -number } else { number };
            count += 1;
        } else {
            at += 1;
        }
    }
    assert!(count == numbers.len());
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(color: Color, role: Role, square: &str) -> Worth {
        Worth::of(Piece::new(color, role), square.parse().unwrap())
    }

    #[test]
    fn the_figures_are_read_as_they_are_written() {
        assert_eq!(worth(Color::White, Role::Pawn, "a7"), Worth::new(82 + 98, 94 + 178));
        assert_eq!(worth(Color::White, Role::Knight, "h8"), Worth::new(337 - 107, 281 - 99));
        assert_eq!(worth(Color::White, Role::Rook, "h2"), Worth::new(477 - 71, 512 - 3));
        assert_eq!(worth(Color::White, Role::King, "a1"), Worth::new(-15, -53));
        assert_eq!(worth(Color::White, Role::King, "h1"), Worth::new(14, -43));
    }

    #[test]
    fn black_sees_the_board_from_the_other_side() {
        assert_eq!(worth(Color::Black, Role::Queen, "d8"), Worth::new(-(1025 + 10), -(936 - 43)));
        for role in Role::ALL {
            for square in 0..64 {
                let [white, black] = [(Color::White, square), (Color::Black, square ^ 0b11_1000)]
                    .map(|(color, square)| Worth::of(Piece::new(color, role), Square::new(square)));
                assert_eq!(white.plus(black), Worth::default());
            }
        }
        assert_eq!(Worth::count(&Board::start()), Worth::default());
    }
}
