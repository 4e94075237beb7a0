//! Graph-history interaction: what a stored value is worth on another path to the same position.
//!
//! Where a repetition is a draw, a position's value depends on the positions before it, which its key does not tell. Three
//! treatments, chosen by type: [`IgnorePast`], [`PracticalPast`], [`ExactPast`].
//!
//! The exact one rests on this: of its past a search asks only whether some positions have been there, those it meets. It
//! keeps, in 31 bits, a signature of all it met. On another path the stored value holds if the answers are the same: if
//! the positions of that path that match the signature are the same ones. They are hashed into the key of the entry, so a
//! value is found again on each path where it holds, and on no other. The positions that match by chance only cost hits.
//!
//! Source of the problem and of path-dependent twins of an entry: Kishimoto and Müller, *A general solution to the graph
//! history interaction problem*, AAAI 2004.

use ttable::{Bound, Entry, Table};

use crate::mixed::mix;
use crate::node::Node;
use crate::{Algorithm, Game, Limit, Observer, Policy, Search};

/// What is done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphHistory {
    /// Nothing: a draw by repetition is stored like any other.
    Ignore,
    /// A draw by the past that looks back beyond the node is not stored as its value, and the count is part of the key
    /// near its end. Wins and losses that the past alone made possible are stored.
    Practical,
    /// The value is that of a search without a table.
    Exact,
}

/// The treatment of a policy, by type.
pub trait Paths: Copy {
    /// Which one.
    const KIND: GraphHistory;
}

/// [`GraphHistory::Ignore`].
#[derive(Clone, Copy, Debug, Default)]
pub struct IgnorePast;

/// [`GraphHistory::Practical`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PracticalPast;

/// [`GraphHistory::Exact`]. Each value takes two entries. What is stored for a position replaces what was stored for it
/// with another signature, so that tables help less than they do without a past.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactPast;

impl Paths for IgnorePast {
    const KIND: GraphHistory = GraphHistory::Ignore;
}

impl Paths for PracticalPast {
    const KIND: GraphHistory = GraphHistory::Practical;
}

impl Paths for ExactPast {
    const KIND: GraphHistory = GraphHistory::Exact;
}

/// Bits of a signature: a value's 16 and 15 of an evaluation's.
const BITS: u64 = 31;

/// The bit of a position in signatures.
pub(super) const fn bit(key: u64) -> u64 {
    1 << (mix(key) % BITS)
}

/// What a position of the path adds to the key of an entry whose signature it matches.
pub(super) const fn share(key: u64, in_search: bool) -> u64 {
    mix(key ^ if in_search { 0x5eed_ca75_0f00_d000 } else { 0x0dd_ba11_0f00_d000 })
}

/// The record that tells the signature of a position's last value, and its hash move.
fn record(signature: u64, entry: &Entry) -> Entry {
    let [a, b, c, d, ..] = signature.to_le_bytes();
    let (value, eval) = (i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]));
    Entry { value, eval: Some(eval), ..Entry::new(0, Bound::Exact, entry.draft).with_move(entry.mv) }
}

/// The signature in a record.
fn signature(record: &Entry) -> u64 {
    let [a, b] = record.value.to_le_bytes();
    let [c, d] = record.eval.unwrap_or(0).to_le_bytes();
    u64::from(u32::from_le_bytes([a, b, c, d]))
}

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// The entry whose value holds on this path, with its signature; or else, without a value, the hash move.
    pub(crate) fn probe_paths<G: Game>(&self, game: &G, node: Node<T::Handle>) -> Option<(Entry, u64)>
    where
        P: Policy<G>,
    {
        let record = self.table.probe(node.handle)?;
        let signature = signature(&record);
        let handle = self.table.locate(self.policy.path_key(game, signature, node.ply));
        let answer = self.table.probe(handle);
        Some((
            answer.unwrap_or(Entry::new(0, Bound::Upper, Entry::MIN_DRAFT).with_move(record.mv)),
            signature,
        ))
    }

    /// Stores a value under its path and signature, and the signature under the position.
    pub(crate) fn store_paths<G: Game>(
        &self,
        game: &G,
        node: Node<T::Handle>,
        entry: &Entry,
        signature: u64,
        work: u64,
    ) -> ttable::Stored
    where
        P: Policy<G>,
    {
        let handle = self.table.locate(self.policy.path_key(game, signature, node.ply));
        self.table.store(handle, entry, work);
        self.table.store(node.handle, &record(signature, entry), work)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_record_keeps_every_signature() {
        for place in 0..BITS {
            for other in 0..BITS {
                let bits = 1 << place | 1 << other | 1;
                let kept = record(bits, &Entry::new(5, Bound::Lower, 3));
                assert_eq!((signature(&kept), kept.draft), (bits, 3));
            }
        }
        let all = (1 << BITS) - 1;
        assert_eq!(signature(&record(all, &Entry::new(0, Bound::Upper, -8))), all);
        assert!((0..1_000).all(|key| bit(key) & all == bit(key) && bit(key).is_power_of_two()));
        assert_eq!(
            (0..1_000).fold(0, |signature, key| signature | bit(key)),
            all,
            "each bit is some position's"
        );
    }

    #[test]
    fn each_bit_of_a_key_tells_in_what_its_position_adds() {
        let keys = (0..64).map(|bit| 0x0123_4567_89ab_cdef ^ 1 << bit);
        let shares: HashSet<u64> = keys.flat_map(|key| [share(key, false), share(key, true)]).collect();
        assert_eq!(shares.len(), 2 * 64);
    }
}
