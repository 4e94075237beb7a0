//! Making moves and taking them back.

use super::board::{NO_FILE, NOT_LEGAL};
use super::castling::Castling;
use super::keys::{castling_key, material_of, piece_key, rights_of, turn_key};
use super::moves::{CASTLE, DOUBLE_STEP, EN_PASSANT};
use super::piece::{Black, Side, White};
use super::rays::pawn_attacks;
use super::{BitBoard, Board, Color, Move, Role, Square};

const PAWN: u8 = Role::Pawn.code();
const ROOK: u8 = Role::Rook.code();
const KING: u8 = Role::King.code();

/// What [`Board::unmake`] needs: the board as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo(Board);

impl Board {
    /// Plays a legal move. An illegal one is the caller's mistake and leaves a board that keeps no promises, though
    /// nothing panics in a release build; [`Board::is_legal`] checks.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let before = *self;
        *self = before.after(mv);
        Undo(before)
    }

    /// Takes back the last move, or null move, made.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        *self = undo.0;
    }

    /// Passes the turn without a move.
    ///
    /// Only where the side to move is not in check, else the opponent could capture the king.
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.is_check(), "no null move in check: {self}");
        let before = *self;
        self.key ^= turn_key(self.en_passant);
        self.en_passant = NO_FILE;
        self.halfmoves = self.halfmoves.saturating_add(1);
        if self.side == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.side = !self.side;
        Undo(before)
    }

    /// The key of the position after a legal move, for fetching a table's entry early.
    ///
    /// Exact for every move; plain ones, nearly all, take four look-ups, the others are played to find out.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        if mv.kind_bits() >= CASTLE || self.castling.meets(mv.from().bit() | mv.to().bit()) {
            return self.after(mv).key;
        }
        let (from, to, code) = (mv.from(), mv.to(), mv.kind_bits());
        self.key
            ^ turn_key(self.en_passant)
            ^ piece_key(self.side, code, from)
            ^ piece_key(self.side, code, to)
            ^ piece_key(!self.side, self.code_at(to), to)
    }

    /// The board after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        match self.side {
            Color::White => self.played::<White>(mv),
            Color::Black => self.played::<Black>(mv),
        }
    }

    /// The board after a legal move of the side to move, `S`.
    #[inline]
    pub(super) fn played<S: Side>(&self, mv: Move) -> Self {
        let kind = mv.kind_bits();
        if kind < CASTLE {
            return self.carried::<S>(mv.from(), mv.to(), kind, kind);
        }
        match kind {
            CASTLE => self.castled::<S>(mv.from(), mv.to()),
            DOUBLE_STEP => self.double_stepped::<S>(mv.from(), mv.to()),
            EN_PASSANT => self.captured_en_passant::<S>(mv.from(), mv.to()),
            _ => self.carried::<S>(mv.from(), mv.to(), PAWN, kind & 7),
        }
    }

    /// A piece leaves `from`, and what it has become arrives on `to`, capturing what stands there.
    #[inline(always)]
    fn carried<S: Side>(&self, from: Square, to: Square, leaves: u8, arrives: u8) -> Self {
        let captured = self.code_at(to);
        let touched = from.bit() | to.bit();
        let mut next = self.turned::<S>();
        next.place::<S>(touched, to, arrives);

        let key_captured = piece_key(!S::COLOR, captured, to);
        let key_left = piece_key(S::COLOR, leaves, from);
        let key_arrived = piece_key(S::COLOR, arrives, to);
        next.key ^= key_left ^ key_arrived ^ key_captured;
        next.pawn_key ^= when(leaves == PAWN, key_left)
            ^ when(arrives == PAWN, key_arrived)
            ^ when(captured == PAWN, key_captured);
        next.material -= material_of(!S::COLOR, captured);
        if leaves != arrives {
            next.material = next.material + material_of(S::COLOR, arrives) - material_of(S::COLOR, PAWN);
        }
        if leaves == PAWN || captured != 0 {
            next.halfmoves = 0;
        }
        if next.castling.meets(touched) {
            next.lose_rights(self, touched);
        }
        next
    }

    #[inline(never)]
    fn double_stepped<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = self.turned::<S>();
        next.place::<S>(from.bit() | to.bit(), to, PAWN);
        let keys = piece_key(S::COLOR, PAWN, from) ^ piece_key(S::COLOR, PAWN, to);
        next.key ^= keys;
        next.pawn_key ^= keys;
        next.halfmoves = 0;

        let target = to.offset(-S::COLOR.forward());
        let capturers = pawn_attacks(S::COLOR, target) & next.pawns() & next.of(!S::COLOR);
        if !capturers.is_empty() {
            let legal = capturers.into_iter().any(|from| next.en_passant_is_safe::<S::Them>(from, target));
            next.mark_en_passant(target, legal);
        }
        next
    }

    #[cold]
    fn captured_en_passant<S: Side>(&self, from: Square, to: Square) -> Self {
        let captured = to.offset(-S::COLOR.forward());
        let mut next = self.turned::<S>();
        next.place::<S>(from.bit() | to.bit() | captured.bit(), to, PAWN);
        let keys = piece_key(S::COLOR, PAWN, from)
            ^ piece_key(S::COLOR, PAWN, to)
            ^ piece_key(!S::COLOR, PAWN, captured);
        next.key ^= keys;
        next.pawn_key ^= keys;
        next.material -= material_of(!S::COLOR, PAWN);
        next.halfmoves = 0;
        next
    }

    #[cold]
    fn castled<S: Side>(&self, king: Square, rook: Square) -> Self {
        let castling = Castling::new(king, rook);
        let mut next = self.turned::<S>();
        next.place::<S>(castling.left() | castling.king_to.bit(), castling.king_to, KING);
        next.place::<S>(castling.rook_to.bit(), castling.rook_to, ROOK);
        next.key ^= piece_key(S::COLOR, KING, castling.king_from)
            ^ piece_key(S::COLOR, KING, castling.king_to)
            ^ piece_key(S::COLOR, ROOK, castling.rook_from)
            ^ piece_key(S::COLOR, ROOK, castling.rook_to);
        next.lose_rights(self, king.bit());
        next
    }

    /// The board with the turn passed on: clocks advanced and the en-passant file lapsed.
    #[inline(always)]
    fn turned<S: Side>(&self) -> Self {
        Self {
            key: self.key ^ turn_key(self.en_passant),
            en_passant: NO_FILE,
            side: !S::COLOR,
            halfmoves: self.halfmoves.saturating_add(1),
            fullmoves: self.fullmoves.saturating_add(u16::from(S::COLOR == Color::Black)),
            ..*self
        }
    }

    /// Empties the squares `touched` and puts a piece of `S` on one of them.
    #[inline(always)]
    fn place<S: Side>(&mut self, touched: BitBoard, to: Square, code: u8) {
        let (touched, to) = (touched.bits(), to.bit().bits());
        let black = if S::COLOR == Color::Black { to } else { 0 };
        self.planes = [
            self.planes[0] & !touched | when(code & 1 != 0, to),
            self.planes[1] & !touched | when(code & 2 != 0, to),
            self.planes[2] & !touched | when(code & 4 != 0, to),
            self.planes[3] & !touched | black,
        ];
    }

    /// Notes a double step over `target`, next to an enemy pawn which may or may not capture.
    pub(super) fn mark_en_passant(&mut self, target: Square, legal: bool) {
        self.en_passant = target.file().number() + if legal { 0 } else { NOT_LEGAL };
        // The turn's key with the file and the turn's key without differ in the file's.
        self.key ^= turn_key(self.en_passant) ^ turn_key(NO_FILE);
    }

    /// Ends the rights of the kings and rooks `touched`; `before` is the board before the move.
    #[cold]
    fn lose_rights(&mut self, before: &Self, touched: BitBoard) {
        let kings = Color::ALL.map(|color| before.king(color));
        let mut castling = self.castling.without(touched);
        for color in Color::ALL {
            let rank = BitBoard::rank(color.back_rank());
            let king = kings[color as usize].bit();
            // A king without a castling rook, or a rook without its king, has no right.
            if touched.meets(king) || !castling.without(king).meets(rank) {
                castling = castling.without(rank);
            }
        }
        self.key ^= castling_key(rights_of(self.castling, kings)) ^ castling_key(rights_of(castling, kings));
        self.castling = castling;
    }
}

/// `value` or 0, without a branch.
#[inline(always)]
fn when(condition: bool, value: u64) -> u64 {
    u64::from(condition).wrapping_neg() & value
}
