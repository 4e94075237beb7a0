//! Whether a move from elsewhere is legal here.

use super::generate::may_castle;

use super::piece::{Black, White};
use super::rays::{king_attacks, knight_attacks, pawn_attacks};
use super::sliders::{bishop_attacks, queen_attacks, rook_attacks};
use super::{BitBoard, Board, Color, Move, MoveKind, Role, Square};

impl Board {
    /// Whether the move is legal here, whatever position it was made for. Cheaper than listing the legal moves.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.of(self.side);
        if !us.has(from) || self.role_at(from) != Some(mv.role()) {
            return false;
        }
        if mv.is_castle() {
            return self.castling_is_legal(from, to);
        }
        !us.has(to) && self.reaches(mv) && self.is_safe(mv)
    }

    /// The move with these bits, if they are one and it is legal.
    pub fn checked_move(&self, bits: u16) -> Option<Move> {
        Move::from_bits(bits).filter(|&mv| self.is_legal(mv))
    }

    /// Whether the man on `from` gets to `to` in the way the move says, its king's safety aside.
    fn reaches(&self, mv: Move) -> bool {
        let (from, to, occupied) = (mv.from(), mv.to(), self.occupied());
        let attacks = match mv.kind() {
            MoveKind::Plain(Role::Knight) => knight_attacks(from),
            MoveKind::Plain(Role::Bishop) => bishop_attacks(from, occupied),
            MoveKind::Plain(Role::Rook) => rook_attacks(from, occupied),
            MoveKind::Plain(Role::Queen) => queen_attacks(from, occupied),
            MoveKind::Plain(Role::King) => king_attacks(from),
            MoveKind::Plain(Role::Pawn) => return !on_last_rank(to) && self.pawn_reaches(from, to),
            MoveKind::Promotion(_) => return on_last_rank(to) && self.pawn_reaches(from, to),
            MoveKind::DoubleStep => return self.pawn_double_steps(from, to),
            MoveKind::EnPassant => {
                return self.en_passant() == Some(to) && pawn_attacks(self.side, from).has(to);
            }
            MoveKind::Castle => return false,
        };
        attacks.has(to)
    }

    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        if self.of(!self.side).has(to) {
            return pawn_attacks(self.side, from).has(to);
        }
        from.offset(self.side.forward()) == to && !self.occupied().has(to)
    }

    fn pawn_double_steps(&self, from: Square, to: Square) -> bool {
        let home = if self.side == Color::White { 1 } else { 6 };
        let passed = from.offset(self.side.forward());
        from.rank() == home
            && passed.offset(self.side.forward()) == to
            && !self.occupied().meets(passed.bit() | to.bit())
    }

    /// Whether the king is not attacked after the move.
    fn is_safe(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let mut captured = to.bit();
        if mv.kind() == MoveKind::EnPassant {
            captured |= to.offset(-self.side.forward()).bit();
        }
        let king = if mv.role() == Role::King { to } else { self.king(self.side) };
        let occupied = self.occupied().without(from.bit() | captured) | to.bit();
        self.attackers(!self.side, king, occupied).without(captured).is_empty()
    }

    fn castling_is_legal(&self, king: Square, rook: Square) -> bool {
        let rank = BitBoard::rank(self.side.back_rank());
        let rooks = self.castling_rooks() & rank & self.of(self.side);
        rooks.has(rook)
            && !self.is_check()
            && match self.side {
                Color::White => may_castle::<White>(self, king, rook),
                Color::Black => may_castle::<Black>(self, king, rook),
            }
    }
}

fn on_last_rank(square: Square) -> bool {
    BitBoard::BACK_RANKS.has(square)
}
