//! The position as the exact solver sees it: stones and threats, copied from parent to child.

use std::hint::select_unpredictable;
use std::iter;

use search::{Resolve, Resolved, Score};

use super::ConnectK;
use super::bits::Bits;
use super::follow_up::{Columns, FollowUp, Sure};
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
        Grid::<W, H, K, B>::safe(self.possible(), self.other)
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

    /// Plays forced replies, as there are no two `safe` squares and no win at once.
    #[inline(never)]
    fn play_forced(&mut self, safe: B) -> Resolved {
        let (mut position, mut safe, mut same) = (*self, safe, true);
        while safe != B::ZERO {
            // Neither side has a win at once, as the stone is safe.
            (position, same) = (position.play(safe), !same);
            safe = position.safe();
            if safe.has_several() {
                *self = position;
                return if same { Resolved::Same } else { Resolved::Other };
            }
        }
        let value = Self::win_value(position.stones + 2);
        Resolved::Value(if same { -value } else { value })
    }

    /// What a win is worth to its side with so many stones on the board then, two more than there are squares at most; 0 if
    /// there are no such stones.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 131 stones")]
    fn win_value(stones: u32) -> i16 {
        let area = i32::from(Grid::<W, H, K, B>::AREA);
        let stones = stones as i32;
        debug_assert!(stones <= area + 2, "{stones} stones on {area} squares");
        // On a board of odd area there is one stone less than both sides would have between them.
        if area % 2 == 1 && stones > area { 0 } else { ((area + area % 2 + 2 - stones) >> 1) as i16 }
    }

    /// Whether `stones` of one side can still become a line when it gets all of `squares` too.
    #[inline]
    fn can_win(stones: B, squares: B) -> bool {
        Grid::<W, H, K, B>::has_line(stones | squares)
    }

    /// Whether so many stones lie on the board, three of four, that a side may have no room left for a line: not worth asking
    /// before.
    #[inline]
    fn is_late(&self) -> bool {
        4 * self.stones > 3 * u32::from(Grid::<W, H, K, B>::AREA)
    }

    /// A value the side to move is sure of and that is greater than `alpha`: where it can follow up, or where the other side
    /// has no room left for a line.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked of every child")]
    fn least(&self, columns: &Columns<B>, alpha: i16) -> Option<i16> {
        let (mover, other) = (self.mover, self.mover ^ self.mask);
        let sides = FollowUp { follower: mover, threats: self.own, leader: other };
        let value = match sides.sure_to_move::<W, H, K>(columns, alpha > 0) {
            Some(sure) => Self::sure_value(sure),
            None if alpha < 0 && self.is_late() && !Self::can_win(other, self.empty()) => 0,
            None => return None,
        };
        (value > alpha).then_some(value)
    }

    /// A value the side to move cannot exceed and that is no greater than `alpha`: where the other side can follow up, or
    /// where it has itself no room left for a line.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked of every child")]
    fn greatest(&self, columns: &Columns<B>, alpha: i16) -> Option<i16> {
        let (mover, other) = (self.mover, self.mover ^ self.mask);
        let sides = FollowUp { follower: other, threats: self.other, leader: mover };
        let value = match sides.sure::<W, H, K>(columns, alpha < -1) {
            Some(sure) => -Self::sure_value(sure),
            None if alpha >= 0 && self.is_late() && !Self::can_win(mover, self.empty()) => 0,
            None => return None,
        };
        (value <= alpha).then_some(value)
    }

    #[inline]
    fn sure_value(sure: Sure) -> i16 {
        match sure {
            Sure::Draw => 0,
            Sure::Win(stones) => Self::win_value(stones),
        }
    }

    /// [`settle`](Resolve::settle) by what needs a look at the lines.
    #[inline(never)]
    fn settle_by_following(&self, alpha: i16) -> Option<i16> {
        // A draw and the least win need no threat, greater values do.
        let empty = self.empty();
        let may_exceed = alpha <= 0 || self.own & empty != B::ZERO;
        let may_stay = alpha >= -1 || self.other & empty != B::ZERO;
        let columns = Columns::of::<W, H, K>(self.mask, self.stones);
        let least = if may_exceed { self.least(&columns, alpha) } else { None };
        if least.is_some() || !may_stay { least } else { self.greatest(&columns, alpha) }
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

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most positions have a choice at once, and are not copied then")]
    fn resolve(&mut self) -> Resolved {
        let possible = self.possible();
        if self.own & possible != B::ZERO {
            return Resolved::Value(Self::win_value(self.stones + 1));
        }
        let safe = Grid::<W, H, K, B>::safe(possible, self.other);
        if safe.has_several() {
            return Resolved::Same;
        }
        if safe == B::ZERO {
            return Resolved::Value(-Self::win_value(self.stones + 2));
        }
        // A copy, so that a position that is not forced on never needs a place in memory.
        let mut forced = *self;
        let resolved = forced.play_forced(safe);
        *self = forced;
        resolved
    }

    /// Neither side wins with its next stone, as the position has a choice: at best with those after, if it has room for a
    /// line at all, and if no follow-up strategy says otherwise.
    fn known_range(&self) -> (i16, i16) {
        let (loss, win) = (-Self::win_value(self.stones + 4), Self::win_value(self.stones + 3));
        let (mut least, mut greatest) = (loss, win);
        for alpha in [-1, 0] {
            match self.settle_by_following(alpha) {
                Some(value) if value > alpha => least = least.max(value),
                Some(value) => greatest = greatest.min(value),
                None => {}
            }
        }
        (least, greatest)
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked of every child, by each kind of solver that a program has"
    )]
    fn settle(&self, alpha: i16) -> Option<i16> {
        let loss = -Self::win_value(self.stones + 4);
        if loss > alpha {
            return Some(loss);
        }
        let win = Self::win_value(self.stones + 3);
        if win <= alpha {
            return Some(win);
        }
        self.settle_by_following(alpha)
    }

    #[inline]
    fn candidates(&self) -> impl Iterator<Item = B> {
        let mut squares = self.safe();
        iter::from_fn(move || {
            let square = squares.lowest();
            (squares != B::ZERO).then(|| {
                squares = squares.without_lowest();
                square
            })
        })
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
        const NEAR: i32 = 2;
        let (least, greatest) = (lower.get(), upper.get());
        let from_the_end = if greatest >= -least { greatest - STEP } else { least + STEP - 1 };
        let is_inside = least < from_the_end && from_the_end < greatest;
        Score::plain(if is_inside && !(-NEAR..NEAR).contains(&from_the_end) {
            from_the_end
        } else {
            least + (greatest - least).div_euclid(2)
        })
    }

    /// More threats first, then the fewer safe replies the other side has, then the centre. A stone that had to be answered
    /// is worth half a threat; one under an own threat gives it away, so it comes last.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked of every child, by each kind of solver that a program has"
    )]
    fn rank(&self, square: B, child: &Self) -> i32 {
        let mask = self.mask | square;
        let threats = if child.stones == self.stones + 1 {
            child.other
        } else {
            Grid::<W, H, K, B>::completing(self.mover | square)
        };
        let threats = (threats & !mask).count().cast_signed();
        let from_centre = Grid::<W, H, K, B>::from_centre(Grid::<W, H, K, B>::column_of(square));
        let is_own_turn = (child.stones - self.stones).is_multiple_of(2);
        let replies = child.safe().count().cast_signed() * 3;
        let by_turn = select_unpredictable(is_own_turn, 16, -replies);
        let wasted = (self.own >> 1) & square != B::ZERO;
        threats * 32 + by_turn - from_centre - if wasted { 128 } else { 0 }
    }
}
