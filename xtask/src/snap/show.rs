//! What moved, for the terminal and for a pull request's comment.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use similar::TextDiff;

use super::Change;
use super::moved::{Change as Share, Moved};
use crate::sh;

/// Each difference row by row, then the table of what moved.
pub(super) fn review(root: &Path, changes: &[Change], unreferenced: &[PathBuf]) -> String {
    let mut parts: Vec<String> = changes
        .iter()
        .map(|change| {
            format!("{}\n{}\n", sh::shown(root, &change.snapshot), excerpt(&change.old, &change.new))
        })
        .collect();
    parts.push(summary(root, changes));
    parts.extend(unreferenced.iter().map(|path| format!("{}: no test asks for it\n", sh::shown(root, path))));
    parts.push(match changes.len() + unreferenced.len() {
        0 => "no snapshot differs\n".into(),
        1 => "1 differs: `cargo xtask snap --accept` takes it\n".into(),
        n => format!("{n} differ: `cargo xtask snap --accept` takes them\n"),
    });
    parts.concat()
}

/// What moved, a line for each column of each snapshot: rows, sums over those rows, change.
fn summary(root: &Path, changes: &[Change]) -> String {
    let mut lines = Vec::new();
    for change in changes {
        lines.push(sh::shown(root, &change.snapshot).to_string());
        if change.old.is_empty() {
            lines.extend([format!(" a new snapshot of {} rows", rows(&change.new)), String::new()]);
            continue;
        }
        let moved = Moved::between(&change.old, &change.new);
        if !moved.figures.is_empty() {
            lines.push(format!(" {:<12}{:>6}{:>14}{:>14}{:>10}", "column", "rows", "old", "new", "change"));
        }
        for column in moved.columns() {
            let share = Share(column.old, column.new);
            lines.push(format!(
                " {:<12}{:>6}{:>14}{:>14}{share:>10}",
                column.name, column.rows, column.old, column.new
            ));
        }
        if moved.gone + moved.come > 0 {
            lines.push(format!(" {} rows gone, {} come", moved.gone, moved.come));
        }
        lines.push(String::new());
    }
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Rows of a table, without its head.
fn rows(table: &str) -> usize {
    table.lines().count().saturating_sub(1)
}

/// The summary as a Markdown comment, with every figure that moved folded away below it.
pub(super) fn comment(root: &Path, changes: &[Change], unreferenced: &[PathBuf]) -> String {
    if changes.is_empty() && unreferenced.is_empty() {
        return "No snapshot differs.\n".into();
    }
    let mut lines = vec![
        "| snapshot | column | rows | old | new | change |".to_string(),
        "| --- | --- | --: | --: | --: | --: |".into(),
    ];
    let all: Vec<Moved> = changes.iter().map(|change| Moved::between(&change.old, &change.new)).collect();
    for (change, moved) in changes.iter().zip(&all) {
        let name = name(&change.snapshot);
        if change.old.is_empty() {
            lines.push(format!("| {name} | | {} | none | new | |", rows(&change.new)));
            continue;
        }
        for column in moved.columns() {
            let (share, head) = (Share(column.old, column.new), column.name);
            let (rows, old, new) = (column.rows, column.old, column.new);
            lines.push(format!("| {name} | {head} | {rows} | {old} | {new} | {share} |"));
        }
        if moved.gone + moved.come > 0 {
            lines.push(format!("| {name} | rows | | {} gone | {} come | |", moved.gone, moved.come));
        }
    }
    lines.extend(unreferenced.iter().map(|path| format!("| {} | | | no test asks for it | | |", name(path))));
    let folded = changes.iter().zip(&all).filter(|(_, moved)| !moved.figures.is_empty());
    lines.extend(folded.map(|(change, moved)| figures(root, change, moved)));
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn name(snapshot: &Path) -> String {
    snapshot.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Every figure that moved, folded away.
fn figures(root: &Path, change: &Change, moved: &Moved) -> String {
    let (path, name) = (sh::shown(root, &change.snapshot), name(&change.snapshot));
    let mut text = format!(
        "\n<details><summary>{path}</summary>\n\n| {name} | column | old | new | change |\n| --- | --- | --: | --: | --: |\n"
    );
    for figure in &moved.figures {
        let (row, column, old, new) = (&figure.row, &figure.column, figure.old, figure.new);
        // A `String` takes all that is written to it.
        let _ = writeln!(text, "| {row} | {column} | {old} | {new} | {} |", Share(old, new));
    }
    text + "\n</details>"
}

/// What differs: ` ` kept, `-` gone, `+` come; a row of what is kept on either side, the head of the table, and `…` for
/// what is left out.
fn excerpt(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let mut text = String::new();
    for group in diff.grouped_ops(1) {
        let skipped = group.first().map_or(0, |op| op.new_range().start);
        if text.is_empty() && skipped > 0 {
            text.extend(new.lines().next().map(|head| format!(" {head}\n")));
        }
        if !text.is_empty() && skipped > 1 {
            text.push_str(" …\n");
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = change.value().trim_end_matches('\n');
            text.extend([change.tag().to_string().as_str(), line, "\n"]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(old: &str, new: &str) -> Change {
        let snapshot = PathBuf::from("root/xtask/tests/snapshots/traffic.snap");
        Change { pending: snapshot.clone(), snapshot, old: old.into(), new: new.into() }
    }

    const OLD: &str = " position  nodes  hits\n a            10     3\n b            20     4\n";

    #[test]
    fn an_excerpt_shows_the_head_and_what_changed() {
        let (old, new) = ("head\na\nb\nc\nd\ne\nf\n", "head\na\nb\nC\nd\ne\nf\n");
        assert_eq!(excerpt(old, new), " head\n …\n b\n-c\n+C\n d\n");
        assert_eq!(excerpt("head\na\n", "head\na\nb\n"), " head\n a\n+b\n");
        assert_eq!(excerpt("", "head\na\n"), "+head\n+a\n");
        assert_eq!(excerpt("head\na\n", ""), "-head\n-a\n");
    }

    #[test]
    fn a_review_ends_with_what_moved_in_all() {
        let new = OLD.replace(" 20     4", " 30     4").replace(" 10 ", " 20 ");
        let text = review(Path::new("root"), &[changed(OLD, &new)], &[]);
        let expected = "\
xtask/tests/snapshots/traffic.snap
 column        rows           old           new    change
 nodes            2            30            50   +66.7 %

1 differs: `cargo xtask snap --accept` takes it
";
        assert!(text.ends_with(expected), "{text}");
        assert!(text.contains("- b            20     4\n"), "{text}");
        assert_eq!(review(Path::new("root"), &[], &[]), "no snapshot differs\n");
    }

    #[test]
    fn what_is_new_and_what_nobody_asks_for_is_said() {
        let stale = [PathBuf::from("root/xtask/tests/snapshots/stale.snap")];
        let text = review(Path::new("root"), &[changed("", OLD)], &stale);
        for part in
            ["+ a ", "traffic.snap\n a new snapshot of 2 rows\n", "stale.snap: no test asks", "2 differ"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        let text = comment(Path::new("root"), &[changed("", OLD)], &stale);
        assert!(text.contains("| traffic | | 2 | none | new | |") && text.contains("| stale |"), "{text}");
    }

    #[test]
    fn a_comment_is_a_table_with_its_figures_below() {
        let text = comment(Path::new("root"), &[changed(OLD, &OLD.replace("  4", "  5"))], &[]);
        assert!(text.contains("| traffic | hits | 1 | 4 | 5 | +25.0 % |"), "{text}");
        assert!(text.contains("<details>") && text.contains("| b | hits | 4 | 5 | +25.0 % |"), "{text}");
    }
}
