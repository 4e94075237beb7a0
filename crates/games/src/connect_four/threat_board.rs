//! The position as the exact solver sees it: stones and threats, copied from parent to child.

use search::{Resolve, Resolved, Score};

use super::ConnectK;
use super::bits::Bits;
use super::grid::Grid;

/// A position of Connect Four with both sides' threats, for `search`'s exact [`Solver`](search::Solver).
///
/// A *threat* is a square, in reach or not, where one more stone of a side wins. A move changes only its own
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
pub struct ThreatBoard<const W: usize = 7, const H: usize = 6, const K: usize = 4, B = u64> {
    /// Stones of the side to move.
    mover: B,
    /// All stones.
    mask: B,
    /// Threats of the side to move; taken squares may be among them.
    own: B,
    /// Threats of the other side; taken squares may be among them.
    other: B,
    /// Stones on the board.
    stones: u32,
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> From<ConnectK<W, H, K, B>>
    for ThreatBoard<W, H, K, B>
{
    /// A board whose game goes on. What a solver says of one already won means nothing.
    fn from(board: ConnectK<W, H, K, B>) -> Self {
        debug_assert!(!board.is_lost(), "the game is over:\n{board}");
        Self {
            mover: board.mover,
            mask: board.mask,
            own: Grid::<W, H, K, B>::completing(board.mover),
            other: Grid::<W, H, K, B>::completing(board.mover ^ board.mask),
            stones: board.stones().into(),
        }
    }
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> ThreatBoard<W, H, K, B> {
    #[inline]
    fn empty(&self) -> B {
        Grid::<W, H, K, B>::board() & !self.mask
    }

    #[inline]
    fn possible(&self) -> B {
        Grid::<W, H, K, B>::possible(self.mask)
    }

    /// The squares in reach after which the other side cannot win at once.
    #[inline]
    fn safe(&self) -> B {
        Grid::<W, H, K, B>::safe(self.possible(), self.other & !self.mask)
    }

    #[inline]
    fn play(self, square: B) -> Self {
        Self {
            mover: self.mover ^ self.mask,
            mask: self.mask | square,
            own: self.other,
            other: Grid::<W, H, K, B>::completing(self.mover | square),
            stones: self.stones + 1,
        }
    }

    /// What a win is worth to its side with so many stones on the board then; 0 if there are no such stones.
    #[inline]
    fn win_value(stones: u32) -> i16 {
        match u8::try_from(stones) {
            Ok(stones) if stones <= Grid::<W, H, K, B>::AREA => {
                ConnectK::<W, H, K, B>::win_value(stones.div_ceil(2))
            }
            _ => 0,
        }
    }

    /// The lowest square of each column that has an odd number of empty squares.
    #[inline]
    fn odd_columns(&self) -> B {
        let empty = self.empty();
        let mut parity = B::ZERO;
        let mut row = 0;
        while row < H {
            parity ^= empty >> row;
            row += 1;
        }
        parity & Grid::<W, H, K, B>::bottom()
    }

    /// Whether `stones` of one side can still become a line when it gets all of `squares` too.
    #[inline]
    fn can_win(stones: B, squares: B) -> bool {
        Grid::<W, H, K, B>::has_line(stones | squares)
    }

    /// The least value the side to move is sure of, as far as that is greater than `alpha`.
    ///
    /// A draw where the other side has no room left for a line. With one column of an odd number of empty squares the side to
    /// move can play there and follow from then on, which may be a draw or a win.
    #[inline]
    fn least(&self, odd: B, alpha: i16) -> i16 {
        let (mover, other, empty) = (self.mover, self.mover ^ self.mask, self.empty());
        if alpha > 0 {
            // Nothing below promises more than the least win.
            return i16::MIN;
        }
        let followed = Grid::<W, H, K, B>::followed();
        if odd.is_single() && !Self::can_win(other, empty & !followed) {
            i16::from(Self::can_win(mover, empty & followed))
        } else if alpha < 0 && !Self::can_win(other, empty) {
            0
        } else {
            -Self::win_value(self.stones + 4)
        }
    }

    /// The greatest value the side to move can hope for, as far as that is no greater than `alpha`.
    ///
    /// A draw where it has no room left for a line. With an even number of empty squares in each column the other side can
    /// follow from now on, which may be a draw or a win for it.
    #[inline]
    fn greatest(&self, odd: B, alpha: i16) -> i16 {
        let (mover, other, empty) = (self.mover, self.mover ^ self.mask, self.empty());
        let win = Self::win_value(self.stones + 3);
        if win <= alpha || alpha < -1 {
            return win;
        }
        let followed = Grid::<W, H, K, B>::followed();
        if odd == B::ZERO && !Self::can_win(mover, empty & !followed) {
            -i16::from(Self::can_win(other, empty & followed))
        } else if alpha >= 0 && !Self::can_win(mover, empty) {
            0
        } else {
            win
        }
    }
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> Resolve for ThreatBoard<W, H, K, B> {
    /// The square played, as its bit.
    type Move = B;
    type List<T: Copy> = arrayvec::ArrayVec<T, 9>;

    /// The lossless key; of a board with few stones the canonical one. Not mixed.
    ///
    /// Stones stay where they are: once they lie unevenly, mirror images hardly meet again, and looking for them costs more
    /// than it saves.
    #[inline]
    fn key(&self) -> u64 {
        /// Stones on the emptiest board whose mirror image has a key of its own.
        const UNEVEN: u32 = 16;
        let key = Grid::<W, H, K, B>::lossless_key(self.mover, self.mask);
        if self.stones < UNEVEN { Grid::<W, H, K, B>::canonical_key(key) } else { key }.to_key()
    }

    #[inline]
    fn resolve(self) -> Resolved<Self> {
        let (mut position, mut same) = (self, true);
        loop {
            let stones = position.stones;
            let possible = position.possible();
            let safe = position.safe();
            let value = if position.own & possible != B::ZERO {
                Self::win_value(stones + 1)
            } else if safe == B::ZERO {
                -Self::win_value(stones + 2)
            } else if safe.is_single() {
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
    fn known_range(&self) -> (i16, i16) {
        let odd = self.odd_columns();
        let least = self.least(odd, -1).max(self.least(odd, 0));
        (least.max(-Self::win_value(self.stones + 4)), self.greatest(odd, -1).min(self.greatest(odd, 0)))
    }

    #[inline]
    fn limits(&self, alpha: i16) -> (i16, i16) {
        let odd = self.odd_columns();
        let least = if -Self::win_value(self.stones + 4) > alpha {
            -Self::win_value(self.stones + 4)
        } else {
            self.least(odd, alpha)
        };
        (least, self.greatest(odd, alpha))
    }

    #[inline]
    fn candidates(&self, moves: &mut Self::List<B>) {
        let mut squares = self.safe();
        while squares != B::ZERO {
            moves.push(squares.lowest());
            squares = squares.without_lowest();
        }
    }

    #[inline]
    fn after(&self, square: B) -> Self {
        self.play(square)
    }

    /// From the end that is farther from a draw, until what is left to ask there is near one; then the middle. Whether the
    /// game ends early is cheap to tell, as the search need not go far for it.
    #[inline]
    fn question(lower: Score, upper: Score) -> Score {
        /// Stones of one side that a question takes off the end.
        const STEP: i32 = 6;
        /// The least score that is still asked for from the end.
        const NEAR: i32 = 3;
        let (least, greatest) = (lower.get(), upper.get());
        let from_the_end = if greatest >= -least { greatest - STEP } else { least + STEP - 1 };
        let is_inside = least < from_the_end && from_the_end < greatest;
        Score::plain(if is_inside && !(-NEAR..NEAR).contains(&from_the_end) {
            from_the_end
        } else {
            least + (greatest - least).div_euclid(2)
        })
    }

    /// More threats first, then the centre. A stone under an own threat gives it away, so it comes last.
    #[inline]
    fn rank(&self, square: B, after: &Self) -> i32 {
        let threats = (after.other & !after.mask).count().cast_signed();
        let from_centre = Grid::<W, H, K, B>::from_centre(Grid::<W, H, K, B>::column_of(square));
        let wasted = (self.own >> 1) & square != B::ZERO;
        threats * 32 - from_centre - if wasted { 128 } else { 0 }
    }
}
