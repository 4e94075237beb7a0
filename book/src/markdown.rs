//! One chapter: figures into their places, Markdown to HTML.

use std::collections::BTreeMap;
use std::path::Path;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::links::{Link, follow};
use crate::{Chapter, Summary};

/// Figures by name.
pub(crate) type Figures = BTreeMap<String, String>;

/// Puts each figure where its name stands in double braces.
///
/// # Errors
///
/// For each name that is no figure's, a sentence with its line.
pub(crate) fn with_figures(text: &str, figures: &Figures) -> Result<String, Vec<String>> {
    let mut filled = String::with_capacity(text.len());
    let mut errors = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            filled.push_str(before);
            let Some((name, after)) = after.split_once("}}") else {
                errors.push(format!("line {number}: expected }}}} after the figure's name, found the end"));
                break;
            };
            match figures.get(name) {
                Some(figure) => filled.push_str(figure),
                None => errors.push(format!("line {number}: no figure of the name {name:?}")),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled.push('\n');
    }
    if errors.is_empty() { Ok(filled) } else { Err(errors) }
}

/// The chapter's HTML.
///
/// # Errors
///
/// A sentence for each link that leads to no page.
pub(crate) fn to_html(
    text: &str,
    summary: &Summary,
    chapter: &Chapter,
    api: Option<&Path>,
) -> Result<String, Vec<String>> {
    let mut errors = Vec::new();
    let mut events = Vec::new();
    // Links and headings do not nest, so one place is enough to remember what is open.
    let mut dropped = false;
    let mut heading: Option<(usize, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                match follow(summary, chapter, &dest_url, api) {
                    Ok(Link::To(address)) => {
                        let dest_url = CowStr::from(address);
                        events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                    }
                    Ok(Link::Nowhere) => dropped = true,
                    Err(error) => errors.push(error),
                }
                continue;
            }
            Event::End(TagEnd::Link) if std::mem::take(&mut dropped) => continue,
            Event::Start(Tag::Heading { .. }) => heading = Some((events.len(), String::new())),
            Event::Text(ref text) | Event::Code(ref text) => {
                if let Some((_, title)) = &mut heading {
                    title.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(level)) => name_heading(&mut events, heading.take(), level),
            _ => {}
        }
        append(&mut events, event);
    }
    let mut made = String::new();
    html::push_html(&mut made, events.into_iter());
    if errors.is_empty() { Ok(made) } else { Err(errors) }
}

/// Gives a heading the anchor that its title makes.
fn name_heading(events: &mut [Event<'_>], heading: Option<(usize, String)>, level: HeadingLevel) {
    let Some((at, title)) = heading else { return };
    if let Some(place) = events.get_mut(at) {
        let id = Some(CowStr::from(slug(&title)));
        *place = Event::Start(Tag::Heading { level, id, classes: Vec::new(), attrs: Vec::new() });
    }
}

/// A title as an anchor: lower case, blanks to hyphens, punctuation dropped.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

/// Appends an event; tables get a frame that scrolls, for narrow screens.
fn append<'a>(events: &mut Vec<Event<'a>>, event: Event<'a>) {
    match event {
        Event::Start(Tag::Table(_)) => {
            events.push(Event::Html("<div class=\"wide\">".into()));
            events.push(event);
        }
        Event::End(TagEnd::Table) => {
            events.push(event);
            events.push(Event::Html("</div>\n".into()));
        }
        _ => events.push(event),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Figures {
        [("nodes".to_owned(), "5,473".to_owned())].into()
    }

    #[test]
    fn figures_stand_where_their_names_stood() {
        assert_eq!(with_figures("a {{nodes}} b {{nodes}}", &figures()), Ok("a 5,473 b 5,473\n".into()));
        assert_eq!(
            with_figures("fine\n{{none}} and {{nodes", &figures()),
            Err(vec![
                "line 2: no figure of the name \"none\"".into(),
                "line 2: expected }} after the figure's name, found the end".into()
            ])
        );
    }

    #[test]
    fn links_headings_and_tables_are_made_over() {
        let summary = Summary::read("[I](index.md)\n[T](table.md)\n").unwrap();
        let html = |text| to_html(text, &summary, &summary.chapters[0], None);
        assert_eq!(
            html("## The `probe`, twice\n"),
            Ok("<h2 id=\"the-probe-twice\">The <code>probe</code>, twice</h2>\n".into())
        );
        assert_eq!(html("[t](table.md)"), Ok("<p><a href=\"table.html\">t</a></p>\n".into()));
        assert_eq!(
            html("[t](../../gone.md) [t](table.md)"),
            Ok("<p>t <a href=\"table.html\">t</a></p>\n".into())
        );
        assert_eq!(html("[t](gone.md)"), Err(vec!["no such chapter: gone.md".into()]));
        let table = html("|a|\n|-|\n|1|\n").unwrap();
        assert!(
            table.starts_with("<div class=\"wide\"><table>") && table.ends_with("</table>\n</div>\n"),
            "{table}"
        );
    }
}
