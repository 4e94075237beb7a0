//! Where rooks and bishops attack, given what stands in their way.
//!
//! For each square, the squares that can stop the piece short of the edge are gathered into an index of a table of all
//! answers: by one `PEXT` instruction where the build is for a processor that has it (`-C target-cpu=…` with BMI2), by
//! a multiplication with a magic number elsewhere. Both tables have 107,648 sets of 8 bytes (841 KiB), are made at
//! compile time and lie in the read-only part of the binary: nothing runs at start-up, and only one of the two is there.

use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::rays::{BISHOP_STEPS, ROOK_STEPS, Step, ray};
use super::{BitBoard, Square};

/// Sets for all rook squares and all bishop squares: the sums of 2^(squares that matter).
const ENTRIES: usize = 102_400 + 5_248;

/// How the squares that matter become an index.
#[derive(Clone, Copy)]
#[cfg_attr(not(test), expect(dead_code, reason = "a build looks up in one way; the tests try both"))]
enum Scheme {
    /// The bits of the occupied ones among them, gathered in order.
    Gather,
    /// The top bits of a product.
    Multiply,
}

/// What it takes to look up one piece on one square.
#[derive(Clone, Copy)]
struct Lookup {
    /// The squares that matter: where a blocker takes squares away.
    mask: u64,
    magic: u64,
    /// 64 less the number of squares that matter.
    shift: u32,
    /// Where the square's sets begin.
    offset: u32,
}

struct Table {
    rooks: [Lookup; 64],
    bishops: [Lookup; 64],
    sets: [u64; ENTRIES],
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
const SCHEME: Scheme = Scheme::Gather;
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
const SCHEME: Scheme = Scheme::Multiply;

static TABLE: Table = Table::new(SCHEME);

/// The squares a rook attacks: along rank and file up to and including the first occupied square.
#[inline]
pub fn rook_attacks(square: Square, occupied: BitBoard) -> BitBoard {
    TABLE.set(&TABLE.rooks[square.index()], occupied)
}

/// The squares a bishop attacks: along both diagonals up to and including the first occupied square.
#[inline]
pub fn bishop_attacks(square: Square, occupied: BitBoard) -> BitBoard {
    TABLE.set(&TABLE.bishops[square.index()], occupied)
}

/// The squares a queen attacks.
#[inline]
pub fn queen_attacks(square: Square, occupied: BitBoard) -> BitBoard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

impl Lookup {
    /// Where the set for these occupied squares lies, counted from the square's first.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an index is below 4,096")]
    const fn index(&self, scheme: Scheme, occupied: u64) -> usize {
        match scheme {
            Scheme::Gather => gather(occupied, self.mask) as usize,
            Scheme::Multiply => ((occupied & self.mask).wrapping_mul(self.magic) >> self.shift) as usize,
        }
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline]
    #[expect(unsafe_code, reason = "the instruction the tables are made for")]
    fn index_here(&self, occupied: u64) -> usize {
        // SAFETY: this is compiled only where the whole build is for processors with BMI2.
        unsafe { core::arch::x86_64::_pext_u64(occupied, self.mask) as usize }
    }

    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    #[inline]
    fn index_here(&self, occupied: u64) -> usize {
        self.index(SCHEME, occupied)
    }
}

impl Table {
    #[inline]
    fn set(&self, lookup: &Lookup, occupied: BitBoard) -> BitBoard {
        BitBoard::new(self.sets[lookup.offset as usize + lookup.index_here(occupied.bits())])
    }

    #[expect(clippy::large_stack_arrays, reason = "made at compile time")]
    const fn new(scheme: Scheme) -> Self {
        let none = Lookup { mask: 0, magic: 0, shift: 0, offset: 0 };
        let mut table = Self { rooks: [none; 64], bishops: [none; 64], sets: [0; ENTRIES] };
        let mut offset = 0;
        let mut square = 0;
        while square < 64 {
            let i = square as usize;
            table.rooks[i] = table.fill(scheme, square, ROOK_STEPS, ROOK_MAGICS[i], offset);
            offset += 1 << (64 - table.rooks[i].shift);
            table.bishops[i] = table.fill(scheme, square, BISHOP_STEPS, BISHOP_MAGICS[i], offset);
            offset += 1 << (64 - table.bishops[i].shift);
            square += 1;
        }
        table
    }

    /// Writes the sets of a piece on a square from `offset` on.
    ///
    /// Products and gathered bits of the occupied squares of two lines add up to those of both, so each line's are made
    /// once and then paired: few enough steps for the compiler.
    #[expect(clippy::cast_possible_truncation, reason = "an index is below 4,096")]
    const fn fill(
        &mut self,
        scheme: Scheme,
        square: u8,
        steps: [Step; 4],
        magic: u64,
        offset: u32,
    ) -> Lookup {
        let mask = mattering(square, steps);
        let lookup = Lookup { mask, magic, shift: 64 - mask.count_ones(), offset };
        let first = Line::new(scheme, square, [steps[0], steps[2]], lookup);
        let second = Line::new(scheme, square, [steps[1], steps[3]], lookup);
        let shift = match scheme {
            Scheme::Gather => 0,
            Scheme::Multiply => lookup.shift,
        };
        let mut i = 0;
        while i < first.len {
            let mut j = 0;
            while j < second.len {
                let index = first.parts[i].wrapping_add(second.parts[j]) >> shift;
                self.sets[offset as usize + index as usize] = first.sets[i] | second.sets[j];
                j += 1;
            }
            i += 1;
        }
        lookup
    }
}

/// Two opposite directions, with each way their squares can be occupied: what it adds to the index, and the attacks.
struct Line {
    parts: [u64; 64],
    sets: [u64; 64],
    len: usize,
}

impl Line {
    const fn new(scheme: Scheme, square: u8, steps: [Step; 2], lookup: Lookup) -> Self {
        let mask = (ray(square, steps[0], 0) | ray(square, steps[1], 0)) & lookup.mask;
        let mut line = Self { parts: [0; 64], sets: [0; 64], len: 0 };
        let mut occupied = 0_u64;
        loop {
            line.parts[line.len] = match scheme {
                Scheme::Gather => gather(occupied, lookup.mask),
                Scheme::Multiply => occupied.wrapping_mul(lookup.magic),
            };
            line.sets[line.len] = ray(square, steps[0], occupied) | ray(square, steps[1], occupied);
            line.len += 1;
            // The next subset of the mask, back to the empty one after the last.
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                return line;
            }
        }
    }
}

/// The squares of the rays short of the board's edge: a piece on the edge takes no further square away.
const fn mattering(square: u8, steps: [Step; 4]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let whole = ray(square, steps[i], 0);
        let mut rest = whole;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            if ray(square, steps[i], bit) != whole {
                mask |= bit;
            }
            rest ^= bit;
        }
        i += 1;
    }
    mask
}

/// The bits of `bits` at the places of `mask`, moved together at the low end: what `PEXT` does.
const fn gather(bits: u64, mask: u64) -> u64 {
    let mut gathered = 0;
    let mut rest = mask;
    let mut place = 0;
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        if bits & bit != 0 {
            gathered |= 1 << place;
        }
        place += 1;
        rest ^= bit;
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(square: Square, steps: [Step; 4], occupied: u64) -> u64 {
        steps.iter().map(|&step| ray(square.number(), step, occupied)).fold(0, |all, one| all | one)
    }

    /// Boards from empty to crowded, from a fixed linear congruential generator.
    fn boards() -> impl Iterator<Item = u64> {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 33
        };
        (0..600).map(move |i| match i % 3 {
            0 => next() & next() & next(),
            1 => next() & next(),
            _ => next(),
        })
    }

    #[test]
    fn lookups_agree_with_walking_the_rays() {
        for occupied in boards() {
            for square in Square::all() {
                let looked_up = rook_attacks(square, BitBoard::new(occupied));
                assert_eq!(looked_up.bits(), walked(square, ROOK_STEPS, occupied), "rook on {square}");
                let looked_up = bishop_attacks(square, BitBoard::new(occupied));
                assert_eq!(looked_up.bits(), walked(square, BISHOP_STEPS, occupied), "bishop on {square}");
            }
        }
    }

    /// Whatever this build uses, both ways to an index serve.
    #[test]
    fn both_schemes_give_one_answer() {
        for scheme in [Scheme::Gather, Scheme::Multiply] {
            let table = Box::new(Table::new(scheme));
            for occupied in boards() {
                for square in Square::all() {
                    for (lookups, steps) in [(&table.rooks, ROOK_STEPS), (&table.bishops, BISHOP_STEPS)] {
                        let lookup = &lookups[square.index()];
                        let set = table.sets[lookup.offset as usize + lookup.index(scheme, occupied)];
                        assert_eq!(set, walked(square, steps, occupied), "{square}");
                    }
                }
            }
        }
    }
}
