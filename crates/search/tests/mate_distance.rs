//! Mate-distance pruning: it changes no value, and leaves out just what cannot be a quicker win.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::num::NonZeroU16;

use common::{Graph, Matches};
use search::{
    Chosen, Equal, Evaluate, Full, Game, NoTable, Noisy, Null, Observer, Outcome, Past, Play, Ply, Score,
    Search, Tactical, Technique, minimax,
};

/// Two moves everywhere. Whoever moves at the root and plays 0 wins with 0 again, two plies later, whatever the answer; nothing else
/// ever ends.
#[derive(Clone, Debug, Default)]
struct Corridor(Vec<u16>);

impl Game for Corridor {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.0.iter().fold(1, |key, &mv| 2 * key + u64::from(mv))
    }

    fn outcome(&self) -> Option<Outcome> {
        matches!(self.0[..], [0, _, 0]).then_some(Outcome::Loss)
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend([0, 1]);
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
        Some(packed.get() - 1).filter(|&mv| mv < 2)
    }
}

impl Evaluate for Corridor {
    fn evaluate(&self) -> i16 {
        0
    }
}

impl Noisy for Corridor {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Corridor {}

impl Past for Corridor {}

/// Nodes by ply.
#[derive(Default)]
struct Plies([u64; 16]);

impl Observer for Plies {
    fn node(&mut self, ply: Ply) {
        self.0[usize::from(ply)] += 1;
    }
}

fn chosen(is_used: bool) -> Chosen {
    if is_used { Chosen::NONE.with(Technique::MateDistance) } else { Chosen::NONE }
}

#[test]
fn once_there_is_a_win_in_three_nothing_looks_for_one_in_three_or_more() {
    let plies = |is_used| {
        let mut plies = Plies::default();
        let policy = Play::new(chosen(is_used), Equal);
        let mut search = Search::new(NoTable).with_policy(policy).with_observer(&mut plies);
        assert_eq!(search.run(&mut Corridor::default(), 6, Full::OPEN).score, Score::win_in(3));
        plies.0
    };
    // By the root's first move: both answers; to the first both moves, the second of which is seen to come too late, to the other
    // the winning move alone. By the root's other move: one answer, after which it is too late for any win in three.
    let (with, without) = (plies(true), plies(false));
    assert_eq!(with[..4], [1, 2, 3, 3], "{with:?}");
    assert_eq!(with[4..].iter().sum::<u64>(), 0, "{with:?}");
    assert!(without[4..].iter().sum::<u64>() > 0, "{without:?}");
}

#[test]
fn it_changes_no_value_in_any_window() {
    let mut compared = 0;
    for is_used in [false, true] {
        let mut search = Search::new(NoTable).with_policy(Play::new(chosen(is_used), Equal));
        for (left, most) in (0..10).flat_map(|left| (1..4).map(move |most| (left, most))) {
            let game = Matches { left, most };
            for depth in 0..6 {
                let value = minimax(&mut game.clone(), depth, &|_: &Matches| Score::DRAW, &mut ());
                let mut game = Playable(game.clone());
                assert_eq!(search.run(&mut game, depth, Full::OPEN).score, value);
                for plies in 0..7 {
                    for alpha in [Score::win_in(plies), Score::loss_in(plies), Score::DRAW] {
                        let score = search.run(&mut game, depth, Null::above(alpha)).score;
                        assert_eq!(score > alpha, value > alpha, "{game:?}, depth {depth}, above {alpha:?}");
                        compared += 1;
                    }
                }
            }
        }
        for seed in 0..100 {
            let mut game = Graph::new(seed);
            let value = minimax(&mut game.clone(), 4, &Graph::leaf, &mut ());
            assert_eq!(search.run(&mut game, 4, Full::OPEN).score, value, "seed {seed}");
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// `Matches` to be played, with nothing more to tell.
#[derive(Clone, Debug)]
struct Playable(Matches);

impl Game for Playable {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        self.0.legal_moves(moves);
    }

    fn make(&mut self, mv: u16) -> u16 {
        self.0.make(mv)
    }

    fn unmake(&mut self, mv: u16, undo: u16) {
        self.0.unmake(mv, undo);
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        self.0.pack(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        self.0.unpack(packed)
    }
}

impl Evaluate for Playable {
    fn evaluate(&self) -> i16 {
        0
    }
}

impl Noisy for Playable {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Playable {}

impl Past for Playable {}
