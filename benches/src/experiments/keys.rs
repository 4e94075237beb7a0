//! The keys of the published experiments.

use games::tic_tac_toe::MarkKeys;
use rand_mt::Mt;
use zkeys::KeySet as _;

/// The keys the experiments draw from this seed: X on squares 0 to 8, O on squares 0 to 8, side to move.
///
/// They come from [`mersenne_words`].
pub fn mersenne(seed: u32) -> MarkKeys {
    MarkKeys::from_fn(mersenne_words(seed))
}

/// MT19937, seeded with the number as `CPython`'s `random.Random(seed)` seeds it (by array), 64 bits drawn as two 32-bit
/// words, the low one first. A generator for reproducing figures; programs draw theirs with [`zkeys::Pcg`].
pub fn mersenne_words(seed: u32) -> impl FnMut() -> u64 {
    let mut words = Mt::new_with_key([seed]);
    move || {
        let low = u64::from(words.next_u32());
        u64::from(words.next_u32()) << 32 | low
    }
}
