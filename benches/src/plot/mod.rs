//! Pictures of a table's figures, as SVG: lines through points, bars, and ratios beside the line of 1.

mod along;
mod axis;
mod bars;
mod canvas;
mod legend;
mod lines;
mod ratios;
mod rows;

pub use axis::{Axis, Scale};
pub use bars::Bars;
pub use canvas::Ground;
pub use lines::Lines;
pub use ratios::Ratios;

/// Any kind of picture.
///
/// ```
/// use benches::plot::{Axis, Ground, Lines, Plot};
///
/// let mut lines = Lines::new("probe time", Axis::log("MiB"), Axis::linear("ns"));
/// lines.line("hit", [(1.0, 4.0), (64.0, 40.0), (1024.0, 90.0)]);
/// assert!(Plot::from(lines).svg(Ground::Page).starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub enum Plot {
    /// Named lines through points.
    Lines(Lines),
    /// A bar for each name.
    Bars(Bars),
    /// A ratio for each name.
    Ratios(Ratios),
}

impl Plot {
    /// What it shows.
    pub fn title(&self) -> &str {
        match self {
            Self::Lines(lines) => lines.title(),
            Self::Bars(bars) => bars.title(),
            Self::Ratios(ratios) => ratios.title(),
        }
    }

    /// The picture. One without a figure that its axes can show says so.
    pub fn svg(&self, ground: Ground) -> String {
        match self {
            Self::Lines(lines) => lines.svg(ground),
            Self::Bars(bars) => bars.svg(ground),
            Self::Ratios(ratios) => ratios.svg(ground),
        }
    }
}

impl From<Lines> for Plot {
    fn from(lines: Lines) -> Self {
        Self::Lines(lines)
    }
}

impl From<Bars> for Plot {
    fn from(bars: Bars) -> Self {
        Self::Bars(bars)
    }
}

impl From<Ratios> for Plot {
    fn from(ratios: Ratios) -> Self {
        Self::Ratios(ratios)
    }
}
