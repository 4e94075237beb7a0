//! Many positions: order, files, expected scores, output forms.

use crate::{file, solve, solve_input};

/// Positions from hard to easy, so that later ones are solved first.
const POSITIONS: [&str; 12] = [
    "11115376447175641724",
    "77641451617244325266",
    "2252576253462244111563",
    "55466554422442623",
    "44455554221",
    "33445",
    "121212",
    "1212121",
    "1122176123547432346557",
    "14752227326662577672",
    "22165717531125157662",
    "23175373762761124422",
];

#[test]
fn answers_come_in_the_inputs_order_whoever_solves_them() {
    let lines = POSITIONS.repeat(4).join("\n");
    let alone = solve_input("connect4 --file -", &lines);
    let positions: Vec<_> = alone.answers().iter().map(|fields| fields[0].to_owned()).collect();
    assert_eq!(positions, POSITIONS.repeat(4));
    for threads in [2, 5] {
        let run = solve_input(&format!("connect4 --threads {threads} --file -"), &lines);
        let together: Vec<_> = run.answers().iter().map(|fields| fields[0].to_owned()).collect();
        assert_eq!(together, positions);
        assert_eq!(run.scores(), alone.scores());
    }
}

#[test]
fn a_file_gives_what_arguments_give() {
    let path = file("positions.txt", POSITIONS.join("\n"));
    let from_file = solve(&format!("connect4 --file {}", path.display()));
    let from_arguments = solve(&format!("connect4 {}", POSITIONS.join(" ")));
    assert_eq!(from_file.timeless(), from_arguments.timeless());
    assert_eq!((from_file.code, from_arguments.code), (Some(0), Some(0)));
}

#[test]
fn arguments_come_before_the_file() {
    for options in ["", "--threads 2"] {
        let run = solve_input(&format!("connect4 {options} --file - 33445 121212"), "1212121\n");
        let positions: Vec<_> = run.answers().iter().map(|fields| fields[0].to_owned()).collect();
        assert_eq!(positions, ["33445", "121212", "1212121"]);
    }
}

#[test]
fn line_ends_and_blanks_do_not_matter() {
    let run = solve_input("connect4 --file -", "\r\n 33445 \r\n\n\t\r\n121212\t\n\n1212121");
    assert_eq!((run.code, run.scores()), (Some(0), vec![-18, 18, -18]));
    let run = solve_input("connect4 --file -", "\r\n\n  \n");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
}

#[test]
fn expected_scores_are_compared_and_each_difference_is_printed() {
    let right = solve_input("connect4 --file -", "33445 -18\n121212\t+18\r\n1212121\n");
    assert_eq!((right.code, right.err_lines("difference: ").len()), (Some(0), 0));

    for options in ["", "--threads 2"] {
        let wrong =
            solve_input(&format!("connect4 {options} --file -"), "33445 -17\n121212 18\n\n1212121 0\n");
        assert_eq!((wrong.code, wrong.scores()), (Some(1), vec![-18, 18, -18]));
        assert_eq!(
            wrong.err_lines("difference: "),
            [
                "difference: line 1: 33445: expected -17, found -18",
                "difference: line 4: 1212121: expected 0, found -18"
            ]
        );
    }
    assert_eq!(solve_input("tictactoe --file -", "......... 1\n").code, Some(1));
}

#[test]
fn a_weak_answer_is_compared_by_its_sign() {
    assert_eq!(solve_input("connect4 --weak --file -", "33445 -5\n121212 1\n").code, Some(0));
    assert_eq!(solve_input("connect4 --weak --file -", "33445 5\n").code, Some(1));
}

#[test]
fn bad_input_goes_before_differences() {
    for lines in ["33445 1\n8\n", "8\n33445 1\n"] {
        let run = solve_input("connect4 --file -", lines);
        assert_eq!((run.code, run.scores()), (Some(2), vec![-18]));
        assert_eq!((run.err_lines("difference: ").len(), run.err_lines("error: ").len()), (1, 1));
    }
}

#[test]
fn json_has_the_same_fields_by_name() {
    let arguments = "connect4 --analyze 55466554422442623 1212121 23576321365176526327451563657374712211444";
    let plain = solve(arguments);
    let json = solve(&format!("{arguments} --json"));
    assert_eq!(json.out.lines().count(), 3);
    for (line, fields) in json.out.lines().zip(plain.answers()) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let names: Vec<_> = object.as_object().unwrap().keys().collect();
        assert_eq!(names, ["position", "score", "nodes", "microseconds", "analysis"]);
        assert_eq!(object["position"], fields[0]);
        assert_eq!(object["score"].to_string(), fields[1]);
        assert_eq!(object["nodes"].to_string(), fields[2]);
        assert!(object["microseconds"].is_u64());
        let analysis: Vec<_> =
            object["analysis"].as_array().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(analysis.join(" ").replace("null", "."), fields[4..].join(" "));
    }
    let object: serde_json::Value = serde_json::from_str(&solve("tictactoe --json .........").out).unwrap();
    assert_eq!((&object["position"], &object["score"]), (&".........".into(), &0.into()));
    assert_eq!(object.get("analysis"), None);
}

#[test]
fn the_summary_closes_a_run() {
    let run = solve("connect4 33445 121212 77641451617244325266");
    let summary = run.err.lines().last().unwrap();
    assert!(summary.starts_with("3 positions, mean time "), "{summary}");
    assert!(summary.contains(" µs, mean nodes ") && summary.ends_with(" nodes/s"), "{summary}");
    let nodes: u64 = run.answers().iter().map(|fields| fields[2].parse::<u64>().unwrap()).sum();
    assert!(summary.contains(&format!("mean nodes {},", nodes / 3)), "{summary}");
}
