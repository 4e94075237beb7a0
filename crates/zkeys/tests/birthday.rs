//! Birthday arithmetic against published and independently computed figures.

#![cfg(feature = "std")]

use zkeys::birthday::{
    BirthdayError, bits_needed, capacity, collision_probability, collision_probability_first_order,
    expected_pairs, false_match_rate,
};

/// Bits for n positions at 1 % and at 0.01 %. Source: Gillogly's table, World Computer Chess Championship 1989.
#[test]
fn bits_needed_gives_the_published_table() {
    let table = [(1e5, 39, 46), (1e6, 46, 53), (1e8, 59, 66), (1e10, 73, 79)];
    for (n, one_percent, one_in_ten_thousand) in table {
        assert_eq!(bits_needed(n, 0.01), Ok(one_percent), "{n} at 1 %");
        assert_eq!(bits_needed(n, 0.0001), Ok(one_in_ten_thousand), "{n} at 0.01 %");
    }
}

#[test]
fn bits_needed_are_enough_and_one_fewer_are_not() {
    for n in [2.0, 3.0, 100.0, 5_478.0, 1e6, 1e12] {
        for p in [0.9, 0.5, 0.01, 1e-9] {
            let bits = f64::from(bits_needed(n, p).expect("both in range"));
            assert!(collision_probability(n, bits).expect("in range") <= p, "{n} positions, {p}");
            // The bound counts n²/2 pairs, so one bit fewer gives at most n/(n − 1) times p in pairs, or more.
            assert!(
                expected_pairs(n, bits - 1.0).expect("in range") * n / (n - 1.0) >= p * 0.999,
                "{n}, {p}"
            );
        }
    }
}

/// The 15,001,503 pairs of the valid boards of tic-tac-toe.
#[test]
fn expected_pairs_of_tic_tac_toe() {
    let pairs = |bits| expected_pairs(5_478.0, bits).expect("in range");
    assert!((pairs(0.0) - 15_001_503.0).abs() < 1e-6);
    assert_eq!(format!("{:.1}", pairs(16.0)), "228.9");
    assert_eq!(format!("{:.6}", pairs(32.0)), "0.003493");
    assert_eq!(format!("{:.3e}", pairs(64.0)), "8.132e-13");
}

/// Computed with 60 decimal digits from exact power sums.
#[test]
fn collision_probability_is_exact() {
    let cases = [
        (5_478.0, 32.0, 0.003_486_718_315_154_472),
        (5_478.0, 64.0, 8.132_331_071_570_6e-13),
        (1e6, 46.0, 0.007_080_236_469_613_511),
        (3e6, 40.0, 0.983_306_377_455_394_8),
        (1e8, 59.0, 0.008_636_109_994_825_816),
        (1e9, 64.0, 0.026_741_008_874_431_359),
        (1e10, 73.0, 0.005_279_967_630_519_723),
    ];
    for (n, bits, expected) in cases {
        let found = collision_probability(n, bits).expect("in range");
        assert!(
            (found / expected - 1.0).abs() < 1e-11,
            "{n} in {bits} bits: expected {expected}, found {found}"
        );
        let first_order = collision_probability_first_order(n, bits).expect("in range");
        assert!(first_order > found && (first_order - found) < first_order * first_order);
    }
}

/// Where the sum of logarithms gives way to its series, one more position must fit the other side.
#[test]
fn the_series_continues_the_sum() {
    let n = f64::from(1 << 20);
    for bits in [36.0, 40.0, 50.0, 64.0] {
        let sum = collision_probability(n, bits).expect("in range");
        let series = collision_probability(n + 1.0, bits).expect("in range");
        let step = sum + (1.0 - sum) * n / f64::exp2(bits);
        assert!((series / step - 1.0).abs() < 1e-11, "{bits} bits: expected {step}, found {series}");
    }
}

#[test]
fn certain_and_impossible_collisions() {
    assert_eq!(collision_probability(0.0, 64.0), Ok(0.0));
    assert_eq!(collision_probability(1.0, 64.0), Ok(0.0));
    assert_eq!(collision_probability(257.0, 8.0), Ok(1.0));
    assert_eq!(collision_probability(2.0, 0.0), Ok(1.0));
    assert_eq!(collision_probability(2.0, 1.0), Ok(0.5));
    assert_eq!(collision_probability(1e12, 64.0), Ok(1.0));
    assert_eq!(collision_probability_first_order(1e12, 64.0), Ok(1.0));
    assert_eq!(false_match_rate(0.0, 1.0), Ok(1.0));
    assert_eq!(false_match_rate(16.0, 0.0), Ok(0.0));
    assert_eq!(false_match_rate(1.0, 3.0), Ok(0.875));
}

#[test]
fn capacity_is_the_most_that_fits() {
    for bits in [8.0, 16.0, 32.0, 48.0, 64.0, 80.0] {
        for p in [0.5, 0.01, 0.0001] {
            let n = capacity(bits, p).expect("in range");
            assert!(n <= 1.0 || expected_pairs(n, bits).expect("in range") <= p, "{bits} bits, {p}");
            assert!(expected_pairs(n + 1.0, bits).expect("in range") > p, "{bits} bits, {p}");
        }
    }
    assert_eq!(capacity(0.0, 0.5), Ok(1.0));
}

#[test]
fn senseless_arguments_are_refused_by_name() {
    let count = |least, found| BirthdayError::Count { least, found };
    assert_eq!(expected_pairs(-1.0, 64.0), Err(count(0.0, -1.0)));
    assert_eq!(expected_pairs(2.5, 64.0), Err(count(0.0, 2.5)));
    assert_eq!(expected_pairs(f64::INFINITY, 64.0), Err(count(0.0, f64::INFINITY)));
    assert!(matches!(expected_pairs(f64::NAN, 64.0), Err(BirthdayError::Count { .. })));
    assert_eq!(collision_probability(10.0, -1.0), Err(BirthdayError::Bits(-1.0)));
    assert!(matches!(collision_probability(10.0, f64::NAN), Err(BirthdayError::Bits(_))));
    assert_eq!(bits_needed(1.0, 0.01), Err(count(2.0, 1.0)));
    for p in [0.0, 1.0, -0.1, 2.0] {
        assert_eq!(bits_needed(1e6, p), Err(BirthdayError::Probability(p)));
        assert_eq!(capacity(64.0, p), Err(BirthdayError::Probability(p)));
    }
    assert!(matches!(capacity(64.0, f64::NAN), Err(BirthdayError::Probability(_))));
    assert_eq!(false_match_rate(2_000.0, 4.0), Err(BirthdayError::Bits(2_000.0)));
    assert_eq!(count(2.0, 1.0).to_string(), "expected a whole number from 2 on, found 1",);
}
