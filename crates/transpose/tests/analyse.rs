//! `transpose analyse` and `transpose bench` as a user meets them.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::process::{Command, Stdio};

/// What the program left behind.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs it with these arguments, split at blanks, and this as standard input.
fn transpose(arguments: &str, input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_transpose"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // A program that reads no further breaks the pipe, which is its right.
    let _ = writer.join().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

const MATE_IN_2: &str = "r5rk/pp1np1bn/2pp2q1/3P1bN1/2P1N2Q/1P6/PB2PPBP/3R1RK1 w - -";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
const STALEMATE: &str = "8/8/8/8/8/6k1/6p1/6K1 w - - 0 1";

#[test]
fn each_line_is_answered_in_order_and_judged() {
    let suite = format!(
        "\u{feff}{MATE_IN_2} bm Qxh7+; dm 2; id \"first\";\r\n\n{BACK_RANK} 0 1 am Kf1;\n{STALEMATE}\n"
    );
    let run = transpose("analyse --depth 8 -", &suite);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let fields: Vec<Vec<&str>> = run.out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(fields.len(), 3);
    assert!(fields.iter().all(|fields| fields.len() == 7), "{fields:?}");
    assert_eq!(fields[0][..3], [&format!("{MATE_IN_2} 0 1"), "h4h7", "mate 2"]);
    assert!(fields[0][6].starts_with("h4h7 ") && fields[0][6].split(' ').count() == 3, "{fields:?}");
    assert_eq!(fields[1][1..3], ["a1a8", "mate 1"]);
    assert_eq!(fields[2], [STALEMATE, "-", "cp 0", "0", "0", "0", ""]);
    let summary = run.err.lines().last().unwrap();
    assert!(summary.starts_with("3 positions, "), "{summary}");
    assert!(summary.ends_with(", bm 1 of 1, am 1 of 1, dm 1 of 1"), "{summary}");
}

#[test]
fn what_does_not_come_true_is_told_and_makes_the_exit_code_1() {
    let suite = format!("{BACK_RANK} bm Kf1 Kf2; am Ra8#;\n{BACK_RANK} dm 1;\n{STALEMATE} bm Kh1;\n");
    let run = transpose("analyse --nodes 5000 -", &suite);
    // The king has no such moves: the third line is bad, the others are judged.
    assert_eq!(run.code, Some(2), "{}", run.err);
    let run =
        transpose("analyse --nodes 5000 -", suite.lines().take(2).collect::<Vec<_>>().join("\n").as_str());
    assert_eq!(run.code, Some(1));
    let differences: Vec<&str> =
        run.err.lines().filter_map(|line| line.strip_prefix("difference: ")).collect();
    assert_eq!(
        differences,
        [
            "line 1: bm: expected Kf1 or Kf2, found Ra8#",
            "line 1: am: expected a move other than Ra8#, found Ra8#"
        ]
    );
    assert!(run.err.trim_end().ends_with("bm 0 of 1, am 0 of 1, dm 1 of 1"), "{}", run.err);
}

#[test]
fn bad_lines_are_named_and_the_rest_answered() {
    let run = transpose("analyse --depth 1 -", &format!("blah\n{BACK_RANK} bm Qa8;\n{BACK_RANK}\n"));
    assert_eq!((run.code, run.out.lines().count()), (Some(2), 1));
    let errors: Vec<&str> = run.err.lines().filter_map(|line| line.strip_prefix("error: ")).collect();
    assert_eq!(errors[0], "line 1: expected 6 fields parted by one space each, found 1");
    assert!(errors[1].starts_with("line 2: bm: Qa8 is not legal in "), "{errors:?}");
    assert!(
        transpose("analyse --depth 1 no-such-file", "")
            .err
            .starts_with("error: no-such-file: cannot be read: ")
    );
    let folder = env!("CARGO_TARGET_TMPDIR");
    let run = transpose(&format!("analyse --depth 1 {folder}"), "");
    assert_eq!(run.code, Some(2));
    assert!(run.err.starts_with(&format!("error: {folder}: cannot be read: ")), "{}", run.err);
    let no_memory = transpose("analyse --hash-mib 99999999999 -", "");
    assert_eq!(no_memory.code, Some(2));
    assert!(no_memory.err.starts_with("error: --hash-mib 99999999999: expected "), "{}", no_memory.err);
}

#[test]
fn json_has_the_same_by_name() {
    let suite = format!("{MATE_IN_2} dm 2; id \"a b\";\n{BACK_RANK}\n{STALEMATE}\n");
    let run = transpose("analyse --depth 8 --json -", &suite);
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    let names: Vec<&String> = objects[0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["position", "id", "best", "mate", "depth", "nodes", "microseconds", "line", "dm"]);
    assert_eq!((&objects[0]["id"], &objects[0]["mate"]), (&"a b".into(), &2.into()));
    assert_eq!((&objects[0]["best"], &objects[0]["dm"]), (&"h4h7".into(), &true.into()));
    assert_eq!(objects[1].get("dm"), None);
    assert_eq!((&objects[2]["best"], &objects[2]["cp"]), (&serde_json::Value::Null, &0.into()));
}

/// The nodes of each line printed.
fn nodes(run: &Run) -> Vec<u64> {
    run.out.lines().map(|line| line.split('\t').nth(4).unwrap().parse().unwrap()).collect()
}

#[test]
fn each_position_is_searched_from_an_empty_table() {
    let line = format!("{MATE_IN_2}\n");
    let found = nodes(&transpose("analyse --depth 5 -", &line.repeat(3)));
    assert!(found[0] == found[1] && found[1] == found[2], "{found:?}");
}

#[test]
fn as_many_nodes_are_searched_as_are_asked_for() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    // The first are too few for depth 1.
    for asked in [0, 1, 7, 300, 4096, 4097] {
        assert_eq!(nodes(&transpose(&format!("analyse --nodes {asked} -"), start)), [asked]);
    }
}

/// Without a search there are still results of games that end.
#[test]
fn what_is_known_without_a_search_is_told_alike_by_every_limit() {
    let suite = format!("8/8/4k3/8/8/4K3/8/8 w - - 0 1\n{BACK_RANK}\n");
    for limit in ["--nodes 0", "--nodes 1", "--movetime 0", "--depth 1"] {
        let run = transpose(&format!("analyse {limit} -"), &suite);
        let scores: Vec<&str> = run.out.lines().map(|line| line.split('\t').nth(2).unwrap()).collect();
        assert_eq!(scores, ["cp 0", "mate 1"], "{limit}: {}", run.err);
    }
}

#[test]
fn chess960_is_read_and_written_by_its_own_rules() {
    let run = transpose("analyse --chess960 --depth 3 -", "1k6/8/8/8/8/8/PPP5/1KR5 w C - 0 1 bm O-O;\n");
    assert_eq!(run.out.lines().count(), 1, "{}", run.err);
    assert!(run.out.starts_with("1k6/8/8/8/8/8/PPP5/1KR5 w K - 0 1\t"), "{}", run.out);
}

/// The nodes of the bench change only with the search: a commit that changes them says why.
const BENCH_NODES: u64 = 878_357;

#[test]
fn the_bench_takes_as_many_nodes_as_ever() {
    let run = transpose("bench", "");
    assert_eq!((run.code, run.err.as_str(), run.out.lines().count()), (Some(0), "", 25));
    let last: Vec<&str> = run.out.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", _, "nps"] = last[..] else { panic!("{last:?}") };
    assert_eq!(nodes.parse(), Ok(BENCH_NODES));
}
