//! The whole book: chapters, theme, module, API documentation.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::api::WaysBack;
use crate::chapters::Chapter;
use crate::links::{root, slashes, target_in};
use crate::markdown::{Figures, to_html, with_figures};
use crate::{Summary, figures};

/// What the book is made of besides its chapters.
#[derive(Debug, Default)]
pub struct Parts<'a> {
    /// The WebAssembly module of the interactive pages.
    pub module: Option<&'a Path>,
    /// The API documentation.
    pub api: Option<&'a Path>,
}

/// The folder with the book's chapters and theme.
pub fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book")
}

/// Makes the book of `sources` in the folder `out`, which is emptied first.
///
/// # Errors
///
/// If a file cannot be read or written; a sentence for every figure and link of a chapter that is not there.
pub fn make(sources: &Path, out: &Path, parts: &Parts<'_>) -> Result<(), Box<dyn Error>> {
    let chapters = sources.join("src");
    let summary = Summary::read(&read(&chapters.join("SUMMARY.md"))?)?;
    let template = read(&sources.join("theme/page.html"))?;
    let figures = figures::all();
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let mut errors = Vec::new();
    for (number, chapter) in summary.chapters.iter().enumerate() {
        let text = read(&chapters.join(&chapter.source))?;
        match page(&summary, number, &text, &template, &figures, parts.api) {
            Ok(page) => write(&target_in(out, chapter), &page)?,
            Err(found) => {
                errors
                    .extend(found.into_iter().map(|error| format!("{}: {error}", chapter.source.display())));
            }
        }
    }
    for file in fs::read_dir(sources.join("theme"))? {
        let file = file?.path();
        if file.extension().is_some_and(|extension| extension == "css" || extension == "js") {
            write(&out.join("theme").join(file.file_name().unwrap_or_default()), &read(&file)?)?;
        }
    }
    if let Some(module) = parts.module {
        let text = format!("const PAGES_WASM = \"{}\";\n", base64(&fs::read(module)?));
        write(&out.join("theme/wasm.js"), &text)?;
    }
    if let Some(api) = parts.api {
        let ways = WaysBack::of(&summary, |chapter| read(&chapters.join(&chapter.source)))?;
        ways.copy(api, &out.join("api"), "")?;
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n").into()) }
}

/// A chapter's page.
fn page(
    summary: &Summary,
    number: usize,
    text: &str,
    template: &str,
    figures: &Figures,
    api: Option<&Path>,
) -> Result<String, Vec<String>> {
    let chapter = &summary.chapters[number];
    // Records from outside hold no figures: they are of one day and one machine.
    let text = if chapter.source.starts_with("..") { text.to_owned() } else { with_figures(text, figures)? };
    let body = to_html(&text, summary, chapter, api)?;
    let turn = |to: Option<&Chapter>, rel: &str, sign: &str| {
        to.map_or(String::new(), |to| {
            format!(
                "<a rel=\"{rel}\" href=\"{}{}\">{}</a>",
                root(chapter),
                slashes(&to.target()),
                sign.replace('%', &to.title)
            )
        })
    };
    let previous = number.checked_sub(1).and_then(|at| summary.chapters.get(at));
    let filled = template
        .replace("{title}", &chapter.title)
        .replace("{root}", &root(chapter))
        .replace("{contents}", &contents(summary, chapter))
        .replace("{previous}", &turn(previous, "prev", "← %"))
        .replace("{next}", &turn(summary.chapters.get(number + 1), "next", "% →"));
    Ok(filled.replace("{body}", &body))
}

/// The table of contents, as seen from a chapter.
fn contents(summary: &Summary, here: &Chapter) -> String {
    let item = |chapter: &Chapter| {
        let part =
            chapter.part.as_ref().map_or(String::new(), |part| format!("</ul>\n<h2>{part}</h2>\n<ul>\n"));
        let current = if chapter == here { " aria-current=\"page\"" } else { "" };
        let address = root(here) + &slashes(&chapter.target());
        format!("{part}<li><a href=\"{address}\"{current}>{}</a></li>\n", chapter.title)
    };
    format!("<ul>\n{}</ul>", summary.chapters.iter().map(item).collect::<String>())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// Base64 with padding, as a script's `atob` reads it.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = (0..3).fold(0_u32, |word, at| word << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * at) & 63) as usize];
            text.push(if at > three.len() { '=' } else { letter.into() });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: RFC 4648, test vectors of section 10.
    #[test]
    fn bytes_are_written_as_base64() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
