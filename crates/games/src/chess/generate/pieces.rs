//! Moves of knights, bishops, rooks and queens.

use crate::chess::rays::knight_attacks;
use crate::chess::sliders::{bishop_attacks, rook_attacks};
use crate::chess::{BitBoard, Board, Role};

use super::survey::Survey;
use super::{Sink, Stage};

const KNIGHT: u8 = Role::Knight.code();
const BISHOP: u8 = Role::Bishop.code();
const ROOK: u8 = Role::Rook.code();
const QUEEN: u8 = Role::Queen.code();

#[inline(always)]
pub(super) fn moves<G: Stage, K: Sink>(board: &Board, survey: &Survey, sink: &mut K) {
    let targets = survey.targets::<G>() & survey.answer;
    let pins = survey.pins_straight | survey.pins_diagonal;
    for from in (board.knights() & survey.us).without(pins) {
        sink.piece(KNIGHT, from, knight_attacks(from) & targets);
    }
    let diagonals = board.diagonals() & survey.us;
    for from in diagonals.without(pins) {
        sink.piece(diagonal_kind(board, from.bit()), from, bishop_attacks(from, survey.occupied) & targets);
    }
    let straights = board.straights() & survey.us;
    for from in straights.without(pins) {
        sink.piece(straight_kind(board, from.bit()), from, rook_attacks(from, survey.occupied) & targets);
    }
    if pins.meets(diagonals | straights) {
        pinned(board, survey, targets, sink);
    }
}

/// Pinned sliders move along the pin.
#[inline(never)]
fn pinned<K: Sink>(board: &Board, survey: &Survey, targets: BitBoard, sink: &mut K) {
    for from in board.diagonals() & survey.us & survey.pins_diagonal {
        let along = bishop_attacks(from, survey.occupied) & survey.pins_diagonal;
        sink.piece(diagonal_kind(board, from.bit()), from, along & targets);
    }
    for from in board.straights() & survey.us & survey.pins_straight {
        let along = rook_attacks(from, survey.occupied) & survey.pins_straight;
        sink.piece(straight_kind(board, from.bit()), from, along & targets);
    }
}

/// Bishop or queen.
#[inline]
fn diagonal_kind(board: &Board, from: BitBoard) -> u8 {
    if board.straights().meets(from) { QUEEN } else { BISHOP }
}

/// Rook or queen.
#[inline]
fn straight_kind(board: &Board, from: BitBoard) -> u8 {
    if board.diagonals().meets(from) { QUEEN } else { ROOK }
}
