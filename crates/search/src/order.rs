//! Putting moves in order.

use crate::{Game, List};

/// Sorts by descending rank, equal ranks in place: insertion, since lists are short and nearly sorted.
#[inline]
pub(crate) fn sort_by_rank<G: Game>(moves: &mut [G::Move], rank: impl Fn(G::Move) -> i32) {
    let mut ranks = G::List::<i32>::default();
    for index in 0..moves.len() {
        let new = rank(moves[index]);
        let place = ranks.as_slice().iter().rposition(|&earlier| earlier >= new).map_or(0, |last| last + 1);
        ranks.push(new);
        ranks.as_mut_slice()[place..].rotate_right(1);
        moves[place..=index].rotate_right(1);
    }
}

/// Moves `first` to the front if it is listed; the others keep their order.
#[inline]
pub(crate) fn to_front<M: Copy + Eq>(moves: &mut [M], first: M) {
    if let Some(index) = moves.iter().position(|&mv| mv == first) {
        moves[..=index].rotate_right(1);
    }
}
