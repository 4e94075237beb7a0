//! Checks a game's implementation by walking it at random: for the tests of whoever implements [`Game`].

mod tactical;

pub use tactical::{TacticalError, TacticalRule, check_tactical};

use std::collections::HashMap;
use std::num::NonZeroU16;

use thiserror::Error;

use crate::mixed::mix;
use crate::{Game, List};

/// A rule of [`Game`]'s contract that an implementation breaks, at the first place where a walk met it.
///
/// A place is the walk's number and the plies played in it, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The key differs from the one computed afresh.
    #[error("walk {walk}, ply {ply}: expected key {fresh:#018x}, found {kept:#018x}")]
    Key {
        /// The walk.
        walk: u32,
        /// Plies played.
        ply: u32,
        /// The key computed afresh.
        fresh: u64,
        /// The key the game keeps.
        kept: u64,
    },
    /// A move is listed twice.
    #[error("walk {walk}, ply {ply}: expected each move once, found number {index} again")]
    Repeated {
        /// The walk.
        walk: u32,
        /// Plies played.
        ply: u32,
        /// The move's place in the list, from 0.
        index: usize,
    },
    /// A legal move does not come back from its packed form.
    #[error(
        "walk {walk}, ply {ply}: expected legal move number {index} from {packed:#06x}, found another or none"
    )]
    Packing {
        /// The walk.
        walk: u32,
        /// Plies played.
        ply: u32,
        /// The move's place in the list, from 0.
        index: usize,
        /// Its packed form.
        packed: NonZeroU16,
    },
    /// A pattern unpacks to a move that is not legal.
    #[error("walk {walk}, ply {ply}: expected none or a legal move from {packed:#06x}, found an illegal one")]
    Unpacking {
        /// The walk.
        walk: u32,
        /// Plies played.
        ply: u32,
        /// The pattern.
        packed: NonZeroU16,
    },
    /// Taking a move back does not restore the position.
    #[error("walk {walk}, ply {ply}: expected the same position after move number {index} is taken back")]
    Unmake {
        /// The walk.
        walk: u32,
        /// Plies played.
        ply: u32,
        /// The move's place in the list, from 0.
        index: usize,
    },
    /// Two positions with the same key differ in their outcome or in their moves.
    #[error(
        "walk {walk}, ply {ply}: expected what another position with key {key:#018x} has, found other moves"
    )]
    Twins {
        /// The walk.
        walk: u32,
        /// Plies played.
        ply: u32,
        /// The key.
        key: u64,
    },
}

/// Walks `walks` times from `root` to an end of the game, at most `plies` plies, by random moves from `seed`, and checks
/// at each position what [`Game`] asks for: the key equals `rehash`, each move is listed once, survives its packed
/// form and is taken back bit for bit (`==`), every one of the 65,535 patterns unpacks to a legal move or none (where the
/// game goes on), and positions with one key have one outcome and the same packed moves.
///
/// # Errors
///
/// The first rule found broken, with its place. The same arguments find the same one.
pub fn check_game<G>(
    root: &G,
    rehash: impl Fn(&G) -> u64,
    walks: u32,
    plies: u32,
    seed: u64,
) -> Result<(), CheckError>
where
    G: Game + Clone + PartialEq,
{
    let mut random = seed;
    let mut twins = HashMap::new();
    for walk in 0..walks {
        let mut game = root.clone();
        for ply in 0..plies {
            let moves = check_position(&game, &rehash, walk, ply)?;
            let key = game.key();
            // A sum, so that the order of the moves does not matter.
            let sum = |sum: u64, mv| sum.wrapping_add(mix(u64::from(game.pack(mv).get())));
            let signs = (game.outcome(), moves.as_slice().iter().copied().fold(0, sum));
            if *twins.entry(key).or_insert(signs) != signs {
                return Err(CheckError::Twins { walk, ply, key });
            }
            let Some(&mv) = pick(moves.as_slice(), &mut random) else { break };
            game.make(mv);
        }
    }
    Ok(())
}

/// Checks one position and returns its moves.
fn check_position<G>(
    game: &G,
    rehash: &impl Fn(&G) -> u64,
    walk: u32,
    ply: u32,
) -> Result<G::List<G::Move>, CheckError>
where
    G: Game + Clone + PartialEq,
{
    let (fresh, kept) = (rehash(game), game.key());
    if fresh != kept {
        return Err(CheckError::Key { walk, ply, fresh, kept });
    }
    let mut moves = G::List::default();
    if game.outcome().is_none() {
        game.legal_moves(&mut moves);
    }
    let listed = moves.as_slice();
    for (index, &mv) in listed.iter().enumerate() {
        if listed[..index].contains(&mv) {
            return Err(CheckError::Repeated { walk, ply, index });
        }
        let packed = game.pack(mv);
        if game.unpack(packed) != Some(mv) {
            return Err(CheckError::Packing { walk, ply, index, packed });
        }
        let mut played = game.clone();
        let undo = played.make(mv);
        let (fresh, kept) = (rehash(&played), played.key());
        if fresh != kept {
            return Err(CheckError::Key { walk, ply: ply + 1, fresh, kept });
        }
        played.unmake(mv, undo);
        if played != *game {
            return Err(CheckError::Unmake { walk, ply, index });
        }
    }
    if game.outcome().is_none() {
        check_patterns(game, listed, walk, ply)?;
    }
    Ok(moves)
}

fn check_patterns<G: Game>(game: &G, listed: &[G::Move], walk: u32, ply: u32) -> Result<(), CheckError> {
    for packed in (1..=u16::MAX).filter_map(NonZeroU16::new) {
        if game.unpack(packed).is_some_and(|mv| !listed.contains(&mv)) {
            return Err(CheckError::Unpacking { walk, ply, packed });
        }
    }
    Ok(())
}

/// One of the items at random; `None` if there are none.
fn pick<'a, T>(items: &'a [T], random: &mut u64) -> Option<&'a T> {
    // SplitMix64.
    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = mix(*random);
    let index = word.checked_rem(u64::try_from(items.len()).ok()?)?;
    items.get(usize::try_from(index).ok()?)
}
