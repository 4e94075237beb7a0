//! How much else the machine does while something is measured.

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

/// What a loop that touches no memory had to wait for others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise {
    /// How much slower the loop was in the middle than at best.
    median: f64,
    /// The share of its rounds that took a tenth longer than the best.
    disturbed: f64,
}

/// Rounds of about half a millisecond: longer than the machine's clock is coarse, shorter than most interruptions.
const ROUNDS: usize = 200;

impl Noise {
    /// Takes about a tenth of a second.
    pub(crate) fn measure() -> Self {
        let mut times: Vec<f64> = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                black_box(
                    (0..400_000)
                        .fold(black_box(1_u64), |x, i| x.wrapping_mul(0x9e37_79b9).rotate_left(7) ^ i),
                );
                start.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_unstable_by(f64::total_cmp);
        Self::of(&times)
    }

    /// Of these times, the least first.
    fn of(times: &[f64]) -> Self {
        let disturbed = times.iter().filter(|&&time| time > 1.1 * times[0]).count();
        Self {
            median: times[times.len() / 2] / times[0] - 1.0,
            disturbed: disturbed as f64 / times.len() as f64,
        }
    }

    /// Whether nothing should be concluded from times.
    pub(crate) fn is_much(self) -> bool {
        self.median > 0.05 || self.disturbed > 0.25
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a loop in registers: median +{:.1} %, {:.0} % of rounds disturbed",
            100.0 * self.median,
            100.0 * self.disturbed
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_neighbour_is_noticed() {
        assert!(!Noise::of(&[1.0, 1.0, 1.01, 1.01, 1.3]).is_much());
        assert!(Noise::of(&[1.0, 1.0, 1.2, 1.3, 1.3]).is_much());
        assert!(Noise::of(&[1.0, 1.06, 1.07, 1.07, 1.07]).is_much());
    }
}
