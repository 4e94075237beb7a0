//! Depth with aging, for tables that live through many searches.

use super::{Decision, Replacement, keeping_move, own_entry};
use crate::{AgedWord, Generation};

/// The entry with the lowest `draft − 8·age` gives way; empty slots go first.
///
/// For the same position the new entry replaces the old one, keeping the old hash move if it has none itself. It is
/// refused where the old one is of this generation and more than four plies deeper, unless the new one is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aging;

/// Plies an old entry of the same position must be deeper, at least, to stay: one more than this.
const MARGIN: i16 = 4;

impl<W: AgedWord> Replacement<W> for Aging {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, now: Generation) -> Decision<W> {
        let Some((slot, old)) = own_entry(slots, own) else {
            return Decision::Over(W::victim(slots, now), new);
        };
        let stays = old.age(now) == 0 && !new.is_exact() && new.draft() + MARGIN < old.draft();
        if stays { Decision::Refuse } else { Decision::Put(slot, keeping_move(new, old)) }
    }
}
