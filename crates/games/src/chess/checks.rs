//! Which moves give check, told before they are made.

use super::castling::Castling;
use super::rays::{knight_attacks, pawn_attacks};
use super::sliders::{bishop_attacks, rook_attacks};
use super::{Board, Move, MoveKind, Role};

impl Board {
    /// Whether a legal move gives check, by the man moved or by one behind it.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, mut to, us) = (mv.from(), mv.to(), self.side());
        let king = self.king(!us);
        let mut occupied = self.occupied() ^ from.bit();
        let mut role = mv.promotion().unwrap_or(mv.role());
        match mv.kind() {
            MoveKind::Castle => {
                let castling = Castling::new(from, to);
                occupied = (occupied ^ to.bit()) | castling.king_to.bit();
                (role, to) = (Role::Rook, castling.rook_to);
            }
            MoveKind::EnPassant => occupied ^= to.offset(-us.forward()).bit(),
            _ => (),
        }
        occupied |= to.bit();
        let (straight, diagonal) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
        let direct = match role {
            Role::Pawn => pawn_attacks(us, to).has(king),
            Role::Knight => knight_attacks(to).has(king),
            Role::Bishop => diagonal.has(to),
            Role::Rook => straight.has(to),
            Role::Queen => diagonal.has(to) || straight.has(to),
            Role::King => false,
        };
        let others = self.of(us).without(from.bit() | mv.to().bit());
        direct || (straight & self.straights()).meets(others) || (diagonal & self.diagonals()).meets(others)
    }
}
