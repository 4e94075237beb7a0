//! Depth with aging, for tables that live through many searches.

use super::{Decision, Replacement, keeping_move};
use crate::{AgedWord, Generation};

/// The entry with the lowest `draft − 8·age` gives way; empty slots go first.
///
/// For the same position the new entry replaces the old one, keeping the old hash move if it has none itself. It is
/// refused where the old one is of this generation and more than four plies deeper, unless the new one is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aging;

/// Plies of draft that one search of age outweighs.
const PLIES_PER_AGE: i32 = 8;

/// Plies an old entry of the same position must be deeper, at least, to stay: one more than this.
const MARGIN: i16 = 4;

impl Aging {
    /// What an entry is worth: the lowest gives way. Empty is less than any entry, of whatever age.
    #[inline]
    pub(crate) fn worth<W: AgedWord>(word: W, now: Generation) -> i32 {
        let worth = i32::from(word.draft()) - PLIES_PER_AGE * i32::from(word.age(now));
        // Not left to draft and age: the age of an empty slot would wrap with the generations.
        if word.is_empty() { i32::MIN } else { worth }
    }

    /// The slot worth least, the first of equals; 0 if there is none.
    #[inline]
    pub(crate) fn victim<W: AgedWord>(slots: &[W], now: Generation) -> usize {
        let (mut victim, mut least) = (0, i32::MAX);
        for (slot, &word) in slots.iter().enumerate() {
            let worth = Self::worth(word, now);
            (victim, least) = if worth < least { (slot, worth) } else { (victim, least) };
        }
        victim
    }
}

impl<W: AgedWord> Replacement<W> for Aging {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, now: Generation) -> Decision<W> {
        let Some((slot, &old)) = own.and_then(|slot| slots.get(slot).map(|old| (slot, old))) else {
            return Decision::Put(Self::victim(slots, now), new);
        };
        let stays = old.age(now) == 0 && !new.is_exact() && new.draft() + MARGIN < old.draft();
        if stays { Decision::Refuse } else { Decision::Put(slot, keeping_move(new, old)) }
    }
}
