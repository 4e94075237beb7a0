//! The const generators against the crates they are twins of.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use zkeys::{Pcg, Seed, SplitMix64};

#[test]
fn pcg_is_rand_pcg_word_for_word() {
    let seeds = [
        (0, 0),
        (1, 0),
        (42, 54),
        (u128::MAX, u128::MAX),
        (0xcafe_f00d_d15e_a5e5, 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96),
        (Seed::PI.state, Seed::PI.stream),
    ];
    for (state, stream) in seeds {
        let mut ours = Pcg::new(state, stream);
        let mut theirs = Pcg64::new(state, stream);
        for i in 0..10_000 {
            assert_eq!(ours.next_u64(), theirs.next_u64(), "word {i} of ({state:#x}, {stream:#x})");
        }
        assert_eq!(ours.next_u32(), theirs.next_u32());
        let low = u128::from(theirs.next_u64());
        assert_eq!(ours.next_u128(), u128::from(theirs.next_u64()) << 64 | low);
    }
}

#[test]
fn split_mix_gives_the_published_words() {
    // The output for seed 1234567 that the generator's reference implementations agree on.
    let mut split_mix = SplitMix64::new(1_234_567);
    let words: [u64; 5] = core::array::from_fn(|_| split_mix.next_u64());
    assert_eq!(
        words,
        [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
    );
}
