//! The promise of a code-based set, proved step by step from its parts (see the module's *Why it holds*).

use std::vec::Vec;

use super::field::Field;
use super::matrix::Matrix;
use super::scramble::Scramble;
use super::{Code, Plan};
use crate::quality::{self, Smallest};
use crate::{Pcg, Seed, Words};

/// The remainder of one polynomial over GF(2) by another: arithmetic of its own, to check the field with.
fn remainder(mut a: u64, b: u64) -> u64 {
    while a != 0 && a.ilog2() >= b.ilog2() {
        a ^= b << (a.ilog2() - b.ilog2());
    }
    a
}

/// The product of two polynomials over GF(2).
fn product(a: u32, b: u32) -> u64 {
    (0..32).filter(|i| b >> i & 1 != 0).fold(0, |sum, i| sum ^ u64::from(a) << i)
}

fn fields() -> impl Iterator<Item = (u32, Field)> {
    (Field::MIN_DEGREE..=Field::MAX_DEGREE).map(|degree| (degree, Field::new(degree)))
}

#[test]
fn every_modulus_is_irreducible_and_of_its_degree() {
    for (degree, field) in fields() {
        let modulus = u64::from(field.modulus);
        assert_eq!(modulus.ilog2(), degree);
        for divisor in 2..1 << (degree / 2 + 1) {
            assert_ne!(remainder(modulus, divisor), 0, "{divisor:#b} divides {modulus:#b}");
        }
    }
}

#[test]
fn multiplication_is_that_of_polynomials_modulo_the_modulus() {
    let mut pcg = Pcg::from_seed(Seed::PI);
    for (degree, field) in fields() {
        for _ in 0..1_000 {
            let [a, b] = [0, 0].map(|_: u32| pcg.next_u32() >> (32 - degree));
            assert_eq!(u64::from(field.mul(a, b)), remainder(product(a, b), field.modulus.into()));
        }
    }
}

#[test]
fn columns_are_distinct_elements_with_their_odd_powers() {
    for (features, bits) in [(781, 64), (1_024, 64), (781, 128), (781, 32), (96, 64), (200, 128), (5_000, 64)]
    {
        let plan = Plan::new(features, bits, 0).expect("a field is large enough");
        // Without grading and with a whole field each, the powers lie one after another.
        let exponents: Vec<u32> = plan.powers[..plan.len].iter().map(|power| power.exponent).collect();
        assert!(exponents.starts_with(&[1, 3, 5]));
        for i in 0..u32::try_from(features).expect("few features") {
            let column = plan.column(i);
            assert_eq!(column & 1, 1, "the coordinate that counts the keys");
            for power in &plan.powers[..plan.len] {
                let value = plan.field.pow(i, power.exponent);
                let stored = column >> power.at & ((1 << power.kept.count_ones()) - 1);
                assert_eq!(stored, u128::from(super::gather(value, power.kept)));
            }
        }
    }
}

/// Every odd exponent below the distance is in the columns, or is a power of two times one that is.
#[test]
fn no_power_sum_below_the_distance_is_left_out() {
    for features in [65, 100, 200, 500, 781, 1_024, 1_025, 4_000, 65_536] {
        for (bits, low) in [(32, 0), (64, 0), (64, 16), (64, 32), (128, 0), (128, 64)] {
            let Some(plan) = Plan::new(features, bits, low) else { panic!("{features} in {bits}") };
            let has = |exponent| plan.powers[..plan.len].iter().any(|power| power.exponent == exponent);
            if features <= bits as usize {
                continue;
            }
            for exponent in (1..u32::try_from(plan.distance).expect("a small distance") - 2).step_by(2) {
                let mut conjugates = (0..16).map(|i| (exponent << i) % plan.field.order());
                assert!(conjugates.any(has), "x^{exponent} for {features} features in {bits} bits");
            }
        }
    }
}

/// The coordinates kept of a power determine it: no two values of the power agree in them.
#[test]
fn short_powers_keep_what_determines_them() {
    for (degree, field) in fields().take(6) {
        for exponent in (1..field.order().min(64)).step_by(2) {
            let kept = field.coordinates(exponent);
            let mut values: Vec<u32> = (0..=field.order()).map(|x| field.pow(x, exponent)).collect();
            values.sort_unstable();
            values.dedup();
            let mut gathered: Vec<u32> = values.iter().map(|&value| super::gather(value, kept)).collect();
            gathered.sort_unstable();
            gathered.dedup();
            assert_eq!(gathered.len(), values.len(), "x^{exponent} in GF(2^{degree})");
        }
    }
}

#[test]
fn whitening_is_invertible_and_graded_where_asked() {
    for (size, low) in [(64, 0), (64, 32), (64, 16), (32, 0), (128, 0), (128, 64), (1, 0)] {
        for state in 0..20 {
            let matrix = Matrix::random(size, low, &mut Pcg::from_seed(Seed::with_state(state)));
            let columns: Vec<u128> = (0..size as usize).map(|i| matrix.column(i)).collect();
            assert_eq!(quality::rank(&columns), size);
            let low_rows: Vec<u128> = columns.iter().map(|column| column & ((1 << low) - 1)).collect();
            assert!(low_rows[low as usize..].iter().all(|&row| row == 0));
            assert_eq!(quality::rank(&low_rows), low);
        }
    }
}

/// A key is the image of its column, with the spare bits filled.
#[test]
fn keys_are_whitened_columns() {
    let code = Code::new(Seed::PI);
    let columns = code.columns(781, 64);
    let plan = Plan::new(781, 64, 0).expect("a field is large enough");
    assert_eq!(plan.spare, 0b111 << 61);
    let keys = Words::<u64, 781>::from_code(code).0;
    let (_, scramble) = columns.coded.expect("more features than bits");
    for (i, &key) in (0..).zip(&keys) {
        let column = plan.column(scramble.element(i));
        let fillings = (0..8).map(|filling| columns.whitening.times(column | filling << 61));
        assert_eq!(fillings.filter(|&image| image == u128::from(key)).count(), 1);
    }
}

/// No two features share an element, whatever the field.
#[test]
fn a_scramble_is_a_permutation() {
    for (degree, field) in fields() {
        let scramble = Scramble::random(degree, &mut Pcg::from_seed(Seed::PI));
        let mut elements: Vec<u32> = (0..=field.order()).map(|i| scramble.element(i)).collect();
        elements.sort_unstable();
        assert!(elements.into_iter().eq(0..=field.order()), "GF(2^{degree})");
    }
}

/// Subspaces are words of the code: 16 elements of one XOR to zero, up to the spare bits. The features of 16 numbers that
/// form one do not, so what is regular in a game is nothing to the code.
#[test]
fn regular_features_are_not_regular_elements() {
    let code = Code::new(Seed::PI);
    let (columns, plan) = (code.columns(781, 64), Plan::new(781, 64, 0).expect("a field is large enough"));
    let keys = Words::<u64, 781>::from_code(code).0;
    let mut pcg = Pcg::from_seed(Seed::PI);
    let spanned = |at: u32, steps: [u32; 4]| {
        (0..16_u32)
            .map(move |set| (0..4).filter(|i| set >> i & 1 != 0).fold(at, |element, i| element ^ steps[i]))
    };
    let sum = |elements: &mut dyn Iterator<Item = u32>| elements.fold(0, |sum, x| sum ^ plan.column(x));
    // Eight pawns on the second row, and on the third.
    assert_eq!(sum(&mut spanned(8, [1, 2, 4, 24])), 0);
    assert_eq!(columns.coded.map(|(plan, _)| plan.distance), Some(14));
    for _ in 0..20_000 {
        // Numbers below 512 are features all.
        let [at, steps @ ..] = [0; 5].map(|_: u32| pcg.next_u32() >> 23);
        assert_eq!(sum(&mut spanned(at, steps)), 0);
        let dimension = quality::rank(&steps);
        let xored = spanned(at, steps).fold(0, |xored, i| xored ^ keys[i as usize]);
        assert!(xored != 0 || dimension < 4, "the features {at} + {steps:?} cancel");
    }
}

/// The distance bound against an exhaustive search, where one is possible: it is kept, and the last is even reached.
#[test]
fn exhaustive_search_finds_nothing_below_the_distance() {
    fn check<const N: usize>(code: Code, up_to: usize, distance: usize) {
        assert_eq!(code.distance(N, 32), Some(distance));
        let keys = Words::<u32, N>::from_code(code).0;
        assert_eq!(quality::smallest_dependency(&keys, up_to), Smallest::MoreThan(up_to), "{N} keys");
    }
    check::<64>(Code::new(Seed::PI), 8, 12);
    check::<64>(Code::new(Seed::with_state(1)), 8, 12);
    check::<256>(Code::new(Seed::PI), 6, 8);
    check::<1_024>(Code::new(Seed::PI), 4, 8);

    // Eight bits: an extended Hamming code, x alone. Four keys XOR to zero at the earliest, and some four do.
    let columns = Code::new(Seed::PI).columns(128, 8);
    let keys: Vec<u32> = (0..128).map(|i| u32::try_from(columns.key(i)).expect("eight bits")).collect();
    assert_eq!(Code::new(Seed::PI).distance(128, 8), Some(4));
    let Smallest::Dependency(four) = quality::smallest_dependency(&keys, 6) else { panic!("none found") };
    assert_eq!(four.len(), 4);
}

/// Random search finds dependencies of exactly the promised size among the 781 keys of chess, and none below.
#[test]
fn random_search_reaches_the_distance_and_never_goes_below() {
    for state in 0..3_u8 {
        let keys = Words::<u64, 781>::from_code(Code::new(Seed::with_state(state.into()))).0;
        assert_eq!(quality::rank(&keys), 64);
        let lightest =
            quality::light_dependency(&keys, 200, state.into()).expect("781 keys of 64 bits are dependent");
        assert_eq!(lightest.iter().fold(0, |sum, &i| sum ^ keys[i]), 0);
        assert!(lightest.len() >= 14, "a dependency of {}: {lightest:?}", lightest.len());
    }
}
