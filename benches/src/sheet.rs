//! Tables of figures, aligned for reading, which know what was expected of them.

use std::fmt;

use crate::plot::{Axis, Lines, Plot};

/// A table: a title, columns, rows, remarks.
///
/// ```
/// use benches::sheet::Sheet;
///
/// let mut sheet = Sheet::new("tree", &["search", "nodes"]);
/// sheet.row(["plain minimax".into(), 549_946.into()]);
/// sheet.expect("nodes", 549_946, 549_946);
/// assert_eq!(sheet.to_string(), "tree\n  search           nodes\n  plain minimax  549,946\n");
/// assert!(sheet.faults().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    title: String,
    heads: Vec<String>,
    rows: Vec<Vec<Value>>,
    remarks: Vec<String>,
    plots: Vec<Plot>,
    faults: Vec<String>,
    checked: usize,
}

/// What stands in a place of a [`Sheet`].
#[derive(Clone, Debug)]
pub enum Value {
    /// Left-aligned.
    Text(String),
    /// Right-aligned.
    Number(String),
}

impl Value {
    /// A number with this many digits after the point.
    pub fn decimal(number: f64, digits: usize) -> Self {
        Self::Number(format!("{number:.digits$}"))
    }

    /// A mean with its standard error, both to the error's first two digits or the unit; an exact number has the error 0.
    pub fn measured(mean: f64, error: f64) -> Self {
        let digits = match if error == 0.0 { mean / 1_000.0 } else { error } {
            10.0.. => 0,
            1.0.. => 1,
            _ => 2,
        };
        let text = |number: f64| {
            let text = format!("{number:.digits$}");
            let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
            grouped(whole) + rest
        };
        Self::Number(if error == 0.0 { text(mean) } else { format!("{} ± {}", text(mean), text(error)) })
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Self {
                let digits = number.to_string();
                let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |rest| ("−", rest));
                Self::Number(format!("{sign}{}", grouped(digits)))
            }
        }
    )*};
}

whole_numbers!(i32, u32, u64, usize);

/// Digits in groups of three: `549,946`.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Sheet {
    /// An empty table.
    pub fn new(title: impl Into<String>, heads: &[&str]) -> Self {
        Self {
            title: title.into(),
            heads: heads.iter().map(ToString::to_string).collect(),
            ..Self::default()
        }
    }

    /// Adds a row: a value for each column.
    pub fn row(&mut self, row: impl IntoIterator<Item = Value>) {
        self.rows.push(row.into_iter().collect());
    }

    /// Adds a paragraph below the table: words between backticks are code.
    pub fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.push(remark.into());
    }

    /// Adds a picture of some of its figures.
    pub fn plot(&mut self, plot: impl Into<Plot>) {
        self.plots.push(plot.into());
    }

    /// Adds a picture with a line for each of the columns `lines`, against the column `x`.
    pub fn plot_columns(&mut self, title: &str, x: (&str, Axis), lines: &[&str], y: Axis) {
        let column = |head: &str| self.heads.iter().position(|other| other == head);
        let mut plot = Lines::new(title, x.1, y);
        for name in lines {
            let points = self.rows.iter().filter_map(|row| {
                let number = |head| row.get(column(head)?)?.number();
                Some((number(x.0)?, number(name)?))
            });
            plot.line(name, points);
        }
        self.plot(plot);
    }

    /// What the table is about.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The heads of its columns.
    pub fn heads(&self) -> &[String] {
        &self.heads
    }

    /// Its rows: a value for each column.
    pub fn rows(&self) -> &[Vec<Value>] {
        &self.rows
    }

    /// The sentences below it.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Its pictures.
    pub fn plots(&self) -> &[Plot] {
        &self.plots
    }

    /// Compares a figure with its known truth.
    pub fn expect<T: Copy + PartialEq + fmt::Debug>(&mut self, what: &str, found: T, truth: T) {
        self.checked += 1;
        if found != truth {
            self.faults.push(format!("{}: {what}: expected {truth:?}, found {found:?}", self.title));
        }
    }

    /// The figures that are not what they must be.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// How many figures were compared with a known truth.
    pub const fn checked(&self) -> usize {
        self.checked
    }

    /// Width of each column, in characters.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.heads.iter().map(|head| head.chars().count()).collect();
        for row in &self.rows {
            for (width, value) in widths.iter_mut().zip(row) {
                *width = (*width).max(value.text().chars().count());
            }
        }
        widths
    }

    /// A column with a number is aligned as numbers are.
    pub fn is_number(&self, column: usize) -> bool {
        self.rows.iter().any(|row| matches!(row.get(column), Some(Value::Number(_))))
    }
}

impl Value {
    /// As it is shown.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) => text,
        }
    }

    /// The number it begins with, without its spread and unit; `None` for a text.
    pub fn number(&self) -> Option<f64> {
        let Self::Number(text) = self else { return None };
        let digits = text.replace(',', "").replace('−', "-");
        let end = digits.find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+')).unwrap_or(digits.len());
        digits[..end].parse().ok()
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        let widths = self.widths();
        let heads = self.heads.iter().map(String::as_str).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(Value::text).collect());
        for line in std::iter::once(heads).chain(rows) {
            let line: Vec<&str> = line;
            let mut text = String::new();
            for (column, (value, &width)) in line.iter().zip(&widths).enumerate() {
                text.push_str("  ");
                let cell = if self.is_number(column) {
                    format!("{value:>width$}")
                } else {
                    format!("{value:<width$}")
                };
                text.push_str(&cell);
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        self.remarks.iter().flat_map(|remark| wrapped(remark)).try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// Characters of a remark in a line of text.
const LINE: usize = 118;

/// A remark in lines.
fn wrapped(remark: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in remark.split(' ') {
        let characters = word.chars().count();
        if length > 0 && length + 1 + characters > LINE {
            lines.push(String::new());
            length = 0;
        }
        if let Some(line) = lines.last_mut() {
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.push_str(word);
            length += characters;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_signed() {
        for (number, text) in
            [(0, "0"), (-2, "−2"), (999, "999"), (1000, "1,000"), (-1_234_567, "−1,234,567")]
        {
            assert_eq!(Value::from(number).text(), text);
        }
    }

    #[test]
    fn a_shown_number_is_read_back() {
        for (value, number) in [
            (Value::from(-1_234_567), -1_234_567.0),
            (Value::measured(225.04, 2.31), 225.0),
            (Value::Number("+12 %".into()), 12.0),
            (Value::Number("2.04 ×".into()), 2.04),
        ] {
            assert_eq!(value.number(), Some(number), "{}", value.text());
        }
        assert_eq!(Value::from("7").number(), None);
        assert_eq!(Value::Number("–".into()).number(), None);
    }

    #[test]
    fn a_remark_is_broken_between_words() {
        assert_eq!(wrapped("short"), ["short"]);
        let lines = wrapped(&"σ2345 ".repeat(40));
        assert_eq!(lines.iter().map(|line| line.chars().count()).max(), Some(113));
        assert_eq!(lines.join(" "), "σ2345 ".repeat(40));
    }

    #[test]
    fn a_wrong_figure_is_a_fault() {
        let mut sheet = Sheet::new("t", &["a"]);
        sheet.expect("right", 1, 1);
        sheet.expect("wrong", 1, 2);
        assert_eq!(sheet.faults(), ["t: wrong: expected 2, found 1"]);
        assert_eq!(sheet.checked(), 2);
    }
}
