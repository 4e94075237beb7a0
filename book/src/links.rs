//! Where links lead in the finished book.

use std::path::{Path, PathBuf};

use crate::chapters::plain;
use crate::{Chapter, Summary};

/// What stands before a page of the API documentation in a chapter's link.
pub(crate) const API: &str = "api://";

/// Where a link leads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// To this address, as seen from the chapter's page.
    To(String),
    /// To a file of the project that is no part of the book: its text alone is shown.
    Nowhere,
}

/// The way from a page back to the book's root: `../` for each folder.
pub(crate) fn root(chapter: &Chapter) -> String {
    "../".repeat(chapter.target().components().count() - 1)
}

/// Where `link` in a chapter leads. `api` is the API documentation, if it has been made.
///
/// # Errors
///
/// A sentence, if it leads to a page that is not there.
pub(crate) fn follow(
    summary: &Summary,
    chapter: &Chapter,
    link: &str,
    api: Option<&Path>,
) -> Result<Link, String> {
    if let Some(page) = link.strip_prefix(API) {
        let file = page.split('#').next().unwrap_or(page);
        if api.is_some_and(|api| !api.join(file).is_file()) {
            return Err(format!("no such page in the API documentation: {page}"));
        }
        return Ok(Link::To(format!("{}api/{page}", root(chapter))));
    }
    if link.contains("://") || link.starts_with('#') {
        return Ok(Link::To(link.to_owned()));
    }
    let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    let folder = chapter.source.parent().unwrap_or(Path::new(""));
    let source = plain(&folder.join(file));
    match summary.find(&source) {
        Some(found) => Ok(Link::To(format!("{}{}{anchor}", root(chapter), slashes(&found.target())))),
        None if chapter.source.starts_with("..") || source.starts_with("..") => Ok(Link::Nowhere),
        None => Err(format!("no such chapter: {link}")),
    }
}

/// A path as an address.
pub(crate) fn slashes(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// The path of a file in the book.
pub(crate) fn target_in(out: &Path, chapter: &Chapter) -> PathBuf {
    out.join(chapter.target())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_chapters_to_the_api_and_out() {
        let summary = Summary::read("[I](index.md)\n- [P](pages/table.md)\n- [K](../../keys.md)\n").unwrap();
        let [index, table, keys] = &summary.chapters[..] else { panic!() };
        let to = |chapter, link| follow(&summary, chapter, link, None);
        let found = |address: &str| Ok(Link::To(address.into()));
        assert_eq!(to(index, "pages/table.md#it"), found("pages/table.html#it"));
        assert_eq!(to(table, "../index.md"), found("../index.html"));
        assert_eq!(to(table, "../../../keys.md"), found("../records/keys.html"));
        assert_eq!(to(table, "api://ttable/index.html"), found("../api/ttable/index.html"));
        assert_eq!(to(index, "https://example.org"), found("https://example.org"));
        assert_eq!(to(keys, "../crates/zkeys"), Ok(Link::Nowhere));
        assert_eq!(to(index, "gone.md"), Err("no such chapter: gone.md".into()));
        let made = follow(&summary, index, "api://ttable/gone.html", Some(Path::new("no-such-folder")));
        assert!(made.is_err());
    }
}
