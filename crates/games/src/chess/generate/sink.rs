//! Where generated moves go: into a list, onto the board, or only into a count.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::chess::moves::{DOUBLE_STEP, PAWN_SPECIALS};
use crate::chess::piece::Side;
use crate::chess::{BitBoard, Board, Move, Role, Square};

const PAWN: u8 = Role::Pawn.code();

/// Takes moves, many at a time.
pub(in crate::chess) trait Sink {
    /// One move.
    fn one(&mut self, mv: Move);

    /// A piece's moves of one kind to each target.
    fn piece(&mut self, kind: u8, from: Square, targets: BitBoard);

    /// Pawn moves of one kind to each target, each from the square `step` before it.
    fn pawns(&mut self, kind: u8, step: i8, targets: BitBoard);

    /// Pawn moves with all four promotions.
    fn promotions(&mut self, step: i8, targets: BitBoard);
}

impl<const N: usize> Sink for ArrayVec<Move, N> {
    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }

    #[inline]
    fn piece(&mut self, kind: u8, from: Square, targets: BitBoard) {
        for to in targets {
            self.push(Move::pack(from, to, kind));
        }
    }

    #[inline]
    fn pawns(&mut self, kind: u8, step: i8, targets: BitBoard) {
        for to in targets {
            self.push(Move::pack(to.offset(-step), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, step: i8, targets: BitBoard) {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.push(Move::pack(to.offset(-step), to, PAWN_SPECIALS | role.code()));
            }
        }
    }
}

/// Plays each move and shows the board after it.
///
/// What moves of one piece have in common is done once: it is taken in the hand, and then put on one square after the
/// other.
pub(in crate::chess) struct Play<'a, S, F> {
    board: &'a Board,
    next: F,
    side: PhantomData<S>,
}

impl<'a, S: Side, F: FnMut(&Board)> Play<'a, S, F> {
    pub(in crate::chess) fn new(board: &'a Board, next: F) -> Self {
        Self { board, next, side: PhantomData }
    }
}

impl<S: Side, F: FnMut(&Board)> Sink for Play<'_, S, F> {
    #[inline]
    fn one(&mut self, mv: Move) {
        (self.next)(&self.board.played::<S>(mv));
    }

    #[inline(always)]
    fn piece(&mut self, kind: u8, from: Square, targets: BitBoard) {
        if targets.is_empty() {
            return;
        }
        let lifted = self.board.lifted::<S>(from, kind);
        let them = self.board.of(!S::COLOR);
        for to in targets.without(them) {
            (self.next)(&lifted.landed::<S>(to, kind));
        }
        for to in targets & them {
            let mut taken = lifted;
            taken.take::<S>(self.board, to);
            (self.next)(&taken.landed::<S>(to, kind));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: u8, step: i8, targets: BitBoard) {
        for to in targets {
            let mut next = self.board.lifted::<S>(to.offset(-step), PAWN);
            // A step to another file is a capture.
            if step % 8 != 0 {
                next.take::<S>(self.board, to);
            }
            next = next.landed::<S>(to, PAWN);
            if kind == DOUBLE_STEP {
                next.note_double_step::<S>(to.offset(-S::COLOR.forward()));
            }
            (self.next)(&next);
        }
    }

    #[inline]
    fn promotions(&mut self, step: i8, targets: BitBoard) {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.one(Move::pack(to.offset(-step), to, PAWN_SPECIALS | role.code()));
            }
        }
    }
}

/// Counts moves and forgets them.
pub(super) struct Count(pub(super) u64);

impl Sink for Count {
    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn piece(&mut self, _: u8, _: Square, targets: BitBoard) {
        self.0 += u64::from(targets.len());
    }

    #[inline]
    fn pawns(&mut self, _: u8, _: i8, targets: BitBoard) {
        self.0 += u64::from(targets.len());
    }

    #[inline]
    fn promotions(&mut self, _: i8, targets: BitBoard) {
        self.0 += 4 * u64::from(targets.len());
    }
}
