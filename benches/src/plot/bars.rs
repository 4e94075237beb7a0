//! A bar for each name, from 0, beside the line of what they are compared with.

use plotters::prelude::*;

use super::canvas::{Area, INKS, picture};
use super::rows::{Row, chart, figures, height, middle};
use super::{Axis, Ground};

/// A bar for each name, from 0, beside a line at the figure that they are compared with.
#[derive(Clone, Debug)]
pub struct Bars {
    title: String,
    label: String,
    rows: Vec<Row>,
    /// Where the line is.
    beside: f64,
}

impl Bars {
    /// Without bars yet. `label` says what their length is, `beside` is what they are compared with.
    pub fn new(title: &str, label: &str, beside: f64) -> Self {
        Self { title: title.into(), label: label.into(), rows: Vec::new(), beside }
    }

    /// Adds a bar, with the text that stands at its end.
    pub fn bar(&mut self, name: &str, value: f64, shown: &str) {
        self.rows.push(Row { name: name.into(), value, shown: shown.into(), spread: None });
    }

    /// What it shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The picture. One without a bar says so.
    pub fn svg(&self, ground: Ground) -> String {
        picture(&self.title, height(self.rows.len()), ground, |area| self.draw(area))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        let axis = Axis::linear(&self.label);
        let values = self.rows.iter().map(|row| row.value).filter(|value| value.is_finite());
        let range = axis.range(values).ok_or("no figures to draw")?;
        // Room for the text at the longest one's end.
        let range = range.start..range.end + 0.25 * (range.end - range.start);
        let mut chart = chart(area, &axis, range, &self.rows, self.beside)?;
        let bars = self.rows.iter().zip(0_u32..).map(|(row, at)| {
            let middle = middle(at);
            Rectangle::new([(0.0, middle - 0.3), (row.value, middle + 0.3)], INKS[0].mix(0.8).filled())
        });
        chart.draw_series(bars).map_err(|error| error.to_string())?;
        let line = [(self.beside, 0.0), (self.beside, self.rows.len() as f64)];
        chart.draw_series([PathElement::new(line, BLACK.mix(0.7))]).map_err(|error| error.to_string())?;
        figures(area, &chart, &self.rows, self.beside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bar_has_its_name_and_its_figure() {
        let mut bars = Bars::new("nodes", "nodes", 100.0);
        bars.bar("standard", 100.0, "100");
        bars.bar("without <it>", 150.0, "150, more");
        let svg = bars.svg(Ground::Page);
        for part in ["standard", "without &lt;it&gt;", "150, more"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        let filled = |svg: &str| svg.matches("fill=\"#1F83C4\"").count();
        assert_eq!(filled(&svg), 2, "{svg}");
        assert!(!svg.contains("#000000"), "ink that a dark page swallows: {svg}");
        assert!(Bars::new("none", "nodes", 1.0).svg(Ground::White).contains("no figures to draw"));
    }
}
