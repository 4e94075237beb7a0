//! The report's forms beside plain text: a page, Markdown, and figures for programs.

mod html;
mod markdown;

pub use html::page;
pub use markdown::{markdown, pictures};

/// Tables of one group of the report.
#[derive(Clone, Debug)]
pub struct Section {
    /// The group's name, as `--filter` takes it; empty for what stands before the groups.
    pub name: &'static str,
    /// Its tables.
    pub sheets: Vec<crate::sheet::Sheet>,
}

/// A name for files and links: lower case, and `-` for whatever is no letter or digit.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').into()
}
