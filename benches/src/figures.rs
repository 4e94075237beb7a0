//! The report's figures for programs, and two runs' figures beside each other.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::mean::Mean;
use crate::render::Section;
use crate::sheet::{Sheet, Value};

/// One figure of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The group it belongs to.
    pub group: String,
    /// The title of its table.
    pub table: String,
    /// The row: what stands in its columns up to the last text.
    pub row: String,
    /// The head of its column, which names the unit.
    pub column: String,
    /// As shown, with its spread.
    pub shown: String,
    /// Its number.
    pub number: f64,
}

/// All figures, in the order shown.
pub fn figures(sections: &[Section]) -> Vec<Figure> {
    let mut all = Vec::new();
    for section in sections {
        for sheet in &section.sheets {
            of_sheet(&mut all, section.name, sheet);
        }
    }
    all
}

fn of_sheet(all: &mut Vec<Figure>, group: &str, sheet: &Sheet) {
    for row in sheet.rows() {
        let texts = row.iter().rposition(|value| matches!(value, Value::Text(text) if !text.is_empty()));
        let first = texts.unwrap_or(0) + 1;
        let name: Vec<&str> = row[..first.min(row.len())].iter().map(Value::text).collect();
        for (value, head) in row.iter().zip(sheet.heads()).skip(first) {
            if let Some(number) = value.number() {
                all.push(Figure {
                    group: group.into(),
                    table: sheet.title().into(),
                    row: name.join(" · "),
                    column: head.clone(),
                    shown: value.text().into(),
                    number,
                });
            }
        }
    }
}

/// How a figure may be compared between runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A time: its ratio, with an interval.
    Time,
    /// A count: the same everywhere, or something changed.
    Count,
    /// What follows from others, or tells how a time varies.
    Derived,
}

impl Kind {
    /// By the column's head and by how the figure is written.
    fn of(figure: &Figure) -> Self {
        let unit = figure.column.split([' ', ',']).next().unwrap_or_default();
        if ["ns", "µs", "ms", "s"].contains(&unit) {
            Self::Time
        } else if figure.shown.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '−')) {
            Self::Count
        } else {
            Self::Derived
        }
    }
}

/// Identifies a figure across runs.
type Place = (String, String, String);

/// A figure's numbers over the runs of one side.
type Samples = BTreeMap<Place, (Kind, Vec<f64>)>;

fn collect(runs: &[Vec<Figure>]) -> Samples {
    let mut samples = Samples::new();
    for run in runs {
        let mut seen = BTreeMap::<Place, usize>::new();
        for figure in run {
            let mut place = (figure.table.clone(), figure.row.clone(), figure.column.clone());
            let times = seen.entry(place.clone()).or_default();
            *times += 1;
            if *times > 1 {
                place.1 = format!("{} ({times})", place.1);
            }
            samples.entry(place).or_insert_with(|| (Kind::of(figure), Vec::new())).1.push(figure.number);
        }
    }
    samples
}

/// Two sides' figures beside each other: the times with their ratio new / old and its 95 % interval, then the counts that
/// differ. The runs of the two sides were made in pairs, and run `i` of one is compared with run `i` of the other.
pub fn compare(old: &[Vec<Figure>], new: &[Vec<Figure>]) -> [Sheet; 2] {
    let (old, new) = (collect(old), collect(new));
    let mut times = Sheet::new(
        "Times, new / old: below 1 is faster",
        &["table", "row", "unit", "old", "new", "ratio", "95 % interval", "verdict"],
    );
    let mut counts = Sheet::new("Counts that differ", &["table", "row", "column", "old", "new", "change"]);
    let (mut same, mut gone) = (0_usize, 0_usize);
    for (place, (kind, before)) in &old {
        let Some((_, after)) = new.get(place) else {
            gone += 1;
            continue;
        };
        let texts = [&place.0, &place.1, &place.2].map(|text| Value::from(text.as_str()));
        match kind {
            Kind::Time => times.row(texts.into_iter().chain(ratio(before, after))),
            Kind::Count if before.first() == after.first() => same += 1,
            Kind::Count => counts.row(texts.into_iter().chain(change(before[0], after[0]))),
            Kind::Derived => {}
        }
    }
    counts.remark(format!("{same} counts are the same."));
    let come = new.keys().filter(|place| !old.contains_key(*place)).count();
    if gone + come > 0 {
        counts.remark(format!("{gone} figures are in the old report only, {come} in the new one only."));
    }
    [times, counts]
}

fn ratio(before: &[f64], after: &[f64]) -> [Value; 5] {
    let pairs: Vec<f64> = before.iter().zip(after).map(|(old, new)| (new / old).ln()).collect();
    let mean = Mean::of(&pairs);
    let half = mean.error * student(pairs.len());
    let [low, high] = [mean.mean - half, mean.mean + half].map(f64::exp);
    let least = |side: &[f64]| side.iter().copied().fold(f64::INFINITY, f64::min);
    let (interval, verdict) = if pairs.len() < 2 {
        ("one run".into(), "?")
    } else {
        let verdict = if high < 1.0 {
            "faster"
        } else if low > 1.0 {
            "slower"
        } else {
            "="
        };
        (format!("{low:.3} … {high:.3}"), verdict)
    };
    [
        Value::decimal(least(before), 2),
        Value::decimal(least(after), 2),
        Value::decimal(mean.mean.exp(), 3),
        Value::Number(interval),
        verdict.into(),
    ]
}

fn change(before: f64, after: f64) -> [Value; 3] {
    let percent =
        if before == 0.0 { "new".into() } else { format!("{:+.1} %", 100.0 * (after / before - 1.0)) };
    [Value::decimal(before, 0), Value::decimal(after, 0), Value::Number(percent)]
}

/// Student's t for a two-sided interval of 95 % from so many measurements.
///
/// Source: any table of the distribution; from 31 on the normal distribution's 1.96, rounded up.
fn student(measurements: usize) -> f64 {
    const T: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    match measurements {
        0 | 1 => f64::INFINITY,
        2..=11 => T[measurements - 2],
        12..=30 => 2.201,
        _ => 2.04,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(ns: f64, nodes: u64) -> Vec<Section> {
        let mut sheet = Sheet::new("Table", &["MiB", "operation", "ns", "median", "nodes"]);
        sheet.row([
            64.into(),
            "hit".into(),
            Value::decimal(ns, 2),
            Value::Number("+3 %".into()),
            nodes.into(),
        ]);
        vec![Section { name: "table", sheets: vec![sheet] }]
    }

    #[test]
    fn a_figure_knows_its_place() {
        let all = figures(&sections(4.5, 1_234));
        assert_eq!(all.len(), 3);
        let Figure { group, table, row, column, shown, number } = all[2].clone();
        assert_eq!(
            (&*group, &*table, &*row, &*column, &*shown),
            ("table", "Table", "64 · hit", "nodes", "1,234")
        );
        assert!((number - 1_234.0).abs() < 1e-9);
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Figure>>(&text).unwrap(), all);
    }

    #[test]
    fn times_get_an_interval_and_counts_are_exact() {
        let runs = |times: [f64; 3], nodes| times.map(|ns| figures(&sections(ns, nodes)));
        let [times, counts] = compare(&runs([4.0, 4.4, 4.2], 100), &runs([2.0, 2.21, 2.1], 150));
        let text = times.to_string();
        assert!(text.contains("0.50") && text.contains("faster"), "{text}");
        assert!(counts.to_string().contains("+50.0 %"), "{counts}");
        let [times, counts] = compare(&runs([4.0, 4.4, 4.2], 100), &runs([4.4, 4.0, 4.2], 100));
        assert!(times.to_string().contains(" ="), "{times}");
        assert!(counts.rows().is_empty());
    }

    #[test]
    fn one_pair_proves_nothing() {
        let run = |ns| [figures(&sections(ns, 1))];
        assert!(compare(&run(4.0), &run(2.0))[0].to_string().contains("one run"));
    }
}
