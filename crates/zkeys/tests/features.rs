//! What the optional features add.

#[cfg(feature = "rand_core")]
mod any_generator {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::{Pcg32, Pcg64};
    use zkeys::{KeySet, Pcg, Seed, SplitMix64, key_set};

    macro_rules! sets {
        ($($Set:ident: $Word:ident;)*) => {$(
            key_set! {
                /// Two keys.
                struct $Set: $Word {
                    /// Off, on.
                    state: bool = 2,
                }
            }
        )*};
    }

    sets! {
        Narrow: u32;
        Usual: u64;
        Wide: u128;
    }

    #[test]
    fn rand_pcg_at_run_time_gives_the_const_keys() {
        let Seed { state, stream } = Seed::PI;
        let (theirs, ours) = (|| Pcg64::new(state, stream), Pcg::from_seed(Seed::PI));
        assert_eq!(Narrow::from_rng(&mut theirs()), Narrow::from_pcg(ours));
        assert_eq!(Usual::from_rng(&mut theirs()), Usual::from_pcg(ours));
        assert_eq!(Wide::from_rng(&mut theirs()), Wide::from_pcg(ours));
        // By way of a trait object, and from a generator of another family.
        let generator: &mut dyn Rng = &mut theirs();
        assert_eq!(Usual::from_rng(generator), Usual::from_pcg(ours));
        let mut other = Pcg32::seed_from_u64(1);
        let mut same = other.clone();
        assert_eq!(Usual::from_rng(&mut other).to_words(), [same.next_u64(), same.next_u64()]);
    }

    #[test]
    fn the_const_generators_are_generators() {
        let mut bytes = [0; 20];
        Pcg::from_seed(Seed::PI).fill_bytes(&mut bytes);
        let mut expected = [0; 20];
        Pcg64::new(Seed::PI.state, Seed::PI.stream).fill_bytes(&mut expected);
        assert_eq!(bytes, expected);
        let mut split_mix = SplitMix64::new(1);
        assert_eq!(Usual::from_rng(&mut split_mix), Usual::from_split_mix(SplitMix64::new(1)));
    }
}

#[cfg(feature = "serde")]
#[test]
fn seeds_survive_serialisation() {
    let text = serde_json::to_string(&zkeys::Seed::PI).expect("a seed is two numbers");
    let expected = format!(r#"{{"state":{},"stream":{}}}"#, zkeys::Seed::PI.state, zkeys::Seed::PI.stream);
    assert_eq!(text, expected);
    assert_eq!(serde_json::from_str::<zkeys::Seed>(&text).expect("as written"), zkeys::Seed::PI);
}
