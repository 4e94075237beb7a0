//! What bars and ratios have in common: a row for each name, its figure along an axis, and its figure as text.

use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::Axis;
use super::along::Along;
use super::canvas::{Area, CHARACTER, FONT, anchored};

/// A row's figure.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) value: f64,
    /// What stands beside its mark.
    pub(super) shown: String,
    /// From where to where it was measured.
    pub(super) spread: Option<Range<f64>>,
}

/// Figures along the axis.
const TICKS: usize = 6;

/// Pixels from row to row.
const STEP: u32 = 24;

/// How high a picture of so many rows is.
pub(super) fn height(rows: usize) -> u32 {
    STEP * u32::try_from(rows.max(1)).unwrap_or(u32::MAX / STEP) + 72
}

/// A chart whose first row is the topmost.
pub(super) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Along, RangedCoordf64>>;

/// The chart with its axis, a line at `mark`, and the rows' names at its left.
pub(super) fn chart<'a, 'b>(
    area: &'a Area<'b>,
    axis: &Axis,
    range: Range<f64>,
    rows: &[Row],
    mark: f64,
) -> Result<Chart<'a, 'b>, String> {
    let failed = |error: DrawingAreaErrorKind<_>| error.to_string();
    let longest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let names = u32::try_from((longest * CHARACTER).min(250)).unwrap_or(250) + 10;
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(names)
        .build_cartesian_2d(Along::new(axis, range, TICKS), rows.len() as f64..0.0)
        .map_err(failed)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .y_labels(0)
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.15))
        .x_desc(&axis.label)
        .label_style(FONT)
        .draw()
        .map_err(failed)?;
    let line = PathElement::new([(mark, 0.0), (mark, rows.len() as f64)], BLACK.mix(0.7));
    chart.draw_series([line]).map_err(failed)?;
    let left = chart.plotting_area().get_x_axis_pixel_range().start;
    for (row, at) in rows.iter().zip(0_u32..) {
        let (_, y) = chart.backend_coord(&(mark, middle(at)));
        let name = Text::new(row.name.clone(), (left - 8, y), anchored(HPos::Right));
        area.draw(&name).map_err(failed)?;
    }
    Ok(chart)
}

/// Writes the rows' figures, each right of its mark and of the line at `line`.
pub(super) fn figures(area: &Area<'_>, chart: &Chart<'_, '_>, rows: &[Row], line: f64) -> Result<(), String> {
    for (row, at) in rows.iter().zip(0_u32..) {
        let end = row.spread.as_ref().map_or(row.value, |spread| spread.end.max(row.value)).max(line);
        let (x, y) = chart.backend_coord(&(end, middle(at)));
        let text = Text::new(row.shown.clone(), (x + 9, y), anchored(HPos::Left));
        area.draw(&text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The height of a row's middle.
pub(super) fn middle(row: u32) -> f64 {
    f64::from(row) + 0.5
}
