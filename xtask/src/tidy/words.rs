//! Words that belong to one machine and not to the project.

use super::Text;

/// Beginnings of folders that other people's machines do not have. Put together here, so that this file has none.
const MACHINE: [&str; 5] = [
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("C:", "\\Users"),
];

/// Every line that names a folder of one machine.
pub(super) fn check(texts: &[Text]) -> Vec<String> {
    let mut errors = Vec::new();
    for text in texts {
        for (number, line) in text.content.lines().enumerate() {
            for word in MACHINE.iter().filter(|word| names(line, word)) {
                errors.push(format!("{}:{}: `{word}` names one machine", text.path.display(), number + 1));
            }
        }
    }
    errors
}

/// Whether `word` begins a path in `line`, rather than lying inside a longer one such as `docs/home/`.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(place, _)| {
        let before = line[..place].chars().next_back();
        before.is_none_or(|c| !(c.is_alphanumeric() || "_-.})".contains(c)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    #[test]
    fn paths_of_a_machine_are_found_with_their_line() {
        let found =
            check(&[text("a.md", &format!("fine\nsee {}me/x\n", "/ho")), text("b.md", "docs/home/x\n")]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("a.md:2:"), "{found:?}");
    }
}
