//! An axis as the drawing library asks for it: where a value stands, and where its figures are.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, KeyPointWeight, NoDefaultFormatting, Ranged, ValueFormatter};

use super::axis::short;
use super::{Axis, Scale};

/// From a value to a place, with an axis's ticks.
#[derive(Clone, Debug)]
pub(super) struct Along {
    range: Range<f64>,
    scale: Scale,
    ticks: Vec<f64>,
}

impl Along {
    /// The axis over this range, with about `most` figures.
    pub(super) fn new(axis: &Axis, range: Range<f64>, most: usize) -> Self {
        Self { ticks: axis.ticks(&range, most), range, scale: axis.scale }
    }

    /// How far along it a value is: 0 at its beginning, 1 at its end.
    fn share(&self, value: f64) -> f64 {
        let Range { start, end } = self.range;
        match self.scale {
            Scale::Linear | Scale::Whole => (value - start) / (end - start),
            Scale::Log => (value / start).ln() / (end / start).ln(),
        }
    }
}

impl Ranged for Along {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "a pixel of a picture")]
        let pixels = (self.share(*value) * f64::from(to - from)).round() as i32;
        from + pixels
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Lines between the figures would only be clutter.
        if matches!(hint.weight(), KeyPointWeight::Bold) { self.ticks.clone() } else { Vec::new() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Along {
    fn format_ext(&self, value: &f64) -> String {
        short(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_steps_are_differences_or_ratios() {
        let along = |axis: &Axis, range| Along::new(axis, range, 5);
        let linear = along(&Axis::linear(""), 0.0..10.0);
        assert_eq!([0.0, 5.0, 10.0].map(|value| linear.map(&value, (100, 300))), [100, 200, 300]);
        let log = along(&Axis::log(""), 0.5..2.0);
        assert_eq!([0.5, 1.0, 2.0].map(|value| log.map(&value, (300, 100))), [300, 200, 100]);
    }
}
