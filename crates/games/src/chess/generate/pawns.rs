//! Pawn moves, all pawns at a time.

use crate::chess::board::NO_FILE;
use crate::chess::moves::{DOUBLE_STEP, EN_PASSANT};
use crate::chess::piece::Side;
use crate::chess::rays::pawn_attacks;
use crate::chess::{BitBoard, Board, Color, Move, Role};

use super::survey::Survey;
use super::{Sink, Stage};

const PAWN: u8 = Role::Pawn.code();

/// Where pawns of one colour go: numbers by which a step, a capture towards the a-file and one towards the h-file
/// change a square's number.
struct Steps {
    forward: i8,
    to_a: i8,
    to_h: i8,
}

const fn steps(color: Color) -> Steps {
    match color {
        Color::White => Steps { forward: 8, to_a: 7, to_h: 9 },
        Color::Black => Steps { forward: -8, to_a: -9, to_h: -7 },
    }
}

/// The squares attacked by pawns of `S`.
#[inline]
pub(super) fn attacks<S: Side>(pawns: BitBoard) -> BitBoard {
    let steps = steps(S::COLOR);
    pawns.without(BitBoard::FILE_A).shifted(steps.to_a) | pawns.without(BitBoard::FILE_H).shifted(steps.to_h)
}

#[inline(always)]
pub(super) fn moves<S: Side, G: Stage, K: Sink>(board: &Board, survey: &Survey, sink: &mut K) {
    let pawns = board.pawns() & survey.us;
    if G::NOISY {
        captures::<S, K>(pawns, survey, sink);
        if board.en_passant < NO_FILE {
            en_passant::<S, K>(board, pawns, sink);
        }
    }
    advances::<S, G, K>(pawns, survey, sink);
}

#[inline(always)]
fn captures<S: Side, K: Sink>(pawns: BitBoard, survey: &Survey, sink: &mut K) {
    let steps = steps(S::COLOR);
    let pawns = pawns.without(survey.pins_straight);
    let free = pawns.without(survey.pins_diagonal);
    let pinned = pawns & survey.pins_diagonal;
    let targets = survey.them & survey.answer;
    for (step, edge) in [(steps.to_a, BitBoard::FILE_A), (steps.to_h, BitBoard::FILE_H)] {
        let reached =
            free.without(edge).shifted(step) | pinned.without(edge).shifted(step) & survey.pins_diagonal;
        arrivals::<S, K>(step, reached & targets, sink);
    }
}

#[inline(always)]
fn advances<S: Side, G: Stage, K: Sink>(pawns: BitBoard, survey: &Survey, sink: &mut K) {
    let forward = steps(S::COLOR).forward;
    let pawns = pawns.without(survey.pins_diagonal);
    let free = pawns.without(survey.pins_straight);
    let pinned = pawns & survey.pins_straight;
    let reached = free.shifted(forward) | pinned.shifted(forward) & survey.pins_straight;
    let single = reached.without(survey.occupied);
    let last = last_rank::<S>();
    if G::QUIET {
        let third = BitBoard::rank(if S::COLOR == Color::White { 2 } else { 5 });
        let double = (single & third).shifted(forward).without(survey.occupied);
        sink.pawns(PAWN, forward, (single & survey.answer).without(last));
        sink.pawns(DOUBLE_STEP, 2 * forward, double & survey.answer);
    }
    if G::NOISY {
        sink.promotions(forward, single & survey.answer & last);
    }
}

/// Pawns that arrive on these squares, some of them perhaps on the last rank.
#[inline(always)]
fn arrivals<S: Side, K: Sink>(step: i8, targets: BitBoard, sink: &mut K) {
    let last = last_rank::<S>();
    sink.pawns(PAWN, step, targets.without(last));
    sink.promotions(step, targets & last);
}

/// Captures en passant, each tried on the board for what it leaves the king open to.
#[cold]
fn en_passant<S: Side, K: Sink>(board: &Board, pawns: BitBoard, sink: &mut K) {
    let Some(target) = board.en_passant() else { return };
    for from in pawn_attacks(!S::COLOR, target) & pawns {
        if board.en_passant_is_safe::<S>(from, target) {
            sink.one(Move::pack(from, target, EN_PASSANT));
        }
    }
}

const fn last_rank<S: Side>() -> BitBoard {
    BitBoard::rank(match S::COLOR {
        Color::White => 7,
        Color::Black => 0,
    })
}
