//! Running a search over the table of choice, and writing down what it does.

use std::cell::RefCell;

use search::{Depth, DepthGate, Full, Observer, Plain, Score, Search, minimax};
use ttable::{
    Always, Bound, Clustered, DepthPreferred, Entry, Handle, Layout, OnePerIndex, Packed, Replacement, Size,
    Stored, Table, TwoPerIndex, TwoTier, Word as _,
};

use crate::record::{Board, Event, Found, Log, Nodes, Recorded};
use crate::{Arguments, keys};

/// The greatest number of indices.
const MOST: usize = 4_096;

/// What the reader has chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    policy: Policy,
    indices: usize,
    /// High bits of the key that are checked, `0..=64`.
    bits: u32,
    pub(super) board: Board,
}

/// Which entry gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Policy {
    Always,
    Depth,
    Two,
}

impl Choice {
    pub(super) fn read(arguments: &mut Arguments<'_>) -> Result<Self, String> {
        let policy = match arguments.text("a policy")? {
            "always" => Policy::Always,
            "depth" => Policy::Depth,
            "two" => Policy::Two,
            found => return Err(format!("expected the policy always, depth or two, found {found:?}")),
        };
        let indices: usize = arguments.parsed("a number of indices")?;
        if !indices.is_power_of_two() || indices > MOST {
            return Err(format!("expected a power of two up to {MOST}, found {indices} indices"));
        }
        let bits: u32 = arguments.parsed("a number of bits")?;
        if bits > 64 {
            return Err(format!("expected at most 64 bits to check, found {bits}"));
        }
        let board = Board::parse_with(arguments.text("a board")?, &keys::PUBLISHED);
        Ok(Self { policy, indices, bits, board: board.map_err(|error| error.to_string())? })
    }

    /// Slots at an index.
    pub(super) fn tiers(&self) -> usize {
        if self.policy == Policy::Two { 2 } else { 1 }
    }

    /// Slots of the table.
    pub(super) fn slots(&self) -> usize {
        self.indices * self.tiers()
    }
}

/// A slot's entry, as far as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) value: i16,
    pub(super) bound: Bound,
    pub(super) draft: i16,
    /// The move, so that a change of it alone is one too.
    mv: u16,
}

/// The slots at an index; where there is but one, the second stays empty.
pub(super) type Cluster = [Option<Slot>; 2];

/// A search written down.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) events: Vec<Event>,
    /// What each store has left at its index, in the order of the stores.
    pub(super) clusters: Vec<Cluster>,
    /// What the search found.
    pub(super) value: i32,
    /// What plain minimax finds.
    pub(super) right: i32,
}

/// Runs the search of choice.
///
/// # Errors
///
/// If there is no memory for the table.
pub(super) fn run(choice: &Choice) -> Result<Record, String> {
    let (low, bits) = (64 - choice.bits, choice.bits);
    let one = OnePerIndex::bits(low, bits);
    match choice.policy {
        Policy::Always => over(choice, one, Always, Clustered::<OnePerIndex, Always>::answering_key),
        Policy::Depth => {
            over(choice, one, DepthPreferred::AT_LEAST, Clustered::<OnePerIndex, _>::answering_key)
        }
        Policy::Two => {
            over(choice, TwoPerIndex::bits(low, bits), TwoTier, Clustered::<TwoPerIndex, _>::answering_key)
        }
    }
}

fn over<L: Layout<Word = Packed>, R: Replacement<Packed>>(
    choice: &Choice,
    layout: L,
    policy: R,
    answering: Answering<L, R>,
) -> Result<Record, String> {
    let size = Size::Clusters(choice.indices as u64);
    let table = Clustered::new(layout, policy, size).map_err(|error| error.to_string())?;
    let (log, clusters) = (Log::default(), RefCell::default());
    let table = RecordedTable { table, answering, log: &log, clusters: &clusters };
    let depth = Depth::from(9 - choice.board.stones());
    let window = Full::new(Score::plain(-99), Score::plain(99)).ok_or("expected a window")?;
    let value = Search::new(table)
        .with_policy(Plain(AnyDraft))
        .with_observer(Nodes(&log))
        .run(&mut Recorded { board: choice.board, log: &log }, depth, window)
        .score;
    let right = minimax(&mut { choice.board }, depth, &|_| Score::DRAW, &mut Nothing);
    Ok(Record {
        events: log.into_inner(),
        clusters: clusters.into_inner(),
        value: value.get(),
        right: right.get(),
    })
}

/// Observes nothing.
struct Nothing;

impl Observer for Nothing {}

/// The gate that is always open: every search here runs to the end of the game.
struct AnyDraft;

impl DepthGate for AnyDraft {
    fn admits(&self, _draft: Depth, _depth: Depth) -> bool {
        true
    }
}

/// The whole key of the entry that answers a probe.
type Answering<L, R> = fn(&Clustered<L, R>, Handle<L>) -> Option<u64>;

/// A table that writes down its traffic.
struct RecordedTable<'a, L: Layout, R> {
    table: Clustered<L, R>,
    answering: Answering<L, R>,
    log: &'a Log,
    clusters: &'a RefCell<Vec<Cluster>>,
}

impl<L: Layout<Word = Packed>, R> RecordedTable<'_, L, R> {
    fn index(&self, key: u64) -> usize {
        self.table.layout().locate(key, self.table.clusters().len()).cluster
    }

    /// The slots at an index.
    fn slots(&self, index: usize) -> Cluster {
        let mut slots = Cluster::default();
        if let Some(cluster) = self.table.clusters().get(index) {
            let (words, _) = self.table.layout().read(cluster, 0);
            for (slot, word) in slots.iter_mut().zip(words.as_ref()) {
                *slot = word.unpack().map(|Entry { value, bound, draft, mv, .. }| Slot {
                    value,
                    bound,
                    draft,
                    mv: mv.map_or(0, std::num::NonZeroU16::get),
                });
            }
        }
        slots
    }
}

impl<L: Layout<Word = Packed>, R: Replacement<Packed>> Table for RecordedTable<'_, L, R> {
    type Handle = (u64, Handle<L>);

    fn locate(&self, key: u64) -> Self::Handle {
        (key, self.table.locate(key))
    }

    fn probe(&self, (key, handle): Self::Handle) -> Option<Entry> {
        let entry = self.table.probe(handle);
        let found = match (&entry, (self.answering)(&self.table, handle)) {
            (None, _) => Found::Nothing,
            (Some(_), Some(answering)) if answering != key => Found::Another,
            (Some(_), _) => Found::Own,
        };
        self.log.borrow_mut().push(Event::Probe { index: short(self.index(key)), found });
        entry
    }

    fn store(&self, (key, handle): Self::Handle, entry: &Entry, work: u64) -> Stored {
        let stored = self.table.store(handle, entry, work);
        let index = self.index(key);
        self.clusters.borrow_mut().push(self.slots(index));
        self.log.borrow_mut().push(Event::Store { index: short(index), stored });
        stored
    }
}

/// An index, which is below [`MOST`].
fn short(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}
