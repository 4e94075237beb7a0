//! Layouts with one thing wrong, for tests of what must hold all the same and of what must be noticed.

use std::cell::Cell;

use ttable::{Bound, Cluster, Entry, Generation, Layout, Located, SizeError, Word};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// The first occupied slot answers every probe.
    Unverified,
    /// All keys of a cluster get one of 16 checks.
    Colliding,
    /// Before every fourth probe a slot at random goes to a key at random.
    RandomEviction,
    /// Every third store is lost.
    LostStores,
    /// Of every fourth store some of the words are not written.
    TornPairs,
}

impl Fault {
    /// Those under which every hit is true still.
    pub(crate) const HARMLESS: [Self; 4] =
        [Self::None, Self::RandomEviction, Self::LostStores, Self::TornPairs];
    /// Those that turn verification off.
    pub(crate) const HARMFUL: [Self; 2] = [Self::Unverified, Self::Colliding];
}

/// A layout with a fault, which strikes at random but the same on every run.
#[derive(Debug)]
pub(crate) struct Faulty<L> {
    layout: L,
    fault: Fault,
    strikes: Cell<u64>,
}

impl<L> Faulty<L> {
    pub(crate) fn new(layout: L, fault: Fault) -> Self {
        Self { layout, fault, strikes: Cell::new(0) }
    }

    /// The next random number.
    fn random(&self) -> u64 {
        self.strikes.set(self.strikes.get().wrapping_add(0x9e37_79b9_7f4a_7c15));
        let word = self.strikes.get();
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 16
    }
}

impl<L: Layout> Faulty<L> {
    /// Gives a slot to a key that nobody asks for.
    fn evict(&self, cluster: &L::Cluster) {
        let (slots, random) = (self.layout.read(cluster, 0).0.as_ref().len() as u64, self.random());
        let stranger = Entry::new(-7, Bound::Exact, Entry::MAX_DRAFT);
        if let Some(word) = L::Word::pack(&stranger, 1, Generation::default()) {
            let slot = usize::try_from(random % slots).unwrap_or(0);
            self.layout.write(cluster, slot, self.random() << 16 | random >> 32, word);
        }
    }

    /// Writes a slot and takes some of the words back, as another thread may see it in between.
    fn tear(&self, cluster: &L::Cluster, slot: usize, check: u64, word: L::Word) {
        use std::sync::atomic::Ordering::Relaxed;
        let before: Vec<u64> = cluster.words().iter().map(|word| word.load(Relaxed)).collect();
        self.layout.write(cluster, slot, check, word);
        let torn = self.random();
        for (n, (word, before)) in cluster.words().iter().zip(before).enumerate() {
            if torn >> n & 1 != 0 {
                word.store(before, Relaxed);
            }
        }
    }
}

impl<L: Layout> Layout for Faulty<L> {
    type Cluster = L::Cluster;
    type Word = L::Word;
    type Words = L::Words;

    fn tag(&self) -> u64 {
        self.layout.tag()
    }

    fn fits(&self, clusters: usize) -> Result<(), SizeError> {
        self.layout.fits(clusters)
    }

    fn locate(&self, key: u64, clusters: usize) -> Located {
        let located = self.layout.locate(key, clusters);
        let check = if self.fault == Fault::Colliding { located.check & 15 } else { located.check };
        Located { check, ..located }
    }

    fn find(&self, cluster: &L::Cluster, check: u64) -> Option<L::Word> {
        match self.fault {
            Fault::Unverified => {
                return self.layout.read(cluster, check).0.as_ref().iter().copied().find(|w| !w.is_empty());
            }
            Fault::RandomEviction if self.random().is_multiple_of(4) => self.evict(cluster),
            _ => {}
        }
        self.layout.find(cluster, check)
    }

    fn read(&self, cluster: &L::Cluster, check: u64) -> (L::Words, Option<usize>) {
        self.layout.read(cluster, check)
    }

    fn write(&self, cluster: &L::Cluster, slot: usize, check: u64, word: L::Word) {
        match self.fault {
            Fault::LostStores if self.random().is_multiple_of(3) => {}
            Fault::TornPairs if self.random().is_multiple_of(4) => self.tear(cluster, slot, check, word),
            _ => self.layout.write(cluster, slot, check, word),
        }
    }

    fn shift(&self, cluster: &L::Cluster, from: usize, to: usize) {
        self.layout.shift(cluster, from, to);
    }

    fn amend(&self, cluster: &L::Cluster, slot: usize, old: L::Word, new: L::Word) {
        self.layout.amend(cluster, slot, old, new);
    }
}
