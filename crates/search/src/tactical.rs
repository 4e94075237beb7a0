//! What a game may tell a search that plays: what to look at first, what to leave out, and what the past decides.

use crate::{Game, List, Noisy, Outcome, Ply};

/// How many parts of a position [`Tactical::structures`] may tell apart.
pub(crate) const STRUCTURES: usize = 3;

/// A game that tells a selective search more than the rules. Every method has a default that stands for a game without
/// the feature, so `impl Tactical for MyGame {}` is enough to begin with.
///
/// # Contract
///
/// [`noisy`](Tactical::noisy) and [`quiet`](Tactical::quiet) share the legal moves out among them, and
/// [`is_noisy`](Tactical::is_noisy) tells which list a move is in. Both are called wherever
/// [`early_outcome`](Tactical::early_outcome) is `None`, also where the game has ended, and have none to list where that is for
/// want of moves. What is told before a move is so after it. [`check_tactical`](crate::check_tactical) finds what breaks this.
pub trait Tactical: Noisy {
    /// Whether a legal move stirs things up.
    fn is_noisy(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Appends all legal moves that stir things up, hopeless ones too.
    fn noisy(&self, moves: &mut Self::List<Self::Move>) {
        append_where(self, moves, |mv| self.is_noisy(mv));
    }

    /// Appends all other legal moves.
    fn quiet(&self, moves: &mut Self::List<Self::Move>) {
        append_where(self, moves, |mv| !self.is_noisy(mv));
    }

    /// What a legal move takes at once, in the evaluation's units: the most it can gain.
    fn prize(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// What is left of the prize when both sides have gone on taking as long as it pays them. Negative for a move that
    /// loses what it moves.
    fn exchange(&self, mv: Self::Move) -> i32 {
        self.prize(mv)
    }

    /// What breaks the tie between two moves with the same prize of which nothing was learnt yet: greater first. In chess the
    /// cheaper capturer.
    fn preference(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// A number below 1,024 for what the move does, wherever it is played: in chess the piece and where it arrives. What is
    /// learnt about answers to moves is filed under it.
    fn trace(&self, mv: Self::Move) -> u16 {
        self.pack(mv).get() % 1024
    }

    /// Up to three hashes, each of a part of the position that changes seldom: in chess the pawns, and the pieces of either
    /// side. How far the evaluation was off is filed under them. 0 stands for no such part.
    fn structures(&self) -> [u64; 3] {
        [0; STRUCTURES]
    }

    /// How the game ended, if the position shows it without looking for moves and whatever the past.
    ///
    /// The default asks [`Game::outcome`], which is right unless that counts the past. A game wrapped around one that does
    /// (around chess with its line, to evaluate it otherwise) has to hand this on, like all it does not mean to change: with
    /// the default, a position met for the second time ends the game, also at the root.
    fn early_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    /// How the game ended, for the side to move, where there is no legal move and no early outcome.
    fn outcome_without_moves(&self) -> Outcome {
        self.outcome().unwrap_or(Outcome::Draw)
    }

    /// Passes the turn, for the null-move search; `None`, and nothing done, where passing is not possible or where it might
    /// be better than any move.
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes the pass back.
    fn take_back_pass(&mut self, undo: Self::Undo) {
        let _ = undo;
    }

    /// Whether the position after a legal move is calm, if that is cheaper to tell than by making it.
    fn is_calm_after(&self, mv: Self::Move) -> Option<bool> {
        let _ = mv;
        None
    }

    /// The key after a legal move, if it is cheap to tell: to fetch the table's entry before the move is made.
    fn key_after(&self, mv: Self::Move) -> Option<u64> {
        let _ = mv;
        None
    }
}

/// Appends the legal moves that `is_wanted`.
fn append_where<G: Game + ?Sized>(
    game: &G,
    moves: &mut G::List<G::Move>,
    is_wanted: impl Fn(G::Move) -> bool,
) {
    let mut all = G::List::default();
    game.legal_moves(&mut all);
    for &mv in all.as_slice() {
        if is_wanted(mv) {
            moves.push(mv);
        }
    }
}

/// A game whose past may end it as a draw. Every method has a default that stands for a game without such rules, so
/// `impl Past for MyGame {}` says that the position is all that counts.
pub trait Past: Game {
    /// How many plies back the past goes that makes this position a draw, `ply` plies from the root of a search; `None` where
    /// it does not. By counting, or since the position is there again: once is enough within those plies, as the players
    /// could go on so for ever; what was before the root counts as the rules say, in chess when it is there for the
    /// third time. Where the rules put a win before the draw, in chess mate on the hundredth half-move, this is `None`.
    fn drawn_since(&self, ply: Ply) -> Option<Ply> {
        let _ = ply;
        None
    }

    /// How many plies back the past goes that lets the side to move make a draw at once, `ply` plies from the root: by a move
    /// after which [`drawn_since`](Past::drawn_since) would find a repetition. `None` where there is no such move, or
    /// where the game cannot tell without making moves.
    fn drawn_next(&self, ply: Ply) -> Option<Ply> {
        let _ = ply;
        None
    }

    /// Plies left until the game is drawn by counting, if nothing sets the count back.
    fn plies_left(&self) -> Option<Ply> {
        None
    }

    /// Plies since the last move that no later move can undo: no position before it can be there again. Not less than the
    /// plies of the search where that is not known.
    fn reversible_plies(&self) -> Ply {
        Ply::MAX
    }

    /// Hands the keys of the positions before this one to `each`, the latest first, back to the last move that no later one can
    /// undo.
    fn each_before(&self, each: impl FnMut(u64)) {
        let _ = each;
    }
}
