//! Counting what goes in and out of a table. What is not observed costs nothing.

use crate::sync::{AtomicU64, RELAXED};
use crate::{AgedWord, Decision, Entry, Generation, Replacement, Stored, Table, Victim};

/// Told of a table's traffic by [`Observed`]. Every method does nothing by default.
pub trait Traffic {
    /// A probe that was answered, or not.
    #[inline]
    fn probed(&self, hit: bool) {
        let _ = hit;
    }

    /// A store, and what became of it.
    #[inline]
    fn stored(&self, stored: Stored) {
        let _ = stored;
    }

    /// An entry of another position gave way: its draft in plies, and its age in searches, `0..32`.
    #[inline]
    fn evicted(&self, draft: i16, age: u8) {
        let _ = (draft, age);
    }
}

/// Observes nothing, at no cost.
impl Traffic for () {}

impl<T: Traffic + ?Sized> Traffic for &T {
    #[inline]
    fn probed(&self, hit: bool) {
        T::probed(self, hit);
    }

    #[inline]
    fn stored(&self, stored: Stored) {
        T::stored(self, stored);
    }

    #[inline]
    fn evicted(&self, draft: i16, age: u8) {
        T::evicted(self, draft, age);
    }
}

/// A table or a policy whose traffic is reported: probes and stores of a table, evictions of a policy.
///
/// # Examples
///
/// ```
/// use ttable::{Aging, Bound, Clustered, Counts, Entry, Full, Observed, Size, Table};
///
/// let counts = Counts::default();
/// let policy = Observed::new(Aging, &counts);
/// let table = Observed::new(Clustered::new(Full, policy, Size::Clusters(1))?, &counts);
/// for key in 0..6 {
///     table.store(table.locate(key), &Entry::new(0, Bound::Lower, 3), 1);
/// }
/// table.probe(table.locate(9));
/// assert_eq!((counts.probes(), counts.hits(), counts.filled(), counts.evicted()), (1, 0, 4, 2));
/// assert_eq!(counts.evicted_at_draft(3), 2);
/// # Ok::<(), ttable::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Observed<T, O> {
    inner: T,
    observer: O,
}

impl<T, O> Observed<T, O> {
    /// Reports the traffic of `inner` to `observer`.
    pub const fn new(inner: T, observer: O) -> Self {
        Self { inner, observer }
    }

    /// What is observed.
    pub const fn inner(&self) -> &T {
        &self.inner
    }

    /// What is observed, to change it.
    pub const fn inner_mut(&mut self) -> &mut T {
        &mut self.inner
    }

    /// Who observes.
    pub const fn observer(&self) -> &O {
        &self.observer
    }
}

impl<T: Table, O: Traffic> Table for Observed<T, O> {
    type Handle = T::Handle;

    #[inline]
    fn locate(&self, key: u64) -> T::Handle {
        self.inner.locate(key)
    }

    #[inline]
    fn prefetch(&self, handle: T::Handle) {
        self.inner.prefetch(handle);
    }

    #[inline]
    fn probe(&self, handle: T::Handle) -> Option<Entry> {
        let found = self.inner.probe(handle);
        self.observer.probed(found.is_some());
        found
    }

    #[inline]
    fn store(&self, handle: T::Handle, entry: &Entry, work: u64) -> Stored {
        let stored = self.inner.store(handle, entry, work);
        self.observer.stored(stored);
        stored
    }
}

impl<W: AgedWord, R: Replacement<W>, O: Traffic> Replacement<W> for Observed<R, O> {
    #[inline]
    fn decide(&self, slots: &[W], own: Option<usize>, new: W, now: Generation) -> Decision<W> {
        let decision = self.inner.decide(slots, own, new, now);
        // Of a demotion, what the second level loses is lost.
        let lost = match decision {
            Decision::Put(slot, _)
            | Decision::Over(Victim { slot, .. }, _)
            | Decision::Demote { to: slot, .. }
                if Some(slot) != own =>
            {
                slots.get(slot)
            }
            _ => None,
        };
        if let Some(old) = lost.filter(|old| !old.is_empty()) {
            self.observer.evicted(old.draft(), old.age(now));
        }
        decision
    }
}

/// Draft classes counted apart: one for each draft a table keeps.
const DRAFTS: usize = 255;

/// Counts of all traffic, shared between threads; each is a relaxed atomic.
#[derive(Debug)]
pub struct Counts {
    probes: AtomicU64,
    hits: AtomicU64,
    stores: [AtomicU64; 4],
    by_draft: [AtomicU64; DRAFTS],
    by_age: [AtomicU64; Generation::COUNT as usize],
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            probes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            stores: core::array::from_fn(|_| AtomicU64::new(0)),
            by_draft: core::array::from_fn(|_| AtomicU64::new(0)),
            by_age: core::array::from_fn(|_| AtomicU64::new(0)),
        }
    }
}

/// The counter of a draft.
fn class(draft: i16) -> usize {
    let above = draft.clamp(Entry::MIN_DRAFT, Entry::MAX_DRAFT) - Entry::MIN_DRAFT;
    usize::from(above.cast_unsigned())
}

impl Counts {
    /// Probes.
    pub fn probes(&self) -> u64 {
        self.probes.load(RELAXED)
    }

    /// Probes that were answered.
    pub fn hits(&self) -> u64 {
        self.hits.load(RELAXED)
    }

    /// Stores into empty slots.
    pub fn filled(&self) -> u64 {
        self.stores[Stored::Filled as usize].load(RELAXED)
    }

    /// Stores over an entry of the same position.
    pub fn updated(&self) -> u64 {
        self.stores[Stored::Updated as usize].load(RELAXED)
    }

    /// Stores over an entry of another position: type-2 errors, two keys for one slot.
    pub fn evicted(&self) -> u64 {
        self.stores[Stored::Evicted as usize].load(RELAXED)
    }

    /// Stores that were refused.
    pub fn refused(&self) -> u64 {
        self.stores[Stored::Refused as usize].load(RELAXED)
    }

    /// Entries of this draft that were lost to another position's. Counted where the policy is [`Observed`].
    pub fn evicted_at_draft(&self, draft: i16) -> u64 {
        self.by_draft[class(draft)].load(RELAXED)
    }

    /// Entries this many searches old that were lost to another position's; 0 from [`Generation::COUNT`] on. Counted
    /// where the policy is [`Observed`].
    pub fn evicted_at_age(&self, age: u8) -> u64 {
        self.by_age.get(usize::from(age)).map_or(0, |count| count.load(RELAXED))
    }
}

impl Traffic for Counts {
    #[inline]
    fn probed(&self, hit: bool) {
        self.probes.fetch_add(1, RELAXED);
        self.hits.fetch_add(u64::from(hit), RELAXED);
    }

    #[inline]
    fn stored(&self, stored: Stored) {
        self.stores[stored as usize].fetch_add(1, RELAXED);
    }

    #[inline]
    fn evicted(&self, draft: i16, age: u8) {
        self.by_draft[class(draft)].fetch_add(1, RELAXED);
        if let Some(count) = self.by_age.get(usize::from(age)) {
            count.fetch_add(1, RELAXED);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::{Aging, Bound, Clustered, Full, Size, Unbounded};

    #[test]
    fn every_kind_of_traffic_is_counted_once() {
        let counts = Counts::default();
        let policy = Observed::new(Aging, &counts);
        let table = Observed::new(Clustered::new(Full, policy, Size::Clusters(1)).unwrap(), &counts);
        let store = |key: u64, draft| table.store(table.locate(key), &Entry::new(1, Bound::Upper, draft), 1);
        for (key, draft) in [(1, 9), (2, -8), (3, 246), (4, 12)] {
            store(key, draft);
        }
        store(1, 9);
        store(1, 1);
        store(5, 4);
        table.inner().new_generation();
        table.inner().new_generation();
        store(6, 0);
        assert!(table.probe(table.locate(6)).is_some());
        assert!(table.probe(table.locate(7)).is_none());
        assert_eq!((counts.probes(), counts.hits()), (2, 1));
        assert_eq!((counts.filled(), counts.updated(), counts.evicted(), counts.refused()), (4, 1, 2, 1));
        assert_eq!((counts.evicted_at_draft(-8), counts.evicted_at_draft(4)), (1, 1));
        assert_eq!(
            (counts.evicted_at_age(0), counts.evicted_at_age(2), counts.evicted_at_age(99)),
            (1, 1, 0)
        );
    }

    /// Each counter gets a number that no other has.
    #[test]
    fn counters_are_not_confused() {
        fn times(count: i16, mut tell: impl FnMut()) {
            (0..count).for_each(|_| tell());
        }
        let counts = Counts::default();
        times(2, || counts.probed(false));
        times(3, || counts.probed(true));
        times(4, || counts.stored(Stored::Filled));
        times(5, || counts.stored(Stored::Updated));
        times(6, || counts.stored(Stored::Evicted));
        times(7, || counts.stored(Stored::Refused));
        assert_eq!((counts.probes(), counts.hits()), (5, 3));
        assert_eq!((counts.filled(), counts.updated(), counts.evicted(), counts.refused()), (4, 5, 6, 7));
        let drafts = Entry::MIN_DRAFT..=Entry::MAX_DRAFT;
        for draft in drafts.clone() {
            times(draft + 10, || {
                Traffic::evicted(&counts, draft, u8::try_from(draft.rem_euclid(64)).unwrap());
            });
        }
        for draft in drafts {
            assert_eq!(counts.evicted_at_draft(draft), u64::try_from(draft + 10).unwrap());
        }
        // Drafts 5, 69, 133 and 197; those of 33 and more are of no age that is counted.
        assert_eq!((counts.evicted_at_age(5), counts.evicted_at_age(33)), (15 + 79 + 143 + 207, 0));
    }

    #[test]
    fn the_unit_observer_is_nothing() {
        assert_eq!(size_of::<Observed<Aging, ()>>(), 0);
        let table = Observed::new(Unbounded::new(), ());
        assert_eq!(table.store(1, &Entry::new(1, Bound::Upper, 1), 1), Stored::Filled);
    }
}
