//! What an axis shows, how it counts, and how far it goes.

use std::ops::Range;

/// How an axis counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal differences.
    #[default]
    Linear,
    /// Equal steps are equal ratios. Points that are not positive are left out.
    Log,
}

/// One axis of a picture.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// What it shows, with its unit.
    pub label: String,
    /// How it counts.
    pub scale: Scale,
}

impl Axis {
    /// Equal steps for equal differences.
    pub fn linear(label: &str) -> Self {
        Self { label: label.into(), scale: Scale::Linear }
    }

    /// Equal steps for equal ratios.
    pub fn log(label: &str) -> Self {
        Self { label: label.into(), scale: Scale::Log }
    }

    pub(super) fn holds(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }

    /// A little more than what the values span; 0 is on every linear axis.
    pub(super) fn range(&self, values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
        let (low, high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        Some(match self.scale {
            Scale::Log => low / 1.2..high * 1.2,
            Scale::Linear => low.min(0.0)..high + 0.05 * (high - low.min(0.0)).max(1e-9),
        })
    }
}

/// A figure at an axis: `1k` for a thousand, `64M` for 64 million.
pub(super) fn short(value: f64) -> String {
    let (size, unit) = match value.abs() {
        1e9.. => (1e9, "G"),
        1e6.. => (1e6, "M"),
        1e3.. => (1e3, "k"),
        _ => (1.0, ""),
    };
    let scaled = value / size;
    let digits = usize::from((scaled - scaled.round()).abs() > 1e-6) * if scaled.abs() < 1.0 { 2 } else { 1 };
    format!("{scaled:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_at_an_axis_are_short() {
        for (value, text) in
            [(0.0, "0"), (0.25, "0.25"), (4.0, "4"), (2_500.0, "2.5k"), (64e6, "64M"), (-3e9, "-3G")]
        {
            assert_eq!(short(value), text);
        }
    }
}
