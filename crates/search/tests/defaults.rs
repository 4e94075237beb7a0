//! What a game or a policy says that says nothing: each default is part of its trait's contract.

mod common;

use std::num::NonZeroU16;

use common::{Graph, Matches};
use search::{
    AtLeast, Company as _, Depth, DepthGate, Evaluate, Game, Noisy, Outcome, Past, Plain, Ply, Policy, Score,
    Selection, Tactical, Technique,
};

/// A game of packed moves from 1 to 3,000 that adds nothing to what it must say.
#[derive(Clone, Copy)]
struct Silent(Option<Outcome>);

impl Game for Silent {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        77
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend([3, 1, 2]);
    }

    fn make(&mut self, _mv: u16) {}

    fn unmake(&mut self, _mv: u16, (): ()) {}

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(mv - 1)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get())
    }
}

impl Evaluate for Silent {
    fn evaluate(&self) -> i16 {
        5
    }
}

impl Noisy for Silent {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Silent {}

impl Past for Silent {}

#[test]
fn a_game_that_tells_nothing_has_quiet_moves_and_no_past() {
    let mut game = Silent(None);
    let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
    game.noisy(&mut noisy);
    game.quiet(&mut quiet);
    assert_eq!((noisy, quiet), (vec![], vec![3, 1, 2]));
    for mv in [1, 1_023, 1_024, 1_025, 3_000] {
        assert_eq!(
            (game.is_noisy(mv), game.prize(mv), game.exchange(mv), game.preference(mv)),
            (false, 0, 0, 0)
        );
        assert_eq!((game.is_calm_after(mv), game.key_after(mv)), (None, None));
        assert_eq!(game.trace(mv), mv % 1_024, "moves by their packed form");
    }
    assert_eq!((game.structures(), game.pass()), ([0; 3], None));
    assert_eq!((game.early_outcome(), game.outcome_without_moves()), (None, Outcome::Draw));
    let lost = Silent(Some(Outcome::Loss));
    assert_eq!((lost.early_outcome(), lost.outcome_without_moves()), (Some(Outcome::Loss), Outcome::Loss));
    for ply in [0, 1, 9] {
        assert_eq!((game.drawn_since(ply), game.drawn_next(ply)), (None, None));
    }
    assert_eq!((game.plies_left(), game.reversible_plies()), (None, Ply::MAX));
    game.each_before(|key| panic!("no position before this one has the key {key}"));
}

/// A policy that says only what it must.
struct Least(AtLeast);

impl<G: Game> Selection<G> for Least {}

impl<G: Game> Policy<G> for Least {
    type Gate = AtLeast;

    fn gate(&self) -> &AtLeast {
        &self.0
    }

    fn leaf(&self, _game: &G) -> Score {
        Score::plain(7)
    }
}

#[test]
fn a_policy_that_says_nothing_searches_all_moves_alike() {
    let (policy, game) = (Least(AtLeast), Matches { left: 5, most: 3 });
    let mut moves = Vec::new();
    policy.expand(&game, &mut moves);
    assert_eq!(moves, [1, 2, 3]);
    policy.expand_noisy(&game, &mut moves);
    assert_eq!(moves.len(), 3);
    assert!(policy.is_calm(&game) && [1, 2, 3].iter().all(|&mv| policy.rank(&game, mv, 4) == 0));
    assert_eq!(Policy::key(&policy, &game), game.key());
    let gate: &AtLeast = Policy::<Matches>::gate(&policy);
    assert!(gate.admits(4, 4) && !gate.admits(3, 4));
}

#[test]
fn a_policy_that_does_not_play_leaves_nothing_out() {
    fn check<P: Policy<Graph>>(mut policy: P) {
        let mut game = Graph::new(1);
        let at_first = game.clone();
        assert!(!P::SELECTIVE && !P::PATHS);
        assert_eq!((policy.path_key(&game, 5, 3), policy.asked()), (game.key(), 0));
        assert!(!policy.uses(Technique::NullMove) && !policy.orders_root());
        assert!(!policy.is_drawn_by_past(&game, 3) && !policy.can_draw_by_past(&game, 3));
        assert_eq!((policy.without_moves(&game, 3), policy.trusts(&game, Score::win_in(9), 3)), (None, true));
        let opened = policy.open();
        assert_eq!((opened, policy.close(&game, opened, 3, Score::DRAW)), (0, true));
        assert!(policy.pass(&mut game, 3).is_none());
        policy.take_back_pass(&mut game, 4);
        assert_eq!(game, at_first);
        let says = (policy.is_calm_after(&game, 0), policy.key_after(&game, 0), policy.is_quiet(&game, 0));
        assert_eq!(says, (None, None, false));
        assert_eq!(
            (policy.prize(&game, 0), policy.exchange(&game, 0), policy.promise(&game, 0, 3)),
            (0, 0, 0)
        );
        assert!(!policy.note_evaluation(Some(Score::plain(4)), 3));
        assert_eq!(policy.corrected(&game, Score::plain(4), 3), Score::plain(4));
        assert!(!policy.company().is_present());
    }
    check(Plain(AtLeast));
    check(Least(AtLeast));
    // The deepest a policy without quiescence goes.
    let horizon: Depth = <Least as Policy<Graph>>::HORIZON;
    assert_eq!(horizon, 0);
}
