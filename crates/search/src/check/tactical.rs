//! Checks what a game tells beyond the rules.

use thiserror::Error;

use super::pick;
use crate::{List, Outcome, Tactical};

/// What [`Tactical`] or [`Noisy`](crate::Noisy) asks for, and a game does not do. Moves have their place in the list of legal
/// ones, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TacticalRule {
    /// The noisy moves and the quiet ones together are not the legal ones.
    #[error("expected {legal} legal moves, each noisy or quiet, found {noisy} noisy and {quiet} quiet ones")]
    Shares {
        /// Legal moves.
        legal: usize,
        /// Moves listed as noisy.
        noisy: usize,
        /// Moves listed as quiet.
        quiet: usize,
    },
    /// A move is in the other list than is said of it.
    #[error("expected move number {index} in the list that `is_noisy` tells, found it in the other")]
    Noise {
        /// The move's place.
        index: usize,
    },
    /// A move for quiescence is not legal, or is listed twice.
    #[error(
        "expected legal moves from `noisy_moves`, each once, found number {index} of them again or illegal"
    )]
    NoisyMoves {
        /// Its place among the moves for quiescence, from 0.
        index: usize,
    },
    /// A trace is too great.
    #[error("expected a trace below 1024 of move number {index}, found {trace}")]
    Trace {
        /// The move's place.
        index: usize,
        /// Its trace.
        trace: u16,
    },
    /// The key told before a move is not the key after it.
    #[error("expected key {made:#018x} after move number {index}, found {told:#018x} told before it")]
    KeyAfter {
        /// The move's place.
        index: usize,
        /// The key after it.
        made: u64,
        /// What [`key_after`](Tactical::key_after) told.
        told: u64,
    },
    /// What is told of the calm after a move is not so.
    #[error("expected calm {made} after move number {index}, found {told} told before it")]
    CalmAfter {
        /// The move's place.
        index: usize,
        /// Whether the position after it is calm.
        made: bool,
        /// What [`is_calm_after`](Tactical::is_calm_after) told.
        told: bool,
    },
    /// The position is another one after a pass is taken back, or after one that is not possible.
    #[error("expected the same position after a pass is taken back, found another")]
    Pass,
    /// The game ends otherwise than told without its moves.
    #[error("expected the end {ended:?}, found {told:?} told of it")]
    End {
        /// What [`outcome`](crate::Game::outcome) is.
        ended: Option<Outcome>,
        /// What [`early_outcome`](Tactical::early_outcome) or [`outcome_without_moves`](Tactical::outcome_without_moves) told.
        told: Outcome,
    },
}

/// Where a game breaks a rule first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("walk {walk}, ply {ply}: {rule}")]
pub struct TacticalError {
    /// The walk, from 0.
    pub walk: u32,
    /// Plies played in it.
    pub ply: u32,
    /// The rule.
    pub rule: TacticalRule,
}

/// Walks `walks` times from `root` to an end of the game, at most `plies` plies, by random moves from `seed`, and checks at each
/// position what [`Tactical`] asks for: noisy and quiet moves are the legal ones, shared out as `is_noisy` tells; what is told
/// before a move (its key, whether it leaves the position calm) is so after it; a pass is taken back bit for bit (`==`); ends told
/// without the moves are those the game has. Of [`Noisy`](crate::Noisy), that the moves for quiescence are legal ones.
///
/// That the game is sound otherwise, [`check_game`](crate::check_game) finds out.
///
/// # Errors
///
/// The first rule found broken, with its place. The same arguments find the same one.
///
/// # Examples
///
/// The default of every method stands for a game without the feature, which is sound:
///
/// ```
/// # use std::num::NonZeroU16;
/// # use search::{Evaluate, Game, Noisy, Outcome, Tactical, check_tactical};
/// # #[derive(Clone, PartialEq)]
/// # struct Matches(u16);
/// # impl Game for Matches {
/// #     type Move = u16;
/// #     type Undo = ();
/// #     type List<T: Copy> = Vec<T>;
/// #     fn key(&self) -> u64 { self.0.into() }
/// #     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then_some(Outcome::Win) }
/// #     fn legal_moves(&self, moves: &mut Vec<u16>) { moves.extend(1..=self.0.min(3)); }
/// #     fn make(&mut self, taken: u16) { self.0 -= taken; }
/// #     fn unmake(&mut self, taken: u16, (): ()) { self.0 += taken; }
/// #     fn pack(&self, taken: u16) -> NonZeroU16 { NonZeroU16::new(taken).unwrap() }
/// #     fn unpack(&self, packed: NonZeroU16) -> Option<u16> { Some(packed.get()).filter(|&mv| mv <= self.0.min(3)) }
/// # }
/// # impl Evaluate for Matches { fn evaluate(&self) -> i16 { 0 } }
/// # impl Noisy for Matches {
/// #     fn is_calm(&self) -> bool { true }
/// #     fn noisy_moves(&self, _: &mut Vec<u16>) {}
/// # }
/// impl Tactical for Matches {}
///
/// assert_eq!(check_tactical(&Matches(21), 20, 30, 1), Ok(()));
/// ```
pub fn check_tactical<G>(root: &G, walks: u32, plies: u32, seed: u64) -> Result<(), TacticalError>
where
    G: Tactical + Clone + PartialEq,
{
    let mut random = seed;
    for walk in 0..walks {
        let mut game = root.clone();
        for ply in 0..plies {
            check_position(&game).map_err(|rule| TacticalError { walk, ply, rule })?;
            if game.outcome().is_some() {
                break;
            }
            let mut moves = G::List::default();
            game.legal_moves(&mut moves);
            let Some(&mv) = pick(moves.as_slice(), &mut random) else { break };
            game.make(mv);
        }
    }
    Ok(())
}

fn check_position<G: Tactical + Clone + PartialEq>(game: &G) -> Result<(), TacticalRule> {
    let (ended, early) = (game.outcome(), game.early_outcome());
    if let Some(told) = early {
        return if ended == early { Ok(()) } else { Err(TacticalRule::End { ended, told }) };
    }
    let (mut noisy, mut quiet) = (G::List::default(), G::List::default());
    game.noisy(&mut noisy);
    game.quiet(&mut quiet);
    let (noisy, quiet) = (noisy.as_slice(), quiet.as_slice());
    if ended.is_some() {
        // With moves it has ended by its past.
        let told = game.outcome_without_moves();
        let is_told = !noisy.is_empty() || !quiet.is_empty() || ended == Some(told);
        return if is_told { Ok(()) } else { Err(TacticalRule::End { ended, told }) };
    }
    let mut legal = G::List::default();
    game.legal_moves(&mut legal);
    let legal = legal.as_slice();
    check_lists(game, legal, noisy, quiet)?;
    for (index, &mv) in legal.iter().enumerate() {
        check_move(game, index, mv)?;
    }
    let mut passed = game.clone();
    if let Some(undo) = passed.pass() {
        passed.take_back_pass(undo);
    }
    if passed == *game { Ok(()) } else { Err(TacticalRule::Pass) }
}

fn check_lists<G: Tactical>(
    game: &G,
    legal: &[G::Move],
    noisy: &[G::Move],
    quiet: &[G::Move],
) -> Result<(), TacticalRule> {
    // As many as there are legal ones, and each of those in one of the lists: then there is no other, and none is there twice.
    let is_shared = |mv: &G::Move| noisy.contains(mv) != quiet.contains(mv);
    if noisy.len() + quiet.len() != legal.len() || !legal.iter().all(is_shared) {
        return Err(TacticalRule::Shares { legal: legal.len(), noisy: noisy.len(), quiet: quiet.len() });
    }
    if let Some(index) = legal.iter().position(|mv| noisy.contains(mv) != game.is_noisy(*mv)) {
        return Err(TacticalRule::Noise { index });
    }
    let mut stirring = G::List::default();
    game.noisy_moves(&mut stirring);
    let stirring = stirring.as_slice();
    let is_wrong = |index: &usize| {
        let mv = &stirring[*index];
        !legal.contains(mv) || stirring[..*index].contains(mv)
    };
    (0..stirring.len()).find(is_wrong).map_or(Ok(()), |index| Err(TacticalRule::NoisyMoves { index }))
}

fn check_move<G: Tactical + Clone>(game: &G, index: usize, mv: G::Move) -> Result<(), TacticalRule> {
    let trace = game.trace(mv);
    if trace >= 1024 {
        return Err(TacticalRule::Trace { index, trace });
    }
    let mut after = game.clone();
    after.make(mv);
    let made = after.key();
    if let Some(told) = game.key_after(mv).filter(|&told| told != made) {
        return Err(TacticalRule::KeyAfter { index, made, told });
    }
    let made = after.is_calm();
    match game.is_calm_after(mv) {
        Some(told) if told != made => Err(TacticalRule::CalmAfter { index, made, told }),
        _ => Ok(()),
    }
}
