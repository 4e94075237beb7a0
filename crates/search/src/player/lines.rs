//! The caller's thread: depth by depth, line by line.

use ttable::{Bound, Table};

use super::lead::Lead;
use super::watch::{Deepest, Watch};
use super::{Member, Report, Terms, Thinking, Thought, Variation, any_move, is_mate_found};
use crate::deepen::Aspiring;
use crate::play::Techniques;
use crate::{
    Deadline, Depth, MAX_DEPTH, Observer, Past, PrincipalVariation, Score, Search, Selection, Stopped,
    Tactical,
};

/// Finds the best lines as the terms ask. Gives the policy back.
pub(super) fn find<'a, G, T, S, O>(
    table: &'a T,
    mut game: G,
    terms: &Terms<G::Move>,
    (mut policy, watch, observer): (Member<'a, S>, Watch<'a>, &'a mut O),
    lead: Option<&Lead>,
    progress: impl FnMut(Report<'_, G::Move>),
) -> (Thought<G::Move>, Member<'a, S>)
where
    G: Tactical + Past,
    T: Table,
    S: Techniques,
    O: Observer,
{
    if !terms.moves.is_empty() {
        policy.restrict_root(&game, terms.moves.iter().copied());
    }
    Selection::begin(&mut policy, &game);
    let best = any_move(&game, terms);
    let search = Search::new(table)
        .with_policy(policy)
        .with_observer((Deepest::default(), observer))
        .with_limit(watch)
        .with_algorithm::<PrincipalVariation>();
    let thought = Thought { lines: Vec::new(), best, depth: 0, nodes: 0, stopped: None };
    let mut finder = Finder { search, terms, lead, progress, thought };
    finder.thought.stopped = finder.deepen(&mut game).err();
    let Finder { search, mut thought, .. } = finder;
    thought.nodes = search.nodes();
    let mut policy = search.into_policy();
    Selection::<G>::end(&mut policy);
    (thought, policy)
}

struct Finder<'a, 't, G: Tactical, T, S, O, F> {
    search: Thinking<'a, T, S, O>,
    terms: &'t Terms<G::Move>,
    /// Where the helpers are told what to search.
    lead: Option<&'t Lead>,
    progress: F,
    thought: Thought<G::Move>,
}

impl<G, T, S, O, F> Finder<'_, '_, G, T, S, O, F>
where
    G: Tactical + Past,
    T: Table,
    S: Techniques,
    O: Observer,
    F: FnMut(Report<'_, G::Move>),
{
    /// Depth after depth, until one is the last or the watch stops it.
    fn deepen(&mut self, game: &mut G) -> Result<(), Stopped> {
        let wanted = self.terms.lines.clamp(1, self.search.policy.root_moves().max(1));
        for depth in 1..=self.terms.depth.clamp(1, MAX_DEPTH) {
            let mut lines: Vec<Variation<G::Move>> = Vec::new();
            for rank in 0..wanted {
                let known = lines.iter().filter_map(|line| line.moves.first().copied());
                self.search.policy.exclude_at_root(game, known);
                let around = self.thought.lines.get(rank).map(|line| line.score);
                lines.push(self.line(game, depth, rank, around)?);
            }
            // A later line may turn out better than an earlier one.
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            let best = lines.first().and_then(|line| line.moves.first().copied());
            let effort = best.map_or(100, |mv| self.search.policy.effort(game, mv));
            Selection::iterated(&mut self.search.policy, game, best);
            self.thought.best = best.or(self.thought.best);
            (self.thought.lines, self.thought.depth) = (lines, depth);
            self.report(effort);
            if self.is_enough() {
                break;
            }
        }
        Ok(())
    }

    /// One line of one depth: its value, asked first near `around`.
    fn line(
        &mut self,
        game: &mut G,
        depth: Depth,
        rank: usize,
        around: Option<Score>,
    ) -> Result<Variation<G::Move>, Stopped> {
        let Self { ref mut search, ref mut progress, lead, .. } = *self;
        let answer = search.aspire(game, depth, around, &mut |search, now| match now {
            Aspiring::Asks(window) => {
                if let Some(lead) = lead {
                    lead.call(depth, window, search.policy.root());
                }
            }
            Aspiring::Failed(score, bound) => {
                let (deepest, nodes) = (search.observer.0.0, search.nodes + search.limit.helped());
                progress(Report { depth, deepest, rank, score, bound, line: &[], nodes, effort: 100 });
            }
        })?;
        Ok(Variation { score: answer.score, moves: self.search.unpacked(game, answer.best) })
    }

    /// Tells of the lines of the depth just finished.
    fn report(&mut self, effort: u8) {
        let Thought { ref lines, depth, .. } = self.thought;
        let (deepest, nodes) = (self.search.observer.0.0, self.search.nodes + self.search.limit.helped());
        for (rank, line) in lines.iter().enumerate() {
            let (score, bound) = (line.score, Bound::Exact);
            (self.progress)(Report { depth, deepest, rank, score, bound, line: &line.moves, nodes, effort });
        }
    }

    /// Whether the mate asked for is found, or it is too late for another depth.
    fn is_enough(&self) -> bool {
        self.thought.lines.first().is_some_and(|line| is_mate_found(line.score, self.terms.mate))
            || self.terms.soft.is_some_and(Deadline::is_past)
    }
}
