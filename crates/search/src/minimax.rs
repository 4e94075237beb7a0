//! The oracle: plain minimax, and the plain count of lines.

use crate::{Depth, Game, List, MAX_DEPTH, Observer, Ply, Score};

/// The value of `game` to `depth` plies by trying everything: the oracle for every other search.
///
/// `leaf` values the positions where depth runs out, or where the game goes on without moves, for the side to move.
/// Every node, the root included, is reported to `observer`. `depth` is clamped to 0 up to [`MAX_DEPTH`], as a search's is.
pub fn minimax<G: Game>(
    game: &mut G,
    depth: Depth,
    leaf: &impl Fn(&G) -> Score,
    observer: &mut impl Observer,
) -> Score {
    visit(game, depth.min(MAX_DEPTH), 0, leaf, observer)
}

fn visit<G: Game>(
    game: &mut G,
    depth: Depth,
    ply: Ply,
    leaf: &impl Fn(&G) -> Score,
    observer: &mut impl Observer,
) -> Score {
    observer.node(ply);
    if let Some(outcome) = game.outcome() {
        return outcome.score(ply);
    }
    if depth <= 0 {
        return leaf(game);
    }
    let mut moves = G::List::default();
    game.legal_moves(&mut moves);
    let mut best = None;
    for &mv in moves.as_slice() {
        let undo = game.make(mv);
        let score = -visit(game, depth - 1, ply + 1, leaf, observer);
        game.unmake(mv, undo);
        best = best.max(Some(score));
    }
    best.unwrap_or_else(|| leaf(game))
}

/// The number of lines of exactly `depth` plies; a game that ends earlier counts for none. 1 at depth 0.
///
/// It recurses a ply a call: how deep it can go is up to the stack.
pub fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome().is_some() {
        return 0;
    }
    let mut moves = G::List::default();
    game.legal_moves(&mut moves);
    if depth == 1 {
        return moves.as_slice().len() as u64;
    }
    let mut lines = 0;
    for &mv in moves.as_slice() {
        let undo = game.make(mv);
        lines += perft(game, depth - 1);
        game.unmake(mv, undo);
    }
    lines
}
