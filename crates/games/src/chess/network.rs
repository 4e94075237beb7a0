//! The evaluation: a small network whose first layer is kept up from move to move.
//!
//! Each side sees the men from its end of the board: its own and the other's, by role and square, 768 inputs of which at most
//! 32 are set. If its king stands on one of the files e to h, it sees the board in a mirror, so that what it has learnt of one
//! wing holds for the other. The first layer, [`HIDDEN`] sums of weights, changes only by the men that a move touches, so a move
//! costs a few rows of additions, whatever the network has learnt; only the side whose king crosses the middle counts anew. The
//! second layer looks at both sides' sums, the mover's first, and gives one number. This is known as an efficiently updatable
//! network (NNUE: Y. Nasu, 2018, for shogi).
//!
//! All arithmetic is in whole numbers, so an evaluation is the same on every machine. What it was trained on, how, and what it
//! gains is in `docs/chess-evaluation.md`.

use std::fmt;

use wide::{i16x16, i32x8};

use super::castling::Castling;
use super::{Board, Color, Move, MoveKind, Piece, Role, Square};

/// Two colours, six roles, 64 squares.
const INPUTS: usize = 2 * 6 * 64;
/// Sums of the first layer, for each side.
const HIDDEN: usize = 256;
/// Sets of the second layer's weights, by the number of men: 1–4, 5–8 … 29–32.
const SETS: usize = 8;

/// A weight of one in the first layer, and the most that a sum counts.
const ONE: i16 = 255;
/// A weight of one in the second layer.
const OUTPUT_ONE: i32 = 64;
/// Centipawns of an output of one.
const SCALE: i32 = 400;

/// How many numbers are counted with at once, by processors that have registers for them.
const LANES: usize = 16;
/// One weight for each sum of the first layer.
type Row = [i16x16; HIDDEN / LANES];

/// The weights. The bounds that keep every sum within its type are checked by a test.
struct Network {
    rows: [Row; INPUTS],
    bias: Row,
    /// For the sums of the side to move and for those of the other.
    output: [[Row; 2]; SETS],
    output_bias: [i16; SETS],
}

static NETWORK: Network = read(include_bytes!("network.bin"));

/// How a side sees the board.
#[derive(Clone, Copy)]
struct View {
    side: Color,
    /// What a square's number is changed by, bit by bit: ranks are turned for Black, files if the king stands on one of the right half.
    turn: u8,
}

/// A piece on a square.
type Man = (Piece, Square);

impl View {
    const RANKS: u8 = 0b11_1000;
    const FILES: u8 = 0b111;

    #[inline]
    fn of(side: Color, board: &Board) -> Self {
        let ranks = if side == Color::White { 0 } else { Self::RANKS };
        let files = if is_right(board.king(side)) { Self::FILES } else { 0 };
        Self { side, turn: ranks ^ files }
    }

    /// The weights of a man.
    #[inline]
    fn row(self, (piece, square): Man) -> &'static Row {
        let other = usize::from(piece.color != self.side);
        let square = usize::from(square.number() ^ self.turn);
        &NETWORK.rows[(other * 6 + piece.role as usize) * 64 + square]
    }

    /// The sums of a position, from nothing.
    fn count(self, board: &Board) -> Row {
        let mut sums = NETWORK.bias;
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                replace(&mut sums, [], [self.row((piece, square))]);
            }
        }
        sums
    }
}

/// Whether a square is on one of the files e to h.
fn is_right(square: Square) -> bool {
    square.number() & 4 != 0
}

/// Takes some men's weights away and adds some others'.
#[inline]
fn replace<const G: usize, const C: usize>(sums: &mut Row, gone: [&Row; G], come: [&Row; C]) {
    for (at, sum) in sums.iter_mut().enumerate() {
        for row in come {
            *sum += row[at];
        }
        for row in gone {
            *sum -= row[at];
        }
    }
}

/// Both sides' sums, not yet those of `after`, which a move has led to.
struct Making<'a> {
    sums: &'a mut [Row; 2],
    after: &'a Board,
    /// Who sees the board in another mirror than before.
    anew: Option<Color>,
}

impl Making<'_> {
    #[inline]
    fn change<const G: usize, const C: usize>(self, gone: [Man; G], come: [Man; C]) {
        for (side, sums) in Color::ALL.into_iter().zip(self.sums) {
            let view = View::of(side, self.after);
            if self.anew == Some(side) {
                *sums = view.count(self.after);
            } else {
                replace(sums, gone.map(|man| view.row(man)), come.map(|man| view.row(man)));
            }
        }
    }
}

/// The first layer's sums for both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sums([Row; 2]);

impl Sums {
    /// Those of a position, from nothing.
    pub(super) fn count(board: &Board) -> Self {
        Self(Color::ALL.map(|side| View::of(side, board).count(board)))
    }

    /// Brings them up to date for a legal move from `before`, of which these are the sums, to `after`.
    #[inline]
    pub(super) fn make(&mut self, before: &Board, mv: Move, after: &Board) {
        let (from, to, us) = (mv.from(), mv.to(), before.side());
        let own = |role, square| (Piece::new(us, role), square);
        let crosses = mv.role() == Role::King && is_right(from) != is_right(after.king(us));
        let making = Making { sums: &mut self.0, after, anew: crosses.then_some(us) };
        if mv.is_castle() {
            let castling = Castling::new(from, to);
            let gone = [own(Role::King, castling.king_from), own(Role::Rook, castling.rook_from)];
            let come = [own(Role::King, castling.king_to), own(Role::Rook, castling.rook_to)];
            return making.change(gone, come);
        }
        let gone = own(mv.role(), from);
        let come = own(mv.promotion().unwrap_or(mv.role()), to);
        let captured = match mv.kind() {
            MoveKind::EnPassant => Some((Role::Pawn, to.offset(-us.forward()))),
            _ => before.role_at(to).map(|role| (role, to)),
        };
        match captured {
            Some((role, square)) => making.change([gone, (Piece::new(!us, role), square)], [come]),
            None => making.change([gone], [come]),
        }
    }

    /// Centipawns for the side to move of `board`, of which these are the sums.
    #[inline]
    pub(super) fn centipawns(&self, board: &Board) -> i32 {
        let set = (board.occupied().len() as usize - 1) * SETS / 32;
        let us = board.side() as usize;
        let [ours, theirs] = &NETWORK.output[set];
        let sum = weighed(&self.0[us], ours) + weighed(&self.0[1 - us], theirs);
        (sum / i32::from(ONE) + i32::from(NETWORK.output_bias[set])) * SCALE / (i32::from(ONE) * OUTPUT_ONE)
    }
}

impl fmt::Debug for Sums {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Sums(..)")
    }
}

/// The sum of all weights, each times the square of its input between 0 and [`ONE`].
#[inline]
fn weighed(sums: &Row, weights: &Row) -> i32 {
    let mut total = i32x8::ZERO;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let sum = sum.max(i16x16::ZERO).min(i16x16::splat(ONE));
        // Weights are at most 128, so the product of two is within 16 bits.
        total += (sum * weight).dot(sum);
    }
    total.reduce_add()
}

const BYTES: usize = 2 * ((INPUTS + 1 + 2 * SETS) * HIDDEN + SETS);

/// The weights from a file: 16 bits each, the lower byte first, in the order of [`Network`]'s fields.
#[expect(clippy::large_stack_arrays, reason = "the compiler runs this, into a static")]
const fn read(bytes: &[u8; BYTES]) -> Network {
    let zero: Row = [i16x16::ZERO; HIDDEN / LANES];
    let mut network =
        Network { rows: [zero; INPUTS], bias: zero, output: [[zero; 2]; SETS], output_bias: [0; SETS] };
    let mut row = 0;
    while row <= INPUTS + 2 * SETS {
        let read = read_row(bytes, row * HIDDEN);
        if row < INPUTS {
            network.rows[row] = read;
        } else if row == INPUTS {
            network.bias = read;
        } else {
            let output = row - INPUTS - 1;
            network.output[output / 2][output % 2] = read;
        }
        row += 1;
    }
    let mut set = 0;
    while set < SETS {
        network.output_bias[set] = weight(bytes, (INPUTS + 1 + 2 * SETS) * HIDDEN + set);
        set += 1;
    }
    network
}

/// The weights from number `first` on.
const fn read_row(bytes: &[u8; BYTES], first: usize) -> Row {
    let mut row = [i16x16::ZERO; HIDDEN / LANES];
    let mut at = 0;
    while at < HIDDEN {
        let mut lanes = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            lanes[lane] = weight(bytes, first + at + lane);
            lane += 1;
        }
        row[at / LANES] = i16x16::new(lanes);
        at += LANES;
    }
    row
}

/// Number `at` of the weights.
const fn weight(bytes: &[u8; BYTES], at: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(row: &Row) -> impl Iterator<Item = i16> {
        row.iter().flat_map(|lanes| lanes.to_array())
    }

    /// No sum leaves its type, whatever stands where: 16 bits in the first layer, 32 bits in the second and on the way to
    /// centipawns.
    #[test]
    fn no_sum_overflows() {
        let largest: Vec<Vec<i32>> = [0, 384]
            .map(|first| {
                let mut largest = vec![0; HIDDEN];
                for row in &NETWORK.rows[first..first + 384] {
                    for (most, weight) in largest.iter_mut().zip(numbers(row)) {
                        *most = i32::from(weight).abs().max(*most);
                    }
                }
                largest
            })
            .into();
        for (at, bias) in numbers(&NETWORK.bias).enumerate() {
            let bound = i32::from(bias).abs() + 18 * (largest[0][at] + largest[1][at]);
            assert!(bound <= i32::from(i16::MAX), "sum {at}: {bound}");
        }
        for (set, bias) in NETWORK.output.iter().zip(NETWORK.output_bias) {
            let weights = || set.iter().flat_map(numbers);
            assert!(weights().all(|weight| weight.abs() <= 128));
            let sum: i64 = weights().map(|weight| i64::from(weight).abs()).sum();
            assert!(sum * i64::from(ONE).pow(2) <= i64::from(i32::MAX));
            let output = sum * i64::from(ONE) + i64::from(bias).abs();
            assert!(output * i64::from(SCALE) <= i64::from(i32::MAX), "{output}");
        }
    }
}
