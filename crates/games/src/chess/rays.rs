//! Where pieces that do not slide attack, and the squares between two others: tables made at compile time.

use super::{BitBoard, Color, Square};

/// A step of one square: files, then ranks.
pub(super) type Step = (i8, i8);

pub(super) const ROOK_STEPS: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const BISHOP_STEPS: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING_STEPS: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT_STEPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

static KING: [BitBoard; 64] = leaps(KING_STEPS);
static KNIGHT: [BitBoard; 64] = leaps(KNIGHT_STEPS);
static PAWN: [[BitBoard; 64]; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];
static ROOK_RAYS: [BitBoard; 64] = rays(ROOK_STEPS);
static BISHOP_RAYS: [BitBoard; 64] = rays(BISHOP_STEPS);
static BETWEEN: [[BitBoard; 64]; 64] = between_table();

/// The squares a king attacks.
#[inline]
pub fn king_attacks(square: Square) -> BitBoard {
    KING[square.index()]
}

/// The squares a knight attacks.
#[inline]
pub fn knight_attacks(square: Square) -> BitBoard {
    KNIGHT[square.index()]
}

/// The squares a pawn of this colour attacks.
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> BitBoard {
    PAWN[color as usize][square.index()]
}

/// The squares a rook attacks on an empty board.
#[inline]
pub(super) fn rook_rays(square: Square) -> BitBoard {
    ROOK_RAYS[square.index()]
}

/// The squares a bishop attacks on an empty board.
#[inline]
pub(super) fn bishop_rays(square: Square) -> BitBoard {
    BISHOP_RAYS[square.index()]
}

/// The squares strictly between two on one rank, file or diagonal; empty for other pairs.
#[inline]
pub fn between(a: Square, b: Square) -> BitBoard {
    BETWEEN[a.index()][b.index()]
}

/// The square a step away, if it is on the board.
const fn stepped(square: u8, step: Step) -> Option<u8> {
    let file = (square & 7).wrapping_add_signed(step.0);
    let rank = (square >> 3).wrapping_add_signed(step.1);
    if file < 8 && rank < 8 { Some(rank << 3 | file) } else { None }
}

/// The squares from `square` in one direction up to and including the first in `occupied`.
pub(super) const fn ray(square: u8, step: Step, occupied: u64) -> u64 {
    let mut seen = 0;
    let mut at = square;
    while let Some(next) = stepped(at, step) {
        seen |= 1 << next;
        if occupied >> next & 1 != 0 {
            break;
        }
        at = next;
    }
    seen
}

const fn leaps<const N: usize>(steps: [Step; N]) -> [BitBoard; 64] {
    let mut table = [BitBoard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut targets = 0;
        let mut i = 0;
        while i < N {
            if let Some(target) = stepped(square, steps[i]) {
                targets |= 1 << target;
            }
            i += 1;
        }
        table[square as usize] = BitBoard::new(targets);
        square += 1;
    }
    table
}

const fn rays(steps: [Step; 4]) -> [BitBoard; 64] {
    let mut table = [BitBoard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut targets = 0;
        let mut i = 0;
        while i < 4 {
            targets |= ray(square, steps[i], 0);
            i += 1;
        }
        table[square as usize] = BitBoard::new(targets);
        square += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "made at compile time")]
const fn between_table() -> [[BitBoard; 64]; 64] {
    let mut table = [[BitBoard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let mut passed = 0;
            let mut at = from;
            while let Some(next) = stepped(at, KING_STEPS[i]) {
                table[from as usize][next as usize] = BitBoard::new(passed);
                passed |= 1 << next;
                at = next;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_have_the_known_totals() {
        let total =
            |attacks: fn(Square) -> BitBoard| Square::all().map(|square| attacks(square).len()).sum::<u32>();
        // Edges of the king's, knight's, rook's and bishop's graphs on 8 × 8, each counted from both ends.
        assert_eq!(total(king_attacks), 420);
        assert_eq!(total(knight_attacks), 336);
        assert_eq!(total(rook_rays), 896);
        assert_eq!(total(bishop_rays), 560);
        assert_eq!(total(|square| pawn_attacks(Color::White, square)), 98);
    }

    #[test]
    fn a_line_is_open_between_its_ends() {
        let squares =
            |text: &str| text.split(' ').map(|s| s.parse::<Square>().unwrap()).collect::<BitBoard>();
        let [a1, h8, a8, b3] = ["a1", "h8", "a8", "b3"].map(|s| s.parse().unwrap());
        assert_eq!(between(a1, h8), squares("b2 c3 d4 e5 f6 g7"));
        assert_eq!(between(a8, a1), squares("a2 a3 a4 a5 a6 a7"));
        assert_eq!(between(a1, b3), BitBoard::EMPTY);
        assert_eq!(between(a1, a1), BitBoard::EMPTY);
    }
}
