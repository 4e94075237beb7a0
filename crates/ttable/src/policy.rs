//! Which slot gives way: the seam every replacement policy implements.

mod aging;
mod classic;
mod levels;
mod selective;
mod victim;

pub use aging::Aging;
pub use classic::{Always, DepthPreferred, TwoTier};
pub use levels::{Big, LeastWork, Old, TwoBig, TwoDeep};
pub use selective::Selective;
pub use victim::Victim;

use core::hint::select_unpredictable;

use crate::{Generation, Word};

/// What a policy decides about one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision<W> {
    /// Keep what is there.
    Refuse,
    /// Keep the entry in this slot, the position's own, changed to this word, and refuse the new one. Of another position's slot
    /// nothing is changed.
    Amend(usize, W),
    /// Write this word into this slot.
    Put(usize, W),
    /// Write this word over the victim, of another position, of which is known whether it is empty: the table need not look.
    Over(Victim, W),
    /// Move the entry of slot `slot` to slot `to`, whose own is lost, and write the word where it was.
    Demote {
        /// The slot that is written.
        slot: usize,
        /// The slot its former entry goes to.
        to: usize,
        /// What is written.
        word: W,
    },
}

/// Which slot of a cluster gives way to a new entry, and what becomes of an old entry of the same position.
///
/// # Examples
///
/// A policy of one's own: bounds give way before exact values, whatever their draft.
///
/// ```
/// use ttable::{Bound, Clustered, Decision, Entry, Full, Generation, Replacement, Size, Table, Word};
///
/// struct KeepExact;
///
/// impl<W: Word> Replacement<W> for KeepExact {
///     fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
///         let worth = |slot: &usize| (!slots[*slot].is_empty(), slots[*slot].is_exact(), slots[*slot].draft());
///         let slot = own.or_else(|| (0..slots.len()).min_by_key(worth));
///         slot.map_or(Decision::Refuse, |slot| Decision::Put(slot, new))
///     }
/// }
///
/// let table = Clustered::new(Full, KeepExact, Size::Clusters(1))?;
/// table.store(table.locate(1), &Entry::new(7, Bound::Exact, 0), 1);
/// for key in 2..9 {
///     table.store(table.locate(key), &Entry::new(0, Bound::Lower, 9), 1);
/// }
/// assert_eq!(table.probe(table.locate(1)).map(|entry| entry.value), Some(7));
/// # Ok::<(), ttable::SizeError>(())
/// ```
pub trait Replacement<W: Word> {
    /// Decides on `new`, offered while `slots` lie in its cluster; `own` is the slot that already holds its position.
    ///
    /// Every policy of the crate leaves a position the hash move it had where the new entry has none.
    ///
    /// Slots outside of `slots` count as a refusal.
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, now: Generation) -> Decision<W>;
}

/// The slot of the same position and what lies there.
///
/// Picked by comparing numbers of slots: an index would have all words put into memory first, whether or not it is used.
#[inline]
pub(crate) fn own_entry<W: Word>(slots: &[W], own: Option<usize>) -> Option<(usize, W)> {
    let own = own.filter(|&own| own < slots.len())?;
    let mut words = slots.iter().copied().enumerate();
    let (_, first) = words.next()?;
    Some((own, words.fold(first, |picked, (slot, word)| select_unpredictable(slot == own, word, picked))))
}

/// The new word, with the hash move that its position has already where it has none of its own.
#[inline]
pub(crate) fn inheriting<W: Word>(slots: &[W], own: Option<usize>, new: W) -> W {
    own_entry(slots, own).map_or(new, |(_, old)| keeping_move(new, old))
}

/// The new word, with the old one's hash move where it has none of its own.
///
/// A bound found without a best move must not cost the position the move an earlier search found.
#[inline]
pub(crate) fn keeping_move<W: Word>(new: W, old: W) -> W {
    if new.has_move() { new } else { new.with_move_of(old) }
}
