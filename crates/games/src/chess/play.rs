//! Making moves and taking them back.

use std::array;

use super::board::{NO_FILE, NOT_LEGAL};
use super::castling::Castling;
use super::keys::{castling_key, material_of, piece_keys_of, rights_of, turn_key};
use super::moves::{CASTLE, DOUBLE_STEP, EN_PASSANT, PAWN_SPECIALS};
use super::piece::{Black, Side, White};
use super::rays::pawn_attacks;
use super::{BitBoard, Board, Color, Move, Role, Square};

const PAWN: u8 = Role::Pawn.code();
const ROOK: u8 = Role::Rook.code();
const KING: u8 = Role::King.code();

/// What [`Board::unmake`] needs: the board as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo(Board);

impl Undo {
    /// The board as it was.
    #[inline]
    pub(super) fn before(&self) -> &Board {
        &self.0
    }
}

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
        *self = Self {
            keys: [before.key() ^ turn_key(before.en_passant), before.pawn_key()],
            halfmoves: before.halfmoves.wrapping_add(1),
            plies: before.plies.wrapping_add(1),
            en_passant: NO_FILE,
            side: !before.side,
            ..before
        };
        Undo(before)
    }

    /// The key of the position after a legal move, for fetching a table's entry early.
    ///
    /// Exact for every move; plain ones, nearly all, take four look-ups, the others are played to find out.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        if mv.kind_bits() >= CASTLE || self.castling.meets(mv.from().bit() | mv.to().bit()) {
            return self.after(mv).key();
        }
        let (from, to, code) = (mv.from(), mv.to(), mv.kind_bits());
        self.key()
            ^ turn_key(self.en_passant)
            ^ piece_keys_of(self.side, code, from)[0]
            ^ piece_keys_of(self.side, code, to)[0]
            ^ piece_keys_of(!self.side, self.code_at(to), to)[0]
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
    ///
    /// It is put together from the old one field by field, not changed in place, so that it stays in registers; what is
    /// rare is a function of its own.
    #[inline(always)]
    pub(super) fn played<S: Side>(&self, mv: Move) -> Self {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind_bits());
        let leaves = if kind < PAWN_SPECIALS { kind } else { PAWN };
        let mut next = self.carried::<S>(from, to, leaves, kind & 7);
        if kind >= CASTLE {
            next.finish::<S>(self, mv);
        }
        next
    }

    /// What a move does besides carrying a piece; castling, of which nothing is right yet, is done anew.
    #[inline(never)]
    fn finish<S: Side>(&mut self, before: &Self, mv: Move) {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind_bits());
        match kind {
            DOUBLE_STEP => self.note_double_step::<S>(to.offset(-S::COLOR.forward())),
            EN_PASSANT => {
                // Carried was a pawn: the code of the kind is another's.
                *self = before.carried::<S>(from, to, PAWN, PAWN);
                self.remove_pawn::<S>(to.offset(-S::COLOR.forward()));
            }
            CASTLE => *self = before.castled::<S>(from, to),
            _ => self.material = self.material + material_of(S::COLOR, kind) - material_of(S::COLOR, PAWN),
        }
    }

    /// A piece leaves `from`, and what it has become arrives on `to`, capturing what stands there.
    #[inline(always)]
    fn carried<S: Side>(&self, from: Square, to: Square, leaves: u8, arrives: u8) -> Self {
        let captured = self.code_at(to);
        let touched = from.bit() | to.bit();
        let (castling, rights_key) = self.rights_left(self.castling, touched);
        let keys = [self.key() ^ turn_key(self.en_passant) ^ rights_key, self.pawn_key()];
        let keys = both(keys, piece_keys_of(S::COLOR, leaves, from));
        let keys = both(keys, piece_keys_of(S::COLOR, arrives, to));
        let keys = both(keys, piece_keys_of(!S::COLOR, captured, to));
        Self {
            planes: placed::<S>(self.planes, touched, to, arrives),
            castling,
            keys,
            // Castling seems to capture a rook until it is done anew.
            material: self.material.wrapping_sub(material_of(!S::COLOR, captured)),
            halfmoves: if leaves == PAWN || captured != 0 { 0 } else { self.halfmoves.wrapping_add(1) },
            plies: self.plies.wrapping_add(1),
            en_passant: NO_FILE,
            side: !S::COLOR,
        }
    }

    /// The board with one of the mover's pieces in the hand: the turn has passed, and `from` is empty.
    ///
    /// With [`take`](Self::take) and [`landed`](Self::landed) it plays all moves of a piece from what they have in
    /// common; [`played`](Self::played) plays one.
    #[inline(always)]
    pub(super) fn lifted<S: Side>(&self, from: Square, leaves: u8) -> Self {
        let (castling, rights_key) = self.rights_left(self.castling, from.bit());
        let keys = [self.key() ^ turn_key(self.en_passant) ^ rights_key, self.pawn_key()];
        let masks = &PLANE_MASKS[S::COLOR as usize][(leaves & 7) as usize];
        Self {
            planes: array::from_fn(|i| self.planes[i] ^ from.bit().bits() & masks[i]),
            castling,
            keys: both(keys, piece_keys_of(S::COLOR, leaves, from)),
            material: self.material,
            halfmoves: if leaves == PAWN { 0 } else { self.halfmoves.wrapping_add(1) },
            plies: self.plies.wrapping_add(1),
            en_passant: NO_FILE,
            side: !S::COLOR,
        }
    }

    /// Takes the opponent's man on `to` off; `before` is the board before the move.
    #[inline(always)]
    pub(super) fn take<S: Side>(&mut self, before: &Self, to: Square) {
        let captured = before.code_at(to);
        let (castling, rights_key) = before.rights_left(self.castling, to.bit());
        self.castling = castling;
        self.planes = self.planes.map(|plane| plane & !to.bit().bits());
        self.keys = both(self.keys, piece_keys_of(!S::COLOR, captured, to));
        self.keys[0] ^= rights_key;
        self.material = self.material.wrapping_sub(material_of(!S::COLOR, captured));
        self.halfmoves = 0;
    }

    /// The board with the piece in the hand put on the empty square `to`.
    #[inline(always)]
    #[must_use]
    pub(super) fn landed<S: Side>(&self, to: Square, arrives: u8) -> Self {
        let masks = &PLANE_MASKS[S::COLOR as usize][(arrives & 7) as usize];
        Self {
            planes: array::from_fn(|i| self.planes[i] | to.bit().bits() & masks[i]),
            keys: both(self.keys, piece_keys_of(S::COLOR, arrives, to)),
            ..*self
        }
    }

    /// A pawn has stepped over `target`: marks the file if an enemy pawn stands ready.
    #[inline(always)]
    pub(super) fn note_double_step<S: Side>(&mut self, target: Square) {
        let capturers = pawn_attacks(S::COLOR, target) & self.pawns() & self.of(!S::COLOR);
        if !capturers.is_empty() {
            self.note_capturers::<S>(capturers, target);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_capturers<S: Side>(&mut self, capturers: BitBoard, target: Square) {
        let legal = capturers.into_iter().any(|from| self.en_passant_is_safe::<S::Them>(from, target));
        self.mark_en_passant(target, legal);
    }

    /// Takes the opponent's pawn off that is captured en passant.
    fn remove_pawn<S: Side>(&mut self, captured: Square) {
        self.planes = self.planes.map(|plane| plane & !captured.bit().bits());
        self.keys = both(self.keys, piece_keys_of(!S::COLOR, PAWN, captured));
        self.material -= material_of(!S::COLOR, PAWN);
    }

    #[cold]
    #[inline(never)]
    fn castled<S: Side>(&self, king: Square, rook: Square) -> Self {
        let castling = Castling::new(king, rook);
        let (left, rights_key) = self.rights_lost(self.castling, castling.left());
        let planes =
            placed::<S>(self.planes, castling.left() | castling.king_to.bit(), castling.king_to, KING);
        let mut keys = [self.key() ^ turn_key(self.en_passant) ^ rights_key, self.pawn_key()];
        for square in [castling.king_from, castling.king_to] {
            keys = both(keys, piece_keys_of(S::COLOR, KING, square));
        }
        for square in [castling.rook_from, castling.rook_to] {
            keys = both(keys, piece_keys_of(S::COLOR, ROOK, square));
        }
        Self {
            planes: placed::<S>(planes, castling.rook_to.bit(), castling.rook_to, ROOK),
            castling: left,
            keys,
            halfmoves: self.halfmoves.wrapping_add(1),
            plies: self.plies.wrapping_add(1),
            en_passant: NO_FILE,
            side: !S::COLOR,
            ..*self
        }
    }

    /// Notes a double step over `target`, next to an enemy pawn which may or may not capture.
    pub(super) fn mark_en_passant(&mut self, target: Square, legal: bool) {
        self.en_passant = target.file().number() + if legal { 0 } else { NOT_LEGAL };
        // The turn's key with the file and the turn's key without differ in the file's.
        self.keys[0] ^= turn_key(self.en_passant) ^ turn_key(NO_FILE);
    }

    /// What is left of these castling rooks and kings after a move that touches a square, and what that changes in the
    /// key.
    #[inline(always)]
    fn rights_left(&self, castling: BitBoard, touched: BitBoard) -> (BitBoard, u64) {
        if castling.meets(touched) { self.rights_lost(castling, touched) } else { (castling, 0) }
    }

    #[cold]
    #[inline(never)]
    fn rights_lost(&self, castling: BitBoard, touched: BitBoard) -> (BitBoard, u64) {
        let kings = Color::ALL.map(|color| self.king(color));
        let mut left = castling.without(touched);
        for color in Color::ALL {
            let rank = BitBoard::rank(color.back_rank());
            let king = kings[color as usize].bit();
            // A king without a castling rook, or a rook without its king, has no right.
            if touched.meets(king) || !left.without(king).meets(rank) {
                left = left.without(rank);
            }
        }
        (left, castling_key(rights_of(castling, kings)) ^ castling_key(rights_of(left, kings)))
    }
}

/// The planes with the squares `touched` emptied and a piece of `S` put on one of them.
#[inline(always)]
fn placed<S: Side>(planes: [u64; 4], touched: BitBoard, to: Square, code: u8) -> [u64; 4] {
    let masks = &PLANE_MASKS[S::COLOR as usize][(code & 7) as usize];
    let (touched, to) = (touched.bits(), to.bit().bits());
    array::from_fn(|i| planes[i] & !touched | to & masks[i])
}

/// Key and pawn key with a piece's toggled.
#[inline(always)]
fn both(keys: [u64; 2], piece: [u64; 2]) -> [u64; 2] {
    [keys[0] ^ piece[0], keys[1] ^ piece[1]]
}

/// All ones for the planes that a piece of a colour and a role's code stands in.
static PLANE_MASKS: [[[u64; 4]; 8]; 2] = plane_masks();

const fn plane_masks() -> [[[u64; 4]; 8]; 2] {
    let mut masks = [[[0; 4]; 8]; 2];
    let mut code = 0;
    while code < 8 {
        let mut plane = 0;
        while plane < 3 {
            if code >> plane & 1 != 0 {
                masks[0][code][plane] = !0;
                masks[1][code][plane] = !0;
            }
            plane += 1;
        }
        masks[Color::Black as usize][code][3] = !0;
        code += 1;
    }
    masks
}
