//! What a search asks of a game.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::{Ply, Score};

/// A two-player, zero-sum game of perfect information, as a position that moves are played on and taken back from.
///
/// The search is generic over this trait and compiled anew for each game; nothing is boxed. What only some games can
/// tell are separate traits, which a [`Policy`](crate::Policy) may ask for: [`Evaluate`], [`Noisy`], [`Bounded`], [`Guide`];
/// and [`Resolve`](crate::Resolve), for the exact [`Solver`](crate::Solver).
///
/// # Contract
///
/// - The sides alternate: after [`make`](Game::make) it is the other side's turn, and every score is for the side whose turn it
///   is. Where the rules give a side another turn, or none, the other side has one move, a pass of its own, that changes nothing
///   but the turn (it is part of the key); [`Resolved`](crate::Resolved) can tell the solver instead. Nothing finds out if a game
///   breaks this, not even [`check_game`](crate::check_game), and its values are wrong.
/// - Positions with equal [`key`](Game::key) have the same moves and the same value, up to the odds of a 64-bit key.
/// - [`unmake`](Game::unmake) restores the position before the matching [`make`](Game::make) bit for bit.
/// - [`legal_moves`](Game::legal_moves) is called only where [`outcome`](Game::outcome) is `None`, and lists each legal
///   move once, in the same order every time. A game that goes on without a move is worth the policy's leaf there. Only a
///   [`Player`](crate::Player) also asks for the moves of a drawn game, at its root: by some rules players may go on.
///
/// # Examples
///
/// The rules of tic-tac-toe in ten lines, a move being the bit of a square; and what everybody knows of it.
///
/// ```
/// # use std::num::NonZeroU16;
/// # use search::{Full, Game, NoTable, Outcome::{self, Draw, Loss}, Score, Search, check_game};
/// #[derive(Clone, PartialEq)]
/// struct TicTacToe(u16, u16); // the marks of the side to move, and the other's
/// const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
///
/// impl Game for TicTacToe {
///     type Move = u16; type Undo = Self; type List<T: Copy> = Vec<T>;
///     fn key(&self) -> u64 { u64::from(self.0) << 9 | u64::from(self.1) }
///     fn outcome(&self) -> Option<Outcome> {
///         let draw = || (self.0 | self.1 == 0o777).then_some(Draw);
///         LINES.iter().any(|line| self.1 & line == *line).then_some(Loss).or_else(draw) }
///     fn legal_moves(&self, to: &mut Vec<u16>) { to.extend((0..9).filter_map(|n| self.unpack(self.pack(1 << n)))) }
///     fn make(&mut self, mv: u16) -> Self { std::mem::replace(self, Self(self.1, self.0 | mv)) }
///     fn unmake(&mut self, _: u16, before: Self) { *self = before }
///     fn pack(&self, mv: u16) -> NonZeroU16 { NonZeroU16::new(mv).expect("one bit") }
///     fn unpack(&self, mv: NonZeroU16) -> Option<u16> { Some(mv.get()).filter(|mv| (0..9).any(|n| *mv == 1 << n & !(self.0 | self.1))) }
/// }
///
/// assert_eq!(Search::new(NoTable).run(&mut TicTacToe(0, 0), 9, Full::OPEN).score, Score::DRAW);
/// assert_eq!(check_game(&TicTacToe(0, 0), TicTacToe::key, 20, 10, 1), Ok(()));
/// ```
pub trait Game {
    /// A move. Small: it is copied about.
    type Move: Copy + Eq;
    /// What `unmake` needs and the move does not say. A compact game stores its whole old state here.
    type Undo;
    /// A list long enough for the moves of any position: `ArrayVec<T, N>` with the game's own `N`, or `Vec<T>`.
    ///
    /// Each ply of a line has some of them on the stack, of moves and of moves with their ranks. With an `N` of more than some
    /// hundred take `Vec<T>`: a search overflows the stack by lists of thousands, and the helping threads of a
    /// [`Player`](crate::Player) have 4 MiB.
    type List<T: Copy>: List<T>;

    /// The position's key, side to move included.
    fn key(&self) -> u64;

    /// How the game ended, for the side to move; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves to `moves`, which is empty.
    fn legal_moves(&self, moves: &mut Self::List<Self::Move>);

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes `mv` back, the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The move in the 16 bits a table keeps.
    fn pack(&self, mv: Self::Move) -> NonZeroU16;

    /// The move that `pack` would pack so, if it is legal here. What a table returns may come from another position, so
    /// every pattern must be answered, and only a legal move may be returned.
    fn unpack(&self, packed: NonZeroU16) -> Option<Self::Move>;
}

/// How a game ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has won. The search grades it by the plies from the root.
    Win,
    /// Nobody has won.
    Draw,
    /// The side to move has lost. The search grades it by the plies from the root.
    Loss,
    /// The game's own value, −[`Score::PLAIN_MAX`]`..=`[`Score::PLAIN_MAX`], which depends on the position alone.
    Value(i16),
}

impl Outcome {
    /// The score at a node `ply` plies from the root.
    pub const fn score(self, ply: Ply) -> Score {
        match self {
            Self::Win => Score::win_in(ply),
            Self::Draw => Score::DRAW,
            Self::Loss => Score::loss_in(ply),
            Self::Value(value) => Score::plain(value as i32),
        }
    }
}

/// A game with a static evaluation.
pub trait Evaluate: Game {
    /// What the position seems to be worth to the side to move, clamped to the plain range of [`Score`].
    fn evaluate(&self) -> i16;
}

/// A game whose static evaluation is trustworthy only in calm positions, and that knows which moves stir things up:
/// captures and promotions in chess.
pub trait Noisy: Evaluate {
    /// Whether the side to move may be content with its evaluation. Not so where it has to answer a threat, a check in
    /// chess: there every move is searched.
    fn is_calm(&self) -> bool;

    /// Appends the legal moves that stir things up, in the order to try them. Some may be left out as hopeless.
    /// The search follows them for eight plies at most.
    fn noisy_moves(&self, moves: &mut Self::List<Self::Move>);
}

/// A game that knows limits of its value without search.
pub trait Bounded: Game {
    /// The value for the side to move lies in `lower..=upper`, on the game's own scale. Equal limits settle the node.
    fn known_range(&self) -> (i16, i16);
}

/// A game that knows which moves are worth searching, and in which order.
pub trait Guide: Game {
    /// Appends the moves that need searching: legal ones, the best among them. A move may be left out only if another
    /// listed one is at least as good. At least one move is listed where the game goes on.
    fn candidates(&self, moves: &mut Self::List<Self::Move>);

    /// Greater is tried earlier; equal ones in the order listed. Within ±2,047.
    fn rank(&self, mv: Self::Move) -> i32;
}

/// A list with room for what a position can need.
pub trait List<T: Copy>: Default {
    /// Appends an item.
    ///
    /// # Panics
    ///
    /// If the list is full: the game's capacity is wrong.
    fn push(&mut self, item: T);

    /// The items.
    fn as_slice(&self) -> &[T];

    /// The items, to reorder.
    fn as_mut_slice(&mut self) -> &mut [T];
}

impl<T: Copy, const N: usize> List<T> for ArrayVec<T, N> {
    #[inline]
    fn push(&mut self, item: T) {
        Self::push(self, item);
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
}

impl<T: Copy> List<T> for Vec<T> {
    #[inline]
    fn push(&mut self, item: T) {
        Self::push(self, item);
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_either_kind_hold_what_was_pushed_in_order() {
        fn check<L: List<u16>>() {
            let mut list = L::default();
            assert!(list.as_slice().is_empty());
            (5..9).for_each(|item| list.push(item));
            list.as_mut_slice().swap(0, 3);
            assert_eq!(list.as_slice(), [8, 6, 7, 5]);
        }
        check::<Vec<u16>>();
        check::<ArrayVec<u16, 4>>();
    }
}
