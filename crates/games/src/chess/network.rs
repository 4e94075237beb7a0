//! The evaluation: a small network whose first layer is kept up from move to move.
//!
//! Each side sees the men from its end of the board: its own and the other's, by role and square, 768 inputs of which at most
//! 32 are set. The first layer, [`HIDDEN`] sums of weights, changes only by the men that a move touches, so a move costs a few
//! rows of additions, whatever the network has learnt. The second layer looks at both sides' sums, the mover's first, and
//! gives one number. This is known as an efficiently updatable network (NNUE: Y. Nasu, 2018, for shogi).
//!
//! All arithmetic is in whole numbers, so an evaluation is the same on every machine. What it was trained on, how, and what it
//! gains is in `docs/chess-evaluation.md`.

use std::fmt;

use super::castling::Castling;
use super::{Board, Color, Move, MoveKind, Piece, Role, Square};

/// Two colours, six roles, 64 squares.
const INPUTS: usize = 2 * 6 * 64;
/// Sums of the first layer, for each side.
const HIDDEN: usize = 128;
/// Sets of the second layer's weights, by the number of men: 1–4, 5–8 … 29–32.
const SETS: usize = 8;

/// A weight of one in the first layer, and the most that a sum counts.
const ONE: i16 = 255;
/// A weight of one in the second layer.
const OUTPUT_ONE: i32 = 64;
/// Centipawns of an output of one.
const SCALE: i32 = 400;

/// One weight for each sum of the first layer.
type Row = [i16; HIDDEN];

/// The weights. The bounds that keep every sum within its type are checked by a test.
struct Network {
    rows: [Row; INPUTS],
    bias: Row,
    /// For the sums of the side to move and for those of the other.
    output: [[Row; 2]; SETS],
    output_bias: [i16; SETS],
}

static NETWORK: Network = read(include_bytes!("network.bin"));

/// The first layer's sums for both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sums([Row; 2]);

impl Sums {
    /// Those of a position, from nothing.
    pub(super) fn count(board: &Board) -> Self {
        let mut sums = Self([NETWORK.bias; 2]);
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                sums.change([], [(piece, square)]);
            }
        }
        sums
    }

    /// Brings them up to date for a legal move on `board`, of which these are the sums.
    #[inline]
    pub(super) fn make(&mut self, board: &Board, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), board.side());
        let own = |role, square| (Piece::new(us, role), square);
        if mv.is_castle() {
            let castling = Castling::new(from, to);
            let gone = [own(Role::King, castling.king_from), own(Role::Rook, castling.rook_from)];
            let come = [own(Role::King, castling.king_to), own(Role::Rook, castling.rook_to)];
            return self.change(gone, come);
        }
        let gone = own(mv.role(), from);
        let come = own(mv.promotion().unwrap_or(mv.role()), to);
        let captured = match mv.kind() {
            MoveKind::EnPassant => Some((Role::Pawn, to.offset(-us.forward()))),
            _ => board.role_at(to).map(|role| (role, to)),
        };
        match captured {
            Some((role, square)) => self.change([gone, (Piece::new(!us, role), square)], [come]),
            None => self.change([gone], [come]),
        }
    }

    /// Takes some men away and adds some others.
    #[inline]
    fn change<const G: usize, const C: usize>(&mut self, gone: [Man; G], come: [Man; C]) {
        for (side, sums) in self.0.iter_mut().enumerate() {
            let (gone, come) = (gone.map(|man| row(side, man)), come.map(|man| row(side, man)));
            for (at, sum) in sums.iter_mut().enumerate() {
                let lost: i16 = gone.iter().map(|row| row[at]).sum();
                let won: i16 = come.iter().map(|row| row[at]).sum();
                *sum += won - lost;
            }
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
    let term = |(&sum, &weight): (&i16, &i16)| {
        let sum = sum.clamp(0, ONE);
        // Weights are at most 128, so the product of two is within 16 bits, and the processor multiplies eight at once.
        i32::from(sum * weight) * i32::from(sum)
    };
    sums.iter().zip(weights).map(term).sum()
}

/// A piece on a square.
type Man = (Piece, Square);

/// The weights of a man, as a side sees it.
#[inline]
fn row(side: usize, (piece, square): Man) -> &'static Row {
    let other = usize::from(piece.color as usize != side);
    let seen = if side == Color::White as usize { square } else { square.flipped() };
    &NETWORK.rows[(other * 6 + piece.role as usize) * 64 + seen.index()]
}

const BYTES: usize = 2 * ((INPUTS + 1 + 2 * SETS) * HIDDEN + SETS);

/// The weights from a file: 16 bits each, the lower byte first, in the order of [`Network`]'s fields.
#[expect(clippy::large_stack_arrays, reason = "the compiler runs this, into a static")]
const fn read(bytes: &[u8; BYTES]) -> Network {
    let mut network = Network {
        rows: [[0; HIDDEN]; INPUTS],
        bias: [0; HIDDEN],
        output: [[[0; HIDDEN]; 2]; SETS],
        output_bias: [0; SETS],
    };
    let mut at = 0;
    while at < BYTES / 2 {
        let weight = i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
        let (row, column) = (at / HIDDEN, at % HIDDEN);
        if row < INPUTS {
            network.rows[row][column] = weight;
        } else if row == INPUTS {
            network.bias[column] = weight;
        } else if row <= INPUTS + 2 * SETS {
            let output = row - INPUTS - 1;
            network.output[output / 2][output % 2][column] = weight;
        } else {
            network.output_bias[column] = weight;
        }
        at += 1;
    }
    network
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No sum leaves its type, whatever stands where: 16 bits in the first layer, also between a man's going and the next
    /// one's coming; 32 bits in the second.
    #[test]
    fn no_sum_overflows() {
        for at in 0..HIDDEN {
            let most = |other: usize| {
                let rows = &NETWORK.rows[other * 384..][..384];
                rows.iter().map(|row| i32::from(row[at]).abs()).max().unwrap_or(0)
            };
            let bound = i32::from(NETWORK.bias[at]).abs() + 18 * (most(0) + most(1));
            assert!(bound <= i32::from(i16::MAX), "sum {at}: {bound}");
        }
        for set in &NETWORK.output {
            assert!(set.as_flattened().iter().all(|weight| weight.abs() <= 128));
            let sum: i64 = set.as_flattened().iter().map(|&weight| i64::from(weight).abs()).sum();
            assert!(sum * i64::from(ONE).pow(2) <= i64::from(i32::MAX));
        }
    }
}
