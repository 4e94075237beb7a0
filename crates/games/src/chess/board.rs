//! A position: men, side to move, rights, clocks and keys, in 80 bytes.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::castling::{CastlingRights, Wing};
use super::keys::{self, rights_of};
use super::piece::Side;
use super::rays::{king_attacks, knight_attacks, pawn_attacks};
use super::sliders::{bishop_attacks, rook_attacks};
use super::{BitBoard, Color, File, Piece, Role, Square};

/// Marks that no en-passant capture is possible.
pub(super) const NO_FILE: u8 = 8;
/// Added to the file of a pawn that has just made a double step next to an enemy pawn which may not capture it. Only
/// Polyglot's keys want to know.
pub(super) const NOT_LEGAL: u8 = 16;

/// A position of chess or Chess960.
///
/// # Invariants
///
/// Every board has one king a side, no pawn on the first or last rank, men that pawns and promotions can provide, and
/// the king of the side not to move is not attacked. A castling right has its king and rook in place. An en-passant
/// file is there only if a legal en-passant capture is.
///
/// # Layout
///
/// Four sets of squares tell what stands where: a square's bits in the first three are the role's code (1 pawn, 2 moves
/// diagonally, 4 moves along ranks and files, both of the latter a queen, with the first one a knight or a king), the
/// fourth says it is Black's. Sets of sliders are then one operation away, and a whole board is copied in two
/// registers: taking a move back is putting the old board back.
#[derive(Clone, Copy)]
pub struct Board {
    pub(super) planes: [u64; 4],
    /// The rooks that may castle, and their kings.
    pub(super) castling: BitBoard,
    /// The key and the pawn key.
    pub(super) keys: [u64; 2],
    pub(super) material: u64,
    /// As [`Board::halfmoves`] tells it, but counting on.
    pub(super) halfmoves: u32,
    /// Half-moves from White's first, which [`Board::fullmoves`] tells in moves, counting on.
    pub(super) plies: u32,
    /// The file of a legal en-passant capture, or [`NO_FILE`], or the file of an illegal one with [`NOT_LEGAL`].
    pub(super) en_passant: u8,
    pub(super) side: Color,
}

impl Board {
    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Moves by each side since the last capture or pawn move; stays at 65,535.
    #[inline]
    pub const fn halfmoves(&self) -> u16 {
        clamped(self.halfmoves)
    }

    /// Number of the move, 1 at the start and growing after Black's; stays at 65,535.
    #[inline]
    pub const fn fullmoves(&self) -> u16 {
        clamped(self.plies / 2 + 1)
    }

    /// The position's key. Equal for positions that the repetition rule counts as the same.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.keys[0]
    }

    /// The key of the pawns of both sides alone.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.keys[1]
    }

    /// The men of both sides, squares aside: a counter of five bits for each of White's six roles from pawn to king,
    /// then Black's. Equal for equal material only. It is not mixed: a table that indexes by low bits must do so.
    #[inline]
    pub const fn material_key(&self) -> u64 {
        self.material
    }

    /// The square behind the pawn that may be captured en passant, if there is a legal capture.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        (self.en_passant < NO_FILE)
            .then(|| Square::at(File::new(self.en_passant), if self.side == Color::White { 5 } else { 2 }))
    }

    /// Who may still castle where.
    pub fn castling_rights(&self) -> CastlingRights {
        rights_of(self.castling, Color::ALL.map(|color| self.king(color)))
    }

    /// The rook that may castle with the king of this colour to this wing.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color);
        let rooks = self.castling.without(king.bit()) & BitBoard::rank(color.back_rank());
        rooks.into_iter().find(|&rook| Wing::of(king, rook) == wing)
    }

    /// All castling rooks.
    pub(super) fn castling_rooks(&self) -> BitBoard {
        self.castling.without(self.by_code(Role::King.code()))
    }

    /// All men.
    #[inline]
    pub const fn occupied(&self) -> BitBoard {
        let [pawn, diagonal, straight, _] = self.planes;
        BitBoard::new(pawn | diagonal | straight)
    }

    /// The men of a colour.
    #[inline]
    pub const fn of(&self, color: Color) -> BitBoard {
        match color {
            Color::White => self.occupied().without(BitBoard::new(self.planes[3])),
            Color::Black => BitBoard::new(self.planes[3]),
        }
    }

    /// The men of a role, of both colours.
    #[inline]
    pub const fn by_role(&self, role: Role) -> BitBoard {
        self.by_code(role.code())
    }

    /// The men of a piece's colour and role.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.by_role(piece.role) & self.of(piece.color)
    }

    #[inline]
    pub(super) const fn by_code(&self, code: u8) -> BitBoard {
        let [pawn, diagonal, straight, _] = self.planes;
        let one = if code & 1 == 0 { !pawn } else { pawn };
        let two = if code & 2 == 0 { !diagonal } else { diagonal };
        let four = if code & 4 == 0 { !straight } else { straight };
        BitBoard::new(one & two & four)
    }

    /// The sets that tell roles, by the bits of their codes.
    #[inline]
    pub(super) const fn role_planes(&self) -> [BitBoard; 3] {
        let [pawn, diagonal, straight, _] = self.planes;
        [BitBoard::new(pawn), BitBoard::new(diagonal), BitBoard::new(straight)]
    }

    #[inline]
    pub(super) const fn pawns(&self) -> BitBoard {
        self.by_role(Role::Pawn)
    }

    #[inline]
    pub(super) const fn knights(&self) -> BitBoard {
        self.by_role(Role::Knight)
    }

    /// Bishops and queens.
    #[inline]
    pub(super) const fn diagonals(&self) -> BitBoard {
        BitBoard::new(self.planes[1] & !self.planes[0])
    }

    /// Rooks and queens.
    #[inline]
    pub(super) const fn straights(&self) -> BitBoard {
        BitBoard::new(self.planes[2] & !self.planes[0])
    }

    /// The king of a colour.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        let [pawn, _, straight, _] = self.planes;
        Square::lowest(pawn & straight & self.of(color).bits())
    }

    /// The code of the role on a square, 0 if it is empty.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "three bits")]
    pub(super) const fn code_at(&self, square: Square) -> u8 {
        let [pawn, diagonal, straight, _] = self.planes;
        let at = square.number();
        ((pawn >> at & 1) | (diagonal >> at & 1) << 1 | (straight >> at & 1) << 2) as u8
    }

    /// The role on a square.
    #[inline]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        Role::from_code(self.code_at(square))
    }

    /// The piece on a square.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.planes[3] >> square.number() & 1 == 0 { Color::White } else { Color::Black };
        match self.role_at(square) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }

    /// The men of a colour that attack a square, sliders seeing through all but `occupied`.
    pub(super) fn attackers(&self, by: Color, square: Square, occupied: BitBoard) -> BitBoard {
        let attackers = knight_attacks(square) & self.knights()
            | king_attacks(square) & self.by_role(Role::King)
            | pawn_attacks(!by, square) & self.pawns()
            | rook_attacks(square, occupied) & self.straights()
            | bishop_attacks(square, occupied) & self.diagonals();
        attackers & self.of(by)
    }

    /// The men that give check.
    pub fn checkers(&self) -> BitBoard {
        self.attackers(!self.side, self.king(self.side), self.occupied())
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the pawn on `from` may capture en passant on `target` without leaving its king `S` attacked.
    #[cold]
    pub(super) fn en_passant_is_safe<S: Side>(&self, from: Square, target: Square) -> bool {
        let captured = target.offset(-S::COLOR.forward()).bit();
        let occupied = (self.occupied() ^ from.bit() ^ captured) | target.bit();
        self.attackers(!S::COLOR, self.king(S::COLOR), occupied).without(captured).is_empty()
    }

    /// Adds a man to an empty square, or takes it off again; keys are not kept.
    pub(super) fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = square.bit().bits();
        for (i, plane) in self.planes.iter_mut().take(3).enumerate() {
            if piece.role.code() >> i & 1 != 0 {
                *plane ^= bit;
            }
        }
        if piece.color == Color::Black {
            self.planes[3] ^= bit;
        }
    }

    /// Counts the keys anew.
    pub(super) fn rehash(&mut self) {
        let keys::Rehash { key, pawn_key, material_key } = keys::Rehash::of(self);
        (self.keys, self.material) = ([key, pawn_key], material_key);
    }
}

/// Equal in all that a FEN tells.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        // The keys come first, since they tell most boards apart.
        (self.keys, self.planes, self.castling, self.side, self.en_passant())
            == (other.keys, other.planes, other.castling, other.side, other.en_passant())
            && (self.halfmoves(), self.fullmoves()) == (other.halfmoves(), other.fullmoves())
            && self.material == other.material
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key(), self.halfmoves(), self.fullmoves()).hash(state);
    }
}

/// A clock as it is told.
#[expect(clippy::cast_possible_truncation, reason = "within the range it is clamped to")]
const fn clamped(clock: u32) -> u16 {
    if clock > u16::MAX as u32 { u16::MAX } else { clock as u16 }
}

/// The FEN.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
