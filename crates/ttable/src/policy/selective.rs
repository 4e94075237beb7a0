//! The save rule of the strongest engine of its time.

use super::{Decision, Replacement, keeping_move, own_entry};
use crate::{AgedWord, FadingWord, Generation};

/// The lowest `draft − 8·age` gives way, as under [`Aging`](super::Aging); an entry of the same position is overwritten if
///
/// - the new bound is exact, or
/// - the new draft, and 2 if it is a PV node, is more than the old draft less 4, or
/// - the old entry is of an earlier search.
///
/// Otherwise it stays, but takes the new hash move if there is one, and loses one ply of draft if it is deep, not exact
/// and decisive, so that a proven-looking bound cannot sit in its slot for ever.
///
/// # Examples
///
/// ```
/// use ttable::{Bound, Clustered, Entry, Full, Selective, Size, Stored, Table};
///
/// let table = Clustered::new(Full, Selective { decisive: 30_000 }, Size::Mib(1))?;
/// let handle = table.locate(1);
/// table.store(handle, &Entry::new(20, Bound::Lower, 12), 1);
/// assert_eq!(table.store(handle, &Entry::new(15, Bound::Lower, 8), 1), Stored::Refused);
/// assert_eq!(table.store(handle, &Entry::new(15, Bound::Exact, 8), 1), Stored::Updated);
/// # Ok::<(), ttable::SizeError>(())
/// ```
///
/// Source: Stockfish, `TTEntry::save`, as of August 2026.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selective {
    /// The least absolute value that counts as decisive, in the values' own units.
    pub decisive: u16,
}

/// The least draft that counts as deep.
const DEEP: i16 = 5;

impl Default for Selective {
    /// Values from 30,000 up, or −30,000 down, are decisive.
    fn default() -> Self {
        Self { decisive: 30_000 }
    }
}

impl<W: AgedWord + FadingWord> Replacement<W> for Selective {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, now: Generation) -> Decision<W> {
        let Some((slot, old)) = own_entry(slots, own) else {
            return Decision::Over(W::victim(slots, now), new);
        };
        let deep_enough = new.draft() + 2 * i16::from(new.is_pv()) > old.draft() - 4;
        if new.is_exact() || deep_enough || old.age(now) != 0 {
            return Decision::Put(slot, keeping_move(new, old));
        }
        let kept = if new.has_move() { old.with_move_of(new) } else { old };
        let decisive = old.value().unsigned_abs() >= self.decisive;
        let fades = decisive && old.draft() >= DEEP && !old.is_exact();
        Decision::Amend(slot, if fades { kept.faded() } else { kept })
    }
}
