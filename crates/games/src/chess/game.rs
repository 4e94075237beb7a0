//! Chess as a game to search.
//!
//! [`Chess`] is a position whose value depends on nothing but itself, as tables and solvers like it: the counting rules
//! do not end it. [`Line`] knows its past and ends by them, as play needs it.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use search::{Evaluate, Game, List, Noisy, Outcome, Score};

use super::worth::Worth;
use super::{Board, Line, MAX_MOVES, Move, MoveKind, MoveList, Role, Status, Undo};

/// A position with its evaluation kept up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    worth: Worth,
}

/// What taking a move back needs.
#[derive(Clone, Copy, Debug)]
pub struct ChessUndo {
    board: Undo,
    worth: Worth,
}

impl Chess {
    /// The game at this position.
    pub fn new(board: Board) -> Self {
        Self { board, worth: Worth::count(&board) }
    }

    /// The position.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The incremental sum that the evaluation blends, for White.
    #[inline]
    pub fn worth(&self) -> Worth {
        self.worth
    }

    /// Plays a legal move; an illegal one is the caller's mistake.
    #[inline]
    pub fn make(&mut self, mv: Move) -> ChessUndo {
        let worth = self.worth;
        self.worth = worth.after(&self.board, mv);
        ChessUndo { board: self.board.make(mv), worth }
    }

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self, undo: ChessUndo) {
        self.board.unmake(undo.board);
        self.worth = undo.worth;
    }

    fn centipawns(&self) -> i16 {
        let limit = i32::from(Score::PLAIN_MAX);
        let sum = self.worth.plus(super::terms::of(&self.board));
        i16::try_from(sum.blended(&self.board).clamp(-limit, limit)).unwrap_or(Score::PLAIN_MAX)
    }
}

impl From<Board> for Chess {
    fn from(board: Board) -> Self {
        Self::new(board)
    }
}

/// What a finished game is to the side to move.
fn outcome(status: Status) -> Option<Outcome> {
    match status {
        Status::Playing => None,
        Status::Checkmate => Some(Outcome::Loss),
        _ => Some(Outcome::Draw),
    }
}

impl Game for Chess {
    type Move = Move;
    type Undo = ChessUndo;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// Checkmate, stalemate and insufficient material. Draws by counting are left out: the key does not know the count.
    fn outcome(&self) -> Option<Outcome> {
        match self.board.status() {
            Status::SeventyFiveMoves => None,
            status => outcome(status),
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        self.board.append_legal_moves(moves);
    }

    #[inline]
    fn make(&mut self, mv: Move) -> ChessUndo {
        self.make(mv)
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: ChessUndo) {
        self.unmake(undo);
    }

    #[inline]
    fn pack(&self, mv: Move) -> NonZeroU16 {
        mv.bits()
    }

    #[inline]
    fn unpack(&self, packed: NonZeroU16) -> Option<Move> {
        self.board.checked_move(packed.get())
    }
}

impl Evaluate for Chess {
    /// Centipawns.
    fn evaluate(&self) -> i16 {
        self.centipawns()
    }
}

impl Noisy for Chess {
    fn is_calm(&self) -> bool {
        !self.board.is_check()
    }

    /// Captures that do not lose material and promotions to queens, the most valuable victim first, by the least
    /// valuable capturer.
    fn noisy_moves(&self, moves: &mut MoveList) {
        append_noisy(&self.board, moves);
    }
}

/// The noisy moves worth trying, in order.
fn append_noisy(board: &Board, moves: &mut MoveList) {
    let start = moves.len();
    let worth_trying = |&mv: &Move| match mv.kind() {
        MoveKind::Promotion(role) => role == Role::Queen,
        _ => board.exchange(mv) >= 0,
    };
    for mv in board.noisy_moves().into_iter().filter(worth_trying) {
        List::push(moves, mv);
    }
    moves[start..].sort_by_key(|&mv| {
        let victim = board.role_at(mv.to()).map_or(0, |role| role as i32 + 1);
        let promotes = i32::from(mv.promotion().is_some());
        (-promotes, -victim, mv.role() as i32)
    });
}

impl Game for Line {
    type Move = Move;
    type Undo = ChessUndo;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;

    #[inline]
    fn key(&self) -> u64 {
        self.board().key()
    }

    /// The end by any rule. A position that has been there before counts as drawn: whoever does not like it should have
    /// turned off earlier. So does the hundredth half-move without progress, unless it is mate.
    fn outcome(&self) -> Option<Outcome> {
        let counted_out = self.board().halfmoves() >= 100 || self.repetitions() > 0;
        match outcome(self.board().status()) {
            None if counted_out => Some(Outcome::Draw),
            ended => ended,
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        self.board().append_legal_moves(moves);
    }

    #[inline]
    fn make(&mut self, mv: Move) -> ChessUndo {
        self.make(mv)
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: ChessUndo) {
        self.unmake(undo);
    }

    #[inline]
    fn pack(&self, mv: Move) -> NonZeroU16 {
        mv.bits()
    }

    #[inline]
    fn unpack(&self, packed: NonZeroU16) -> Option<Move> {
        self.board().checked_move(packed.get())
    }
}

impl Evaluate for Line {
    /// Centipawns.
    fn evaluate(&self) -> i16 {
        self.chess().centipawns()
    }
}

impl Noisy for Line {
    fn is_calm(&self) -> bool {
        !self.board().is_check()
    }

    fn noisy_moves(&self, moves: &mut MoveList) {
        append_noisy(self.board(), moves);
    }
}
