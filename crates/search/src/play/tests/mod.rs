//! What a search that plays decides, asked by itself: of the policy, and of a search at one node with a policy that says what it is
//! told to.

mod late;
mod nodes;
mod past;
mod policy;
mod scene;
mod singular;

use std::collections::HashSet;
use std::num::NonZeroU16;

use ttable::{Bound, Entry, NoTable, Table, Unbounded};

use crate::mixed::mix;
use crate::node::{Node, Standing};
use crate::observe::Entered;
use crate::staged::{Moves, Stage};
use crate::{
    AtLeast, Chosen, Company, Counts, Depth, Full, Game, MAX_DEPTH, NodeLimit, Null, Observer, Outcome, Ply,
    Policy, Score, Search, Selection, Technique, Techniques, Window,
};

/// A position and the moves made from it, of which any number is legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Spot(Vec<u16>);

/// What is made for a pass.
const PASS: u16 = 999;

impl Game for Spot {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.0.iter().fold(mix(1), |key, &mv| mix(key ^ u64::from(mv)))
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(0..5);
    }

    fn make(&mut self, mv: u16) {
        self.0.push(mv);
    }

    fn unmake(&mut self, _mv: u16, (): ()) {
        self.0.pop();
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get() - 1)
    }
}

/// The move beside the hash move.
const OTHER: u16 = 1;

/// Says of every move and position the same.
#[derive(Clone, Copy, Debug)]
struct Told {
    uses: Chosen,
    quiet: bool,
    exchange: i32,
    prize: i32,
    promise: i32,
    /// What each position but one after a pass is worth to the side to move.
    leaf: i32,
    /// What it is worth to the side that passed, after a pass.
    passed: Score,
    /// The least score that may answer for a node.
    trusted: Score,
    company: bool,
    /// What a move is worth to the side at the node that is asked of, beside the hash move 0, if there is one.
    other: Option<Score>,
    /// There are three answers to a pass.
    replies: bool,
}

impl Told {
    fn with(technique: Technique) -> Self {
        Self { uses: Chosen::NONE.with(technique), ..TOLD }
    }
}

const TOLD: Told = Told {
    uses: Chosen::NONE,
    quiet: true,
    exchange: 0,
    prize: 0,
    promise: 0,
    leaf: 0,
    passed: Score::DRAW,
    trusted: Score::MIN,
    company: false,
    other: None,
    replies: false,
};

/// The mark of what another is searching.
const BUSY: u64 = 7;

/// Company that is there, or not.
struct Present(bool);

impl Company for Present {
    const SHARED: bool = true;

    fn is_present(&self) -> bool {
        self.0
    }

    fn is_busy(&self, key: u64) -> bool {
        key == BUSY
    }
}

impl Selection<Spot> for Told {
    const SELECTIVE: bool = true;

    fn uses(&self, technique: Technique) -> bool {
        self.uses.has(technique)
    }

    fn list_next(&self, game: &Spot, moves: &mut Moves<Spot>, _: Ply) {
        if game.0.is_empty() && self.other.is_some() {
            moves.list(&vec![0, OTHER], |_| 0);
        }
        if game.0 == [PASS] && self.replies {
            moves.list(&vec![2, 3, 4], |_| 0);
        }
        moves.stage = Stage::All;
    }

    fn pass(&mut self, game: &mut Spot, _: Ply) -> Option<()> {
        (game.0.last() != Some(&PASS)).then(|| game.make(PASS))
    }

    fn take_back_pass(&mut self, game: &mut Spot, (): ()) {
        game.unmake(PASS, ());
    }

    fn key_after(&self, game: &Spot, mv: u16) -> Option<u64> {
        let mut after = game.clone();
        after.make(mv);
        Some(after.key())
    }

    fn is_quiet(&self, _: &Spot, _: u16) -> bool {
        self.quiet
    }

    fn prize(&self, _: &Spot, _: u16) -> i32 {
        self.prize
    }

    fn exchange(&self, _: &Spot, _: u16) -> i32 {
        self.exchange
    }

    fn promise(&self, _: &Spot, _: u16, _: Ply) -> i32 {
        self.promise
    }

    fn trusts(&self, _: &Spot, score: Score, _: Ply) -> bool {
        score >= self.trusted
    }

    fn company(&self) -> impl Company {
        Present(self.company)
    }
}

impl Policy<Spot> for Told {
    type Gate = AtLeast;

    const QUIESCENCE: bool = true;

    fn gate(&self) -> &AtLeast {
        &AtLeast
    }

    fn leaf(&self, game: &Spot) -> Score {
        match (game.0.last(), self.other) {
            (Some(&PASS), _) => -self.passed,
            (Some(&OTHER), Some(score)) => -score,
            _ => Score::plain(self.leaf),
        }
    }
}

/// Depths and windows of the nodes entered, by ply.
#[derive(Debug, Default)]
struct Visits(Vec<(Ply, Depth, i32)>);

impl Observer for Visits {
    fn enter(&mut self, node: &Entered) {
        self.0.push((node.ply, node.depth, node.alpha.get()));
    }
}

fn search(told: Told) -> Search<NoTable, Told, Visits> {
    Search::new(NoTable).with_policy(told).with_observer(Visits::default())
}

fn node(depth: Depth, ply: Ply) -> Node<<NoTable as Table>::Handle> {
    Node { handle: NoTable.locate(0), depth, ply, calm: true, cut: false }
}

/// A calm node with this evaluation, if it has one.
fn standing(evaluation: Option<i32>) -> Standing {
    let evaluation = evaluation.map(Score::plain);
    Standing { calm: true, own: evaluation, evaluation, content: None, improving: false, extension: 0 }
}

fn above(alpha: i32) -> Null {
    Null::above(Score::plain(alpha))
}

/// The least of these numbers of which it is so.
fn least(numbers: std::ops::Range<i32>, is_so: impl Fn(i32) -> bool) -> Option<i32> {
    let found = numbers.clone().find(|&number| is_so(number));
    // And of all greater ones.
    assert!(found.is_none_or(|found| (found..numbers.end).all(is_so)), "from {found:?} on");
    found
}

const DEPTHS: std::ops::RangeInclusive<Depth> = 1..=9;
