//! Several threads: all of them search, and they leave each other the moves that one of them is searching.

use std::sync::mpsc::{self, Sender};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use ttable::NoTable;

use super::*;
use crate::Entered;

/// How long a thread waits for another before the test is given up.
const DEADLINE: Duration = Duration::from_mins(1);

/// [`Take`], telling of what is done by other threads than the one it was made on.
#[derive(Clone, Debug)]
struct Heard<'a> {
    game: Take,
    owner: thread::ThreadId,
    /// Positions that others have asked whether the past makes them a draw: all nodes of theirs but the root's, and but those at
    /// which they stopped.
    others: &'a AtomicU64,
    first: Sender<()>,
}

impl Game for Heard<'_> {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        self.game.legal_moves(moves);
    }

    fn make(&mut self, mv: u16) {
        self.game.make(mv);
    }

    fn unmake(&mut self, mv: u16, (): ()) {
        self.game.unmake(mv, ());
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        self.game.pack(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        self.game.unpack(packed)
    }
}

impl Evaluate for Heard<'_> {
    fn evaluate(&self) -> i16 {
        self.game.evaluate()
    }
}

impl Noisy for Heard<'_> {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Heard<'_> {}

impl Past for Heard<'_> {
    fn drawn_since(&self, _ply: Ply) -> Option<Ply> {
        if thread::current().id() != self.owner && self.others.fetch_add(1, Ordering::Relaxed) == 0 {
            // Nobody listens any more if the wait was given up.
            let _ = self.first.send(());
        }
        None
    }
}

#[test]
fn several_threads_search_and_all_their_nodes_are_counted() {
    let (first, heard) = mpsc::channel();
    let (others, nodes) = (AtomicU64::new(0), AtomicU64::new(0));
    let game = Heard { game: Take(40), owner: thread::current().id(), others: &others, first };
    let terms = Terms { depth: 12, ..Terms::default() };
    // The caller's thread waits after its second depth until another has begun.
    let wait = |report: Report<'_, u16>| {
        if report.depth == 2 && report.bound == Bound::Exact {
            heard.recv_timeout(DEADLINE).expect("another thread searches too");
        }
    };
    let (table, stop) = (Unbounded::new(), AtomicBool::new(false));
    let thought = Player::new(3).think_observed(&table, &game, &terms, &stop, &mut Nodes(&nodes), wait);
    let (own, asked) = (nodes.load(Ordering::Relaxed), others.load(Ordering::Relaxed));
    assert!(own > 100 && asked > 0, "{own} nodes, and {asked} of others");
    // Each root that is not stopped has a child.
    let most = 2 * asked + 1_000;
    assert!((own + asked..=own + most).contains(&thought.nodes), "{} of {own} and {asked}", thought.nodes);
}

/// Take one to five, and nothing is ever worth anything: no window is left, and no move of the root cut off.
#[derive(Clone, Debug)]
struct Meeting<'a> {
    left: u16,
    owner: thread::ThreadId,
    place: &'a Place,
}

const MANY: u16 = 40;

/// Where the caller's thread meets a helper: in a move of the root that is not the first.
#[derive(Debug, Default)]
struct Place {
    meeting: Mutex<Option<Met>>,
    changed: Condvar,
}

/// How far it has come, from the time on at which it was agreed on.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    /// The caller's first move, in which it waits for a helper.
    first: Option<u16>,
    /// The helper's, in which it waits for the caller.
    busy: Option<u16>,
    /// A helper has begun with the caller's first move, as none does but in the search that the caller called for last.
    is_followed: bool,
    is_over: bool,
}

impl Place {
    fn agree(&self) {
        *self.meeting.lock().unwrap() = Some(Met::default());
    }

    /// What was agreed on has come so far, and goes on when it has come further.
    fn change(&self, change: impl FnOnce(&mut Met), is_early: impl Fn(&Met) -> bool) {
        let mut meeting = self.meeting.lock().unwrap();
        change(meeting.as_mut().unwrap());
        self.changed.notify_all();
        let is_early = |meeting: &mut Option<Met>| is_early(meeting.as_ref().unwrap());
        let (_meeting, waited) = self.changed.wait_timeout_while(meeting, DEADLINE, is_early).unwrap();
        assert!(!waited.timed_out(), "nobody came");
    }

    fn made(&self, mv: u16, is_caller: bool) {
        if self.meeting.lock().unwrap().is_none() {
            return;
        }
        if !is_caller {
            // No helper is through with all depths before the caller has begun.
            self.change(|_| (), |met| met.first.is_none());
        }
        let met = self.meeting.lock().unwrap().unwrap();
        match met {
            Met { first: None, .. } if is_caller => {
                self.change(|met| met.first = Some(mv), |met| met.busy.is_none());
            }
            Met { first: Some(first), is_followed: false, .. } if !is_caller && first == mv => {
                self.change(|met| met.is_followed = true, |_| false);
            }
            Met { is_followed: true, busy: None, .. } if !is_caller && met.first != Some(mv) => {
                self.change(|met| met.busy = Some(mv), |met| !met.is_over);
            }
            Met { busy: Some(busy), .. } if is_caller && busy == mv => {
                self.change(|met| met.is_over = true, |_| false);
            }
            _ => (),
        }
    }
}

impl Game for Meeting<'_> {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        crate::mixed::mix(self.left.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Draw)
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(1..=self.left.min(5));
    }

    fn make(&mut self, mv: u16) {
        if self.left == MANY {
            self.place.made(mv, thread::current().id() == self.owner);
        }
        self.left -= mv;
    }

    fn unmake(&mut self, mv: u16, (): ()) {
        self.left += mv;
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::new(mv).unwrap()
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get()).filter(|&mv| mv <= self.left.min(5))
    }
}

impl Evaluate for Meeting<'_> {
    fn evaluate(&self) -> i16 {
        0
    }
}

impl Noisy for Meeting<'_> {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Meeting<'_> {}

impl Past for Meeting<'_> {}

/// The root's moves in the order they are made, at one depth.
struct Order(Depth, bool, Vec<u16>);

impl Observer for Order {
    fn enter(&mut self, node: &Entered) {
        if node.ply == 0 {
            self.1 = node.depth == self.0;
        }
    }

    fn moved(&mut self, ply: Ply, packed: Option<NonZeroU16>) {
        if ply == 0 && self.1 {
            self.2.extend(packed.map(NonZeroU16::get));
        }
    }
}

#[test]
fn a_move_that_a_helper_is_searching_comes_last() {
    const MEETING: Depth = 5;
    let place = Place::default();
    let game = Meeting { left: MANY, owner: thread::current().id(), place: &place };
    let agree = |report: Report<'_, u16>| {
        if report.depth == MEETING - 1 {
            place.agree();
        }
    };
    let mut order = Order(MEETING, false, Vec::new());
    let (table, stop, terms) =
        (Unbounded::new(), AtomicBool::new(false), Terms { depth: MEETING, ..Terms::default() });
    let mut player = Player::with_techniques(2, crate::Bare);
    player.think_observed(&table, &game, &terms, &stop, &mut order, agree);
    let met = place.meeting.into_inner().unwrap().unwrap();
    let ends = [order.2.first().copied(), order.2.last().copied()];
    assert_eq!((ends, met.is_over), ([met.first, met.busy], true), "{:?}", order.2);
    order.2.sort_unstable();
    assert_eq!(order.2, [1, 2, 3, 4, 5], "each is searched once");
}

/// A ring of positions, met again and again on the way, as if there were no past.
#[derive(Clone, Debug)]
struct Ring {
    at: u64,
    seed: u64,
}

const PLACES: u64 = 5;

impl Game for Ring {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        crate::mixed::mix(1 + self.at)
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend([1, 2, 3]);
    }

    fn make(&mut self, mv: u16) {
        self.at = (self.at + u64::from(mv)) % PLACES;
    }

    fn unmake(&mut self, mv: u16, (): ()) {
        self.at = (self.at + PLACES - u64::from(mv)) % PLACES;
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::new(mv).unwrap()
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get()).filter(|&mv| mv <= 3)
    }
}

impl Evaluate for Ring {
    fn evaluate(&self) -> i16 {
        i16::try_from(crate::mixed::mix(self.seed * PLACES + self.at) % 100).unwrap()
    }
}

impl Noisy for Ring {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Ring {}

impl Past for Ring {}

/// One that left itself a move, in a position met again on the way, would search in another order.
#[test]
fn who_is_alone_puts_nothing_off() {
    for seed in 0..20 {
        let game = Ring { at: 0, seed };
        let (terms, stop) = (Terms { depth: 9, ..Terms::default() }, AtomicBool::new(false));
        let mut player = Player::with_techniques(1, crate::Bare);
        let thought = player.think(&NoTable, &game, &terms, &stop, |_| ());
        let mut search = Search::new(NoTable)
            .with_policy(Play::new(crate::Bare, AtLeast))
            .with_algorithm::<PrincipalVariation>();
        let (last, _) = search.deepen(&mut game.clone(), 1..=9, |_| ());
        let line = &thought.lines[0];
        let expected = last.map(|last| (last.score, last.line, last.nodes));
        assert_eq!(Some((line.score, line.moves.clone(), thought.nodes)), expected, "seed {seed}");
    }
}
