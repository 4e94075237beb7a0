//! Moves that can be undone by a later one: which of them, if any, lies between two positions, told by their keys alone.
//!
//! The keys of two positions that differ in one man's square and in whose turn it is differ by a number that names the move.
//! There are 3,668 such moves of men other than pawns, each counted once for both ways. They lie in a table with two places for
//! each, so that two look-ups answer.
//!
//! Source of the idea: M. N. J. van Kervinck, *The design and implementation of the Rookie 2.0 chess playing program*, thesis,
//! 2002; of tables with two places: Pagh and Rodler, *Cuckoo hashing*, ESA 2001.

use super::keys::{BLACK_TO_MOVE, MAN_ON_SQUARE};
use super::{Color, Square};

/// Moves in the table.
const MOVES: usize = 3_668;
/// Places, more than twice as many.
const PLACES: usize = 8_192;

/// A man's way between two squares, in either direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) color: Color,
    pub(super) ends: [Square; 2],
}

static WAYS: Ways = Ways::new();

/// The ways by what they change in a key.
struct Ways {
    /// The change; 0 where the place is empty.
    changes: [u64; PLACES],
    /// Two squares of six bits, and a bit for Black.
    ways: [u16; PLACES],
}

/// The way that changes a key by so much, the turn included.
#[inline]
pub(super) fn way(change: u64) -> Option<Way> {
    let place = [first(change), second(change)].into_iter().find(|&place| WAYS.changes[place] == change)?;
    let bits = WAYS.ways[place];
    let square = |shift: u16| Square::lowest(1 << (bits >> shift & 63));
    // No change at all is found at an empty place.
    (change != 0).then(|| Way {
        color: if bits >> 12 == 0 { Color::White } else { Color::Black },
        ends: [square(0), square(6)],
    })
}

#[expect(clippy::cast_possible_truncation, reason = "thirteen bits are left")]
const fn first(change: u64) -> usize {
    (change % PLACES as u64) as usize
}

const fn second(change: u64) -> usize {
    ((change >> 16) % PLACES as u64) as usize
}

impl Ways {
    #[expect(clippy::large_stack_arrays, reason = "on the compiler's stack")]
    #[expect(clippy::cast_possible_truncation, reason = "thirteen bits")]
    const fn new() -> Self {
        let mut table = Self { changes: [0; PLACES], ways: [0; PLACES] };
        let mut moves = 0;
        let mut piece = 0;
        while piece < 12 {
            let mut pair = 0;
            while pair < 64 * 64 {
                let [a, b] = [pair / 64, pair % 64];
                if a < b && reaches(piece % 6, a, b) {
                    let men = &MAN_ON_SQUARE[piece];
                    let way = a | b << 6 | (piece / 6) << 12;
                    table.insert(men[a] ^ men[b] ^ BLACK_TO_MOVE, way as u16);
                    moves += 1;
                }
                pair += 1;
            }
            piece += 1;
        }
        assert!(moves == MOVES);
        table
    }

    /// Puts a way at its first place; whoever is there goes to its other one, and so on.
    const fn insert(&mut self, change: u64, way: u16) {
        let (mut change, mut way) = (change, way);
        let mut place = first(change);
        loop {
            let (displaced, its_way) = (self.changes[place], self.ways[place]);
            (self.changes[place], self.ways[place]) = (change, way);
            if displaced == 0 {
                return;
            }
            (change, way) = (displaced, its_way);
            place = if place == first(change) { second(change) } else { first(change) };
        }
    }
}

/// Whether a man of this role, by its number, attacks one square from the other on an empty board. Pawns count for none:
/// they do not go back.
const fn reaches(role: usize, a: usize, b: usize) -> bool {
    let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
    let (diagonal, straight) = (files == ranks, files == 0 || ranks == 0);
    match role {
        1 => files * ranks == 2,
        2 => diagonal,
        3 => straight,
        4 => diagonal || straight,
        5 => files < 2 && ranks < 2,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KEYS, Piece, Role, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
    use super::*;

    /// All ways by the generator's attacks, each found; and nothing else.
    #[test]
    fn every_way_is_found_by_its_change() {
        let none = super::super::BitBoard::new(0);
        let mut found = 0;
        for (color, role) in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role))) {
            for from in Square::all() {
                let to = match role {
                    Role::Pawn => none,
                    Role::Knight => knight_attacks(from),
                    Role::Bishop => bishop_attacks(from, none),
                    Role::Rook => rook_attacks(from, none),
                    Role::Queen => bishop_attacks(from, none) | rook_attacks(from, none),
                    Role::King => king_attacks(from),
                };
                for to in to {
                    let piece = Piece::new(color, role);
                    let change =
                        KEYS.piece.key((piece, from)) ^ KEYS.piece.key((piece, to)) ^ KEYS.side.key(());
                    let mut ends = [from, to];
                    ends.sort();
                    assert_eq!(way(change), Some(Way { color, ends }));
                    assert_eq!(way(change ^ 1), None);
                    found += 1;
                }
            }
        }
        assert_eq!(found, 2 * MOVES);
        assert_eq!(WAYS.changes.iter().filter(|&&change| change != 0).count(), MOVES);
        assert_eq!(way(0), None);
    }
}
