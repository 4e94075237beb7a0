//! Legal moves, without making any: what may not move or must be answered is found first, and each piece is then
//! offered only the squares that are left.
//!
//! Everything here is compiled for each colour, each [`Stage`] and each [`Sink`] apart.

mod king;
mod pawns;
mod pieces;
mod sink;
mod survey;

use arrayvec::ArrayVec;

use super::piece::{Black, Side, White};
use super::{Board, Color, Move, MoveList};
pub(super) use king::may_castle;
use sink::Count;
pub(super) use sink::{Play, Sink};
use survey::Survey;

/// Which moves are asked for, at compile time.
pub(super) trait Stage {
    /// Captures, and all promotions.
    const NOISY: bool;
    /// The others.
    const QUIET: bool;
}

/// All legal moves.
pub(super) struct All;
/// Captures, en passant too, and all promotions.
struct Noisy;
/// What is neither a capture nor a promotion.
struct Quiet;

impl Stage for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Stage for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Stage for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// Offers the sink the legal moves of one stage, the side to move being `S`.
///
/// In check these are the evasions: the survey leaves only squares that answer the check.
#[inline]
pub(super) fn generate<S: Side, G: Stage, K: Sink>(board: &Board, sink: &mut K) {
    let survey = Survey::of::<S>(board);
    king::steps::<S, G, K>(board, &survey, sink);
    if survey.checkers.is_several() {
        return;
    }
    if G::QUIET && survey.checkers.is_empty() {
        king::castling::<S, K>(board, &survey, sink);
    }
    pawns::moves::<S, G, K>(board, &survey, sink);
    pieces::moves::<G, K>(board, &survey, sink);
}

/// Number of legal moves, the side to move being `S`.
#[inline]
pub(super) fn count<S: Side>(board: &Board) -> u64 {
    let mut count = Count(0);
    generate::<S, All, Count>(board, &mut count);
    count.0
}

impl Board {
    /// All legal moves, in an order that is the same every time.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.each::<All, MoveList>(&mut moves);
        moves
    }

    /// Appends the legal moves.
    ///
    /// # Panics
    ///
    /// If they do not fit, which an empty list of [`MAX_MOVES`](super::MAX_MOVES) excludes.
    #[inline]
    pub fn append_legal_moves<const N: usize>(&self, moves: &mut ArrayVec<Move, N>) {
        self.each::<All, ArrayVec<Move, N>>(moves);
    }

    /// The legal captures, en passant among them, and all legal promotions.
    pub fn noisy_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.append_noisy_moves(&mut moves);
        moves
    }

    pub(super) fn append_noisy_moves(&self, moves: &mut MoveList) {
        self.each::<Noisy, MoveList>(moves);
    }

    /// The legal moves that are neither captures nor promotions.
    pub fn quiet_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.append_quiet_moves(&mut moves);
        moves
    }

    pub(super) fn append_quiet_moves(&self, moves: &mut MoveList) {
        self.each::<Quiet, MoveList>(moves);
    }

    /// Number of legal moves, without listing them.
    pub fn count_legal_moves(&self) -> u64 {
        match self.side {
            Color::White => count::<White>(self),
            Color::Black => count::<Black>(self),
        }
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() != 0
    }

    #[inline]
    fn each<G: Stage, K: Sink>(&self, sink: &mut K) {
        match self.side {
            Color::White => generate::<White, G, K>(self, sink),
            Color::Black => generate::<Black, G, K>(self, sink),
        }
    }
}
