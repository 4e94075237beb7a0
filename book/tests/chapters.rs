//! The book as it is: every figure and chapter it names is there, and no figure is typed.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use book::{Parts, Summary, make, sources};

fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(path);
        }
    }
    found
}

/// The values of an attribute in a page.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    html.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_figure_link_and_script_is_there() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    make(&sources(), &out, &Parts::default()).unwrap();
    let pages = pages(&out);
    assert!(pages.len() > 15, "{pages:?}");
    for page in pages {
        let html = fs::read_to_string(&page).unwrap();
        assert!(!html.contains("{{") && !html.contains("}}"), "{}: a figure is left open", page.display());
        for link in attributes(&html, "href").into_iter().chain(attributes(&html, "src")) {
            let from_elsewhere = attributes(&html, "src").contains(&link) && link.contains("://");
            assert!(!from_elsewhere, "{}: asks for {link}", page.display());
            let apart = link.contains("://") || link.starts_with('#') || link.starts_with("data:");
            // Made by other tools: `cargo xtask book` checks the one and embeds the other.
            if apart || link.contains("api/") || link.ends_with("wasm.js") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = page.parent().unwrap().join(file);
            assert!(target.is_file(), "{}: no such page: {link}", page.display());
            let there =
                anchor.is_empty() || attributes(&fs::read_to_string(target).unwrap(), "id").contains(&anchor);
            assert!(there, "{}: no such heading: {link}", page.display());
        }
    }
}

/// Numbers of four digits and more, written with commas, come from the benches: a typed one could grow stale.
#[test]
fn no_figure_is_typed() {
    let chapters = sources().join("src");
    let summary = Summary::read(&fs::read_to_string(chapters.join("SUMMARY.md")).unwrap()).unwrap();
    let own = summary.chapters.iter().filter(|chapter| !chapter.source.starts_with(".."));
    for chapter in own {
        let text = fs::read_to_string(chapters.join(&chapter.source)).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let typed = line.as_bytes().windows(5).any(|window| {
                window[0].is_ascii_digit() && window[1] == b',' && window[2..].iter().all(u8::is_ascii_digit)
            });
            assert!(!typed, "{}:{number}: a typed figure: {line}", chapter.source.display());
        }
    }
}
