//! The guide to a game of one's own: what it shows is compiled, word for word.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

use std::path::Path;
use std::{error, fs};

use ttable::{FullTable, Table as _};

/// The guide's lines about a table alone; they are looked for in this file.
fn only_the_table(key: u64, depth: i16) -> Result<i16, Box<dyn error::Error>> {
    let table = FullTable::with_mib(64)?;
    let handle = table.locate(key);
    match table.probe(handle) {
        Some(entry) if entry.draft >= depth => { /* use it as its bound allows */ }
        _ => { /* search, then store */ }
    }
    Ok(table.probe(handle).map_or(0, |entry| entry.value))
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// The lines without what indents them, so that an excerpt may stand further left or right.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// The blocks of Rust in a chapter.
fn blocks(chapter: &str) -> Vec<&str> {
    chapter.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn what_the_guide_shows_is_compiled() {
    let sources = ["crates/search/examples/breakthrough/main.rs", "xtask/tests/guide.rs"].map(read);
    let guide = read("docs/book/src/your-game.md");
    let blocks = blocks(&guide);
    assert!(blocks.len() > 8, "{} blocks", blocks.len());
    for block in blocks {
        let excerpt = lines(block);
        let is_in = |source: &String| lines(source).windows(excerpt.len()).any(|window| window == excerpt);
        assert!(!excerpt.is_empty() && sources.iter().any(is_in), "in no source, word for word:\n{block}");
    }
    assert_eq!(only_the_table(7, 3).unwrap(), 0);
}

#[test]
fn a_changed_word_is_noticed() {
    let source = read("crates/search/examples/breakthrough/main.rs");
    let guide = read("docs/book/src/your-game.md").replace("self.turn();", "self.turns();");
    let strange = blocks(&guide)
        .into_iter()
        .filter(|block| !lines(&source).windows(lines(block).len()).any(|window| window == lines(block)));
    // The block about a table is from elsewhere.
    assert_eq!(strange.count(), 2);
}
