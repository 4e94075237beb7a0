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

#[cfg(test)]
pub(crate) mod tests {
    use std::num::NonZeroU16;

    use super::*;
    use crate::Outcome;

    /// Of this game only the moves' type is wanted.
    pub(crate) struct Numbers;

    impl Game for Numbers {
        type Move = usize;
        type Undo = ();
        type List<T: Copy> = Vec<T>;

        fn key(&self) -> u64 {
            0
        }

        fn outcome(&self) -> Option<Outcome> {
            Some(Outcome::Draw)
        }

        fn legal_moves(&self, _: &mut Vec<usize>) {}

        fn make(&mut self, _: usize) {}

        fn unmake(&mut self, _: usize, (): ()) {}

        fn pack(&self, _: usize) -> NonZeroU16 {
            NonZeroU16::MIN
        }

        fn unpack(&self, _: NonZeroU16) -> Option<usize> {
            None
        }
    }

    /// Every list of up to five moves with ranks of three kinds, against the standard library's stable sort.
    #[test]
    fn greater_ranks_come_first_and_equal_ones_stay_in_order() {
        for length in 0..=5 {
            for code in 0..3_u32.pow(length) {
                let rank = |mv: usize| (code / 3_u32.pow(u32::try_from(mv).unwrap()) % 3).cast_signed() - 1;
                let mut moves: Vec<usize> = (0..length as usize).collect();
                let mut expected = moves.clone();
                expected.sort_by_key(|&mv| -rank(mv));
                sort_by_rank::<Numbers>(&mut moves, rank);
                assert_eq!(moves, expected);
            }
        }
    }

    #[test]
    fn what_is_moved_to_the_front_passes_those_before_it() {
        let mut moves = [4, 7, 2, 9];
        to_front(&mut moves, 2);
        assert_eq!(moves, [2, 4, 7, 9]);
        to_front(&mut moves, 5);
        assert_eq!(moves, [2, 4, 7, 9], "one that is not listed");
        to_front(&mut moves, 2);
        assert_eq!(moves, [2, 4, 7, 9]);
    }
}
