//! Chess as a game to search.
//!
//! [`Chess`] is a position whose value depends on nothing but itself, as tables and solvers like it: the counting rules
//! do not end it. [`Line`] knows its past and ends by them, as play needs it.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;
use search::{Evaluate, Game, List, Noisy, Outcome, Past, Ply, Score, Tactical};

use super::network::Sums;
use super::{BitBoard, Board, Color, Line, MAX_MOVES, Move, MoveKind, MoveList, Role, Status, Undo};

/// A position with its evaluation kept up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    sums: Sums,
}

/// What taking a move back needs.
#[derive(Clone, Copy, Debug)]
pub struct ChessUndo {
    board: Undo,
    sums: Sums,
}

impl Chess {
    /// The game at this position.
    pub fn new(board: Board) -> Self {
        Self { board, sums: Sums::count(&board) }
    }

    /// The position.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a legal move; an illegal one is the caller's mistake.
    #[inline]
    pub fn make(&mut self, mv: Move) -> ChessUndo {
        let undo = ChessUndo { board: self.board.make(mv), sums: self.sums };
        self.sums.make(undo.board.before(), mv, &self.board);
        undo
    }

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self, undo: ChessUndo) {
        self.board.unmake(undo.board);
        self.sums = undo.sums;
    }

    /// Takes the pass back.
    pub fn unmake_null(&mut self, undo: ChessUndo) {
        self.unmake(undo);
    }

    /// Passes the turn. Only where the side to move is not in check.
    pub fn make_null(&mut self) -> ChessUndo {
        ChessUndo { board: self.board.make_null(), sums: self.sums }
    }

    fn centipawns(&self) -> i16 {
        let limit = i32::from(Score::PLAIN_MAX);
        let known = super::lone_king::centipawns(&self.board);
        let centipawns = known.unwrap_or_else(|| self.sums.centipawns(&self.board)).clamp(-limit, limit);
        i16::try_from(centipawns).unwrap_or(Score::PLAIN_MAX)
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

/// What pieces are worth where they are captured or promoted to, in centipawns; a king is not.
const PRIZES: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// What a move captures and promotes to at once.
fn prize(board: &Board, mv: Move) -> i32 {
    let captured = match mv.kind() {
        MoveKind::Castle => 0,
        MoveKind::EnPassant => PRIZES[Role::Pawn as usize],
        _ => board.role_at(mv.to()).map_or(0, |role| PRIZES[role as usize]),
    };
    captured + mv.promotion().map_or(0, |role| PRIZES[role as usize] - PRIZES[Role::Pawn as usize])
}

/// Whether a move is a capture or a promotion.
fn is_noisy(board: &Board, mv: Move) -> bool {
    match mv.kind() {
        MoveKind::Castle => false,
        MoveKind::EnPassant | MoveKind::Promotion(_) => true,
        _ => board.role_at(mv.to()).is_some(),
    }
}

/// By the piece and where it arrives, for each side: 768 numbers.
fn trace(board: &Board, mv: Move) -> u16 {
    let side = if board.side() == Color::White { 0 } else { 384 };
    side + mv.role() as u16 * 64 + u16::from(mv.to().number())
}

/// The pawns, and the pieces of either side.
fn structures(board: &Board) -> [u64; 3] {
    // A product with an odd number loses nothing of the other factor.
    let add =
        |sum: u64, set: BitBoard| (sum.rotate_left(29) ^ set.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let pieces = |color| {
        let men = board.of(color).without(board.pawns());
        let [first, diagonal, straight] = board.role_planes().map(|plane| plane & men);
        add(add(add(0, first), diagonal), straight)
    };
    [board.pawn_key(), pieces(Color::White), pieces(Color::Black)]
}

/// Whether passing is allowed and not likely to be better than any move.
fn may_pass(board: &Board) -> bool {
    !board.is_check() && !board.has_only_pawns(board.side())
}

/// The tactics of chess, for a position with or without a past.
macro_rules! chess_tactics {
    ($game:ty) => {
        impl Tactical for $game {
            #[inline]
            fn is_noisy(&self, mv: Move) -> bool {
                is_noisy(self.board(), mv)
            }

            fn noisy(&self, moves: &mut MoveList) {
                self.board().append_noisy_moves(moves);
            }

            fn quiet(&self, moves: &mut MoveList) {
                self.board().append_quiet_moves(moves);
            }

            fn prize(&self, mv: Move) -> i32 {
                prize(self.board(), mv)
            }

            fn exchange(&self, mv: Move) -> i32 {
                self.board().exchange(mv)
            }

            fn preference(&self, mv: Move) -> i32 {
                -(mv.role() as i32)
            }

            #[inline]
            fn trace(&self, mv: Move) -> u16 {
                trace(self.board(), mv)
            }

            fn early_outcome(&self) -> Option<Outcome> {
                self.board().has_insufficient_material().then_some(Outcome::Draw)
            }

            fn outcome_without_moves(&self) -> Outcome {
                if self.board().is_check() { Outcome::Loss } else { Outcome::Draw }
            }

            fn pass(&mut self) -> Option<ChessUndo> {
                may_pass(self.board()).then(|| self.make_null())
            }

            fn take_back_pass(&mut self, undo: ChessUndo) {
                self.unmake_null(undo);
            }

            #[inline]
            fn structures(&self) -> [u64; 3] {
                structures(self.board())
            }

            fn is_calm_after(&self, mv: Move) -> Option<bool> {
                Some(!self.board().gives_check(mv))
            }

            #[inline]
            fn key_after(&self, mv: Move) -> Option<u64> {
                Some(self.board().key_after(mv))
            }
        }
    };
}

chess_tactics!(Chess);
chess_tactics!(Line);

/// The position is all that counts.
impl Past for Chess {}

impl Past for Line {
    /// The fifty-move rule, unless it is mate; a repetition within the search, or the third occurrence in all.
    fn drawn_since(&self, ply: Ply) -> Option<Ply> {
        let halfmoves = self.board().halfmoves();
        if halfmoves >= 100 && (!self.board().is_check() || self.board().has_legal_move()) {
            return Some(halfmoves);
        }
        self.repeated_within(ply)
    }

    /// By a man other than a pawn, which goes back to where it was.
    fn drawn_next(&self, ply: Ply) -> Option<Ply> {
        self.returns_within(ply)
    }

    fn plies_left(&self) -> Option<Ply> {
        Some(100_u16.saturating_sub(self.board().halfmoves()))
    }

    fn reversible_plies(&self) -> Ply {
        self.reversible()
    }

    fn each_before(&self, each: impl FnMut(u64)) {
        self.keys_before().for_each(each);
    }
}
