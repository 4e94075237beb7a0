//! The table: clusters in memory, a layout, a policy, a generation.

#[cfg(feature = "std")]
mod owned;

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "std")]
pub use owned::FullTable;

#[cfg(feature = "std")]
use crate::Memory;
use crate::layout::Pairs;
use crate::policy::Decision;
use crate::sync::{AtomicU8, RELAXED};
use crate::{
    AgedWord, Entry, Generation, Layout, Located, Replacement, SizeError, Sliced, Stored, Table, Victim,
    Word, Word64,
};

/// A table of clusters, by the [`Layout`] `L`, the [`Replacement`] policy `R` and the memory `M`.
///
/// Probes and stores go through `&self` from any number of threads, without a lock. With one thread, the same calls
/// give the same answers on every platform.
///
/// # Examples
///
/// ```
/// use ttable::{Bound, Entry, FullTable, Table};
///
/// let table = FullTable::with_mib(1)?;
/// assert_eq!(table.slots(), 65_536);
/// let handle = table.locate(0x9d39_247e_3377_6d41);
/// assert_eq!(table.probe(handle), None);
/// table.store(handle, &Entry::new(17, Bound::Lower, 6), 1);
/// assert_eq!(table.probe(handle).map(|entry| entry.value), Some(17));
/// # Ok::<(), ttable::SizeError>(())
/// ```
pub struct Clustered<
    L: Layout,
    R,
    #[cfg(feature = "std")] M = Memory<<L as Layout>::Cluster>,
    #[cfg(not(feature = "std"))] M,
> {
    memory: M,
    layout: L,
    policy: R,
    generation: AtomicU8,
}

/// Clusters that questions of how full a table is look at.
const SAMPLED: usize = 1000;

/// A key located in a table of layout `L`. It names a position, not a slot.
///
/// It is for the table that located it, and only as long as that is not resized. Elsewhere it may name no position, or, with a
/// layout that keeps less than the key (`Fields::KEPT < Fields::KEY`), another one.
pub struct Handle<L> {
    located: Located,
    layout: PhantomData<fn() -> L>,
}

impl<L> Clone for Handle<L> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Handle<L> {}

impl<L> fmt::Debug for Handle<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handle").field(&self.located).finish()
    }
}

impl<L: Layout, R, M: AsRef<[L::Cluster]>> Clustered<L, R, M> {
    /// A table in memory of the caller's: clusters in an array, a `static`, a box. Entries already there stay.
    ///
    /// # Errors
    ///
    /// [`SizeError`] where there is no cluster, or the layout does not serve so many.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{Aging, Bound, Clustered, Entry, Full, Line, Table};
    ///
    /// static CLUSTERS: [Line; 16] = [const { Line::new() }; 16];
    /// let table = Clustered::with_memory(Full, Aging, &CLUSTERS)?;
    /// table.store(table.locate(1), &Entry::new(-3, Bound::Exact, 2), 1);
    /// assert_eq!(table.probe(table.locate(1)).map(|entry| entry.value), Some(-3));
    /// # Ok::<(), ttable::SizeError>(())
    /// ```
    pub fn with_memory(layout: L, policy: R, memory: M) -> Result<Self, SizeError> {
        let clusters = memory.as_ref().len();
        if clusters == 0 {
            return Err(SizeError::TooSmall { bytes: 0, cluster: size_of::<L::Cluster>() as u64 });
        }
        layout.fits(clusters)?;
        Ok(Self { memory, layout, policy, generation: AtomicU8::new(0) })
    }

    /// The clusters, in the order of their index.
    pub fn clusters(&self) -> &[L::Cluster] {
        self.memory.as_ref()
    }

    /// The number of entries it has room for.
    pub fn slots(&self) -> usize {
        let slots = |cluster| self.layout.read(cluster, 0).0.as_ref().len();
        self.clusters().first().map_or(0, slots) * self.clusters().len()
    }

    /// The layout.
    pub fn layout(&self) -> &L {
        &self.layout
    }

    /// The policy.
    pub fn policy(&self) -> &R {
        &self.policy
    }

    /// The generation that stores are marked with.
    #[inline]
    pub fn generation(&self) -> Generation {
        Generation::known(self.generation.load(RELAXED))
    }

    /// Goes on with this generation.
    #[cfg(all(feature = "std", not(loom)))]
    pub(crate) fn set_generation(&self, generation: Generation) {
        self.generation.store(generation.number(), RELAXED);
    }

    /// Begins a new search: what is stored from here on counts as younger than all that is there.
    ///
    /// A search is a whole one, of all its depths: a generation for each depth of iterative deepening would have what the
    /// last one found give way first, and take up to three times the nodes (`docs/choosing-a-policy.md`).
    ///
    /// Ages are told apart up to [`Generation::COUNT`]` − 1`. Of the clusters that [`Clustered::hashfull`] looks at, older
    /// entries stay at that age; elsewhere an entry that nobody overwrote for `COUNT` searches counts as just written, and ages
    /// anew.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{Bound, Entry, FullTable, Table};
    ///
    /// let table = FullTable::with_clusters(1)?;
    /// table.store(table.locate(1), &Entry::new(0, Bound::Exact, 5), 1);
    /// assert_eq!(table.hashfull(), 250, "one slot of four");
    /// table.new_generation();
    /// assert_eq!((table.hashfull(), table.hashfull_within(1), table.fill()), (0, 250, 250));
    /// # Ok::<(), ttable::SizeError>(())
    /// ```
    ///
    /// Called by one thread at a time; two that call it at once may count one.
    pub fn new_generation(&self) {
        let next = self.generation().next();
        for cluster in self.clusters().iter().take(SAMPLED) {
            let (words, _) = self.layout.read(cluster, 0);
            for (slot, word) in words.as_ref().iter().enumerate() {
                if let Some(older) = word.aged_out(next) {
                    self.layout.amend(cluster, slot, *word, older);
                }
            }
        }
        self.generation.store(next.number(), RELAXED);
    }

    /// Per mille of the slots that hold an entry, of whatever age, of the first 1,000 clusters or of all if there are fewer.
    /// `0..=1000`. Of every layout, also of those that keep no generation.
    pub fn fill(&self) -> u16 {
        self.per_mille(|_| true)
    }

    /// Per mille of the slots that hold entries of each age in searches, sampled as by [`Clustered::hashfull`].
    pub fn ages(&self) -> [u16; Generation::COUNT as usize]
    where
        L::Word: AgedWord,
    {
        let within = core::array::from_fn::<u16, { Generation::COUNT as usize }, _>(|age| {
            self.hashfull_within(u8::try_from(age).unwrap_or(u8::MAX))
        });
        // Differences of rounded sums: they add up to the whole, and each is off by one at most.
        core::array::from_fn(|age| within[age] - if age == 0 { 0 } else { within[age - 1] })
    }

    /// Per mille of the slots that hold an entry of the present generation, of the first 1,000 clusters or of all if
    /// there are fewer. `0..=1000`.
    pub fn hashfull(&self) -> u16
    where
        L::Word: AgedWord,
    {
        self.hashfull_within(0)
    }

    /// Per mille of the slots that hold an entry at most `max_age` searches old, sampled as by
    /// [`Clustered::hashfull`]; from 31 on, of every age.
    pub fn hashfull_within(&self, max_age: u8) -> u16
    where
        L::Word: AgedWord,
    {
        let now = self.generation();
        self.per_mille(|word| word.age(now) <= max_age)
    }

    /// Per mille of the sampled slots that hold such an entry.
    #[expect(clippy::cast_possible_truncation, reason = "the per mille of a whole is at most 1000")]
    fn per_mille(&self, counts: impl Fn(L::Word) -> bool) -> u16 {
        let (mut slots, mut used) = (0, 0);
        for cluster in self.clusters().iter().take(SAMPLED) {
            let (words, _) = self.layout.read(cluster, 0);
            slots += words.as_ref().len();
            used += words.as_ref().iter().filter(|word| !word.is_empty() && counts(**word)).count();
        }
        (used * 1000 / slots.max(1)) as u16
    }
}

impl<L: Layout, R, M: AsMut<[L::Cluster]>> Clustered<L, R, M> {
    /// Forgets everything and begins at the first generation.
    pub fn clear(&mut self) {
        self.memory.as_mut().fill_with(L::Cluster::default);
        self.generation = AtomicU8::new(0);
    }
}

impl<C: Pairs, W: Word64, R, M: AsRef<[C]>> Clustered<Sliced<C, W>, R, M> {
    /// The whole key of the entry that a probe of `handle` is answered with. Another key than the one located is a type-1
    /// error: two positions, one check.
    ///
    /// For experiments on one thread: a store in between may change the answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{Always, Bound, Clustered, Entry, OnePerIndex, Size, Table};
    ///
    /// let table = Clustered::new(OnePerIndex::bits(12, 16), Always, Size::Clusters(1024))?;
    /// table.store(table.locate(5), &Entry::new(1, Bound::Exact, 1), 1);
    /// let other = table.locate(5 | 1 << 40);
    /// assert!(table.probe(other).is_some());
    /// assert_eq!(table.answering_key(other), Some(5));
    /// # Ok::<(), ttable::SizeError>(())
    /// ```
    pub fn answering_key(&self, handle: Handle<Sliced<C, W>>) -> Option<u64> {
        let cluster = self.clusters().get(handle.located.cluster)?;
        self.layout.answering_key(cluster, handle.located.check)
    }
}

impl<L: Layout, R: Replacement<L::Word>, M: AsRef<[L::Cluster]>> Table for Clustered<L, R, M> {
    type Handle = Handle<L>;

    #[inline]
    fn locate(&self, key: u64) -> Handle<L> {
        Handle { located: self.layout.locate(key, self.clusters().len()), layout: PhantomData }
    }

    #[inline]
    fn prefetch(&self, handle: Handle<L>) {
        if let Some(cluster) = self.clusters().get(handle.located.cluster) {
            crate::prefetch::prefetch(cluster);
        }
    }

    #[inline]
    fn probe(&self, handle: Handle<L>) -> Option<Entry> {
        let cluster = self.clusters().get(handle.located.cluster)?;
        self.layout.find(cluster, handle.located.check)?.unpack()
    }

    /// Packs the entry where it is called, so that its fields need not go through memory, and what a caller knows of them is
    /// left out.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the compiler would call it, with the entry in memory: 176 instructions for 129 in `Compact`"
    )]
    fn store(&self, handle: Handle<L>, entry: &Entry, work: u64) -> Stored {
        let now = self.generation();
        L::Word::pack(entry, work, now).map_or(Stored::Refused, |new| self.put(handle.located, new, now))
    }
}

impl<L: Layout, R: Replacement<L::Word>, M: AsRef<[L::Cluster]>> Clustered<L, R, M> {
    /// Offers a word for a located key.
    #[inline]
    fn put(&self, Located { cluster, check }: Located, new: L::Word, now: Generation) -> Stored {
        let Some(cluster) = self.clusters().get(cluster) else { return Stored::Refused };
        let (words, own) = self.layout.read(cluster, check);
        let words = words.as_ref();
        let becomes = |slot: usize| match words.get(slot) {
            None => Stored::Refused,
            _ if own == Some(slot) => Stored::Updated,
            Some(old) if old.is_empty() => Stored::Filled,
            _ => Stored::Evicted,
        };
        let (slot, word, stored) = match self.policy.decide(words, own, new, now) {
            Decision::Put(slot, word) => (slot, word, becomes(slot)),
            Decision::Over(Victim { slot, is_empty }, word) if slot < words.len() => {
                (slot, word, if is_empty { Stored::Filled } else { Stored::Evicted })
            }
            Decision::Demote { slot, to, word } if slot.max(to) < words.len() => {
                let stored = becomes(to);
                self.layout.shift(cluster, slot, to);
                (slot, word, stored)
            }
            Decision::Amend(slot, word) => {
                // The old word stays under its key: the probed one, since only an own slot is amended.
                if own == Some(slot) {
                    self.layout.write(cluster, slot, check, word);
                }
                return Stored::Refused;
            }
            Decision::Refuse | Decision::Over(..) | Decision::Demote { .. } => return Stored::Refused,
        };
        if stored != Stored::Refused {
            self.layout.write(cluster, slot, check, word);
        }
        stored
    }
}

impl<L: Layout + fmt::Debug, R: fmt::Debug, M: AsRef<[L::Cluster]>> fmt::Debug for Clustered<L, R, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clustered")
            .field("layout", &self.layout)
            .field("policy", &self.policy)
            .field("clusters", &self.clusters().len())
            .field("generation", &self.generation().number())
            .finish_non_exhaustive()
    }
}
