//! The king's steps and castling.

use crate::chess::castling::Castling;
use crate::chess::moves::CASTLE;
use crate::chess::piece::Side;
use crate::chess::rays::{between, king_attacks, knight_attacks, pawn_attacks};
use crate::chess::sliders::{bishop_attacks, rook_attacks};
use crate::chess::{BitBoard, Board, Move, Role, Square};

use super::survey::Survey;
use super::{Sink, Stage, pawns};

const KING: u8 = Role::King.code();

#[inline(always)]
pub(super) fn steps<S: Side, G: Stage, K: Sink>(board: &Board, survey: &Survey, sink: &mut K) {
    let near = king_attacks(survey.king) & survey.targets::<G>();
    if !near.is_empty() {
        sink.piece(KING, survey.king, safe::<S>(board, survey, near));
    }
}

/// Those of the squares that the king may step on. It does not shelter them from sliders that it steps away from.
#[inline(always)]
fn safe<S: Side>(board: &Board, survey: &Survey, squares: BitBoard) -> BitBoard {
    let them = survey.them;
    let guarded = pawns::attacks::<S::Them>(board.pawns() & them) | king_attacks(board.king(!S::COLOR));
    let rest = survey.occupied ^ survey.king.bit();
    let mut safe = squares.without(guarded);
    for square in safe {
        let attackers = knight_attacks(square) & board.knights()
            | rook_attacks(square, rest) & board.straights()
            | bishop_attacks(square, rest) & board.diagonals();
        if attackers.meets(them) {
            safe ^= square.bit();
        }
    }
    safe
}

/// Castling; the king is not in check.
#[inline(always)]
pub(super) fn castling<S: Side, K: Sink>(board: &Board, survey: &Survey, sink: &mut K) {
    let rank = BitBoard::rank(S::COLOR.back_rank());
    let rooks = board.castling & rank & survey.us;
    for rook in rooks.without(survey.king.bit()) {
        if may_castle::<S>(board, survey.king, rook) {
            sink.one(Move::pack(survey.king, rook, CASTLE));
        }
    }
}

/// Whether the king, not in check, may castle with a rook that has the right: nothing stands on the squares both pass
/// and reach, and the king meets no attack on its way, nor at its end once the rook has moved.
#[inline]
pub(in crate::chess) fn may_castle<S: Side>(board: &Board, king: Square, rook: Square) -> bool {
    let castling = Castling::new(king, rook);
    let way = between(king, castling.king_to) | castling.king_to.bit();
    let rooks_way = between(rook, castling.rook_to) | castling.rook_to.bit();
    let rest = board.occupied() ^ castling.left();
    if rest.meets(way | rooks_way) {
        return false;
    }
    let unseen = |square, occupied| !attacked::<S>(board, square, occupied);
    way.without(castling.king_to.bit()).into_iter().all(|square| unseen(square, rest | rook.bit()))
        && unseen(castling.king_to, rest | castling.rook_to.bit())
}

/// Whether a square is attacked by the opponents of `S`.
#[inline]
fn attacked<S: Side>(board: &Board, square: Square, occupied: BitBoard) -> bool {
    let attackers = knight_attacks(square) & board.knights()
        | king_attacks(square) & board.by_role(Role::King)
        | pawn_attacks(S::COLOR, square) & board.pawns()
        | rook_attacks(square, occupied) & board.straights()
        | bishop_attacks(square, occupied) & board.diagonals();
    attackers.meets(board.of(!S::COLOR))
}
