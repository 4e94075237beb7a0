//! Which moves give check, told before they are made.

use super::castling::Castling;
use super::rays::{between, bishop_rays, knight_attacks, pawn_attacks, rook_rays};
use super::sliders::{bishop_attacks, rook_attacks};
use super::{BitBoard, Board, Move, MoveKind, Role, Square};

impl Board {
    /// Whether a legal move gives check, by the man moved or by one behind it.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to, us) = (mv.from(), mv.to(), self.side());
        let king = self.king(!us);
        let others = self.of(us).without(from.bit() | to.bit());
        let left = self.occupied() ^ from.bit();
        match mv.kind() {
            MoveKind::Castle => {
                let castling = Castling::new(from, to);
                let occupied = (left ^ to.bit()) | castling.king_to.bit() | castling.rook_to.bit();
                attacks(king, castling.rook_to, Role::Rook, occupied) || self.slide_to(king, others, occupied)
            }
            MoveKind::EnPassant => {
                let occupied = (left ^ to.offset(-us.forward()).bit()) | to.bit();
                pawn_attacks(us, to).has(king) || self.slide_to(king, others, occupied)
            }
            _ => {
                let direct = match mv.promotion().unwrap_or(mv.role()) {
                    Role::Pawn => pawn_attacks(us, to).has(king),
                    role => attacks(king, to, role, left),
                };
                let may_uncover = (rook_rays(king) | bishop_rays(king)).has(from);
                direct || may_uncover && self.slide_to(king, others, left | to.bit())
            }
        }
    }

    /// Whether one of these sliders attacks the square.
    fn slide_to(&self, square: Square, men: BitBoard, occupied: BitBoard) -> bool {
        rook_attacks(square, occupied).meets(self.straights() & men)
            || bishop_attacks(square, occupied).meets(self.diagonals() & men)
    }
}

/// Whether a piece on `to` attacks a square; kings do not attack each other.
#[inline]
fn attacks(square: Square, to: Square, role: Role, occupied: BitBoard) -> bool {
    let lines = match role {
        Role::Knight => return knight_attacks(to).has(square),
        Role::Bishop => bishop_rays(square),
        Role::Rook => rook_rays(square),
        Role::Queen => rook_rays(square) | bishop_rays(square),
        Role::Pawn | Role::King => return false,
    };
    lines.has(to) && !between(square, to).meets(occupied)
}
