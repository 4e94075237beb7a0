//! How many bits of the key a table must check: false matches, and what they do to the value of the root.

use std::cell::Cell;

use games::connect_four::ConnectFour;
use ttable::{
    Always, Clustered, Entry, Handle, OnePerIndex, Packed, QuarterLine, Size, Sliced, Stored, Table,
};

use crate::connect_four::{SETS, Set, search};
use crate::sheet::{Sheet, Value};

/// Bits checked.
pub const BITS: [u32; 7] = [0, 4, 8, 12, 16, 24, 32];

/// Slots of the table: few against the nodes, so that nearly every probe meets an entry.
pub const SLOTS: u64 = 1 << 12;

/// What searches with a check of so many bits came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Positions solved.
    pub positions: u64,
    /// Those whose value came out wrong.
    pub wrong: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Probes of the table.
    pub probes: u64,
    /// Probes answered with another position's entry.
    pub false_matches: u64,
}

impl Outcome {
    /// False matches in a million probes.
    pub fn per_million(&self) -> f64 {
        1e6 * self.false_matches as f64 / self.probes as f64
    }

    /// Whether there are no more false matches than if every probe met another position's entry: by five standard
    /// deviations at most.
    pub fn is_within_odds(&self, bits: u32) -> bool {
        let expected = self.probes as f64 / 2_f64.powi(bits.cast_signed());
        self.false_matches as f64 <= expected + 5.0 * expected.sqrt() + 5.0
    }

    /// Whether nothing but a false match made a value wrong.
    pub const fn is_explained(&self) -> bool {
        self.wrong == 0 || self.false_matches > 0
    }
}

/// A table that checks a slice of the key, keeps all of it, and counts the probes answered with another key's entry.
struct Watched {
    table: Clustered<Sliced<QuarterLine, Packed>, Always>,
    probes: Cell<u64>,
    false_matches: Cell<u64>,
}

impl Table for Watched {
    type Handle = (u64, Handle<Sliced<QuarterLine, Packed>>);

    fn locate(&self, key: u64) -> Self::Handle {
        (key, self.table.locate(key))
    }

    fn probe(&self, (key, handle): Self::Handle) -> Option<Entry> {
        let false_match = self.table.answering_key(handle).is_some_and(|answering| answering != key);
        self.probes.set(self.probes.get() + 1);
        self.false_matches.set(self.false_matches.get() + u64::from(false_match));
        self.table.probe(handle)
    }

    fn store(&self, (_, handle): Self::Handle, entry: &Entry, work: u64) -> Stored {
        self.table.store(handle, entry, work)
    }
}

/// Solves Connect Four positions whose values are known, each over an empty table that checks so many bits.
///
/// # Panics
///
/// If 64 KiB of memory cannot be had.
pub fn outcome(set: Set, bits: u32) -> Outcome {
    let mut outcome = Outcome::default();
    for (drawn, value) in set.positions() {
        let layout = OnePerIndex::bits(32, bits);
        let table = Clustered::new(layout, Always, Size::Clusters(SLOTS)).expect("4,096 slots of 16 bytes");
        let watched = Watched { table, probes: Cell::new(0), false_matches: Cell::new(0) };
        let board: ConnectFour = drawn.board;
        let solution = search(board, &watched, ());
        outcome.positions += 1;
        outcome.wrong += u64::from(solution.score.get() != i32::from(value));
        outcome.nodes += solution.nodes;
        outcome.probes += watched.probes.get();
        outcome.false_matches += watched.false_matches.get();
    }
    outcome
}

/// The experiment as tables, one for each set of positions.
pub fn sheets() -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = SETS.map(sheet).into();
    for sheet in &mut sheets {
        sheet.remark(
            "A probe that meets another position's entry takes it for its own once in 2^bits. Expected: if every probe met \
             another's.",
        );
    }
    sheets
}

fn sheet(set: Set) -> Sheet {
    let title = format!(
        "Verification bits: Connect Four, {} stones, solved over {SLOTS} slots, positions by seed {}",
        set.stones, set.seed
    );
    let heads = [
        "bits",
        "positions",
        "wrong values",
        "nodes",
        "probes",
        "false matches",
        "per million",
        "expected at most",
    ];
    let mut sheet = Sheet::new(title, &heads);
    for bits in BITS {
        let outcome = outcome(set, bits);
        sheet.row([
            bits.into(),
            outcome.positions.into(),
            outcome.wrong.into(),
            outcome.nodes.into(),
            outcome.probes.into(),
            outcome.false_matches.into(),
            Value::decimal(outcome.per_million(), 2),
            Value::decimal(1e6 / 2_f64.powi(bits.cast_signed()), 2),
        ]);
        sheet.expect(
            &format!("{bits} bits: no more false matches than odds"),
            outcome.is_within_odds(bits),
            true,
        );
        sheet.expect(&format!("{bits} bits: no wrong value without one"), outcome.is_explained(), true);
    }
    sheet
}
