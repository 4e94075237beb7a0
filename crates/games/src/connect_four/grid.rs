//! The geometry of a board in one word.
//!
//! Square (column, row) is bit `(H + 1)·column + row`, rows counted from the bottom. The spare row on top of each column
//! stays empty: it keeps lines from running on at the bottom of the next column, and takes the carry of sums.

use std::marker::PhantomData;

use super::bits::Bits;

/// The geometry of a board `W` columns wide and `H` rows high, where `K` in a row win, in a word of type `B`.
pub(super) struct Grid<const W: usize, const H: usize, const K: usize, B>(PhantomData<B>);

impl<const W: usize, const H: usize, const K: usize, B: Bits> Grid<W, H, K, B> {
    /// Fails to compile for a board that does not fit. A column is one digit, and lines of other lengths are other games.
    pub(super) const FITS: () = {
        assert!(W >= 1 && W <= 9, "a board has 1 to 9 columns");
        assert!(H >= 1 && H <= 19, "a board has 1 to 19 rows");
        assert!(K == 4 || K == 5, "four or five in a row win");
        assert!((H + 1) * W <= B::WIDTH, "(H + 1)·W must not exceed the bits of the word");
    };

    /// Bits from a square to its right neighbour.
    pub(super) const STRIDE: usize = H + 1;

    /// Squares on the board.
    #[expect(clippy::cast_possible_truncation, reason = "at most 127")]
    pub(super) const AREA: u8 = (W * H) as u8;

    /// Stones in a row that win.
    #[expect(clippy::cast_possible_truncation, reason = "4 or 5")]
    pub(super) const LINE: u8 = K as u8;

    pub(super) const WIDE_BOTTOM: u128 = {
        let mut bits = 0;
        let mut column = 0;
        while column < W {
            bits |= 1 << (column * Self::STRIDE);
            column += 1;
        }
        bits
    };

    /// Steps along the kinds of lines that are not upright: right, right and down, right and up.
    const ACROSS: [usize; 3] = [H + 1, H, H + 2];

    /// The lowest square of each column.
    #[inline]
    pub(super) fn bottom() -> B {
        B::from_wide(Self::WIDE_BOTTOM)
    }

    /// The spare square on top of each column.
    #[inline]
    pub(super) fn spare() -> B {
        Self::bottom() << H
    }

    /// The squares of the columns whose spare squares these are.
    #[inline]
    pub(super) fn below(spare: B) -> B {
        spare - (spare >> H)
    }

    /// Every square.
    #[inline]
    pub(super) fn board() -> B {
        B::from_wide(Self::WIDE_BOTTOM * ((1 << H) - 1))
    }

    /// The squares where a follow-up strategy puts the stones of the side that follows: every second one, from the top row
    /// down. Whoever answers each stone with one on top of it, while every column has an even number of empty squares,
    /// gets all of these and none of the others. They are also those that have an odd number of squares of their column from
    /// there up.
    #[inline]
    pub(super) fn followed() -> B {
        B::from_wide(
            const {
                let mut rows = 0;
                let mut from_top = 1;
                while from_top <= H {
                    rows |= Self::WIDE_BOTTOM << (H - from_top);
                    from_top += 2;
                }
                rows
            },
        )
    }

    /// The squares of one column.
    #[inline]
    pub(super) fn column(column: usize) -> B {
        B::from_wide((1 << H) - 1) << (column * Self::STRIDE)
    }

    /// The column that a square, given as its bit alone, lies in.
    #[inline]
    pub(super) fn column_of(square: B) -> usize {
        square.lowest_index() / Self::STRIDE
    }

    /// Whether `K` of `stones` stand in a row.
    #[inline]
    pub(super) fn has_line(stones: B) -> bool {
        Self::has_run(stones, 1) || Self::has_line_across(stones)
    }

    /// Whether `K` of `stones` stand in a row that is not upright. Apart, for `has_line` to be small where it is inlined.
    #[inline(never)]
    fn has_line_across(stones: B) -> bool {
        // A board too narrow for a line has room for upright ones alone.
        W >= K && Self::ACROSS.iter().any(|&step| Self::has_run(stones, step))
    }

    /// Whether `K` of `stones` stand in a row along a step.
    #[inline]
    fn has_run(stones: B, step: usize) -> bool {
        let pairs = stones & (stones >> step);
        let fours = pairs & (pairs >> (2 * step));
        let runs = if K == 4 { fours } else { fours & (stones >> (4 * step)) };
        runs != B::ZERO
    }

    /// The squares of the board where one more stone would make `K` in a row of `stones`, taken squares included.
    #[inline]
    pub(super) fn completing(stones: B) -> B {
        // Upwards only the square on top can be empty.
        let mut squares = (stones << 1) & (stones << 2) & (stones << 3);
        if K == 5 {
            squares &= stones << 4;
        }
        if W >= K {
            for step in Self::ACROSS {
                squares |= if K == 4 { Self::fourths(stones, step) } else { Self::fifths(stones, step) };
            }
        }
        squares & Self::board()
    }

    /// The squares that make four in a row along a step: a line lacks its last, its last but one, its second or its first.
    #[inline]
    fn fourths(stones: B, step: usize) -> B {
        let pairs = stones & (stones << step);
        let pairs_before = pairs << step;
        let pairs_after = pairs >> (2 * step);
        pairs_before & ((stones << (3 * step)) | (stones >> step))
            | pairs_after & ((stones << step) | (stones >> (3 * step)))
    }

    /// The squares that make five in a row along a step.
    #[inline]
    fn fifths(stones: B, step: usize) -> B {
        let pairs = stones & (stones << step);
        let pairs_before = pairs << step;
        let pairs_after = pairs >> (2 * step);
        let before = pairs_before & (stones << (3 * step));
        let after = pairs_after & (stones >> (3 * step));
        before & ((stones << (4 * step)) | (stones >> step))
            | pairs_before & pairs_after
            | after & ((stones >> (4 * step)) | (stones << step))
    }

    /// The lowest empty square of each column that has one.
    #[inline]
    pub(super) fn possible(mask: B) -> B {
        (mask + Self::bottom()) & Self::board()
    }

    /// A key that no other position has: the mover's stones plus all stones.
    ///
    /// In each column the sum is the stones' pattern with the height coded above it, and no carry leaves the column.
    #[inline]
    pub(super) fn lossless_key(mover: B, mask: B) -> B {
        mover + mask
    }

    /// The lesser of a lossless key and its mirror image.
    #[inline]
    pub(super) fn canonical_key(key: B) -> B {
        key.min(Self::mirror(key))
    }

    /// How far a column is from the centre, in half columns: 0 or 1 for the middle, `W - 1` for an outer one.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 8")]
    pub(super) const fn from_centre(column: usize) -> i32 {
        (2 * column + 1).abs_diff(W) as i32
    }

    /// The squares of `possible`, those in reach, after which a side with these `threats` cannot win at once.
    #[inline]
    pub(super) fn safe(possible: B, threats: B) -> B {
        let forced = possible & threats;
        let replies = if forced == B::ZERO {
            possible
        } else if forced.has_several() {
            B::ZERO
        } else {
            forced
        };
        // Nor may a stone lift that side onto a square that wins.
        replies & !(threats >> 1)
    }

    /// The bits of each column, the spare row's among them; `None` if there are bits beyond the last column.
    pub(super) fn columns_of(bits: B) -> Option<[B; W]> {
        let columns = std::array::from_fn(|column| Self::column_bits(bits, column));
        let inside = (0..W).fold(B::ZERO, |all, column| all | columns[column] << (column * Self::STRIDE));
        (inside == bits).then_some(columns)
    }

    /// `bits` with the columns in opposite order.
    #[inline]
    pub(super) fn mirror(bits: B) -> B {
        (0..W).fold(B::ZERO, |mirrored, column| {
            mirrored | Self::column_bits(bits, column) << ((W - 1 - column) * Self::STRIDE)
        })
    }

    /// The bits of one column, the spare row's among them.
    #[inline]
    fn column_bits(bits: B, column: usize) -> B {
        (bits >> (column * Self::STRIDE)) & B::from_wide((1 << Self::STRIDE) - 1)
    }
}
