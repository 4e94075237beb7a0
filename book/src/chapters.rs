//! The chapters and their order, as `SUMMARY.md` lists them.

use std::path::{Component, Path, PathBuf};

/// The book's parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The chapters in reading order.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The part of the book that it begins, if it begins one.
    pub part: Option<String>,
    /// The title in the table of contents.
    pub title: String,
    /// Where its Markdown lies, relative to the book's sources; it may lie outside of them.
    pub source: PathBuf,
}

impl Summary {
    /// Reads the list: `# Part` and `- [Title](path.md)`.
    ///
    /// # Errors
    ///
    /// Names the line that is neither.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut summary = Self::default();
        let mut part = None;
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            if let Some(title) = line.strip_prefix("# ") {
                part = Some(title.to_owned());
                continue;
            }
            let item = line.trim_start().strip_prefix("- ").unwrap_or(line);
            let link = item.strip_prefix('[').and_then(|rest| rest.strip_suffix(')')?.split_once("]("));
            let (title, source) = link
                .ok_or_else(|| format!("SUMMARY.md:{number}: expected [title](path.md), found {line:?}"))?;
            summary.chapters.push(Chapter {
                part: part.take(),
                title: title.to_owned(),
                source: source.into(),
            });
        }
        Ok(summary)
    }

    /// The chapter whose source this is, seen from the book's sources.
    pub(crate) fn find(&self, source: &Path) -> Option<&Chapter> {
        self.chapters.iter().find(|chapter| chapter.source == source)
    }
}

impl Chapter {
    /// Where its HTML goes, relative to the book: sources from outside go into a folder of their own.
    pub fn target(&self) -> PathBuf {
        let outside = self.source.starts_with("..");
        let inside: PathBuf = self.source.components().filter(|part| *part != Component::ParentDir).collect();
        let target = if outside { Path::new("records").join(inside) } else { inside };
        target.with_extension("html")
    }
}

/// `path` with what `..` takes back taken back.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        let takes_back = part == Component::ParentDir
            && plain.components().next_back().is_some_and(|last| last != Component::ParentDir);
        if takes_back {
            plain.pop();
        } else if part != Component::CurDir {
            plain.push(part);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_chapters_are_read_in_order() {
        let text = "[Introduction](index.md)\n\n# Keys\n\n- [What a key is](keys.md)\n  - [Measured](../../keys.md)\n";
        let summary = Summary::read(text).unwrap();
        let found: Vec<_> = summary
            .chapters
            .iter()
            .map(|chapter| (chapter.part.as_deref(), chapter.title.as_str(), chapter.target()))
            .collect();
        assert_eq!(
            found,
            [
                (None, "Introduction", "index.html".into()),
                (Some("Keys"), "What a key is", "keys.html".into()),
                (None, "Measured", "records/keys.html".into()),
            ]
        );
        assert_eq!(
            Summary::read("\nno link\n").unwrap_err(),
            "SUMMARY.md:2: expected [title](path.md), found \"no link\""
        );
    }

    #[test]
    fn paths_lose_their_detours_but_not_their_way_out() {
        for (path, expected) in
            [("a/../b.md", "b.md"), ("./a/b.md", "a/b.md"), ("../../keys.md", "../../keys.md")]
        {
            assert_eq!(plain(Path::new(path)), Path::new(expected));
        }
    }
}
