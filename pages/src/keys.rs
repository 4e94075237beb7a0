//! The keys that the pages' boards are kept with.

use std::sync::LazyLock;

use games::tic_tac_toe::KeySource as _;
use games::tic_tac_toe::{MarkKeys, StandardKeys};
use rand_mt::Mt;
use zkeys::KeySet as _;

/// The standard keys without the side's, which the marks tell: a move changes the key by one XOR.
pub(crate) static MARKS_ALONE: LazyLock<MarkKeys> = LazyLock::new(|| {
    let mut words = StandardKeys.keys().to_words();
    words[MarkKeys::LEN - 1] = 0;
    MarkKeys::from_words(words)
});

/// The keys of the published experiment on replacement: MT19937 seeded with 1 as `CPython` seeds it (by array), 64 bits
/// drawn as two words of 32, the low one first.
pub(crate) static PUBLISHED: LazyLock<MarkKeys> = LazyLock::new(|| {
    let mut words = Mt::new_with_key([1]);
    MarkKeys::from_fn(|| {
        let low = u64::from(words.next_u32());
        u64::from(words.next_u32()) << 32 | low
    })
});
