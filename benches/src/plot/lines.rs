//! Named lines through points.

use plotters::element::{DashedPathElement, Drawable, PointCollection};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::along::Along;
use super::canvas::{Area, FONT, INKS, anchored, picture};
use super::legend::Legend;
use super::{Axis, Ground};

/// Named lines through points.
#[derive(Clone, Debug)]
pub struct Lines {
    title: String,
    x: Axis,
    y: Axis,
    named: Vec<(String, Vec<(f64, f64)>)>,
    /// What the lines are to be seen beside, such as an ideal: dashed, without marks.
    guides: Vec<(String, Vec<(f64, f64)>)>,
}

/// Figures along either axis.
const TICKS: usize = 7;

/// Without the legend.
const HEIGHT: u32 = 320;

impl Lines {
    /// Without lines yet.
    pub fn new(title: &str, x: Axis, y: Axis) -> Self {
        Self { title: title.into(), x, y, named: Vec::new(), guides: Vec::new() }
    }

    /// Adds a line through the points, in their order.
    pub fn line(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        self.named.push((name.into(), points.into_iter().collect()));
    }

    /// Adds what the lines are to be seen beside, such as an ideal: dashed, without marks.
    pub fn guide(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        self.guides.push((name.into(), points.into_iter().collect()));
    }

    /// What it shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The picture. One without a point that its axes can show says so.
    pub fn svg(&self, ground: Ground) -> String {
        let names = self.guides.iter().chain(&self.named).map(|(name, _)| name.as_str());
        let legend = Legend::of(names);
        picture(&self.title, HEIGHT + legend.height(), ground, |area| self.draw(area, &legend))
    }

    fn draw(&self, area: &Area<'_>, legend: &Legend) -> Result<(), String> {
        let all = || self.named.iter().chain(&self.guides);
        let points = || all().flat_map(|(_, points)| points).filter(|point| self.shows(**point));
        let x = self.x.range(points().map(|point| point.0)).ok_or("no figures to draw")?;
        let y = self.y.range(points().map(|point| point.1)).ok_or("no figures to draw")?;
        let failed = |error: DrawingAreaErrorKind<_>| error.to_string();
        let (strip, below) = area.split_vertically(legend.height());
        let mut chart = ChartBuilder::on(&below)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(66)
            .build_cartesian_2d(Along::new(&self.x, x, TICKS), Along::new(&self.y, y, TICKS))
            .map_err(failed)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.15))
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .label_style(FONT)
            .draw()
            .map_err(failed)?;
        self.draw_guides(&mut chart, (&strip, legend)).map_err(failed)?;
        self.draw_lines(&mut chart, (&strip, legend)).map_err(failed)
    }

    fn shows(&self, (x, y): (f64, f64)) -> bool {
        self.x.holds(x) && self.y.holds(y)
    }

    fn shown(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        points.iter().copied().filter(|&point| self.shows(point)).collect()
    }

    fn draw_guides(
        &self,
        chart: &mut Chart<'_, '_>,
        (strip, legend): (&Area<'_>, &Legend),
    ) -> Result<(), Failure> {
        let style = BLACK.mix(0.6).stroke_width(1);
        for (entry, (name, points)) in self.guides.iter().enumerate() {
            chart.draw_series(DashedLineSeries::new(self.shown(points), 6, 4, style))?;
            let [(x, y), text] = legend.place(entry);
            strip.draw(&DashedPathElement::new([(x - 10, y), (x + 8, y)], 5, 3, style))?;
            strip.draw(&Text::new(name.as_str(), text, anchored(HPos::Left)))?;
        }
        Ok(())
    }

    fn draw_lines<'b>(
        &self,
        chart: &mut Chart<'_, 'b>,
        (strip, legend): (&Area<'b>, &Legend),
    ) -> Result<(), Failure> {
        for (number, (name, points)) in self.named.iter().enumerate() {
            let ink = INKS[number % INKS.len()];
            let points = self.shown(points);
            chart.draw_series(LineSeries::new(points.clone(), ink.stroke_width(2)))?;
            let [place, text] = legend.place(self.guides.len() + number);
            strip.draw(&Text::new(name.as_str(), text, anchored(HPos::Left)))?;
            // A shape of its own for each of the first six, so that nobody needs the colours.
            let style = if number % 6 < 3 { ink.filled() } else { ink.stroke_width(2) };
            let at = (strip, place);
            match number % 3 {
                0 => mark(chart, at, points, |at| Circle::new(at, 4, style))?,
                1 => mark(chart, at, points, |at| TriangleMarker::new(at, 6, style))?,
                _ => mark(chart, at, points, |at| Cross::new(at, 4, style.stroke_width(2)))?,
            }
        }
        Ok(())
    }
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Along, Along>>;

type Failure = DrawingAreaErrorKind<std::io::Error>;

/// Draws a mark at each point, and one in the legend.
fn mark<'b, E>(
    chart: &mut Chart<'_, 'b>,
    (strip, place): (&Area<'b>, (i32, i32)),
    points: Vec<(f64, f64)>,
    mark: impl Fn((i32, i32)) -> E,
) -> Result<(), Failure>
where
    E: Drawable<SVGBackend<'b>>,
    for<'e> &'e E: PointCollection<'e, (i32, i32)>,
{
    chart.draw_series(points.into_iter().map(|point| EmptyElement::at(point) + mark((0, 0))))?;
    strip.draw(&mark(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_and_label_is_drawn() {
        for (x, y) in [
            (Axis::log("a"), Axis::log("b")),
            (Axis::linear("a"), Axis::log("b")),
            (Axis::log("a"), Axis::linear("b")),
        ] {
            let mut plot = Lines::new("t <1>", x, y);
            for name in ["one", "two", "three"] {
                plot.line(name, [(1.0, 1.0), (1_000.0, 5.0)]);
            }
            plot.guide("ideal", [(1.0, 1.0), (1_000.0, 1_000.0)]);
            let svg = plot.svg(Ground::Page);
            for part in ["one", "two", "three", "ideal", "t &lt;1>", "currentColor", "<polyline"] {
                assert!(svg.contains(part), "{part}: {svg}");
            }
            assert!(!svg.contains("#000000"), "ink that a dark page swallows: {svg}");
            assert!(plot.svg(Ground::White).contains("fill=\"#FFFFFF\"/>"));
        }
    }

    #[test]
    fn nothing_to_draw_is_said() {
        let mut plot = Lines::new("t", Axis::log("a"), Axis::log("b"));
        plot.line("none", [(0.0, 1.0)]);
        assert!(plot.svg(Ground::White).contains("no figures to draw"));
    }
}
