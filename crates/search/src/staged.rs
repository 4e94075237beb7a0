//! The moves of a node, listed stage by stage: a cut by the hash move lists nothing else.

use crate::{Game, List, Ply, Policy};

/// What has been listed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// At most the hash move.
    Hash,
    /// The noisy moves that win something.
    Noisy,
    /// The quiet moves, and the noisy ones that neither win nor lose anything.
    Quiet,
    /// All moves.
    All,
}

/// The moves of a node in the order they are tried.
pub struct Moves<G: Game> {
    /// Tried, and to be tried next.
    pub(crate) listed: G::List<G::Move>,
    /// To be tried when nothing else is left.
    pub(crate) later: G::List<G::Move>,
    /// How many have been tried, those left out among them.
    pub(crate) next: usize,
    /// How many at the head are left out.
    pub(crate) skipped: usize,
    pub(crate) hash_move: Option<G::Move>,
    pub(crate) stage: Stage,
    /// Which of the first 64 were put off and are still to be searched, by bits.
    waiting: u64,
    /// All others have been tried: none is put off any more.
    resumed: bool,
}

impl<G: Game> std::fmt::Debug for Moves<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let listed = self.listed.as_slice().len();
        f.debug_struct("Moves").field("listed", &listed).field("stage", &self.stage).finish_non_exhaustive()
    }
}

impl<G: Game> Moves<G> {
    /// These moves and no others, in this order.
    #[inline]
    pub(crate) fn all(listed: G::List<G::Move>) -> Self {
        let (later, stage) = (G::List::default(), Stage::All);
        Self { listed, later, next: 0, skipped: 0, hash_move: None, stage, waiting: 0, resumed: false }
    }

    /// The hash move, if there is one; the others when it has been tried.
    #[inline]
    pub(crate) fn staged(hash_move: Option<G::Move>) -> Self {
        let mut listed = G::List::default();
        if let Some(mv) = hash_move {
            listed.push(mv);
        }
        let (later, stage) = (G::List::default(), Stage::Hash);
        Self { listed, later, next: 0, skipped: 0, hash_move, stage, waiting: 0, resumed: false }
    }

    /// All moves but this one.
    #[inline]
    pub(crate) fn without(mv: G::Move) -> Self {
        Self { next: 1, skipped: 1, ..Self::staged(Some(mv)) }
    }

    /// The next move to search, with its number in the order; at the end of a stage the policy lists the next, and at the end
    /// of all come those that were put off.
    #[inline]
    pub(crate) fn take_next<P: Policy<G>>(
        &mut self,
        policy: &P,
        game: &G,
        ply: Ply,
    ) -> Option<(G::Move, usize)> {
        loop {
            let mv = self.take();
            if !P::SELECTIVE || mv.is_some() {
                return mv.map(|mv| (mv, self.next - 1 - self.skipped));
            }
            if self.stage == Stage::All {
                return self.resume();
            }
            policy.list_next(game, self, ply);
        }
    }

    /// The next move, if one is listed.
    #[inline]
    fn take(&mut self) -> Option<G::Move> {
        let mv = self.listed.as_slice().get(self.next).copied();
        self.next += usize::from(mv.is_some());
        mv
    }

    /// Leaves the move just taken, number `index`, for when nothing else is left. Whether that can be.
    #[inline]
    pub(crate) fn put_off(&mut self, index: usize) -> bool {
        let may_wait = !self.resumed && index < 64;
        if may_wait {
            self.waiting |= 1 << index;
        }
        may_wait
    }

    /// The next of the moves that were put off, with its number, when all others have been taken.
    #[inline]
    fn resume(&mut self) -> Option<(G::Move, usize)> {
        if self.waiting == 0 {
            return None;
        }
        self.resumed = true;
        let index = usize::try_from(self.waiting.trailing_zeros()).ok()?;
        self.waiting &= self.waiting - 1;
        self.listed.as_slice().get(self.skipped + index).map(|&mv| (mv, index))
    }

    /// The moves tried, in order, when number `last` is the last of all.
    #[inline]
    pub(crate) fn tried(&mut self, last: usize) -> &[G::Move] {
        if self.waiting != 0 || self.resumed {
            self.forget_untried(last);
        }
        &self.listed.as_slice()[self.skipped..self.next]
    }

    /// Takes the moves that are still put off from those taken, and puts number `last` behind the others.
    #[cold]
    fn forget_untried(&mut self, last: usize) {
        let moves = &mut self.listed.as_mut_slice()[self.skipped..self.next];
        let best = moves[last];
        let mut tried = 0;
        for index in (0..moves.len()).filter(|&index| index != last) {
            if index >= 64 || self.waiting >> index & 1 == 0 {
                moves[tried] = moves[index];
                tried += 1;
            }
        }
        moves[tried] = best;
        self.next = self.skipped + tried + 1;
    }

    /// Lists the moves of a stage by descending rank, but for the hash move.
    pub(crate) fn list(&mut self, found: &G::List<G::Move>, rank: impl Fn(G::Move) -> i32) {
        let start = self.listed.as_slice().len();
        for &mv in found.as_slice() {
            if Some(mv) != self.hash_move {
                self.listed.push(mv);
            }
        }
        crate::order::sort_by_rank::<G>(&mut self.listed.as_mut_slice()[start..], rank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mixed::mix;
    use crate::order::tests::Numbers;
    use crate::{AtLeast, Score, Selection};

    /// Lists so many moves after the hash move, and no more.
    struct Lists(usize);

    impl Selection<Numbers> for Lists {
        const SELECTIVE: bool = true;

        fn list_next(&self, _: &Numbers, moves: &mut Moves<Numbers>, _: Ply) {
            moves.list(&(0..self.0).collect(), |_| 0);
            moves.stage = Stage::All;
        }
    }

    impl Policy<Numbers> for Lists {
        type Gate = AtLeast;

        fn gate(&self) -> &AtLeast {
            &AtLeast
        }

        fn leaf(&self, _: &Numbers) -> Score {
            Score::DRAW
        }
    }

    /// Takes moves until one that is searched fails high, putting some off, and holds all of it to plain lists.
    fn run(seed: u64, policy: &Lists, mut moves: Moves<Numbers>, order: &[usize]) {
        let random = |purpose: u64, index: usize| mix(seed ^ purpose << 32 ^ index as u64);
        let refutes = usize::try_from(random(1, 0) >> 40).unwrap() % (order.len() + 10);
        let (mut searched, mut waiting) = (Vec::new(), Vec::new());
        // The first time round some are put off, as far as there is room to note it.
        for (index, &mv) in order.iter().enumerate() {
            assert_eq!(moves.take_next(policy, &Numbers, 0), Some((mv, index)), "seed {seed}");
            if random(2, index).is_multiple_of(3) {
                assert_eq!(moves.put_off(index), index < 64, "seed {seed}");
                if index < 64 {
                    waiting.push(index);
                    continue;
                }
            }
            searched.push(index);
            if searched.len() > refutes {
                return tried(seed, &mut moves, order, searched);
            }
        }
        // Then those come, in order, and none is put off twice.
        for index in waiting {
            assert_eq!(moves.take_next(policy, &Numbers, 0), Some((order[index], index)), "seed {seed}");
            assert!(!moves.put_off(index), "seed {seed}");
            searched.push(index);
            if searched.len() > refutes {
                return tried(seed, &mut moves, order, searched);
            }
        }
        assert_eq!(moves.take_next(policy, &Numbers, 0), None, "seed {seed}");
    }

    /// Those searched are told in the order listed, the last one searched behind all others.
    fn tried(seed: u64, moves: &mut Moves<Numbers>, order: &[usize], mut searched: Vec<usize>) {
        let last = searched.pop().unwrap();
        searched.sort_unstable();
        let expected: Vec<usize> = searched.into_iter().chain([last]).map(|index| order[index]).collect();
        assert_eq!(moves.tried(last), expected, "seed {seed}");
    }

    #[test]
    fn moves_put_off_come_last_and_all_that_were_searched_are_told() {
        for seed in 0..4_000 {
            let count = usize::try_from(mix(seed) % 80).unwrap();
            let order: Vec<usize> = (0..count).collect();
            let policy = &Lists(count);
            run(seed, policy, Moves::staged(None), &order);
            if count > 0 {
                let hash_move = usize::try_from(mix(!seed) >> 40).unwrap() % count;
                let others: Vec<usize> = order.iter().copied().filter(|&mv| mv != hash_move).collect();
                run(seed, policy, Moves::without(hash_move), &others);
                run(
                    seed,
                    policy,
                    Moves::staged(Some(hash_move)),
                    &[&[hash_move], others.as_slice()].concat(),
                );
            }
        }
    }

    #[test]
    fn a_search_that_does_not_play_takes_what_is_listed_and_nothing_else() {
        let mut moves: Moves<Numbers> = Moves::all(vec![5, 3, 4]);
        let policy = crate::Plain(AtLeast);
        let taken: Vec<(usize, usize)> =
            std::iter::from_fn(|| moves.take_next(&policy, &Numbers, 0)).collect();
        assert_eq!(taken, [(5, 0), (3, 1), (4, 2)]);
        assert_eq!(moves.tried(1), [5, 3, 4]);
        let text = format!("{moves:?}");
        assert!(text.contains("listed: 3") && text.contains("stage: All"), "{text}");
    }
}
