//! What ours is measured beside: the two classic schemes written down plainly, and maps behind locks.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16};
use std::sync::{Mutex, PoisonError};

use dashmap::DashMap;
use ttable::{Entry, Generation, Line, Packed, Stored, Table, Word, multiply_shift, prefetch};

/// Four slots of key XOR data and data to a cache line, scanned slot by slot, found anew for each call. The slot of lowest
/// draft − 8·age gives way.
#[derive(Debug)]
pub struct XorPort<M> {
    clusters: M,
    generation: Generation,
}

impl<M: AsRef<[Line]>> XorPort<M> {
    /// Over these clusters.
    pub fn new(clusters: M) -> Self {
        Self { clusters, generation: Generation::default() }
    }

    fn cluster(&self, key: u64) -> &Line {
        let clusters = self.clusters.as_ref();
        &clusters[multiply_shift(key, clusters.len())]
    }

    /// The slot to write, and what a store into it is.
    fn slot_for(&self, line: &Line, key: u64) -> (usize, Stored) {
        let (mut victim, mut least) = (0, i32::MAX);
        for slot in 0..4 {
            let data = line.0[2 * slot + 1].load(Relaxed);
            if data == 0 {
                return (slot, Stored::Filled);
            }
            if line.0[2 * slot].load(Relaxed) ^ data == key {
                return (slot, Stored::Updated);
            }
            let word = Packed::from_bits(data);
            let worth = i32::from(word.draft()) - 8 * i32::from(self.generation.since(word.generation()));
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        (victim, Stored::Evicted)
    }
}

impl<M: AsRef<[Line]>> Table for XorPort<M> {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let line = self.cluster(key);
        for slot in 0..4 {
            let data = line.0[2 * slot + 1].load(Relaxed);
            if line.0[2 * slot].load(Relaxed) ^ data == key && data != 0 {
                return Packed::from_bits(data).unpack();
            }
        }
        None
    }

    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored {
        let line = self.cluster(key);
        let (slot, stored) = self.slot_for(line, key);
        let Some(word) = Packed::pack(entry, work, self.generation) else { return Stored::Refused };
        line.0[2 * slot].store(key ^ word.bits(), Relaxed);
        line.0[2 * slot + 1].store(word.bits(), Relaxed);
        stored
    }
}

/// An entry of ten bytes: sixteen bits of the key, not tied to the data. Each field is an atomic of its own, which compiles
/// to a plain access; an entry may be torn.
#[derive(Debug, Default)]
struct Ten {
    key: AtomicU16,
    draft: AtomicU8,
    generation_bound: AtomicU8,
    mv: AtomicU16,
    value: AtomicU16,
    eval: AtomicU16,
}

/// Three entries and two bytes of padding.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Thirds([Ten; 3]);

const _: () = assert!(size_of::<Thirds>() == 32);

/// Three entries of ten bytes to half a cache line, as Stockfish has them, scanned one by one, found anew for each call.
///
/// Source: Stockfish's description of its table, as of August 2026; the code is ours.
#[derive(Debug)]
pub struct StockfishPort {
    clusters: Vec<Thirds>,
    generation: u8,
}

impl StockfishPort {
    /// An empty table of so many clusters of 32 bytes.
    pub fn new(clusters: usize) -> Self {
        Self { clusters: (0..clusters).map(|_| Thirds::default()).collect(), generation: 0 }
    }

    fn cluster(&self, key: u64) -> &Thirds {
        &self.clusters[multiply_shift(key, self.clusters.len())]
    }

    /// Searches since the entry was written, times eight.
    fn age(&self, ten: &Ten) -> i32 {
        i32::from(self.generation.wrapping_sub(ten.generation_bound.load(Relaxed)) & 0xf8)
    }

    /// The place to write, and what a store into it is.
    fn place_for<'a>(&self, thirds: &'a Thirds, key: u16) -> (&'a Ten, Stored) {
        for ten in &thirds.0 {
            if ten.draft.load(Relaxed) == 0 {
                return (ten, Stored::Filled);
            }
            if ten.key.load(Relaxed) == key {
                return (ten, Stored::Updated);
            }
        }
        let mut victim = &thirds.0[0];
        for ten in &thirds.0[1..] {
            let worth = |ten: &Ten| i32::from(ten.draft.load(Relaxed)) - self.age(ten);
            if worth(ten) < worth(victim) {
                victim = ten;
            }
        }
        (victim, Stored::Evicted)
    }
}

/// The key's low end, which the index does not use.
#[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
const fn low(key: u64) -> u16 {
    key as u16
}

impl Table for StockfishPort {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let ten = self
            .cluster(key)
            .0
            .iter()
            .find(|ten| ten.key.load(Relaxed) == low(key) && ten.draft.load(Relaxed) != 0)?;
        let generation_bound = ten.generation_bound.load(Relaxed);
        Some(Entry {
            mv: std::num::NonZeroU16::new(ten.mv.load(Relaxed)),
            value: ten.value.load(Relaxed).cast_signed(),
            eval: Some(ten.eval.load(Relaxed).cast_signed()),
            draft: i16::from(ten.draft.load(Relaxed)) - Packed::DRAFT_OFFSET,
            bound: ttable::Bound::from_bits(generation_bound)?,
            pv: generation_bound & 4 != 0,
        })
    }

    fn store(&self, key: u64, entry: &Entry, _work: u64) -> Stored {
        let (ten, stored) = self.place_for(self.cluster(key), low(key));
        let draft8 = (entry.draft + Packed::DRAFT_OFFSET).clamp(1, 255).cast_unsigned().to_le_bytes()[0];
        if let Some(mv) = entry.mv {
            ten.mv.store(mv.get(), Relaxed);
        } else if stored != Stored::Updated {
            ten.mv.store(0, Relaxed);
        }
        let kept = stored == Stored::Updated
            && entry.bound != ttable::Bound::Exact
            && i32::from(draft8) + 2 * i32::from(entry.pv) <= i32::from(ten.draft.load(Relaxed)) - 4
            && self.age(ten) == 0;
        if kept {
            return Stored::Refused;
        }
        ten.key.store(low(key), Relaxed);
        ten.draft.store(draft8, Relaxed);
        let generation_bound = self.generation | u8::from(entry.pv) << 2 | entry.bound as u8;
        ten.generation_bound.store(generation_bound, Relaxed);
        ten.value.store(entry.value.cast_unsigned(), Relaxed);
        ten.eval.store(entry.eval.unwrap_or(i16::MIN).cast_unsigned(), Relaxed);
        stored
    }
}

/// The word a map keeps.
fn word(entry: &Entry, work: u64) -> u64 {
    Packed::pack(entry, work, Generation::default()).map_or(0, Packed::bits)
}

fn stored(old: Option<u64>) -> Stored {
    if old.is_some() { Stored::Updated } else { Stored::Filled }
}

/// The standard library's map behind one lock.
#[derive(Debug)]
pub struct Single(Mutex<HashMap<u64, u64>>);

impl Single {
    /// Empty.
    pub fn with_room_for(entries: usize) -> Self {
        Self(Mutex::new(HashMap::with_capacity(entries)))
    }
}

impl Table for Single {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        found.and_then(|bits| Packed::from_bits(bits).unpack())
    }

    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored {
        let word = word(entry, work);
        stored(self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, word))
    }
}

/// The map of locked shards.
#[derive(Debug)]
pub struct Sharded(DashMap<u64, u64>);

impl Sharded {
    /// Empty.
    pub fn with_room_for(entries: usize) -> Self {
        Self(DashMap::with_capacity(entries))
    }
}

impl Table for Sharded {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let found = self.0.get(&key).map(|found| *found);
        found.and_then(|bits| Packed::from_bits(bits).unpack())
    }

    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored {
        stored(self.0.insert(key, word(entry, work)))
    }
}
