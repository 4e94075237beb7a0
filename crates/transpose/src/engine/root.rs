//! The root of a search: a game that must go on, by certain moves.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use games::chess::{ChessUndo, Line, MAX_MOVES, Move, MoveList};
use search::{Evaluate, Game, Noisy, Outcome};

/// A game whose first move is one of those allowed, and that no draw ends before it: whoever asks for a move gets one.
#[derive(Clone, Debug)]
pub(super) struct Root {
    line: Line,
    allowed: MoveList,
    plies: u16,
    /// Tells the root's entry from that of the same position with all its moves.
    salt: u64,
}

impl Root {
    /// The game from `line` on by one of `allowed`, legal moves and at least one.
    pub(super) fn new(line: Line, allowed: MoveList) -> Self {
        let salt = if allowed.len() == line.board().legal_moves().len() { 0 } else { 0x5bd1_e995_7c3a_11d3 };
        Self { line, allowed, plies: 0, salt }
    }
}

impl Game for Root {
    type Move = Move;
    type Undo = ChessUndo;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;

    #[inline]
    fn key(&self) -> u64 {
        self.line.key() ^ if self.plies == 0 { self.salt } else { 0 }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.plies == 0 { None } else { self.line.outcome() }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        if self.plies == 0 {
            moves.extend(self.allowed.iter().copied());
        } else {
            self.line.legal_moves(moves);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> ChessUndo {
        self.plies += 1;
        self.line.make(mv)
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: ChessUndo) {
        self.line.unmake(undo);
        self.plies -= 1;
    }

    #[inline]
    fn pack(&self, mv: Move) -> NonZeroU16 {
        mv.bits()
    }

    #[inline]
    fn unpack(&self, packed: NonZeroU16) -> Option<Move> {
        let is_allowed = |mv: &Move| self.plies > 0 || self.allowed.contains(mv);
        self.line.unpack(packed).filter(is_allowed)
    }
}

impl Evaluate for Root {
    fn evaluate(&self) -> i16 {
        self.line.evaluate()
    }
}

impl Noisy for Root {
    fn is_calm(&self) -> bool {
        self.line.is_calm()
    }

    fn noisy_moves(&self, moves: &mut MoveList) {
        self.line.noisy_moves(moves);
    }
}
