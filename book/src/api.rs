//! The API documentation in the book: copied, each page with the way back to the chapters that speak of it.
//!
//! The ways back are the chapters' own links turned round, so that nobody keeps a list of them, and the documentation itself
//! names no address: by itself, where there is no book beside it, it has no dead links.

use std::path::Path;
use std::{fs, io};

use crate::chapters::{Chapter, Summary};
use crate::links::{API, slashes};

/// What the text of a page of the API documentation begins with.
const TEXT: &str = "<section id=\"main-content\" class=\"content\" tabindex=\"-1\">";

/// Which chapters lead to which pages.
#[derive(Debug)]
pub(crate) struct WaysBack<'a>(Vec<(&'a Chapter, Vec<String>)>);

impl<'a> WaysBack<'a> {
    /// Of these chapters, whose texts `read` gives.
    ///
    /// # Errors
    ///
    /// As `read`.
    pub(crate) fn of<E>(
        summary: &'a Summary,
        read: impl Fn(&Chapter) -> Result<String, E>,
    ) -> Result<Self, E> {
        let pages = |chapter| Ok((chapter, linked(&read(chapter)?)));
        // The first chapter is where every page leads back to.
        summary.chapters.iter().skip(1).map(pages).collect::<Result<_, E>>().map(Self)
    }

    /// The chapters that speak of a page, given by its path; of a crate's front page, those that speak of anything in it or
    /// are named after it.
    fn to(&self, page: &str) -> Vec<&'a Chapter> {
        let front = page.strip_suffix("/index.html").filter(|crate_name| !crate_name.contains('/'));
        let speaks = |(chapter, pages): &&(&'a Chapter, Vec<String>)| match front {
            Some(name) => {
                let inside = |page: &String| page.split('/').next() == Some(name);
                pages.iter().any(inside) || chapter.source.file_stem().is_some_and(|stem| stem == name)
            }
            None => pages.iter().any(|other| other == page),
        };
        self.0.iter().filter(speaks).map(|(chapter, _)| *chapter).collect()
    }

    /// The line that stands before a page's text. `up` leads from the page to the book's root.
    fn line(&self, page: &str, up: &str) -> String {
        let link = |chapter: &Chapter| {
            format!("<a href=\"{up}{}\">{}</a>", slashes(&chapter.target()), chapter.title)
        };
        let chapters: Vec<String> = self.to(page).into_iter().map(link).collect();
        let colon = if chapters.is_empty() { "" } else { ": " };
        format!("<p><a href=\"{up}index.html\">← The book</a>{colon}{}</p>", chapters.join(" · "))
    }

    /// Copies the API documentation from one folder to another, whose path in the book is `place`.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub(crate) fn copy(&self, from: &Path, to: &Path, place: &str) -> io::Result<()> {
        fs::create_dir_all(to)?;
        for item in fs::read_dir(from)? {
            let path = item?.path();
            let name = path.file_name().unwrap_or_default();
            let inside = format!("{place}{}", name.to_string_lossy());
            if path.is_dir() {
                self.copy(&path, &to.join(name), &format!("{inside}/"))?;
            } else if path.extension().is_some_and(|extension| extension == "html") {
                let up = "../".repeat(inside.matches('/').count() + 1);
                let back = format!("{TEXT}{}", self.line(&inside, &up));
                fs::write(to.join(name), fs::read_to_string(&path)?.replacen(TEXT, &back, 1))?;
            } else {
                fs::copy(&path, to.join(name))?;
            }
        }
        Ok(())
    }
}

/// The pages of the API documentation that a chapter's text links to, without the places on them.
fn linked(text: &str) -> Vec<String> {
    let ends = |c: char| matches!(c, '#' | ')' | '>') || c.is_whitespace();
    text.split(API).skip(1).filter_map(|rest| rest.split(ends).next()).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(page: &str) -> String {
        let summary = Summary::read(
            "[I](index.md)\n- [Entry](entry.md)\n- [Probe](pages/probe.md)\n- [Fleet](../../fleet.md)\n",
        );
        let summary = summary.unwrap();
        let read = |chapter: &Chapter| -> Result<String, std::convert::Infallible> {
            let text = match chapter.title.as_str() {
                "Entry" => {
                    "An [entry](api://ttable/struct.Entry.html#new), a [game](api://search/trait.Game.html)."
                }
                "Probe" => "[Tables](api://ttable/trait.Table.html)",
                _ => "[all](api://ttable/index.html)",
            };
            Ok(text.into())
        };
        let Ok(ways) = WaysBack::of(&summary, read);
        ways.line(page, "../../")
    }

    #[test]
    fn a_page_leads_back_to_the_chapters_that_lead_to_it() {
        let entry = "<a href=\"../../entry.html\">Entry</a>";
        let book = "<a href=\"../../index.html\">← The book</a>";
        assert_eq!(line("ttable/struct.Entry.html"), format!("<p>{book}: {entry}</p>"));
        assert_eq!(line("ttable/struct.Other.html"), format!("<p>{book}</p>"));
        // A crate's front page: all that speak of anything in it.
        let probe = "<a href=\"../../pages/probe.html\">Probe</a>";
        let fleet = "<a href=\"../../records/fleet.html\">Fleet</a>";
        assert_eq!(line("ttable/index.html"), format!("<p>{book}: {entry} · {probe} · {fleet}</p>"));
        assert_eq!(line("search/index.html"), format!("<p>{book}: {entry}</p>"));
        assert_eq!(line("fleet/index.html"), format!("<p>{book}: {fleet}</p>"));
    }
}
