//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square as long as it pays.

use super::rays::{king_attacks, knight_attacks, pawn_attacks};
use super::sliders::{bishop_attacks, rook_attacks};
use super::{BitBoard, Board, Color, Move, MoveKind, Role, Square};

/// Centipawns, by role: what exchanges are counted in. The king's exceeds all others together.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 20_000];

/// No more men than these can capture on one square.
const MOST_CAPTURES: usize = 32;

impl Board {
    /// What a legal move wins in centipawns by the exchange on its destination, each side capturing with its least man
    /// and stopping when that is better. Pins are not seen; castling wins nothing.
    pub fn exchange(&self, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let (to, mut side) = (mv.to(), self.side());
        let mut occupied = self.occupied().without(mv.from().bit());
        let mut standing = VALUES[mv.promotion().unwrap_or(mv.role()) as usize];
        // What the side that makes each capture is ahead by, if the exchange ends with it.
        let mut balance = [0; MOST_CAPTURES];
        balance[0] = self.role_at(to).map_or(0, |role| VALUES[role as usize]);
        if let Some(role) = mv.promotion() {
            balance[0] += VALUES[role as usize] - VALUES[Role::Pawn as usize];
        }
        if mv.kind() == MoveKind::EnPassant {
            balance[0] = VALUES[Role::Pawn as usize];
            occupied = occupied.without(to.offset(-side.forward()).bit());
        }
        let mut captures = 0;
        let mut attackers = self.all_attackers(to, occupied);
        side = !side;
        while let Some((from, role)) = self.least(attackers & self.of(side)) {
            occupied ^= from.bit();
            attackers = (attackers | self.lines_to(to, role, occupied)) & occupied;
            // A king may not capture a man that is still guarded.
            if role == Role::King && attackers.meets(self.of(!side)) {
                break;
            }
            captures += 1;
            balance[captures] = standing - balance[captures - 1];
            standing = VALUES[role as usize];
            side = !side;
        }
        // Backwards: whoever was to capture may as well not have.
        for last in (1..=captures).rev() {
            balance[last - 1] = -balance[last].max(-balance[last - 1]);
        }
        balance[0]
    }

    /// The men of both sides in `occupied` that attack a square, sliders seeing through all others.
    fn all_attackers(&self, square: Square, occupied: BitBoard) -> BitBoard {
        let [white, black] = Color::ALL.map(|color| pawn_attacks(!color, square) & self.of(color));
        let attackers = (white | black) & self.pawns()
            | knight_attacks(square) & self.knights()
            | king_attacks(square) & self.by_role(Role::King)
            | rook_attacks(square, occupied) & self.straights()
            | bishop_attacks(square, occupied) & self.diagonals();
        attackers & occupied
    }

    /// The sliders that attack a square along the lines on which a man of this role has attacked it and left.
    fn lines_to(&self, square: Square, left: Role, occupied: BitBoard) -> BitBoard {
        let diagonals = || bishop_attacks(square, occupied) & self.diagonals();
        let straights = || rook_attacks(square, occupied) & self.straights();
        match left {
            Role::Knight => BitBoard::EMPTY,
            Role::Pawn | Role::Bishop => diagonals(),
            Role::Rook => straights(),
            Role::Queen | Role::King => diagonals() | straights(),
        }
    }

    /// The man of least value among these.
    #[inline]
    fn least(&self, men: BitBoard) -> Option<(Square, Role)> {
        if men.is_empty() {
            return None;
        }
        Role::ALL.into_iter().find_map(|role| Some(((men & self.by_role(role)).first()?, role)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the side that may capture next wins, with attackers found anew before each capture.
    fn won_anew(board: &Board, side: Color, to: Square, occupied: BitBoard, standing: i32) -> i32 {
        let attackers = |side, occupied| board.attackers(side, to, occupied) & occupied;
        let Some((from, role)) = board.least(attackers(side, occupied)) else { return 0 };
        let left = occupied ^ from.bit();
        if role == Role::King && !attackers(!side, left).is_empty() {
            return 0;
        }
        (standing - won_anew(board, !side, to, left, VALUES[role as usize])).max(0)
    }

    fn exchange_anew(board: &Board, mv: Move) -> i32 {
        let (to, us) = (mv.to(), board.side());
        let mut occupied = board.occupied().without(mv.from().bit());
        let mut prize = board.role_at(to).map_or(0, |role| VALUES[role as usize]);
        if mv.kind() == MoveKind::EnPassant {
            prize = VALUES[Role::Pawn as usize];
            occupied = occupied.without(to.offset(-us.forward()).bit());
        }
        let standing = mv.promotion().unwrap_or(mv.role());
        let promoted = VALUES[standing as usize] - VALUES[mv.role() as usize];
        prize + promoted - won_anew(board, !us, to, occupied, VALUES[standing as usize])
    }

    /// Attackers are counted once and uncovered behind whoever captures: the same as looking for them before each capture.
    #[test]
    fn exchanges_are_those_of_attackers_found_anew() {
        let mut random = zkeys::SplitMix64::new(2026);
        let (mut seen, mut longer) = (0, 0);
        for _ in 0..300 {
            let mut board = Board::start();
            for _ in 0..90 {
                let moves = board.legal_moves();
                for mv in moves.iter().copied().filter(|mv| !mv.is_castle()) {
                    let expected = exchange_anew(&board, mv);
                    assert_eq!(board.exchange(mv), expected, "{mv} in {board}");
                    let taken = board.role_at(mv.to()).map_or(0, |role| VALUES[role as usize]);
                    (seen, longer) = (seen + 1, longer + u32::from(expected != taken));
                }
                if moves.is_empty() {
                    break;
                }
                board.make(moves[random.next_u32() as usize % moves.len()]);
            }
        }
        assert!(seen > 500_000 && longer > 100_000, "{seen} moves, {longer} of them answered");
    }
}
