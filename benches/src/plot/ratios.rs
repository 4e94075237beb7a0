//! A ratio for each name, on both sides of the line of 1.

use std::ops::Range;

use plotters::prelude::*;

use super::canvas::{Area, INKS, picture};
use super::rows::{Row, chart, figures, height, middle};
use super::{Axis, Ground};

/// A ratio for each name, as far from the line of 1 as it is from 1: twice and half are equally far.
#[derive(Clone, Debug)]
pub struct Ratios {
    title: String,
    label: String,
    rows: Vec<Row>,
}

impl Ratios {
    /// Without ratios yet. `label` says what is divided by what.
    pub fn new(title: &str, label: &str) -> Self {
        Self { title: title.into(), label: label.into(), rows: Vec::new() }
    }

    /// Adds a ratio, and from where to where it was measured. One that is not positive is left out.
    pub fn ratio(&mut self, name: &str, value: f64, spread: Option<Range<f64>>) {
        if value.is_finite() && value > 0.0 {
            let shown = format!("{value:.2} ×");
            self.rows.push(Row { name: name.into(), value, shown, spread });
        }
    }

    /// What it shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The picture. One without a ratio says so.
    pub fn svg(&self, ground: Ground) -> String {
        picture(&self.title, height(self.rows.len()), ground, |area| self.draw(area))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        let spreads = self.rows.iter().filter_map(|row| row.spread.clone());
        let ends = spreads.flat_map(|spread| [spread.start, spread.end]);
        let values = self.rows.iter().map(|row| row.value).chain(ends);
        // Without a row there is no 1 to draw either.
        let one = (!self.rows.is_empty()).then_some(1.0);
        let axis = Axis::log(&self.label);
        let range = axis.range(values.chain(one)).ok_or("no figures to draw")?;
        // Room for the text beside the greatest.
        let range = range.start..range.end * (range.end / range.start).powf(0.3);
        let mut chart = chart(area, &axis, range, &self.rows, 1.0)?;
        for (row, at) in self.rows.iter().zip(0_u32..) {
            let y = middle(at);
            let path = |from, to, width| PathElement::new([(from, y), (to, y)], INKS[0].stroke_width(width));
            let mut paths = vec![path(1.0, row.value, 1)];
            paths.extend(row.spread.as_ref().map(|spread| path(spread.start, spread.end, 4)));
            chart.draw_series(paths).map_err(|error| error.to_string())?;
            let dot = Circle::new((row.value, y), 5, INKS[0].filled());
            chart.draw_series([dot]).map_err(|error| error.to_string())?;
        }
        figures(area, &chart, &self.rows, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the dots are, from the left.
    fn dots(svg: &str) -> Vec<f64> {
        let circles = svg.split("<circle cx=\"").skip(1);
        circles.map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn twice_and_half_are_equally_far_from_one() {
        let mut ratios = Ratios::new("peers", "times as fast");
        ratios.ratio("half", 0.5, None);
        ratios.ratio("one", 1.0, Some(0.9..1.1));
        ratios.ratio("twice", 2.0, None);
        ratios.ratio("not measured", f64::NAN, None);
        let svg = ratios.svg(Ground::Page);
        let [half, one, twice] = dots(&svg)[..] else { panic!("{svg}") };
        assert!((one - half - (twice - one)).abs() <= 2.0 && half < one, "{half} {one} {twice}");
        assert!(svg.contains("0.50 ×") && svg.contains("2.00 ×"), "{svg}");
        assert!(!svg.contains("#000000"), "ink that a dark page swallows: {svg}");
        assert!(Ratios::new("none", "").svg(Ground::White).contains("no figures to draw"));
    }
}
