//! The report as one page that needs nothing else: tables, pictures, and styles for light and dark, wide and narrow.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Section, slug};
use crate::plot::Ground;
use crate::sheet::{Sheet, Value};

/// Characters of a row's name that a phone breaks into lines.
const LONG: usize = 20;

const STYLE: &str = include_str!("report.css");

/// The page. `verdict` says how many figures are right, `faults` which are not.
pub fn page(sections: &[Section], verdict: &str, faults: &[&String]) -> String {
    let title = sections.first().and_then(|section| section.sheets.first()).map_or("Report", Sheet::title);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p.verdict.bad[!faults.is_empty()] { (verdict) }
                    @for fault in faults { p.verdict.bad { "Wrong: " (fault) } }
                    nav aria-label="Groups" { (contents(sections)) }
                }
                main { @for section in sections { (group(section)) } }
            }
        }
    }
    .into_string()
}

fn contents(sections: &[Section]) -> Markup {
    html! {
        ul {
            @for section in sections.iter().filter(|section| !section.name.is_empty()) {
                li { a href={ "#" (slug(section.name)) } { (section.name) } }
            }
        }
    }
}

fn group(section: &Section) -> Markup {
    html! {
        section id=[(!section.name.is_empty()).then(|| slug(section.name))] {
            @if !section.name.is_empty() { h2 { (section.name) } }
            @for (number, sheet) in section.sheets.iter().enumerate() {
                // What stands before the groups has the page's own title.
                @if !(section.name.is_empty() && number == 0) { h3 { (sheet.title()) } }
                (table(sheet))
                @for remark in sheet.remarks() { p.remark.bad[remark.starts_with("WARNING")] { (prose(remark)) } }
                @for plot in sheet.plots() {
                    figure {
                        figcaption { (plot.title()) }
                        (PreEscaped(plot.svg(Ground::Page)))
                    }
                }
            }
        }
    }
}

fn table(sheet: &Sheet) -> Markup {
    let headed = sheet.heads().iter().any(|head| !head.is_empty());
    let number = |column| sheet.is_number(column).then_some("number");
    html! {
        div.wide tabindex="0" role="region" aria-label=(sheet.title()) {
            // Without heads it is a list of texts.
            table.prose[!headed] {
                @if headed {
                    thead { tr { @for (column, head) in sheet.heads().iter().enumerate() {
                        th scope="col" class=[number(column)] { (prose(head)) }
                    } } }
                }
                tbody { @for row in sheet.rows() { tr {
                    @for (column, value) in row.iter().enumerate() { (cell(column, value, number(column))) }
                } } }
            }
        }
    }
}

fn cell(column: usize, value: &Value, class: Option<&str>) -> Markup {
    html! {
        @let long = (value.text().chars().count() > LONG).then_some("long");
        @if column == 0 { th scope="row" class=[class.or(long)] { (prose(value.text())) } }
        @else { td class=[class] { (prose(value.text())) } }
    }
}

/// A text whose words between backticks are code. A backtick without its fellow is left as it is.
fn prose(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    let paired = parts.len() - usize::from(parts.len().is_multiple_of(2));
    html! {
        @for (number, part) in parts[..paired].iter().enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
        @if paired < parts.len() { "`" (parts[paired]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_backticks_is_code() {
        for (text, expected) in [
            ("none", "none"),
            ("`Full` & `a < b`.", "<code>Full</code> &amp; <code>a &lt; b</code>."),
            ("one ` alone", "one ` alone"),
            ("`a` and `", "<code>a</code> and `"),
        ] {
            assert_eq!(prose(text).into_string(), expected);
        }
    }

    #[test]
    fn the_page_is_whole_and_escaped() {
        let mut sheet = Sheet::new("a < b", &["search", "nodes"]);
        sheet.row(["<b>".into(), 5.into()]);
        sheet.row(["a name of many characters".into(), 6.into()]);
        let page =
            page(&[Section { name: "search", sheets: vec![sheet] }], "1 of 2 right", &[&"x".to_string()]);
        for part in [
            "a &lt; b",
            "&lt;b&gt;",
            "<a href=\"#search\">",
            "id=\"search\"",
            "<th scope=\"row\">&lt;b&gt;</th>",
            "<td class=\"number\">5</td>",
            "<th scope=\"row\" class=\"long\">a name of many characters</th>",
            "Wrong: x",
            "prefers-color-scheme: dark",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        for outside in ["http://", "https://", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
