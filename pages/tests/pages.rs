//! The pages' answers, held to the published figures and to the crates.

#![allow(clippy::unwrap_used, reason = "tests")]

use benches::experiments::published;
use pages::Pages;
use serde_json::Value;

fn call(pages: &mut Pages, lines: &[&str]) -> Value {
    let answer: Value = serde_json::from_str(&pages.call(&lines.join("\n"))).unwrap();
    assert_eq!(answer.get("error"), None, "{lines:?}");
    answer
}

#[test]
fn the_two_kinds_of_key_touch_as_many_cells_as_published() {
    for (root, nodes, string, incremental) in published::C_CELLS {
        let mut pages = Pages::default();
        let begun = call(&mut pages, &["key cost", root]);
        assert_eq!((&begun["nodes"], &begun["value"]), (&Value::from(0), &Value::Null));
        let done = call(&mut pages, &["key cost, go on", "9999999"]);
        let found = ["nodes", "string", "incremental"].map(|name| done[name].as_u64().unwrap());
        assert_eq!(found, [nodes, string, incremental], "{root}");
        assert_eq!(done["board"], root);
        assert_eq!(done["key"], begun["key"], "every move was taken back");
    }
}

#[test]
fn each_move_flips_the_bits_of_one_mark() {
    let mut pages = Pages::default();
    let mut before = call(&mut pages, &["key cost", "X..X.OOX."]);
    let events = before["events"].as_u64().unwrap();
    for at in 1..=events {
        let now = call(&mut pages, &["key cost, go on", "1"]);
        let key =
            |answer: &Value, name: &str| u64::from_str_radix(answer[name].as_str().unwrap(), 16).unwrap();
        assert_eq!(now["at"], at);
        assert_eq!(key(&now, "changed"), key(&before, "key") ^ key(&now, "key"));
        assert_eq!(key(&now, "changed") == 0, now["event"] == "node");
        let marks = |answer: &Value| answer["board"].as_str().unwrap().replace('.', "").len();
        let grown = match now["event"].as_str().unwrap() {
            "make" => 1,
            "unmake" => -1,
            _ => 0,
        };
        assert_eq!(marks(&now).checked_signed_diff(marks(&before)), Some(grown));
        before = now;
    }
}

#[test]
fn a_table_that_checks_the_key_has_the_published_nodes() {
    for (slots, nodes) in published::B_NODES {
        for (policy, nodes) in ["always", "depth", "two"].into_iter().zip(nodes) {
            let mut pages = Pages::default();
            call(&mut pages, &["table", policy, &slots.to_string(), "64", "........."]);
            let done = call(&mut pages, &["table, go on", "999999"]);
            assert_eq!(done["nodes"], nodes, "{policy}, {slots}");
            assert_eq!(
                (&done["value"], &done["right"], &done["falseMatches"]),
                (&0.into(), &0.into(), &0.into())
            );
        }
    }
}

#[test]
fn a_table_that_checks_nothing_is_wrong_as_published() {
    for (slots, nodes, value) in published::B_UNVERIFIED {
        let mut pages = Pages::default();
        call(&mut pages, &["table", "always", &slots.to_string(), "0", "........."]);
        let done = call(&mut pages, &["table, go on", "999999"]);
        assert_eq!(
            (&done["nodes"], &done["value"], &done["right"]),
            (&nodes.into(), &value.into(), &0.into())
        );
        assert!(done["falseMatches"].as_u64().unwrap() > 0);
    }
}

/// Played back event by event, the slots are those that the whole search leaves behind, and the counts agree.
#[test]
fn steps_come_to_the_same_as_the_whole() {
    for policy in ["always", "depth", "two"] {
        let mut whole = Pages::default();
        call(&mut whole, &["table", policy, "16", "3", "X...O...."]);
        let end = call(&mut whole, &["table, go on", "999999"]);

        let mut steps = Pages::default();
        let mut now = call(&mut steps, &["table", policy, "16", "3", "X...O...."]);
        let mut slots = vec![Value::Null; usize::try_from(now["slots"].as_u64().unwrap()).unwrap()];
        while now["value"].is_null() {
            now = call(&mut steps, &["table, go on", "1"]);
            for slot in now["changed"].as_array().unwrap() {
                slots[usize::try_from(slot[0].as_u64().unwrap()).unwrap()] = slot.clone();
            }
        }
        for name in ["nodes", "probes", "hits", "cutoffs", "stores", "evictions", "falseMatches", "value"] {
            assert_eq!(now[name], end[name], "{policy}: {name}");
        }
        let filled: Vec<&Value> =
            end["changed"].as_array().unwrap().iter().filter(|slot| slot[1] != Value::Null).collect();
        assert_eq!(slots.iter().filter(|slot| !slot.is_null()).collect::<Vec<_>>(), filled, "{policy}");
    }
}

#[test]
fn connect_four_is_played_and_each_column_scored() {
    let mut pages = Pages::default();
    let board = call(&mut pages, &["connect four", "55466554422442623"]);
    assert_eq!((&board["stones"], &board["mover"], &board["winner"]), (&17.into(), &2.into(), &0.into()));
    // The position is a draw, so its best column is worth 0.
    let scores: Vec<i64> = (1..=7)
        .filter(|column| board["open"][column - 1] == true)
        .map(|column| {
            let column = column.to_string();
            let solved = call(&mut pages, &["connect four, solve", "55466554422442623", &column]);
            solved["score"].as_i64().unwrap()
        })
        .collect();
    assert_eq!(scores.iter().max(), Some(&0), "{scores:?}");
}

#[test]
fn a_line_of_four_is_shown_in_every_direction() {
    let lines = [
        ("1212121", [[0, 0], [0, 1], [0, 2], [0, 3]]),
        ("1122334", [[0, 0], [1, 0], [2, 0], [3, 0]]),
        ("12233434474", [[0, 0], [1, 1], [2, 2], [3, 3]]),
        ("76655454414", [[3, 3], [4, 2], [5, 1], [6, 0]]),
    ];
    for (columns, four) in lines {
        let board = call(&mut Pages::default(), &["connect four", columns]);
        assert_eq!(board["four"], serde_json::json!(four), "{columns}");
        assert_eq!((&board["winner"], &board["over"]), (&1.into(), &true.into()), "{columns}");
        assert!(board["open"].as_array().unwrap().iter().all(|open| open == false), "{columns}");
    }
    assert_eq!(call(&mut Pages::default(), &["connect four", "-"])["four"], serde_json::json!([]));
}

/// XORs of every step lead from the key before to the key after, and a capture takes as many as published.
#[test]
fn the_xors_of_each_chess_move_make_the_change_of_the_key() {
    let games = [
        ("-", "e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 0000 0000"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
        ("4k3/P6p/8/8/6Pp/8/8/4K3 b - - 0 1", "h7h5 a7a8q e8e7"),
        ("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3", "e2e4 d4e3"),
    ];
    for (fen, moves) in games {
        let game = call(&mut Pages::default(), &["chess", fen, moves]);
        let steps = game["steps"].as_array().unwrap();
        assert_eq!(steps.len(), moves.split(' ').count());
        let key = |value: &Value| u64::from_str_radix(value.as_str().unwrap(), 16).unwrap();
        for step in steps {
            let xors = step["xors"].as_array().unwrap();
            let after = xors.iter().fold(key(&step["before"]), |key_, xor| key_ ^ key(&xor["key"]));
            assert_eq!(after, key(&step["after"]), "{step}");
        }
        assert_eq!(steps.last().unwrap()["after"], game["key"]);
    }
    let counts = |fen: &str, moves: &str| -> Vec<usize> {
        let game = call(&mut Pages::default(), &["chess", fen, moves]);
        game["steps"].as_array().unwrap().iter().map(|step| step["xors"].as_array().unwrap().len()).collect()
    };
    // A capture that changes no right: mover out, captured out, mover in, side. A null move: the side alone.
    assert_eq!(counts("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1", "b1c3 0000"), [4, 1]);
    // Castling: king and rook, each out and in, the side, and both rights.
    assert_eq!(counts("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"), [7]);
    // A double step beside an enemy pawn that may capture: the file is one more; the capture takes it away.
    assert_eq!(counts("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3"), [4, 5]);
}

#[test]
fn whatever_is_asked_is_answered() {
    let requests = [
        ("", "expected a command, found \"\""),
        ("play", "expected a command, found \"play\""),
        ("key cost", "expected a board, found the end"),
        ("key cost\nXX.......", "expected as many X as O or one more, found 2 X and 0 O"),
        ("key cost, go on\n1", "expected a search to play back, found none"),
        ("table\nlast", "expected the policy always, depth or two, found \"last\""),
        ("table\ntwo\n17\n64\n.........", "expected a power of two up to 4096, found 17 indices"),
        ("table\ntwo\n16\n65\n.........", "expected at most 64 bits to check, found 65"),
        ("table\ntwo\nten", "expected a number of indices, found \"ten\": invalid digit found in string"),
        ("connect four\n8", "character 1: expected a column from 1 to 7, found '8'"),
        ("connect four, solve\n-\n8", "expected a column from 1 to 7, found column 8"),
        ("chess\n-\ne2e5", "e2e5 is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("chess\nx", "expected 6 fields parted by one space each, found 1"),
    ];
    for (request, error) in requests {
        let answer: Value = serde_json::from_str(&Pages::default().call(request)).unwrap();
        assert_eq!(answer["error"], error, "{request:?}");
    }
}
