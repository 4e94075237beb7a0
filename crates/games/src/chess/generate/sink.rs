//! Where generated moves go: into a list, or only into a count.

use arrayvec::ArrayVec;

use crate::chess::moves::PAWN_SPECIALS;
use crate::chess::{BitBoard, Move, Role, Square};

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
