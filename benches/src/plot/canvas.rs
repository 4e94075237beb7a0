//! What pictures are drawn on, and how they fit their place.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// What a picture stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The page it is part of, whose ink it takes, light or dark.
    Page,
    /// White, for a file by itself.
    White,
}

/// Text that begins, or ends, at a place, its middle high.
pub(super) fn anchored(side: HPos) -> TextStyle<'static> {
    TextStyle::from(FONT.into_font()).pos(Pos::new(side, VPos::Center))
}

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Every picture's width: a phone shows it nearly as large as it is, so that its text can be read there.
pub(super) const WIDTH: u32 = 480;

/// Size of all text.
pub(super) const FONT: (&str, u32) = ("sans-serif", 16);

/// About the width of a character of it.
pub(super) const CHARACTER: usize = 7;

/// Inks that read on white and on near-black, told apart by the marks as well.
pub(super) const INKS: [RGBColor; 6] = [
    RGBColor(0x1f, 0x83, 0xc4),
    RGBColor(0xd9, 0x6b, 0x12),
    RGBColor(0x2a, 0x9d, 0x5c),
    RGBColor(0xc2, 0x3b, 0x6e),
    RGBColor(0x8a, 0x63, 0xd2),
    RGBColor(0x7f, 0x7f, 0x7f),
];

/// The picture that `draw` makes, `height` high; why it made none, where it could not.
pub(super) fn picture(
    title: &str,
    height: u32,
    ground: Ground,
    draw: impl FnOnce(&Area<'_>) -> Result<(), String>,
) -> String {
    let mut svg = String::new();
    let drawn = {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw(&area).and_then(|()| area.present().map_err(|error| error.to_string()))
    };
    if let Err(why) = drawn {
        svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} 40\"><text x=\"8\" y=\"24\" fill=\"#000000\">{why}</text></svg>\n"
        );
    }
    let size = format!("width=\"{WIDTH}\" height=\"{height}\" ");
    fit(&svg.replacen(&size, "", 1), ground, title)
}

/// Makes the picture fit its place: ink of the page or black on white, its own width at most, a title for readers.
fn fit(svg: &str, ground: Ground, title: &str) -> String {
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
