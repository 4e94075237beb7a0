//! The book in a browser: pages opened from their files, in Chromium without a window.
//!
//! `cargo xtask book --test` makes the book and runs them. With the variable `PICTURES` naming a folder, pictures of all pages,
//! wide and narrow, light and dark, are left there.

#![allow(clippy::unwrap_used, reason = "tests")]

mod driver;

use benches::connect_four::{ExactTable, RandomPlay, SETS, solve};
use driver::Browser;
use games::connect_four::ConnectFour;
use search::Game as _;

/// Pages that run the WebAssembly module.
const APPS: [&str; 4] =
    ["pages/tic-tac-toe.html", "pages/table.html", "pages/connect-four.html", "pages/chess.html"];

/// The `WebDriver` protocol's names of keys.
mod key {
    pub(crate) const TAB: &str = "\u{e004}";
    pub(crate) const ENTER: &str = "\u{e007}";
    pub(crate) const LEFT: &str = "\u{e012}";
    pub(crate) const UP: &str = "\u{e013}";
    pub(crate) const RIGHT: &str = "\u{e014}";
}

#[test]
#[ignore = "needs the finished book and Chromium: `cargo xtask book --test`"]
fn keys_touch_as_many_cells_as_published() {
    let browser = Browser::start();
    browser.open_app("pages/tic-tac-toe.html");
    let totals = || ["nodes", "string", "incremental"].map(|id| browser.text(id));
    assert_eq!(totals(), ["0", "0", "0"]);

    // The root is a node; the first move changes the key.
    browser.button("Step");
    assert_eq!(totals(), ["1", "9", "0"]);
    let before = browser.text("key");
    browser.button("Step");
    assert_eq!(totals(), ["1", "9", "1"]);
    let flipped = browser.eval("document.querySelectorAll('.bits .flipped').length").as_u64().unwrap();
    assert!(flipped > 10, "a mark flips about half of the bits, not {flipped}");
    assert_ne!(browser.text("key"), before);

    // Running comes to the published totals, and to the key it began with.
    browser.button("Run");
    browser.wait("document.getElementById('value').textContent !== 'not yet known'");
    assert_eq!(totals(), ["57", "513", "112"]);
    assert_eq!(browser.text("key"), before);

    browser.choose("root", ".........");
    browser.button("Finish");
    assert_eq!(totals(), ["549,946", "4,949,514", "1,099,890"]);
    assert_eq!(browser.text("value"), "0");
    assert_eq!(browser.text("key"), "0".repeat(16));
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
#[ignore = "needs the finished book and Chromium: `cargo xtask book --test`"]
fn a_table_that_checks_nothing_is_wrong_as_published() {
    let browser = Browser::start();
    browser.open_app("pages/table.html");
    let finish = |size: &str, bits: &str| {
        browser.choose("size", size);
        browser.choose("bits", bits);
        browser.button("Finish");
        (browser.text("nodes"), browser.text("result"))
    };
    for (size, nodes, value) in [("16", "95", "3"), ("64", "234", "2"), ("256", "701", "3")] {
        let (found, result) = finish(size, "0");
        assert_eq!(found, nodes);
        assert!(result.contains(&format!("says {value}. That is wrong: plain minimax says 0.")), "{result}");
        assert_ne!(browser.text("falseMatches"), "0");
    }
    let (nodes, result) = finish("64", "64");
    assert_eq!((nodes.as_str(), browser.text("falseMatches").as_str()), ("14,828", "0"));
    assert!(result.contains("says 0, and so does plain minimax"), "{result}");

    browser.choose("policy", "two");
    assert_eq!(browser.eval("document.querySelectorAll('.slots span').length"), 128);
    browser.button("Step");
    assert!(browser.text("said").starts_with("Event 1 of"), "{}", browser.text("said"));
    browser.button("Finish");
    assert_eq!(browser.text("nodes"), "12,952");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
#[ignore = "needs the finished book and Chromium: `cargo xtask book --test`"]
fn connect_four_is_solved_and_played_to_its_end() {
    let browser = Browser::start();
    browser.open_app("pages/connect-four.html");
    let solved = || browser.wait("document.getElementById('app').dataset.solved === 'yes'");
    let best = || {
        let scores =
            browser.eval("[...document.querySelectorAll('output')].map((score) => score.textContent)");
        let scores = scores
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|score| score.as_str().unwrap().replace('−', "-").parse::<i32>().ok());
        scores.max().unwrap()
    };
    solved();
    // With the best play of both sides a score only changes its sign, ...
    let mut score = best();
    for _ in 0..4 {
        browser.button("Play the best column");
        solved();
        score = -score;
        assert_eq!(best(), score);
    }
    // ... and the game ends as it says.
    let over = "document.getElementById('said').textContent.match(/has won|a draw/) !== null";
    while browser.eval(over) != true {
        solved();
        browser.button("Play the best column");
    }
    let said = browser.text("said");
    assert_eq!(said.contains("a draw"), score == 0, "{said}");
    assert_eq!(browser.eval("document.querySelectorAll('.four').length"), if score == 0 { 0 } else { 4 });

    // From the keyboard: a new game, and a stone in the middle column.
    browser.button("New game");
    assert!(browser.text("said").starts_with("0 stones"), "{}", browser.text("said"));
    browser.eval("document.querySelectorAll('.drop')[2].focus()");
    browser.press(&(key::RIGHT.to_owned() + key::ENTER));
    assert!(browser.text("said").starts_with("1 stone;"), "{}", browser.text("said"));
    assert_eq!(browser.eval("document.querySelectorAll('.drop')[3] === document.activeElement"), true);
    assert_eq!(browser.eval("document.querySelectorAll('.hole.p1').length"), 1);
    assert_eq!(browser.console(), [""; 0]);
}

/// Each column's score, as the page shows it once all are known; `None` for a full column.
fn solved_scores(browser: &Browser) -> [Option<i32>; 7] {
    browser.wait("document.getElementById('app').dataset.solved === 'yes'");
    std::array::from_fn(|at| browser.text(&format!("score{}", at + 1)).replace('−', "-").parse().ok())
}

/// Plays these columns from the empty board, all in one request.
fn play(browser: &Browser, columns: &str) {
    browser.button("New game");
    let click = "document.querySelectorAll('.drop')[column - 1].click()";
    browser.eval(&format!("[...'{columns}'].forEach((column) => {click})"));
}

/// The greatest of the columns' scores is the position's own, by an independent solver.
#[test]
#[ignore = "needs the finished book and Chromium: `cargo xtask book --test`"]
fn positions_of_connect_four_have_the_scores_of_another_solver() {
    let browser = Browser::start();
    browser.open_app("pages/connect-four.html");
    for set in SETS {
        for (drawn, score) in set.positions().take(6) {
            play(&browser, &drawn.columns);
            let best = solved_scores(&browser).into_iter().flatten().max();
            assert_eq!(best, Some(i32::from(score)), "{}", drawn.columns);
        }
    }
    assert_eq!(browser.console(), [""; 0]);
}

/// The hardest positions the page solves unasked are those of ten stones. Each column's score is what the same solver finds
/// outside of the browser, by one question over one table.
#[test]
#[ignore = "needs the finished book and Chromium: `cargo xtask book --test`"]
#[expect(clippy::print_stdout, reason = "a test says its seed")]
fn positions_of_ten_stones_have_the_same_scores_in_and_out_of_the_browser() {
    const SEED: u64 = 20;
    println!("seed {SEED}");
    let browser = Browser::start();
    browser.open_app("pages/connect-four.html");
    let mut table = ExactTable::with_mib(16).unwrap();
    for drawn in RandomPlay::new(SEED, 10).take(20) {
        play(&browser, &drawn.columns);
        let found = solved_scores(&browser);
        table.clear();
        for (column, found) in ConnectFour::<7, 6>::columns().zip(found) {
            let mut child = drawn.board;
            let expected = child.play(column).ok().map(|()| {
                let score =
                    child.outcome().map_or_else(|| solve(child, &table, ()).score, |end| end.score(0));
                (-score).get()
            });
            assert_eq!(found, expected, "{}, column {column}", drawn.columns);
        }
    }
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
#[ignore = "needs the finished book and Chromium: `cargo xtask book --test`"]
fn chess_moves_show_their_xors() {
    let browser = Browser::start();
    browser.open_app("pages/chess.html");
    // The features' keys between the sums, XOR-ed, make the change.
    let checks = "(() => {
        const keys = [...document.querySelectorAll('#xors code')].map((key) => BigInt('0x' + key.textContent));
        return keys.reduce((sum, key) => sum ^ key, 0n) === 0n && keys.length - 2;
    })()";
    browser.choose("example", "1");
    browser.click("#b1");
    assert_eq!(browser.eval("document.querySelectorAll('.target').length"), 3);
    browser.click("#c3");
    assert_eq!(browser.eval(checks), 4);
    assert!(browser.text("history").contains("Nxc3 4 XORs"), "{}", browser.text("history"));
    browser.click("#pass");
    assert_eq!(browser.eval(checks), 1);

    browser.choose("example", "2");
    browser.click("#e1");
    browser.click("#g1");
    assert_eq!(browser.eval(checks), 7);

    browser.choose("example", "4");
    browser.click("#a7");
    browser.click("#a8");
    browser.button("rook");
    assert!(browser.text("history").contains("a8=R"), "{}", browser.text("history"));

    // From the keyboard: the king's pawn, two steps.
    browser.choose("example", "0");
    browser.eval("document.getElementById('e1').focus()");
    browser.press(&(key::UP.to_owned() + key::ENTER + key::UP + key::UP + key::ENTER));
    assert!(browser.text("history").contains("e4 3 XORs"), "{}", browser.text("history"));
    // What is not legal is not played.
    browser.click("#d2");
    browser.click("#d4");
    assert!(!browser.text("history").contains("d4"));
    browser.press(key::LEFT);
    assert_eq!(browser.console(), [""; 0]);
}

/// All pages: nothing from elsewhere, nothing wider than a phone, no complaint, legible in both schemes.
#[test]
#[ignore = "needs the finished book and Chromium: `cargo xtask book --test`"]
fn every_page_is_whole_narrow_and_legible() {
    let browser = Browser::start();
    browser.open("index.html");
    let pages =
        browser.eval("[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))");
    let pages: Vec<String> =
        pages.as_array().unwrap().iter().map(|page| page.as_str().unwrap().into()).collect();
    assert!(pages.len() >= 5, "{pages:?}");
    for page in &pages {
        if APPS.contains(&page.as_str()) {
            browser.open_app(page);
        } else {
            browser.open(page);
        }
        let from = browser.eval("performance.getEntriesByType('resource').map((entry) => entry.name)");
        for resource in from.as_array().unwrap() {
            let resource = resource.as_str().unwrap();
            let own = ["file://", "data:", "blob:"].iter().any(|scheme| resource.starts_with(scheme));
            assert!(own, "{page} asks for {resource}");
        }
        let name = page.replace('/', "-").replace(".html", "");
        for (width, dark) in [(1280, false), (1280, true), (360, false), (360, true)] {
            browser.size(width, 900);
            browser.dark(dark);
            let over =
                browser.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(over, 0, "{page} is {over} pixels too wide at {width}");
            let worst = browser.eval(&format!("({CONTRAST})()"));
            let ratio = worst["ratio"].as_f64().unwrap();
            assert!(ratio >= 4.5, "{page}, dark: {dark}: contrast {ratio} of {worst}");
            browser.picture(&format!("{name}-{width}-{}", if dark { "dark" } else { "light" }), width);
        }
        assert_eq!(browser.console(), [""; 0], "{page}");
        browser.size(1280, 900);
        browser.dark(false);
    }
    // Links by keyboard: the first stop leads to the text.
    browser.press(key::TAB);
    assert_eq!(browser.eval("document.activeElement.className"), "skip");
    // The API documentation, which each chapter's links have led to when the book was made, leads back.
    browser.open("api/ttable/index.html");
    browser.click("a[href='../../probe.html']");
    assert_eq!(browser.eval("document.querySelector('h1').textContent"), "The probe contract");
    for name in ["zkeys", "ttable", "search", "games", "fleet"] {
        browser.open(&format!("api/{name}/index.html"));
        let chapters = browser.eval("document.querySelectorAll('#main-content > p:first-child a').length");
        assert!(chapters.as_u64() > Some(1), "{name}: no chapter to go back to");
        browser.click("a[href='../../index.html']");
        assert_eq!(browser.eval("document.querySelector('h1').textContent"), "Transpose");
    }
}

/// The least contrast of a text with what lies under it, by the formula of WCAG 2.1. Disabled controls are left out.
const CONTRAST: &str = r"() => {
    const colour = (text) => (text.match(/[\d.]+/g) || []).map(Number);
    const light = (rgb) => {
        const [r, g, b] = rgb.slice(0, 3).map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const under = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const style = getComputedStyle(at);
            const found = colour(style.backgroundColor);
            if (found.length === 3 || found[3] > 0) return found;
        }
        return [255, 255, 255];
    };
    let worst = { ratio: 21, text: '' };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const text = texts.currentNode.textContent.trim();
        if (!text || element.closest('script, .skip, .chess button, :disabled') || !element.getClientRects().length) continue;
        const pair = [light(colour(getComputedStyle(element).color)), light(under(element))].sort((a, b) => b - a);
        const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
        if (ratio < worst.ratio) worst = { ratio, text };
    }
    return worst;
}";
