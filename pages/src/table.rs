//! The table at work: alpha-beta on tic-tac-toe over a small table of the reader's choice, played back event by event.
//!
//! The table is that of the published experiment: indexed by the low bits of the key, checked by as many of its high bits as
//! the reader likes, none included.

mod run;

use std::collections::BTreeSet;

use games::tic_tac_toe::Square;
use search::Game as _;
use serde_json::{Value, json};
use ttable::{Bound, Stored};

use self::run::{Choice, Record, Slot};
use crate::record::{Board, Event, Found};
use crate::{Answer, Arguments, hex};

/// What has been counted so far.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    nodes: u64,
    probes: u64,
    hits: u64,
    false_matches: u64,
    cutoffs: u64,
    stores: u64,
    /// Stores over any entry, of whichever position, as the published experiments count.
    evictions: u64,
    refused: u64,
}

/// A search that has been run, and how far it has been played back.
#[derive(Debug)]
pub(crate) struct Playback {
    choice: Choice,
    record: Record,
    at: usize,
    board: Board,
    counts: Counts,
    /// Stores played back, refused ones included.
    stored: usize,
    slots: Vec<Option<Slot>>,
    /// Slots that have changed since the last answer.
    changed: BTreeSet<usize>,
}

impl Playback {
    /// Searches a board over a table: policy, indices, bits checked, board.
    pub(crate) fn new(arguments: &mut Arguments<'_>) -> Result<Self, String> {
        let choice = Choice::read(arguments)?;
        let record = run::run(&choice)?;
        let slots = vec![None; choice.slots()];
        Ok(Self {
            at: 0,
            board: choice.board,
            counts: Counts::default(),
            stored: 0,
            changed: (0..slots.len()).collect(),
            slots,
            choice,
            record,
        })
    }

    /// Plays back so many events more.
    pub(crate) fn go_on(&mut self, arguments: &mut Arguments<'_>) -> Answer {
        let count: usize = arguments.parsed("a number of events")?;
        for _ in 0..count {
            self.step();
        }
        Ok(self.answer())
    }

    fn step(&mut self) {
        let Some(&event) = self.record.events.get(self.at) else { return };
        self.at += 1;
        match event {
            Event::Node => self.counts.nodes += 1,
            Event::Make(square) => self.board.make(square),
            Event::Unmake(square) => self.board.unmake(square, ()),
            Event::Probe { found, .. } => {
                self.counts.probes += 1;
                self.counts.hits += u64::from(found != Found::Nothing);
                self.counts.false_matches += u64::from(found == Found::Another);
            }
            Event::Cutoff(_) => self.counts.cutoffs += 1,
            Event::Store { index, stored } => self.store(index.into(), stored),
        }
    }

    /// What a store has left at its index.
    fn store(&mut self, index: usize, stored: Stored) {
        self.counts.stores += u64::from(stored != Stored::Refused);
        self.counts.refused += u64::from(stored == Stored::Refused);
        let tiers = self.choice.tiers();
        let Some(after) = self.record.clusters.get(self.stored) else { return };
        self.stored += 1;
        for (tier, &slot) in after.iter().enumerate().take(tiers) {
            let at = index * tiers + tier;
            if let Some(old) = self.slots.get_mut(at).filter(|old| **old != slot) {
                *old = slot;
                self.changed.insert(at);
            }
        }
        self.counts.evictions += u64::from(matches!(stored, Stored::Evicted | Stored::Updated));
    }

    /// How things stand.
    pub(crate) fn answer(&mut self) -> Value {
        let changed = std::mem::take(&mut self.changed);
        let changed: Vec<Value> = changed
            .into_iter()
            .map(|at| match self.slots.get(at).copied().flatten() {
                None => json!([at]),
                Some(slot) => json!([at, slot.value, sign(slot.bound), slot.draft]),
            })
            .collect();
        let Counts { nodes, probes, hits, false_matches, cutoffs, stores, evictions, refused } = self.counts;
        let done = self.at == self.record.events.len();
        json!({
            "at": self.at,
            "events": self.record.events.len(),
            "slots": self.slots.len(),
            "tiers": self.choice.tiers(),
            "board": self.board.to_string(),
            "key": hex(self.board.key()),
            "last": self.last(),
            "changed": changed,
            "nodes": nodes,
            "probes": probes,
            "hits": hits,
            "falseMatches": false_matches,
            "cutoffs": cutoffs,
            "stores": stores,
            "evictions": evictions,
            "refused": refused,
            "value": done.then_some(self.record.value),
            "right": done.then_some(self.record.right),
        })
    }

    /// The last event, for a sentence about it.
    fn last(&self) -> Value {
        let Some(last) = self.at.checked_sub(1).and_then(|at| self.record.events.get(at)) else {
            return json!({ "event": "start" });
        };
        let moved = |event: &str, square: Square| json!({ "event": event, "square": square.index() });
        match *last {
            Event::Node => json!({ "event": "node", "over": self.board.outcome().is_some() }),
            Event::Make(square) => moved("make", square),
            Event::Unmake(square) => moved("unmake", square),
            Event::Probe { index, found } => {
                let found = match found {
                    Found::Nothing => "nothing",
                    Found::Own => "own",
                    Found::Another => "another",
                };
                json!({ "event": "probe", "index": index, "found": found })
            }
            Event::Cutoff(bound) => json!({ "event": "cutoff", "bound": sign(bound) }),
            Event::Store { index, stored } => {
                let stored = match stored {
                    Stored::Filled => "filled",
                    Stored::Updated => "updated",
                    Stored::Evicted => "evicted",
                    Stored::Refused => "refused",
                };
                json!({ "event": "store", "index": index, "stored": stored })
            }
        }
    }
}

/// A bound as it stands before its value: the true value is at least, at most or exactly that.
fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "≥",
        Bound::Upper => "≤",
        Bound::Exact => "=",
    }
}
