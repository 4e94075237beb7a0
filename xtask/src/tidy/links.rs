//! Links in the docs that lead nowhere.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::Text;

/// Every relative link of a Markdown file whose file or heading is not there.
pub(super) fn check(root: &Path, texts: &[Text]) -> Vec<String> {
    let by_path: HashMap<&Path, &Text> = texts.iter().map(|text| (text.path.as_path(), text)).collect();
    let mut errors = Vec::new();
    for text in texts.iter().filter(|text| is_markdown(&text.path)) {
        for (line, link) in links(&text.content) {
            if let Some(fault) = fault(root, &by_path, text, &link) {
                errors.push(format!("{}:{line}: link `{link}`: {fault}", text.path.display()));
            }
        }
    }
    errors
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

fn fault(root: &Path, texts: &HashMap<&Path, &Text>, from: &Text, link: &str) -> Option<&'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None; // not ours to check without a network
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let path = if file.is_empty() {
        from.path.clone()
    } else {
        plain(&from.path.parent().unwrap_or(Path::new("")).join(file))?
    };
    match (texts.get(path.as_path()), anchor) {
        (None, _) if !root.join(&path).exists() => Some("no such file"),
        (Some(text), Some(anchor))
            if is_markdown(&path) && !anchors(&text.content).contains(&anchor.to_string()) =>
        {
            Some("no such heading")
        }
        _ => None,
    }
}

/// The path without `.` and `..`; `None` if it leaves the project.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    Some(plain)
}

/// Lines of prose, numbered from 1: what lies in fenced code is left out.
fn prose(markdown: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    markdown.lines().enumerate().filter_map(move |(number, line)| {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (None, None) => return Some((number + 1, line)),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => {}
        }
        None
    })
}

/// Targets of `[text](target)` and of `[text]: target`, with their line.
fn links(markdown: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(markdown) {
        // Code spans: every second piece between backticks.
        let line: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let mut add = |target: &str| {
            let target = target.split_whitespace().next().unwrap_or("").trim_matches(['<', '>']);
            if !target.is_empty() {
                links.push((number, target.to_string()));
            }
        };
        for (place, _) in line.match_indices("](") {
            if let Some((target, _)) = line[place + 2..].split_once(')') {
                add(target);
            }
        }
        if line.starts_with('[')
            && let Some((_, target)) = line.split_once("]: ")
        {
            add(target);
        }
    }
    links
}

/// The anchors a Markdown page gives its headings: lower case, blanks to hyphens, punctuation dropped, repeats numbered.
fn anchors(markdown: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, line) in prose(markdown) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let slug: String = title
            .trim()
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect::<String>()
            .to_lowercase();
        let repeat =
            (1..=anchors.len()).map(|n| format!("{slug}-{n}")).find(|numbered| !anchors.contains(numbered));
        anchors.push(if anchors.contains(&slug) { repeat.unwrap_or_default() } else { slug });
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    fn found(markdown: &str) -> Vec<String> {
        let texts = [
            text("docs/a.md", markdown),
            text("docs/b.md", "# The table, in brief\n## Use\n## Use\n```\n# no heading\n```\n"),
            text("README.md", "# Transpose\n"),
        ];
        check(Path::new("no-such-root"), &texts)
    }

    #[test]
    fn good_links_pass() {
        let good = "# Here\n[b](b.md) [c](b.md#the-table-in-brief) [d](../README.md#transpose) [e](#here)\n\
                    [f](b.md#use-1) [w](https://example.org/x#y)\n[ref]: b.md\n";
        assert_eq!(found(good), Vec::<String>::new());
    }

    #[test]
    fn bad_links_are_found_with_their_line() {
        for bad in
            ["[b](c.md)", "[b](b.md#no-heading)", "[b](b.md#use-2)", "[b](#gone)", "[ref]: c.md \"title\""]
        {
            let errors = found(&format!("# Here\n\n{bad}\n"));
            assert_eq!(errors.len(), 1, "{bad}: {errors:?}");
            assert!(errors[0].starts_with("docs/a.md:3: "), "{errors:?}");
        }
    }

    #[test]
    fn code_holds_no_links() {
        assert!(found("`[b](c.md)` and\n```rust\nlet x = a[b](c);\n```\n").is_empty());
    }
}
