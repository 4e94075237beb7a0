//! Birthday arithmetic: how many bits keep how many positions apart.
//!
//! Positions' keys are taken for uniform and independent. Where each is the XOR of random keys of features, that holds for
//! any two positions, so expected numbers of pairs are right exactly; the rest is as good as the keys are.

use thiserror::Error;

/// Why a question about birthdays has no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum BirthdayError {
    /// The number of positions or slots is not a number one can count to.
    #[error("expected a whole number from {least} on, found {found}")]
    Count {
        /// The least number that makes sense.
        least: f64,
        /// What was given.
        found: f64,
    },
    /// The bits are not within range.
    #[error("expected 0 to 1000 bits, found {0}")]
    Bits(f64),
    /// The probability is not between 0 and 1.
    #[error("expected a probability between 0 and 1, both excluded, found {0}")]
    Probability(f64),
}

/// Pairs among `n` positions that are expected to share a key of `bits` bits: `n(n − 1)/2 / 2^bits`.
///
/// `n` is a whole number; `bits` may be a fraction, such as the logarithm of a number of slots. Exact up to the
/// rounding of one product, whatever the size.
///
/// # Errors
///
/// [`BirthdayError::Count`] where `n` is negative or no whole number, [`BirthdayError::Bits`] where `bits` is not within
/// `0..=1000`.
///
/// # Examples
///
/// ```
/// // The 5,478 positions of tic-tac-toe in 16 bits.
/// let pairs = zkeys::birthday::expected_pairs(5_478.0, 16.0)?;
/// assert_eq!((pairs * 10.0).round() / 10.0, 228.9);
/// # Ok::<(), zkeys::birthday::BirthdayError>(())
/// ```
pub fn expected_pairs(n: f64, bits: f64) -> Result<f64, BirthdayError> {
    Ok(pairs(count(n, 0.0)?) / values(bits)?)
}

/// The probability that any two of `n` positions share a key of `bits` bits, exactly:
/// `1 − Π (1 − i/2^bits)` over `i = 1..n`, by the sum of the logarithms.
///
/// Exact to about 12 digits also where the probability is tiny; takes up to a million steps.
///
/// # Errors
///
/// As [`expected_pairs`].
///
/// # Examples
///
/// ```
/// // Twenty-three people, 365 days.
/// let p = zkeys::birthday::collision_probability(23.0, 365_f64.log2())?;
/// assert!((p - 0.507_297_234_323_985).abs() < 1e-12);
/// # Ok::<(), zkeys::birthday::BirthdayError>(())
/// ```
pub fn collision_probability(n: f64, bits: f64) -> Result<f64, BirthdayError> {
    let n = count(n, 0.0)?;
    let values = values(bits)?;
    // Past this many pairs e^(−pairs) is below the last digit of 1; with more positions than keys it is certain.
    if n > values || pairs(n) / values > 100.0 {
        return Ok(1.0);
    }
    Ok(-log_no_collision(n, values).exp_m1())
}

/// The first order of [`collision_probability`]: the expected pairs, but at most 1. Never below the exact value.
///
/// # Errors
///
/// As [`expected_pairs`].
///
/// # Examples
///
/// ```
/// use zkeys::birthday::{collision_probability, collision_probability_first_order};
///
/// let (exact, first) = (collision_probability(1e6, 46.0)?, collision_probability_first_order(1e6, 46.0)?);
/// assert!(exact < first && first < exact * 1.004);
/// # Ok::<(), zkeys::birthday::BirthdayError>(())
/// ```
pub fn collision_probability_first_order(n: f64, bits: f64) -> Result<f64, BirthdayError> {
    Ok(expected_pairs(n, bits)?.min(1.0))
}

/// Bits a key needs so that `n` stored positions collide with probability at most `p`.
///
/// First-order birthday bound, rounded up: `2·log2(n) − 1 − log2(p)`. `n ≥ 2`, `0 < p < 1`.
///
/// # Errors
///
/// [`BirthdayError::Count`] where `n` is below 2 or no whole number, [`BirthdayError::Probability`] where `p` is not
/// between 0 and 1.
///
/// # Examples
///
/// ```
/// // A hundred million positions and one chance in a hundred: 59 bits.
/// assert_eq!(zkeys::birthday::bits_needed(1e8, 0.01)?, 59);
/// # Ok::<(), zkeys::birthday::BirthdayError>(())
/// ```
///
/// Source: Gillogly's table, World Computer Chess Championship 1989.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 3200")]
pub fn bits_needed(n: f64, p: f64) -> Result<u32, BirthdayError> {
    let (n, p) = (count(n, 2.0)?, probability(p)?);
    Ok((2.0 * n.log2() - 1.0 - p.log2()).ceil() as u32)
}

/// Entries a table may hold so that two of them share a key of `bits` bits with probability at most `p`: the most
/// positions whose expected pairs are at most `p`.
///
/// First order, so on the safe side. A whole number, at least 1; above 2^53 a neighbour of it.
///
/// # Errors
///
/// [`BirthdayError::Bits`] where `bits` is not within `0..=1000`, [`BirthdayError::Probability`] where `p` is not
/// between 0 and 1.
///
/// # Examples
///
/// ```
/// use zkeys::birthday::{capacity, expected_pairs};
///
/// let entries = capacity(64.0, 0.01)?;
/// assert_eq!(entries, 607_400_100.0);
/// assert!(expected_pairs(entries, 64.0)? <= 0.01 && expected_pairs(entries + 1.0, 64.0)? > 0.01);
/// # Ok::<(), zkeys::birthday::BirthdayError>(())
/// ```
pub fn capacity(bits: f64, p: f64) -> Result<f64, BirthdayError> {
    let (values, p) = (values(bits)?, probability(p)?);
    let mut n = f64::midpoint(1.0, (1.0 + 8.0 * p * values).sqrt()).floor();
    // The root is rounded: put right by one either way.
    if pairs(n) / values > p {
        n -= 1.0;
    } else if pairs(n + 1.0) / values <= p {
        n += 1.0;
    }
    Ok(n.max(1.0))
}

/// The probability that a probe for a position the table has not got matches some entry: of `slots` entries compared,
/// each agrees in all its `bits` verification bits with probability 2^−`bits`. Exactly `1 − (1 − 2^−bits)^slots`.
///
/// For a full table: an empty slot matches nothing. Bits that also chose the cluster verify nothing and do not count.
///
/// # Errors
///
/// [`BirthdayError::Bits`] where `bits` is not within `0..=1000`, [`BirthdayError::Count`] where `slots` is negative or
/// no whole number.
///
/// # Examples
///
/// ```
/// // Clusters of four entries with 16 bits each: one probe in 16,384 matches wrongly, a little less.
/// let rate = zkeys::birthday::false_match_rate(16.0, 4.0)?;
/// assert!((rate * 16_384.0 - 0.999_977).abs() < 1e-6);
/// # Ok::<(), zkeys::birthday::BirthdayError>(())
/// ```
pub fn false_match_rate(bits: f64, slots: f64) -> Result<f64, BirthdayError> {
    let (values, slots) = (values(bits)?, count(slots, 0.0)?);
    if slots == 0.0 {
        return Ok(0.0);
    }
    Ok(-(slots * (-1.0 / values).ln_1p()).exp_m1())
}

/// `ln Π (1 − i/values)` over `i = 1..n`, for `n ≤ values`.
fn log_no_collision(n: f64, values: f64) -> f64 {
    const TERMS: u32 = 1 << 20;
    if n <= f64::from(TERMS) {
        // Small terms first.
        return (1..TERMS).map(f64::from).take_while(|&i| i < n).map(|i| (-i / values).ln_1p()).sum();
    }
    // More terms than one would add up: the series −Σ Σ (i/values)^k / k instead, by sums of powers. The third order is
    // 2·pairs³/(3·n²) for so many expected pairs, which moves the probability by less than 10⁻¹² whatever they are.
    let first = pairs(n) / values;
    let second = first * (2.0 * n - 1.0) / values / 6.0;
    -(first + second)
}

/// Pairs among `n`.
fn pairs(n: f64) -> f64 {
    n * (n - 1.0) / 2.0
}

fn count(found: f64, least: f64) -> Result<f64, BirthdayError> {
    // Also refuses what is no number. Infinity has no fraction either, hence the bound.
    let countable = found >= least && found <= 1e300 && found.fract() == 0.0;
    if countable { Ok(found) } else { Err(BirthdayError::Count { least, found }) }
}

fn values(bits: f64) -> Result<f64, BirthdayError> {
    if (0.0..=1_000.0).contains(&bits) { Ok(bits.exp2()) } else { Err(BirthdayError::Bits(bits)) }
}

fn probability(p: f64) -> Result<f64, BirthdayError> {
    if p > 0.0 && p < 1.0 { Ok(p) } else { Err(BirthdayError::Probability(p)) }
}
