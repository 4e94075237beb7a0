//! Follow-up strategies: a side that answers each stone with one on top of it.
//!
//! Where every column has an even number of empty squares, the side that follows gets every second square of each, from the
//! second lowest empty one on, and the side that leads gets the others. The follower never leads, so it cannot lose but to a
//! line of those others. Three things make it answer for many more positions:
//!
//! - A threat of the follower on a square that it would get ends the column below that square: the leader loses by the stone
//!   under it, and has to place it when there is nothing else left. Nobody gets what lies above, and the number of empty squares
//!   there does not matter. So a threat can make a column even that is not.
//! - Columns that stay uneven go in pairs: the follower answers the leader's first stone in one of them by its own first stone
//!   in another, after which both are even. Which of these squares the leader gets is its own choice; the follower is
//!   held to get none of them.
//! - Where columns have ended, the game is over before the board is full: at the latest when nothing is left but squares under
//!   threats. That stone is counted.
//!
//! The leader is held to get all squares that the follower is not sure of, those under threats among them, and must make no line.
//!
//! Source: L. V. Allis, *A Knowledge-based Approach of Connect-Four*, 1988, for claimeven and zugzwang. How they are put
//! together here is our own.

use super::bits::Bits;
use super::grid::Grid;

/// Two sides, one of which follows.
#[derive(Clone, Copy)]
pub(super) struct FollowUp<B> {
    /// The follower's stones.
    pub(super) follower: B,
    /// Where it has threats; taken squares may be among them.
    pub(super) threats: B,
    /// The leader's stones.
    pub(super) leader: B,
}

/// What the follower is sure of.
#[derive(Clone, Copy)]
pub(super) enum Sure {
    /// A draw at least.
    Draw,
    /// A win by the stone of this number on the board at the latest.
    Win(u32),
}

impl<B: Bits> FollowUp<B> {
    /// What the follower is sure of with the leader to move, if it can follow at all. Nobody has a win at once. With `to_win`,
    /// `None` unless it is a win before the board is full.
    #[inline]
    pub(super) fn sure<const W: usize, const H: usize, const K: usize>(
        self,
        columns: &Columns<B>,
        to_win: bool,
    ) -> Option<Sure> {
        let uneven = self.uneven::<W, H, K>(columns, true)?;
        self.follow::<W, H, K>(columns, uneven, uneven, to_win)
    }

    /// The same with the follower to move: it plays in an uneven column first, any of them, so none of their squares is sure
    /// where there are several.
    #[inline]
    pub(super) fn sure_to_move<const W: usize, const H: usize, const K: usize>(
        self,
        columns: &Columns<B>,
        to_win: bool,
    ) -> Option<Sure> {
        let uneven = self.uneven::<W, H, K>(columns, false)?;
        let pairs = if uneven.has_several() { uneven } else { B::ZERO };
        self.follow::<W, H, K>(columns, uneven, pairs, to_win)
    }

    /// The spare square of each column with an odd number of empty squares that no threat makes even, if there are an even
    /// number of them, or an odd one, as wanted.
    #[inline]
    fn uneven<const W: usize, const H: usize, const K: usize>(
        self,
        columns: &Columns<B>,
        even: bool,
    ) -> Option<B> {
        let spare = (columns.odd << 1) & Grid::<W, H, K, B>::spare();
        if self.threats & columns.odd & !Grid::<W, H, K, B>::followed() == B::ZERO {
            // No threat makes any even.
            return (columns.even == even).then_some(spare);
        }
        let uneven = spare & self.played::<W, H, K>(columns);
        (uneven.count().is_multiple_of(2) == even).then_some(uneven)
    }

    /// The squares from the lowest empty one of each column up to the follower's lowest threat, or to the spare one where it
    /// has none.
    #[inline]
    fn played<const W: usize, const H: usize, const K: usize>(self, columns: &Columns<B>) -> B {
        let ends = self.threats & columns.followed::<W, H, K>() | Grid::<W, H, K, B>::spare();
        (ends - columns.lowest) ^ ends
    }

    /// What it is sure of when one stone has been placed in each of the `uneven` columns. Whose it is in the columns of
    /// `pairs` is not known, in the others it is the follower's.
    #[inline]
    fn follow<const W: usize, const H: usize, const K: usize>(
        self,
        columns: &Columns<B>,
        uneven: B,
        pairs: B,
        to_win: bool,
    ) -> Option<Sure> {
        let columns = Columns { odd: columns.odd & !Grid::<W, H, K, B>::below(uneven), ..*columns };
        let unsure = columns.lowest & Grid::<W, H, K, B>::below(pairs);
        let followed = columns.followed::<W, H, K>() & !unsure;
        let has_ends = self.threats & followed != B::ZERO;
        if to_win && !has_ends {
            return None;
        }
        let played = self.played::<W, H, K>(&columns);
        if Grid::<W, H, K, B>::has_line(self.leader | columns.empty & !followed & played) {
            return None;
        }
        let area = u32::from(Grid::<W, H, K, B>::AREA);
        if has_ends {
            // All is filled but for what lies above the ends of columns, and two squares of each of these; then the leader has
            // to play under one of the ends.
            let ended = columns.lowest.count() - (played & Grid::<W, H, K, B>::spare()).count();
            return Some(Sure::Win(area + 2 - 2 * ended - (columns.empty & !played).count()));
        }
        let wins = Grid::<W, H, K, B>::has_line(self.follower | followed);
        Some(if wins { Sure::Win(area) } else { Sure::Draw })
    }
}

/// The empty squares by columns.
#[derive(Clone, Copy)]
pub(super) struct Columns<B> {
    empty: B,
    /// The lowest of each column.
    lowest: B,
    /// Those of the columns that have an odd number of them.
    odd: B,
    /// Whether there are an even number of empty squares on the whole board.
    even: bool,
}

impl<B: Bits> Columns<B> {
    #[inline]
    pub(super) fn of<const W: usize, const H: usize, const K: usize>(mask: B, stones: u32) -> Self {
        let (empty, lowest) = (Grid::<W, H, K, B>::board() & !mask, Grid::<W, H, K, B>::possible(mask));
        // One more at the bottom of a column's empty squares makes them carry over.
        let odd = empty & !(empty + (lowest & Grid::<W, H, K, B>::followed()));
        let even = (u32::from(Grid::<W, H, K, B>::AREA) - stones).is_multiple_of(2);
        Self { empty, lowest, odd, even }
    }

    /// What the follower gets.
    #[inline]
    fn followed<const W: usize, const H: usize, const K: usize>(&self) -> B {
        (self.empty & Grid::<W, H, K, B>::followed()) ^ self.odd
    }
}
