//! Files that have grown long.

use super::Text;

const MOST_LINES: usize = 500;

/// Source files longer than a reader wants, the longest first.
pub(super) fn check(texts: &[Text]) -> Vec<String> {
    let lines = |text: &Text| text.content.lines().count();
    let mut long: Vec<_> = texts
        .iter()
        .filter(|text| text.path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|text| lines(text) > MOST_LINES)
        .collect();
    long.sort_by_key(|text| std::cmp::Reverse(lines(text)));
    long.iter()
        .map(|text| format!("{}: {} lines, {MOST_LINES} are plenty", text.path.display(), lines(text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    #[test]
    fn only_long_source_files_are_listed() {
        let texts = [
            text("a.rs", &"\n".repeat(500)),
            text("b.rs", &"\n".repeat(501)),
            text("c.rs", &"\n".repeat(900)),
            text("perft.txt", &"\n".repeat(9000)),
        ];
        let found = check(&texts);
        assert_eq!(found, ["c.rs: 900 lines, 500 are plenty", "b.rs: 501 lines, 500 are plenty"]);
    }
}
