//! The geometry of a board in one word.
//!
//! Square (column, row) is bit `(H + 1)·column + row`, rows counted from the bottom. The spare row on top of each column
//! stays empty: it keeps lines from running on at the bottom of the next column, and takes the carry of sums.

/// The constants of a board `W` columns wide and `H` rows high.
pub(super) struct Grid<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Grid<W, H> {
    /// Fails to compile for a board that does not fit. No shift below exceeds `3·(H + 2)`, and a column is one digit.
    pub(super) const FITS: () = {
        assert!(W >= 1 && W <= 9, "a board has 1 to 9 columns");
        assert!(H >= 1 && H <= 19, "a board has 1 to 19 rows");
        assert!((H + 1) * W <= 64, "(H + 1)·W must not exceed 64 bits");
    };

    /// Bits from a square to its right neighbour.
    pub(super) const STRIDE: usize = H + 1;

    /// Squares on the board.
    #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
    pub(super) const AREA: u8 = (W * H) as u8;

    /// The lowest square of each column.
    pub(super) const BOTTOM: u64 = {
        let mut bits = 0;
        let mut column = 0;
        while column < W {
            bits |= 1 << (column * Self::STRIDE);
            column += 1;
        }
        bits
    };

    /// Every square.
    pub(super) const BOARD: u64 = Self::BOTTOM * ((1 << H) - 1);

    /// A step along each of the four kinds of lines: up, right, right and down, right and up.
    const STEPS: [usize; 4] = [1, H + 1, H, H + 2];

    /// The squares of one column.
    pub(super) const fn column(column: usize) -> u64 {
        ((1 << H) - 1) << (column * Self::STRIDE)
    }

    /// The column that a square, given as its bit alone, lies in.
    pub(super) const fn column_of(square: u64) -> usize {
        square.trailing_zeros() as usize / Self::STRIDE
    }

    /// Whether four of `stones` stand in a row.
    #[inline]
    pub(super) fn has_four(stones: u64) -> bool {
        Self::STEPS.iter().any(|&step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// The squares of the board where one more stone would make four in a row of `stones`, taken squares included.
    #[inline]
    pub(super) fn completing(stones: u64) -> u64 {
        // Upwards only the square on top of three can be empty.
        let mut squares = (stones << 1) & (stones << 2) & (stones << 3);
        for step in [H + 1, H, H + 2] {
            // A line lacks its last, its last but one, its second or its first square.
            let pairs = stones & (stones << step);
            let pairs_before = pairs << step;
            let pairs_after = pairs >> (2 * step);
            squares |= pairs_before & ((stones << (3 * step)) | (stones >> step));
            squares |= pairs_after & ((stones << step) | (stones >> (3 * step)));
        }
        squares & Self::BOARD
    }

    /// The lowest empty square of each column that has one.
    #[inline]
    pub(super) const fn possible(mask: u64) -> u64 {
        (mask + Self::BOTTOM) & Self::BOARD
    }

    /// A key that no other position has: the mover's stones plus all stones.
    ///
    /// In each column the sum is the stones' pattern with the height coded above it, and no carry leaves the column.
    #[inline]
    pub(super) const fn lossless_key(mover: u64, mask: u64) -> u64 {
        mover + mask
    }

    /// The lesser of a lossless key and its mirror image.
    #[inline]
    pub(super) const fn canonical_key(key: u64) -> u64 {
        let mirrored = Self::mirror(key);
        if mirrored < key { mirrored } else { key }
    }

    /// How far a column is from the centre, in half columns: 0 or 1 for the middle, `W - 1` for an outer one.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 8")]
    pub(super) const fn from_centre(column: usize) -> i32 {
        (2 * column + 1).abs_diff(W) as i32
    }

    /// The squares of `possible`, those in reach, after which a side with these `threats` cannot win at once.
    #[inline]
    pub(super) const fn safe(possible: u64, threats: u64) -> u64 {
        let forced = possible & threats;
        let replies = if forced == 0 {
            possible
        } else if forced.is_power_of_two() {
            forced
        } else {
            0
        };
        // Nor may a stone lift that side onto a square that wins.
        replies & !(threats >> 1)
    }

    /// The bits of each column, the spare row's among them; `None` if there are bits beyond the last column.
    pub(super) fn columns_of(bits: u64) -> Option<[u64; W]> {
        let low_column = (1 << Self::STRIDE) - 1;
        let beyond = bits.checked_shr(u32::try_from(W * Self::STRIDE).unwrap_or(u32::MAX)).unwrap_or(0);
        (beyond == 0).then(|| std::array::from_fn(|column| (bits >> (column * Self::STRIDE)) & low_column))
    }

    /// `bits` with the columns in opposite order.
    pub(super) const fn mirror(bits: u64) -> u64 {
        let low_column = (1 << Self::STRIDE) - 1;
        let mut mirrored = 0;
        let mut column = 0;
        while column < W {
            let taken = (bits >> (column * Self::STRIDE)) & low_column;
            mirrored |= taken << ((W - 1 - column) * Self::STRIDE);
            column += 1;
        }
        mirrored
    }
}
