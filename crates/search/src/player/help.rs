//! A helper's thread: the searches that the caller's calls for, for the sake of the table.

use ttable::Table;

use super::Member;
use super::lead::Lead;
use super::watch::Watch;
use crate::play::Techniques;
use crate::{MAX_DEPTH, Past, PrincipalVariation, Search, Selection, Tactical};

/// Searches what is called for, until there is no more. Gives its policy back.
pub(super) fn help<'a, G, T, S>(
    table: &T,
    mut game: G,
    policy: Member<'a, S>,
    lead: &Lead,
    watch: Watch<'_>,
) -> Member<'a, S>
where
    G: Tactical + Past,
    T: Table,
    S: Techniques,
{
    let mut search =
        Search::new(table).with_policy(policy).with_limit(watch).with_algorithm::<PrincipalVariation>();
    let mut heard = 0;
    while let Some((number, call)) = lead.next(heard) {
        heard = number;
        search.limit.follow(number);
        search.policy.set_root(call.root);
        // Who is done first goes on a ply deeper, until there is something new to do.
        for depth in call.depth..=MAX_DEPTH {
            if search.try_run(&mut game, depth, call.window).is_err() {
                break;
            }
        }
    }
    search.limit.count_rest(search.nodes);
    let mut policy = search.into_policy();
    Selection::<G>::end(&mut policy);
    policy
}
