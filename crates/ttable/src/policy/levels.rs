//! The seven schemes whose comparison is the classic of the field, as far as others of ours are not the same.
//!
//! | scheme | here |
//! |---|---|
//! | New | [`Always`](super::Always) |
//! | Old | [`Old`] |
//! | Deep | [`DepthPreferred::AT_LEAST`](super::DepthPreferred::AT_LEAST) |
//! | Big1, `BigAll` | [`Big`]: which one is decided by whoever counts the work |
//! | `TwoDeep` | [`TwoDeep`] |
//! | `TwoBig1` | [`TwoBig`] |
//!
//! Source: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, *Replacement schemes for transposition tables*,
//! ICCA Journal, 1994.

use super::{Decision, Replacement, Victim, inheriting, keeping_move, own_entry};
use crate::{Generation, WeighedWord, Word};

/// The oldest entry stays: a new one takes an empty slot or is refused, unless it is of the same position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Old;

impl<W: Word> Replacement<W> for Old {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
        let slot = own.or_else(|| slots.iter().position(|word| word.is_empty()));
        slot.map_or(Decision::Refuse, |slot| Decision::Put(slot, inheriting(slots, own, new)))
    }
}

/// The entry that took more work stays: the new one replaces that of least work in its cluster if it took at least as
/// much, or is refused. An entry of the same position is replaced in any case: a deeper search of it may have taken less work.
///
/// Breuker's Big1 and `BigAll` differ in what the search counts: nodes searched, or those and the work of every entry that
/// saved some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Big;

impl<W: WeighedWord> Replacement<W> for Big {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
        if let Some(own) = own {
            return Decision::Put(own, inheriting(slots, Some(own), new));
        }
        let slot = lightest(slots).slot;
        match slots.get(slot) {
            Some(old) if old.is_empty() || new.weight() >= old.weight() => Decision::Put(slot, new),
            _ => Decision::Refuse,
        }
    }
}

/// The entry of least work in the cluster gives way, however little work the new one took; empty slots go first.
///
/// What a small subtree found is soon needed again or never, and cheap to lose: for solvers, whose entries have no draft
/// that tells them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeastWork;

impl<W: WeighedWord> Replacement<W> for LeastWork {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
        match own_entry(slots, own) {
            Some((slot, old)) => Decision::Put(slot, keeping_move(new, old)),
            None => Decision::Over(lightest(slots), new),
        }
    }
}

/// The slot of least work, the first of equals, empty ones before all others; 0 if there is none.
#[inline]
fn lightest<W: WeighedWord>(slots: &[W]) -> Victim {
    Victim::of_ranks(slots.iter().map(|word| word.rank()))
}

/// Two levels, by draft: a new entry at least as deep as the first level's takes its slot, and that one moves to the
/// second level; any other goes to the second level, unless it is of the first one's position, which it replaces. For two slots
/// per index; more are not used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwoDeep;

impl<W: Word> Replacement<W> for TwoDeep {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
        two_levels(slots, own, new, |new, old| new.draft() >= old.draft())
    }
}

/// Two levels, by work: as [`TwoDeep`], with the nodes spent in place of the draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwoBig;

impl<W: WeighedWord> Replacement<W> for TwoBig {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
        two_levels(slots, own, new, |new, old| new.weight() >= old.weight())
    }
}

#[inline]
fn two_levels<W: Word>(slots: &[W], own: Option<usize>, new: W, wins: impl Fn(W, W) -> bool) -> Decision<W> {
    let (Some(&first), two) = (slots.first(), slots.len() > 1) else { return Decision::Refuse };
    let new = inheriting(slots, own, new);
    // Behind an entry of its own position it would never be found.
    if first.is_empty() || own == Some(0) {
        Decision::Put(0, new)
    } else if wins(new, first) {
        if two { Decision::Demote { slot: 0, to: 1, word: new } } else { Decision::Put(0, new) }
    } else if two {
        Decision::Put(1, new)
    } else {
        Decision::Refuse
    }
}
