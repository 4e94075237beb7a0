//! Putting moves in order.

use crate::{Game, List};

/// Sorts by descending rank, equal ranks in place: insertion, since lists are short and nearly sorted.
#[inline]
pub(crate) fn sort_by_rank<G: Game>(moves: &mut [G::Move], rank: impl Fn(G::Move) -> i32) {
    let mut ranks = G::List::<i32>::default();
    for index in 0..moves.len() {
        let (mv, new) = (moves[index], rank(moves[index]));
        ranks.push(new);
        let ranks = ranks.as_mut_slice();
        let mut place = index;
        while place > 0 && ranks[place - 1] < new {
            (ranks[place], moves[place]) = (ranks[place - 1], moves[place - 1]);
            place -= 1;
        }
        (ranks[place], moves[place]) = (new, mv);
    }
}

/// Moves `first` to the front if it is listed; the others keep their order.
#[inline]
pub(crate) fn to_front<M: Copy + Eq>(moves: &mut [M], first: M) {
    if let Some(index) = moves.iter().position(|&mv| mv == first) {
        moves[..=index].rotate_right(1);
    }
}
