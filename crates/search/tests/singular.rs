//! What becomes of a node when the other moves are tried without its hash move: it is extended, reduced, or answered at once.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::num::NonZeroU16;

use search::{
    AtLeast, Bound, Chosen, Depth, Entered, Entry, Evaluate, Full, Game, Noisy, Null, Observer, Outcome,
    Past, Play, PrincipalVariation, Score, Search, Table, Tactical, Technique, Unbounded, Window,
};

/// A tree by hand: one move to the node that is judged; there, a move for each of `values`; after it one move at each ply,
/// without an end. What that move is worth to who made it does not change with depth.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fork {
    values: Vec<i16>,
    /// The hash move, the first one, has to be answered.
    gives_check: bool,
    /// The moves made so far.
    path: Vec<u16>,
}

/// The depth at which the judged node is searched: the least at which that is done.
const DEPTH: Depth = 6;
/// What the table promises of the hash move. The others are singularly worse below 38, and far worse below 18.
const PROMISED: i32 = 50;

impl Fork {
    fn new(values: &[i16]) -> Self {
        Self { values: values.to_vec(), gives_check: false, path: Vec::new() }
    }
}

impl Game for Fork {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        let chosen = self.path.get(1).copied().unwrap_or(99);
        (u64::try_from(self.path.len()).unwrap() << 8 | u64::from(chosen)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(0..if self.path.len() == 1 { u16::try_from(self.values.len()).unwrap() } else { 1 });
    }

    fn make(&mut self, mv: u16) {
        self.path.push(mv);
    }

    fn unmake(&mut self, _mv: u16, (): ()) {
        self.path.pop();
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get() - 1)
    }
}

impl Evaluate for Fork {
    fn evaluate(&self) -> i16 {
        let value = self.path.get(1).map_or(0, |&chosen| self.values[usize::from(chosen)]);
        if self.path.len() % 2 == 1 { value } else { -value }
    }
}

impl Noisy for Fork {
    fn is_calm(&self) -> bool {
        !self.gives_check || self.path.len() != 2 || self.path[1] != 0
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Fork {}

impl Past for Fork {}

/// The greatest depth at which a child of the judged node was entered, by itself alone.
#[derive(Debug, Default)]
struct Deepest(Option<Depth>);

impl Observer for Deepest {
    fn enter(&mut self, node: &Entered) {
        if node.ply == 2 {
            self.0 = self.0.max(Some(node.depth));
        }
    }
}

/// A search of the judged node: what the table holds of it, and with which techniques.
#[derive(Clone, Copy)]
struct Judged {
    bound: Bound,
    draft: Depth,
    depth: Depth,
    chosen: Chosen,
}

const JUDGED: Judged = Judged {
    bound: Bound::Lower,
    draft: DEPTH - 1,
    depth: DEPTH,
    chosen: Chosen::NONE.with(Technique::SingularExtensions),
};

impl Judged {
    /// The node's score in a window of its own, and the greatest depth of a child.
    fn search(self, game: &Fork, window: impl Window) -> (i32, Depth) {
        let (table, mut game) = (Unbounded::new(), game.clone());
        game.make(0);
        let promise = Score::plain(PROMISED).to_table(1);
        let entry = Entry::new(promise, self.bound, self.draft).with_move(Some(game.pack(0)));
        table.store(table.locate(game.key()), &entry, 1);
        game.unmake(0, ());
        let mut deepest = Deepest::default();
        let mut search = Search::new(&table)
            .with_policy(Play::new(self.chosen, AtLeast))
            .with_observer(&mut deepest)
            .with_algorithm::<PrincipalVariation>();
        let score = search.run(&mut game, self.depth + 1, window.flipped()).score;
        ((-score).get(), deepest.0.unwrap())
    }
}

/// The window in which the score is asked to be at least this.
fn at_least(beta: i32) -> Null {
    Null::above(Score::plain(beta - 1))
}

fn judged(values: &[i16], beta: i32) -> (i32, Depth) {
    JUDGED.search(&Fork::new(values), at_least(beta))
}

#[test]
fn a_hash_move_much_better_than_the_others_is_extended() {
    assert_eq!(judged(&[50, 37], 45), (50, DEPTH), "a ply");
    assert_eq!(judged(&[50, 18], 45), (50, DEPTH), "not quite far");
    assert_eq!(judged(&[50, 17], 45), (50, DEPTH + 1), "two");
    assert_eq!(judged(&[50], 45), (50, DEPTH), "the only move");
    let open = Full::new(Score::plain(30), Score::plain(70)).unwrap();
    assert_eq!(JUDGED.search(&Fork::new(&[50, 17]), open), (50, DEPTH), "in an open window never two");
}

/// The children have been searched for the judgement alone, at depth 1 below a node of depth 2.
#[test]
fn another_move_that_reaches_beta_answers_the_node() {
    assert_eq!(judged(&[50, 45], 45), (45, 1));
    assert_eq!(judged(&[50, 20, 60], 45), (60, 1), "whatever stands before it");
    let open = Full::new(Score::plain(30), Score::plain(45)).unwrap();
    assert_eq!(JUDGED.search(&Fork::new(&[50, 45]), open), (50, DEPTH - 2), "but not in an open window");
}

#[test]
fn a_hash_move_that_another_comes_near_is_searched_a_ply_less() {
    assert_eq!(judged(&[50, 44], 45), (50, DEPTH - 2));
    assert_eq!(judged(&[50, 38], 45), (50, DEPTH - 2), "just near enough");
    assert_eq!(judged(&[50, 44], 51), (50, DEPTH - 1), "not where the promise is below beta");
    // In place of the ply more for a threat, not beside it.
    let checks = Judged { chosen: JUDGED.chosen.with(Technique::CheckExtensions), ..JUDGED };
    let game = Fork { gives_check: true, ..Fork::new(&[50, 44]) };
    assert_eq!(checks.search(&game, at_least(45)), (50, DEPTH - 2));
    assert_eq!(checks.search(&game, at_least(51)), (50, DEPTH));
}

#[test]
fn without_a_promise_deep_enough_nothing_is_judged() {
    let not_judged = [
        Judged { bound: Bound::Upper, ..JUDGED },
        Judged { draft: DEPTH - 4, ..JUDGED },
        Judged { chosen: Chosen::NONE, ..JUDGED },
    ];
    for (case, judged) in not_judged.into_iter().enumerate() {
        for values in [[50, 17], [50, 44], [50, 45]] {
            assert_eq!(
                judged.search(&Fork::new(&values), at_least(45)),
                (50, DEPTH - 1),
                "{case}: {values:?}"
            );
        }
    }
    let shallow = Judged { depth: DEPTH - 1, draft: DEPTH - 2, ..JUDGED };
    assert_eq!(shallow.search(&Fork::new(&[50, 17]), at_least(45)), (50, DEPTH - 2));
    let enough = Judged { draft: DEPTH - 3, ..JUDGED };
    assert_eq!(enough.search(&Fork::new(&[50, 17]), at_least(45)), (50, DEPTH + 1));
}
