//! What is listed at each stage: the root's moves as ordered before; or noisy moves that win something by exchange, quiet moves
//! with the even exchanges among them, and noisy moves that lose.
//!
//! An even exchange is right in half of the nodes where it comes first; the move that has just failed high nearby is in more.

use std::num::NonZeroU16;

use super::histories::LIMIT;
use super::learnt::EVEN;
use super::{Paths, Play};
use crate::staged::{Moves, Stage};
use crate::{Company, DepthGate, List, Past, Ply, Tactical, Techniques};

/// What a quiet check that loses nothing by exchange gains in rank.
const CHECK: i32 = 4_000;

// Histories alone, four of them, lift no check over a killer or a counter-move.
const _: () = assert!(4 * LIMIT + CHECK < EVEN - 2);

impl<S: Techniques, D: DepthGate, H: Paths, C: Company> Play<S, D, H, C> {
    pub(super) fn list_stage<G: Tactical + Past>(&self, game: &G, moves: &mut Moves<G>, ply: Ply) {
        if ply == 0 && self.root.is_known() {
            return self.list_root(game, moves);
        }
        moves.stage = match moves.stage {
            Stage::Hash => {
                self.list_noisy(game, moves);
                Stage::Noisy
            }
            Stage::Noisy => {
                self.list_quiet(game, moves, ply);
                Stage::Quiet
            }
            Stage::Quiet | Stage::All => {
                let later = std::mem::take(&mut moves.later);
                moves.list(&later, |mv| game.exchange(mv));
                Stage::All
            }
        };
    }

    fn list_root<G: Tactical>(&self, game: &G, moves: &mut Moves<G>) {
        for mv in self.root.packed().filter_map(|packed| game.unpack(NonZeroU16::new(packed)?)) {
            moves.listed.push(mv);
        }
        moves.stage = Stage::All;
    }

    /// Lists the noisy moves that win something by exchange, by prize and by how they did before; the others wait.
    fn list_noisy<G: Tactical>(&self, game: &G, moves: &mut Moves<G>) {
        let mut noisy = G::List::default();
        game.noisy(&mut noisy);
        let mut good = G::List::default();
        for &mv in noisy.as_slice() {
            if Some(mv) == moves.hash_move {
                // Tried before.
            } else if game.exchange(mv) > 0 {
                good.push(mv);
            } else {
                moves.later.push(mv);
            }
        }
        moves.list(&good, |mv| {
            let learnt = self.learnt.histories().capture(Self::noisy(game, mv));
            game.prize(mv).saturating_mul(16).saturating_add(game.preference(mv)).saturating_add(learnt)
        });
    }

    fn list_quiet<G: Tactical>(&self, game: &G, moves: &mut Moves<G>, ply: Ply) {
        let mut listed = G::List::default();
        game.quiet(&mut listed);
        for &mv in std::mem::take(&mut moves.later).as_slice() {
            if game.exchange(mv) == 0 {
                listed.push(mv);
            } else {
                moves.later.push(mv);
            }
        }
        let asked = self.asked();
        moves.list(&listed, |mv| {
            if game.is_noisy(mv) {
                return EVEN;
            }
            let is_check = game.is_calm_after(mv) == Some(false) && game.exchange(mv) >= 0;
            self.learnt.rank(self.quiet(game, mv, ply), asked) + if is_check { CHECK } else { 0 }
        });
    }
}
