//! The position as the exact solver sees it: stones and threats, copied from parent to child.

use search::{Resolve, Resolved};

use super::ConnectFour;
use super::grid::Grid;

/// A position of Connect Four with both sides' threats, for `search`'s exact [`Solver`](search::Solver).
///
/// A *threat* is a square, in reach or not, where one more stone of a side makes four in a row. A move changes only its own
/// side's, so each ply costs one look at the lines, not two.
///
/// ```
/// use games::connect_four::{ConnectFour, ThreatBoard};
/// use search::{Mixed, Score, Solver, Unbounded};
///
/// let board: ConnectFour = "55466554422442623".parse()?;
/// let mut solver = Solver::new(Mixed(Unbounded::new()));
/// let (least, greatest) = ConnectFour::<7, 6>::value_range();
/// let solution = solver.solve(ThreatBoard::from(board), least, greatest);
/// assert_eq!(solution.score, Score::DRAW);
/// # Ok::<(), games::connect_four::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatBoard<const W: usize = 7, const H: usize = 6> {
    /// Stones of the side to move.
    mover: u64,
    /// All stones.
    mask: u64,
    /// Threats of the side to move; taken squares may be among them.
    own: u64,
    /// Threats of the other side; taken squares may be among them.
    other: u64,
}

impl<const W: usize, const H: usize> From<ConnectFour<W, H>> for ThreatBoard<W, H> {
    /// A board whose game goes on. What a solver says of one already won means nothing.
    fn from(board: ConnectFour<W, H>) -> Self {
        debug_assert!(!board.is_lost(), "the game is over:\n{board}");
        Self {
            mover: board.mover,
            mask: board.mask,
            own: Grid::<W, H>::completing(board.mover),
            other: Grid::<W, H>::completing(board.mover ^ board.mask),
        }
    }
}

impl<const W: usize, const H: usize> ThreatBoard<W, H> {
    /// Squares where a follow-up strategy puts the stones of the side that follows: every second one, from the top row
    /// down. Whoever answers each stone with one on top of it, while every column has an even number of empty squares,
    /// gets all of these and none of the others.
    const FOLLOWED: u64 = {
        let mut rows = 0;
        let mut from_top = 1;
        while from_top <= H {
            rows |= Grid::<W, H>::BOTTOM << (H - from_top);
            from_top += 2;
        }
        rows
    };

    #[inline]
    const fn empty(&self) -> u64 {
        Grid::<W, H>::BOARD & !self.mask
    }

    #[inline]
    const fn possible(&self) -> u64 {
        Grid::<W, H>::possible(self.mask)
    }

    /// The squares in reach after which the other side cannot win at once.
    #[inline]
    const fn safe(&self) -> u64 {
        Grid::<W, H>::safe(self.possible(), self.other & !self.mask)
    }

    #[inline]
    fn play(self, square: u64) -> Self {
        Self {
            mover: self.mover ^ self.mask,
            mask: self.mask | square,
            own: self.other,
            other: Grid::<W, H>::completing(self.mover | square),
        }
    }

    /// What a win is worth to its side with so many stones on the board then; 0 if there are no such stones.
    #[inline]
    fn win_value(stones: u32) -> i16 {
        match u8::try_from(stones) {
            Ok(stones) if stones <= Grid::<W, H>::AREA => ConnectFour::<W, H>::win_value(stones.div_ceil(2)),
            _ => 0,
        }
    }

    /// The lowest square of each column that has an odd number of empty squares.
    #[inline]
    const fn odd_columns(&self) -> u64 {
        let empty = self.empty();
        let mut parity = 0;
        let mut row = 0;
        while row < H {
            parity ^= empty >> row;
            row += 1;
        }
        parity & Grid::<W, H>::BOTTOM
    }

    /// Whether `stones` of one side can still become four in a row when it gets all of `squares` too.
    #[inline]
    fn can_win(stones: u64, squares: u64) -> bool {
        Grid::<W, H>::has_four(stones | squares)
    }

    /// What each side is sure of by a follow-up strategy: limits for the side to move.
    ///
    /// With an even number of empty squares in each column the other side can follow from now on. With one odd column the
    /// side to move can play there and follow from then on.
    #[inline]
    fn follow_up_range(&self) -> (i16, i16) {
        let odd = self.odd_columns();
        let followed = self.empty() & Self::FOLLOWED;
        let rest = self.empty() & !Self::FOLLOWED;
        let (mover, other) = (self.mover, self.mover ^ self.mask);
        if odd == 0 {
            let safe = !Self::can_win(mover, rest);
            let wins = safe && Self::can_win(other, followed);
            (
                i16::MIN,
                if wins {
                    -1
                } else if safe {
                    0
                } else {
                    i16::MAX
                },
            )
        } else if odd.is_power_of_two() {
            let safe = !Self::can_win(other, rest);
            let wins = safe && Self::can_win(mover, followed);
            (
                if wins {
                    1
                } else if safe {
                    0
                } else {
                    i16::MIN
                },
                i16::MAX,
            )
        } else {
            (i16::MIN, i16::MAX)
        }
    }
}

impl<const W: usize, const H: usize> Resolve for ThreatBoard<W, H> {
    /// The square played, as its bit.
    type Move = u64;
    type List<T: Copy> = arrayvec::ArrayVec<T, 9>;

    /// The lossless key of the position or of its mirror image, whichever is less. Not mixed.
    #[inline]
    fn key(&self) -> u64 {
        Grid::<W, H>::canonical_key(Grid::<W, H>::lossless_key(self.mover, self.mask))
    }

    #[inline]
    fn resolve(self) -> Resolved<Self> {
        let (mut position, mut same) = (self, true);
        loop {
            let stones = position.mask.count_ones();
            let possible = position.possible();
            let safe = position.safe();
            let value = if position.own & possible != 0 {
                Self::win_value(stones + 1)
            } else if safe == 0 {
                -Self::win_value(stones + 2)
            } else if safe.is_power_of_two() {
                (position, same) = (position.play(safe), !same);
                continue;
            } else if same {
                return Resolved::Same(position);
            } else {
                return Resolved::Other(position);
            };
            return Resolved::Value(if same { value } else { -value });
        }
    }

    /// Neither side wins with its next stone, as the position has a choice: at best with those after, if it has room for a
    /// line at all, and if no follow-up strategy says otherwise.
    #[inline]
    fn known_range(&self) -> (i16, i16) {
        let stones = self.mask.count_ones();
        let (mover, other, empty) = (self.mover, self.mover ^ self.mask, self.empty());
        let least = if Self::can_win(other, empty) { -Self::win_value(stones + 4) } else { 0 };
        let greatest = if Self::can_win(mover, empty) { Self::win_value(stones + 3) } else { 0 };
        let (follow_least, follow_greatest) = self.follow_up_range();
        (least.max(follow_least), greatest.min(follow_greatest))
    }

    #[inline]
    fn candidates(&self, moves: &mut Self::List<u64>) {
        let mut squares = self.safe();
        while squares != 0 {
            moves.push(squares & squares.wrapping_neg());
            squares &= squares - 1;
        }
    }

    #[inline]
    fn after(&self, square: u64) -> Self {
        self.play(square)
    }

    /// More threats first, then the centre. A stone under an own threat gives it away, so it comes last.
    #[inline]
    fn rank(&self, square: u64, after: &Self) -> i32 {
        let threats = (after.other & !after.mask).count_ones().cast_signed();
        let from_centre = Grid::<W, H>::from_centre(Grid::<W, H>::column_of(square));
        let wasted = (self.own >> 1) & square != 0;
        threats * 32 - from_centre - if wasted { 128 } else { 0 }
    }
}
