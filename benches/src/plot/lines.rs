//! Named lines through points.

use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;

use super::axis::short;
use super::canvas::{Area, FONT, INKS, picture};
use super::{Axis, Ground, Scale};

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

const HEIGHT: u32 = 400;

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
        picture(&self.title, HEIGHT, ground, |area| self.draw(area))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        let all = || self.named.iter().chain(&self.guides);
        let points = || all().flat_map(|(_, points)| points).filter(|point| self.shows(**point));
        let x = self.x.range(points().map(|point| point.0)).ok_or("no figures to draw")?;
        let y = self.y.range(points().map(|point| point.1)).ok_or("no figures to draw")?;
        match (self.x.scale, self.y.scale) {
            (Scale::Linear, Scale::Linear) => self.on(area, x, y),
            (Scale::Linear, Scale::Log) => self.on(area, x, y.log_scale()),
            (Scale::Log, Scale::Linear) => self.on(area, x.log_scale(), y),
            (Scale::Log, Scale::Log) => self.on(area, x.log_scale(), y.log_scale()),
        }
    }

    fn shows(&self, (x, y): (f64, f64)) -> bool {
        self.x.holds(x) && self.y.holds(y)
    }

    fn on<X, Y>(&self, area: &Area<'_>, x: X, y: Y) -> Result<(), String>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let failed = |error: DrawingAreaErrorKind<_>| error.to_string();
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(76)
            .build_cartesian_2d(x, y)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.15))
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .x_label_formatter(&|value| short(*value))
            .y_label_formatter(&|value| short(*value))
            .label_style(FONT)
            .draw()
            .map_err(failed)?;
        for (name, points) in &self.guides {
            let shown = points.iter().copied().filter(|&point| self.shows(point));
            chart
                .draw_series(DashedLineSeries::new(shown, 6, 4, BLACK.mix(0.6).stroke_width(1)))
                .map_err(failed)?
                .label(name)
                .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], BLACK.mix(0.6)));
        }
        for (number, (name, points)) in self.named.iter().enumerate() {
            let ink = INKS[number % INKS.len()];
            let shown = || points.iter().copied().filter(|&point| self.shows(point));
            chart.draw_series(LineSeries::new(shown(), ink.stroke_width(2))).map_err(failed)?;
            // A shape of its own for each of the first six, so that nobody needs the colours.
            let style = if number % 6 < 3 { ink.filled() } else { ink.stroke_width(2) };
            match number % 3 {
                0 => marked(&mut chart, shown(), name, move |at| Circle::new(at, 4, style)),
                1 => marked(&mut chart, shown(), name, move |at| TriangleMarker::new(at, 6, style)),
                _ => marked(&mut chart, shown(), name, move |at| Cross::new(at, 4, style.stroke_width(2))),
            }
            .map_err(|error| error.to_string())?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .label_font(FONT)
            .border_style(TRANSPARENT)
            .draw()
            .map_err(failed)
    }
}

/// Draws a mark at each point, and one in the legend.
fn marked<'a, X, Y, E>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
    points: impl Iterator<Item = (f64, f64)>,
    name: &str,
    mark: impl Fn((i32, i32)) -> E + Copy + 'a,
) -> Result<(), DrawingAreaErrorKind<std::io::Error>>
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
    E: Drawable<SVGBackend<'a>> + 'a,
    for<'b> &'b E: PointCollection<'b, (i32, i32)>,
{
    chart
        .draw_series(points.map(|point| EmptyElement::at(point) + mark((0, 0))))?
        .label(name)
        .legend(move |(x, y)| EmptyElement::at((x, y)) + mark((10, 0)));
    Ok(())
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
