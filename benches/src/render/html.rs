//! The report as one page that needs nothing else: tables, pictures, and styles for light and dark, wide and narrow.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Section, slug};
use crate::plot::Ground;
use crate::sheet::{Sheet, Value};

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
                @for remark in sheet.remarks() { p.remark { (remark) } }
                @for plot in sheet.plots() {
                    figure {
                        figcaption { (plot.title()) }
                        div.wide tabindex="0" role="region" aria-label=(plot.title()) { (PreEscaped(plot.svg(Ground::Page))) }
                    }
                }
            }
        }
    }
}

fn table(sheet: &Sheet) -> Markup {
    let number = |column| sheet.is_number(column).then_some("number");
    html! {
        div.wide tabindex="0" role="region" aria-label=(sheet.title()) {
            table {
                @if sheet.heads().iter().any(|head| !head.is_empty()) {
                    thead { tr { @for (column, head) in sheet.heads().iter().enumerate() {
                        th scope="col" class=[number(column)] { (head) }
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
        @if column == 0 { th scope="row" class=[class] { (value.text()) } }
        @else { td class=[class] { (value.text()) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_whole_and_escaped() {
        let mut sheet = Sheet::new("a < b", &["search", "nodes"]);
        sheet.row(["<b>".into(), 5.into()]);
        let page =
            page(&[Section { name: "search", sheets: vec![sheet] }], "1 of 2 right", &[&"x".to_string()]);
        for part in [
            "a &lt; b",
            "&lt;b&gt;",
            "<a href=\"#search\">",
            "id=\"search\"",
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
