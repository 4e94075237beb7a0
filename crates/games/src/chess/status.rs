//! How a game stands, and games as positions with a past.

use std::fmt;

use super::reversible::{Way, way};
use super::{BitBoard, Board, Chess, ChessUndo, Color, Move, Role, between};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// It goes on.
    Playing,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can ever give mate with what is on the board.
    InsufficientMaterial,
    /// Seventy-five moves by each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position is there for the fifth time.
    FivefoldRepetition,
}

/// A draw that the side to move may claim, while the game goes on otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// The position is there for the third time.
    ThreefoldRepetition,
}

impl Board {
    /// How the game stands, as far as the position tells. Mate on the last half-move before a draw by counting is mate.
    pub fn status(&self) -> Status {
        if !self.has_legal_move() {
            return if self.is_check() { Status::Checkmate } else { Status::Stalemate };
        }
        if self.has_insufficient_material() {
            Status::InsufficientMaterial
        } else if self.halfmoves() >= 150 {
            Status::SeventyFiveMoves
        } else {
            Status::Playing
        }
    }

    /// Whether no sequence of legal moves leads to a mate for want of material: kings with at most one knight, or with
    /// bishops that all stand on squares of one colour.
    pub fn has_insufficient_material(&self) -> bool {
        let [pawns, rooks, queens] = [Role::Pawn, Role::Rook, Role::Queen].map(|role| self.by_role(role));
        if !(pawns | rooks | queens).is_empty() {
            return false;
        }
        let (knights, bishops) = (self.by_role(Role::Knight), self.by_role(Role::Bishop));
        if !knights.is_empty() {
            return !knights.is_several() && bishops.is_empty();
        }
        !(bishops.meets(BitBoard::DARK) && bishops.meets(!BitBoard::DARK))
    }

    /// Whether the side to move can reach the position of this key, which it has reached before, by a move that can be undone.
    fn is_a_step_from(&self, key: u64) -> bool {
        // That it was there says that the move is legal: it leaves no king in check. All else that the keys tell is equal.
        way(self.key() ^ key).is_some_and(|Way { color, ends: [a, b] }| {
            color == self.side() && !between(a, b).meets(self.occupied())
        })
    }

    /// Whether a side has nothing but king and pawns, where passing the turn may be all it wishes for.
    pub fn has_only_pawns(&self, color: Color) -> bool {
        (self.of(color) & !(self.by_role(Role::Pawn) | self.by_role(Role::King))).is_empty()
    }
}

/// A position and the keys of those before it: what the rules about repetition need.
///
/// As a [`Game`](search::Game) it has ended where a search need not go on, which is earlier than the rules say: at the *first*
/// repetition. Whoever plays a game out to its end asks [`repetitions`](Line::repetitions) for the second one, and the board for
/// its [`status`](Board::status) and [`halfmoves`](Board::halfmoves).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    chess: Chess,
    /// The keys of all positions before, the oldest first.
    past: Vec<u64>,
    /// How many positions there were before each pass: no repetition reaches back beyond one.
    passes: Vec<usize>,
}

impl Line {
    /// A game that starts here.
    pub fn new(board: Board) -> Self {
        Self { chess: Chess::new(board), past: Vec::new(), passes: Vec::new() }
    }

    /// The position.
    #[inline]
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// The position with its evaluation.
    #[inline]
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// Number of half-moves played.
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether nothing has been played.
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Plays a legal move; an illegal one is the caller's mistake.
    #[inline]
    pub fn make(&mut self, mv: Move) -> ChessUndo {
        self.past.push(self.board().key());
        self.chess.make(mv)
    }

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self, undo: ChessUndo) {
        self.chess.unmake(undo);
        self.past.pop();
    }

    /// Passes the turn, as a search does that wants to know what is threatened. Only where the side to move is not in check.
    pub fn make_null(&mut self) -> ChessUndo {
        self.past.push(self.board().key());
        self.passes.push(self.past.len());
        self.chess.make_null()
    }

    /// Takes the pass back.
    pub fn unmake_null(&mut self, undo: ChessUndo) {
        self.chess.unmake_null(undo);
        self.past.pop();
        self.passes.pop();
    }

    /// Half-moves since the last capture, pawn move or pass, as far as the line goes back.
    pub fn reversible(&self) -> u16 {
        let since_pass = self.past.len() - self.passes.last().copied().unwrap_or(0);
        self.board().halfmoves().min(u16::try_from(since_pass).unwrap_or(u16::MAX))
    }

    /// The keys of the positions that may be there again, the latest first.
    pub fn keys_before(&self) -> impl Iterator<Item = u64> {
        self.past.iter().rev().take(usize::from(self.reversible())).copied()
    }

    /// How many plies ago the position was there, if that ends a game of which `plies` half-moves are only thought of:
    /// it was there within those, the first not counted, or twice in all.
    pub fn repeated_within(&self, plies: u16) -> Option<u16> {
        let reversible = usize::from(self.reversible());
        let mut found = 0;
        for back in (4..=reversible).step_by(2) {
            if self.past[self.past.len() - back] == self.board().key() {
                found += 1;
                if back < usize::from(plies) || found == 2 {
                    return u16::try_from(back).ok();
                }
            }
        }
        None
    }

    /// How many plies ago a position was there to which the side to move can return now, if
    /// [`repeated_within`](Self::repeated_within) would say of it, a half-move on, that it ends the game; without making a move.
    pub fn returns_within(&self, plies: u16) -> Option<u16> {
        let reversible = usize::from(self.reversible());
        for back in (3..=reversible).step_by(2) {
            let earlier = self.past[self.past.len() - back];
            if !self.board().is_a_step_from(earlier) {
                continue;
            }
            if back < usize::from(plies) {
                return u16::try_from(back).ok();
            }
            let again = |&before: &usize| self.past[self.past.len() - before] == earlier;
            if let Some(before) = (back + 2..=reversible).step_by(2).find(again) {
                return u16::try_from(before).ok();
            }
        }
        None
    }

    /// How often the position has been there before. Only positions since the last capture, pawn move or pass, and with
    /// the same side to move, can be it.
    pub fn repetitions(&self) -> usize {
        let same_side = self.keys_before().skip(1).step_by(2);
        same_side.filter(|&key| key == self.board().key()).count()
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        match self.board().status() {
            Status::Playing if self.repetitions() >= 4 => Status::FivefoldRepetition,
            status => status,
        }
    }

    /// The draw that may be claimed, if the game goes on.
    pub fn claim(&self) -> Option<Claim> {
        if self.status() != Status::Playing {
            None
        } else if self.repetitions() >= 2 {
            Some(Claim::ThreefoldRepetition)
        } else if self.board().halfmoves() >= 100 {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }
}

/// In small letters with hyphens, draws with `draw-` in front but for `stalemate`.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "playing",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "draw-insufficient-material",
            Self::SeventyFiveMoves => "draw-seventy-five-moves",
            Self::FivefoldRepetition => "draw-fivefold-repetition",
        })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FiftyMoves => "fifty-moves",
            Self::ThreefoldRepetition => "threefold-repetition",
        })
    }
}
