//! Means of repeated measurements.

/// A mean, and how far it may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error, from how much the measurements differ; `NaN` for fewer than two.
    pub error: f64,
}

impl Mean {
    /// Of these measurements.
    ///
    /// ```
    /// use benches::mean::Mean;
    ///
    /// assert_eq!(Mean::of(&[1.0, 3.0]), Mean { mean: 2.0, error: 1.0 });
    /// ```
    pub fn of(measured: &[f64]) -> Self {
        let count = measured.len() as f64;
        let mean = measured.iter().sum::<f64>() / count;
        let variance = measured.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Self { mean, error: (variance / count).sqrt() }
    }

    /// Whether the truth may be this: at most four standard errors away, which chance exceeds once in 16,000 times.
    pub fn may_be(self, truth: f64) -> bool {
        (self.mean - truth).abs() <= 4.0 * self.error
    }
}
