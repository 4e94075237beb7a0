//! What the other side's pieces forbid: checks to be answered and pins.

use crate::chess::piece::Side;
use crate::chess::rays::{between, bishop_rays, knight_attacks, pawn_attacks, rook_rays};
use crate::chess::{BitBoard, Board, Square};

/// The board as the side to move sees it.
pub(super) struct Survey {
    pub(super) occupied: BitBoard,
    pub(super) us: BitBoard,
    pub(super) them: BitBoard,
    pub(super) king: Square,
    pub(super) checkers: BitBoard,
    /// Where a piece other than the king may end: anywhere, or in check the checker and the squares on the way from it.
    /// With two checkers it means nothing.
    pub(super) answer: BitBoard,
    /// The lines from our king to rooks and queens behind one single man, those included: pinned along rank or file.
    /// A man of ours on one may move only on these, and no move from one such line ends on another.
    pub(super) pins_straight: BitBoard,
    /// The same on diagonals.
    pub(super) pins_diagonal: BitBoard,
}

impl Survey {
    #[inline(always)]
    pub(super) fn of<S: Side>(board: &Board) -> Self {
        let (occupied, us, them) = (board.occupied(), board.of(S::COLOR), board.of(!S::COLOR));
        let king = board.king(S::COLOR);
        let leapers =
            (pawn_attacks(S::COLOR, king) & board.pawns() | knight_attacks(king) & board.knights()) & them;
        let mut survey = Self {
            occupied,
            us,
            them,
            king,
            checkers: leapers,
            answer: leapers,
            pins_straight: BitBoard::EMPTY,
            pins_diagonal: BitBoard::EMPTY,
        };
        survey.pins_straight = survey.look(rook_rays(king) & board.straights() & them);
        survey.pins_diagonal = survey.look(bishop_rays(king) & board.diagonals() & them);
        if survey.checkers.is_empty() {
            survey.answer = BitBoard::FULL;
        }
        survey
    }

    /// Looks from the king towards sliders on its lines: notes checks, and returns the lines with one man in between.
    #[inline(always)]
    fn look(&mut self, sliders: BitBoard) -> BitBoard {
        let mut pins = BitBoard::EMPTY;
        for slider in sliders {
            let way = between(self.king, slider);
            let blockers = way & self.occupied;
            if blockers.is_empty() {
                self.checkers |= slider.bit();
                self.answer |= way | slider.bit();
            } else if !blockers.is_several() {
                pins |= way | slider.bit();
            }
        }
        pins
    }

    /// The squares of the stage where pieces other than pawns may end.
    #[inline]
    pub(super) fn targets<G: super::Stage>(&self) -> BitBoard {
        match (G::NOISY, G::QUIET) {
            (true, true) => !self.us,
            (true, false) => self.them,
            _ => !self.occupied,
        }
    }
}
