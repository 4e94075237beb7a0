//! Line plots of a table's figures, as SVG.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;

/// How an axis counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal differences.
    #[default]
    Linear,
    /// Equal steps are equal ratios. Points that are not positive are left out.
    Log,
}

/// One axis of a [`Plot`].
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

    fn holds(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }

    /// A little more than what the values span.
    fn range(&self, values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
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

/// Named lines through points.
///
/// ```
/// use benches::plot::{Axis, Ground, Plot};
///
/// let mut plot = Plot::new("probe time", Axis::log("MiB"), Axis::linear("ns"));
/// plot.line("hit", [(1.0, 4.0), (64.0, 40.0), (1024.0, 90.0)]);
/// assert!(plot.svg(Ground::Page).starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    lines: Vec<(String, Vec<(f64, f64)>)>,
}

/// What a plot stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The page it is part of, whose ink it takes, light or dark.
    Page,
    /// White, for a file by itself.
    White,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (720, 400);

/// Inks that read on white and on near-black, told apart by the marks as well.
const INKS: [RGBColor; 6] = [
    RGBColor(0x1f, 0x83, 0xc4),
    RGBColor(0xd9, 0x6b, 0x12),
    RGBColor(0x2a, 0x9d, 0x5c),
    RGBColor(0xc2, 0x3b, 0x6e),
    RGBColor(0x8a, 0x63, 0xd2),
    RGBColor(0x7f, 0x7f, 0x7f),
];

impl Plot {
    /// Without lines yet.
    pub fn new(title: &str, x: Axis, y: Axis) -> Self {
        Self { title: title.into(), x, y, lines: Vec::new() }
    }

    /// Adds a line through the points, in their order.
    pub fn line(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        self.lines.push((name.into(), points.into_iter().collect()));
    }

    /// What it shows.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The picture. A plot without a point that its axes can show says so.
    pub fn svg(&self, ground: Ground) -> String {
        let mut svg = String::new();
        let drawn = {
            let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
            self.draw(&area).and_then(|()| area.present().map_err(|error| error.to_string()))
        };
        if let Err(why) = drawn {
            svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 40\"><text x=\"8\" y=\"24\" fill=\"#000000\">{why}</text></svg>\n"
            );
        }
        finish(&svg, ground, &self.title)
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        let points = || self.lines.iter().flat_map(|(_, points)| points).filter(|point| self.shows(**point));
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
            .label_style(("sans-serif", 14))
            .draw()
            .map_err(failed)?;
        for (number, (name, points)) in self.lines.iter().enumerate() {
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
            .label_font(("sans-serif", 14))
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

/// A figure at an axis: `1k` for a thousand, `64M` for 64 million.
fn short(value: f64) -> String {
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

/// Makes the picture fit its place: ink of the page or black on white, its own width at most, a title for readers.
fn finish(svg: &str, ground: Ground, title: &str) -> String {
    let size = format!("width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1);
    let svg = svg.replacen(&size, "", 1);
    let end = svg.find('>').map_or(svg.len(), |at| at + 1);
    let (head, rest) = svg.split_at(end);
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    match ground {
        Ground::Page => {
            let rest = rest.replace("#000000", "currentColor").replace("#FFFFFF", "none");
            let head = head.trim_end_matches('>');
            format!(
                "{head} role=\"img\" aria-label=\"{}\"><title>{title}</title>{rest}",
                title.replace('"', "&quot;")
            )
        }
        Ground::White => format!(
            "{head}<title>{title}</title><rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>{rest}"
        ),
    }
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

    #[test]
    fn every_line_and_label_is_drawn() {
        for (x, y) in [
            (Axis::log("a"), Axis::log("b")),
            (Axis::linear("a"), Axis::log("b")),
            (Axis::log("a"), Axis::linear("b")),
        ] {
            let mut plot = Plot::new("t <1>", x, y);
            for name in ["one", "two", "three"] {
                plot.line(name, [(1.0, 1.0), (1_000.0, 5.0)]);
            }
            let svg = plot.svg(Ground::Page);
            for part in ["one", "two", "three", "t &lt;1>", "currentColor", "<polyline"] {
                assert!(svg.contains(part), "{part}: {svg}");
            }
            assert!(!svg.contains("#000000"), "ink that a dark page swallows: {svg}");
            assert!(plot.svg(Ground::White).contains("fill=\"#FFFFFF\"/>"));
        }
    }

    #[test]
    fn nothing_to_draw_is_said() {
        let mut plot = Plot::new("t", Axis::log("a"), Axis::log("b"));
        plot.line("none", [(0.0, 1.0)]);
        assert!(plot.svg(Ground::White).contains("no figures to draw"));
    }
}
