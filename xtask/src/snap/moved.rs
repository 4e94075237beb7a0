//! What moved between two versions of a snapshot, figure by figure.
//!
//! A snapshot is a table: heads, then rows whose figures stand in the last columns. A row that went and the row that came
//! in its place are the same case if the words before their figures are the same.

use std::collections::BTreeMap;
use std::fmt;

use similar::{ChangeTag, TextDiff};

/// A figure that a change moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figure {
    /// The words of its row.
    pub(crate) row: String,
    /// The head of its column.
    pub(crate) column: String,
    /// The column's place in the table.
    place: usize,
    pub(crate) old: i64,
    pub(crate) new: i64,
}

/// What moved in one snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moved {
    pub(crate) figures: Vec<Figure>,
    /// Rows without a counterpart, or whose words changed.
    pub(crate) gone: usize,
    pub(crate) come: usize,
}

impl Moved {
    /// Compares the bodies of two versions.
    pub(crate) fn between(old: &str, new: &str) -> Self {
        let mut moved = Self::default();
        let heads: Vec<&str> = new.lines().next().unwrap_or_default().split_whitespace().collect();
        let diff = TextDiff::from_lines(old, new);
        for op in diff.ops() {
            let lines = |tag| {
                let changes = diff.iter_changes(op).filter(move |change| change.tag() == tag);
                changes.map(|change| change.value().trim_end().to_string()).collect::<Vec<_>>()
            };
            moved.rows(&heads, &lines(ChangeTag::Delete), &lines(ChangeTag::Insert));
        }
        moved
    }

    /// Matches the rows that went with those that came in their place, in order.
    fn rows(&mut self, heads: &[&str], old: &[String], new: &[String]) {
        let mut come: Vec<Row> = new.iter().map(|line| Row::parse(line)).collect();
        for row in old.iter().map(|line| Row::parse(line)) {
            match come.iter().position(|other| other.is_like(&row)) {
                Some(at) => self.compare(heads, &row, &come.remove(at)),
                None => self.gone += 1,
            }
        }
        self.come += come.len();
    }

    fn compare(&mut self, heads: &[&str], old: &Row, new: &Row) {
        let first = heads.len().saturating_sub(old.figures.len());
        for ((&old_figure, &new_figure), place) in old.figures.iter().zip(&new.figures).zip(first..) {
            if let (Some(before), Some(after)) = (old_figure, new_figure)
                && before != after
            {
                let column =
                    heads.get(place).map_or_else(|| format!("column {}", place + 1), ToString::to_string);
                self.figures.push(Figure { row: old.words.clone(), column, place, old: before, new: after });
            }
        }
    }

    /// The figures by column, in the table's order: in how many rows they moved, and their sums over those rows.
    pub(crate) fn columns(&self) -> Vec<Column> {
        let mut columns = BTreeMap::<usize, Column>::new();
        for figure in &self.figures {
            let column = columns.entry(figure.place).or_insert_with(|| Column::named(&figure.column));
            column.rows += 1;
            column.old += figure.old;
            column.new += figure.new;
        }
        columns.into_values().collect()
    }
}

/// What moved in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) rows: usize,
    pub(crate) old: i64,
    pub(crate) new: i64,
}

impl Column {
    fn named(name: &str) -> Self {
        Self { name: name.into(), rows: 0, old: 0, new: 0 }
    }
}

/// A line of a snapshot.
struct Row {
    words: String,
    /// The figures at its end; `None` for `-`, where a case has none.
    figures: Vec<Option<i64>>,
}

impl Row {
    fn parse(line: &str) -> Self {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let mut figures = Vec::new();
        while let Some(figure) = words.last().and_then(|word| match *word {
            "-" => Some(None),
            word => word.parse().ok().map(Some),
        }) {
            // The first word is the case's name, even if it is a number.
            if words.len() == 1 {
                break;
            }
            figures.insert(0, figure);
            words.pop();
        }
        Self { words: words.join(" "), figures }
    }

    /// Whether this is another version of the row: the same words, and as many figures. The first figure may tell cases
    /// apart, such as a table's size; rows are compared in order, so the nearest one is taken.
    fn is_like(&self, other: &Self) -> bool {
        self.words == other.words && self.figures.len() == other.figures.len()
    }
}

/// A change as a share of the old figure: `+12.5 %`; `new` from nothing.
pub(crate) struct Change(pub(crate) i64, pub(crate) i64);

impl fmt::Display for Change {
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2⁵³, shown to a tenth of a percent")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.0 == 0 {
            "new".into()
        } else {
            format!("{:+.1} %", 100.0 * (self.1 - self.0) as f64 / self.0.abs() as f64)
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "position table      slots nodes hits\n\
                       1177 full aging     64    900  10\n\
                       1177 full aging   4096    500  30\n\
                       12   none              -    700   0\n";

    #[test]
    fn figures_that_moved_are_found_by_row_and_column() {
        let new = OLD.replace(" 900  10", " 990   5").replace(" 700 ", " 690 ");
        let moved = Moved::between(OLD, &new);
        let figure = |row: &str, column: &str, old, new| {
            let place = if column == "nodes" { 3 } else { 4 };
            Figure { row: row.into(), column: column.into(), place, old, new }
        };
        let expected = [
            figure("1177 full aging", "nodes", 900, 990),
            figure("1177 full aging", "hits", 10, 5),
            figure("12 none", "nodes", 700, 690),
        ];
        assert_eq!((moved.figures.as_slice(), moved.gone, moved.come), (&expected[..], 0, 0));
        let [nodes, hits] = moved.columns().try_into().unwrap();
        assert_eq!((nodes.name.as_str(), nodes.rows, nodes.old, nodes.new), ("nodes", 2, 1_600, 1_680));
        assert_eq!((hits.name.as_str(), hits.rows), ("hits", 1));
    }

    #[test]
    fn rows_that_come_and_go_are_counted() {
        let new = OLD.replace(
            "12   none              -    700   0\n",
            "13   none              -    700   0\n14   none  - 1 0\n",
        );
        let moved = Moved::between(OLD, &new);
        assert_eq!((moved.figures.len(), moved.gone, moved.come), (0, 1, 2));
        assert_eq!(Moved::between(OLD, OLD), Moved::default());
    }

    #[test]
    fn changes_are_in_percent_of_the_old() {
        assert_eq!(Change(200, 250).to_string(), "+25.0 %");
        assert_eq!(Change(-4, -5).to_string(), "-25.0 %");
        assert_eq!(Change(0, 5).to_string(), "new");
    }
}
