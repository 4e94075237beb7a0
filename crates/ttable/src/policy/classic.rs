//! The policies of the textbooks, for one slot or two per index.

use super::{Decision, Replacement, inheriting};
use crate::{Generation, Word};

/// The newest entry stays: in its own slot, an empty one, or the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Always;

impl<W: Word> Replacement<W> for Always {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
        let slot = own.or_else(|| slots.iter().position(|word| word.is_empty()));
        Decision::Put(slot.unwrap_or(0), inheriting(slots, own, new))
    }
}

/// The entry of greater draft stays, whichever position it is of: the new one replaces the shallowest of its cluster,
/// or is refused. No aging: for a table that serves one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthPreferred {
    /// Whether the new entry wins over one of equal draft.
    pub newer_wins_ties: bool,
}

impl DepthPreferred {
    /// An old entry stays unless the new one's draft is greater.
    pub const DEEPER: Self = Self { newer_wins_ties: false };
    /// An old entry stays unless the new one's draft is at least as great.
    pub const AT_LEAST: Self = Self { newer_wins_ties: true };

    #[inline]
    fn gives_way<W: Word>(self, old: W, new: W) -> bool {
        old.is_empty() || new.draft() > old.draft() || self.newer_wins_ties && new.draft() == old.draft()
    }
}

impl Default for DepthPreferred {
    /// The newer of equals wins.
    fn default() -> Self {
        Self::AT_LEAST
    }
}

impl<W: Word> Replacement<W> for DepthPreferred {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, _now: Generation) -> Decision<W> {
        // An empty word's draft is below that of every entry.
        let shallowest = || (0..).zip(slots).min_by_key(|(_, word)| word.draft()).map(|(slot, _)| slot);
        let slot = own.or_else(shallowest).unwrap_or(slots.len());
        match slots.get(slot) {
            Some(&old) if self.gives_way(old, new) => Decision::Put(slot, inheriting(slots, own, new)),
            _ => Decision::Refuse,
        }
    }
}

/// Two tiers per index: the first slot is depth-preferred (the newer of equals wins), and what loses there goes to the
/// second, which always takes it. With more slots, the first half is the first tier and the second half the second.
///
/// The entry that the first tier loses is lost. What loses to a deeper entry of its own position is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwoTier;

impl<W: Word> Replacement<W> for TwoTier {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, now: Generation) -> Decision<W> {
        let new = inheriting(slots, own, new);
        let (first, second) = slots.split_at(slots.len().div_ceil(2));
        let decision =
            DepthPreferred::AT_LEAST.decide(first, own.filter(|&slot| slot < first.len()), new, now);
        let in_first = own.is_some_and(|slot| slot < first.len());
        if !matches!(decision, Decision::Refuse) || second.is_empty() || in_first {
            // Behind a deeper entry of its own position it would never be found.
            return decision;
        }
        let own = own.and_then(|slot| slot.checked_sub(first.len()));
        match Always.decide(second, own, new, now) {
            Decision::Put(slot, word) => Decision::Put(first.len() + slot, word),
            other => other,
        }
    }
}
