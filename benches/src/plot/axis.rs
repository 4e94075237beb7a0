//! What an axis shows, how it counts, and how far it goes.

use std::ops::Range;

/// How an axis counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal differences.
    #[default]
    Linear,
    /// The same, of what there are no fractions of.
    Whole,
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

    /// Equal steps for equal differences of what there are no fractions of, such as threads.
    pub fn whole(label: &str) -> Self {
        Self { label: label.into(), scale: Scale::Whole }
    }

    /// Equal steps for equal ratios.
    pub fn log(label: &str) -> Self {
        Self { label: label.into(), scale: Scale::Log }
    }

    pub(super) fn holds(&self, value: f64) -> bool {
        value.is_finite() && (self.scale != Scale::Log || value > 0.0)
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
            Scale::Linear | Scale::Whole => low.min(0.0)..high + 0.05 * (high - low.min(0.0)).max(1e-9),
        })
    }

    /// Where figures stand along it, about `most` of them.
    pub(super) fn ticks(&self, range: &Range<f64>, most: usize) -> Vec<f64> {
        match self.scale {
            Scale::Linear => steps(range, most, 0.0),
            Scale::Whole => steps(range, most, 1.0),
            Scale::Log => marks(range, most),
        }
    }
}

/// Equal steps of 1, 2 or 5 times a power of ten, at least `least`: the shortest that are not too many.
fn steps(range: &Range<f64>, most: usize, least: f64) -> Vec<f64> {
    let span = range.end - range.start;
    let fits = |step: &f64| *step >= least && span / step <= most as f64;
    let step = decades(&[1.0, 2.0, 5.0]).find(fits).unwrap_or(span);
    let first = (range.start / step).ceil();
    (0..=most).map(|n| (first + n as f64) * step).filter(|tick| range.contains(tick)).collect()
}

/// Round figures, as many of each decade as there is room for.
fn marks(range: &Range<f64>, most: usize) -> Vec<f64> {
    const FINE: [f64; 13] = [1.0, 1.1, 1.2, 1.3, 1.5, 1.7, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 9.0];
    const SETS: [&[f64]; 4] = [&FINE, &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0]];
    let within = |set: &[f64]| -> Vec<f64> { decades(set).filter(|mark| range.contains(mark)).collect() };
    let mut sets = SETS.into_iter().map(within);
    sets.find(|marks| marks.len() <= most).unwrap_or_else(|| {
        // Many decades: every second one, or every third.
        let all = within(&[1.0]);
        let every = all.len().div_ceil(most.max(1));
        all.into_iter().step_by(every).collect()
    })
}

/// These figures in every decade there could be, the least first.
fn decades(figures: &[f64]) -> impl Iterator<Item = f64> + '_ {
    (-18..19).flat_map(move |power| figures.iter().map(move |figure| figure * 10_f64.powi(power)))
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
    let text = format!("{scaled:.digits$}");
    let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(axis: &Axis, range: Range<f64>) -> Vec<String> {
        axis.ticks(&range, 6).into_iter().map(short).collect()
    }

    #[test]
    fn ticks_are_round_and_neither_one_nor_many() {
        let (linear, whole, log) = (Axis::linear(""), Axis::whole(""), Axis::log(""));
        assert_eq!(ticks(&linear, 0.0..2.1), ["0", "0.5", "1", "1.5", "2"]);
        assert_eq!(ticks(&linear, 0.0..170_000.0), ["0", "50k", "100k", "150k"]);
        assert_eq!(ticks(&whole, 0.0..2.1), ["0", "1", "2"]);
        assert_eq!(ticks(&whole, 0.0..16.8), ["0", "5", "10", "15"]);
        assert_eq!(ticks(&log, 0.7..7.3), ["1", "2", "5"]);
        assert_eq!(ticks(&log, 0.8..1.4), ["0.9", "1", "1.1", "1.2", "1.3"]);
        assert_eq!(ticks(&log, 0.9..1_300.0), ["1", "10", "100", "1k"]);
        assert_eq!(ticks(&log, 1e-9..1e9).len(), 6);
    }

    #[test]
    fn figures_at_an_axis_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.25, "0.25"),
            (0.5, "0.5"),
            (20.0, "20"),
            (4.0, "4"),
            (2_500.0, "2.5k"),
            (64e6, "64M"),
            (-3e9, "-3G"),
        ] {
            assert_eq!(short(value), text);
        }
    }
}
