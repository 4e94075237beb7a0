//! One process: no set-up.

use std::fs;

use games::connect_four::ConnectFour;
use games::solved::{Header, Writer};

use super::{file, fleet, path, positions, transpose};

#[test]
fn connect_four_is_counted_ply_by_ply() {
    let run = fleet("enumerate connect4 --plies 9");
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines: Vec<Vec<u64>> =
        run.out.lines().map(|line| line.split(' ').map(|field| field.parse().unwrap()).collect()).collect();
    // Source: John Tromp's Connect Four Playground.
    let counts: Vec<u64> = lines.iter().map(|line| line[1]).collect();
    assert_eq!(counts, [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186]);
    for (ply, line) in (0..).zip(&lines) {
        assert_eq!((line[0], line[1]), (ply, line[2..].iter().sum()));
    }
    assert!(run.err.starts_with("819420 positions, "), "{}", run.err);
}

#[test]
fn symmetric_positions_are_counted_once_on_request() {
    let run = fleet("enumerate tictactoe --symmetry -w 2");
    let sums = run.out.lines().fold([0, 0], |[positions, all], line| {
        let fields: Vec<u64> = line.split(' ').map(|field| field.parse().unwrap()).collect();
        [positions + fields[1], all + fields[6]]
    });
    assert_eq!(sums, [765, 5_478]);
}

#[test]
fn a_database_answers_what_the_search_would() {
    let database = path("tictactoe.solved");
    let run = fleet(&format!("solve-all tictactoe -w 2 --output {}", database.display()));
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run:?}");
    let looked_up = |arguments: &str| {
        let arguments = format!("solve {arguments} --database {}", database.display());
        String::from_utf8(transpose(&arguments).output().unwrap().stdout).unwrap()
    };
    let score = |out: &str| out.split(' ').nth(1).unwrap().to_owned();
    for position in [".........", "X...O....", "XX.OO....", "XO......."] {
        let searched = transpose(&format!("solve tictactoe {position}")).output().unwrap();
        let searched = String::from_utf8(searched.stdout).unwrap();
        assert_eq!(score(&looked_up(&format!("tictactoe {position}"))), score(&searched), "{position}");
    }
    let wrong = transpose(&format!("solve connect4 44 --database {}", database.display())).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let error = String::from_utf8(wrong.stderr).unwrap();
    assert!(error.contains("expected a database of Connect Four, found one of tictactoe"), "{error}");
}

#[test]
fn a_small_board_is_answered_from_its_database_with_every_column() {
    let database = path("4x4.solved");
    assert_eq!(fleet(&format!("solve-all connect4:4x4 --output {}", database.display())).code, Some(0));
    let arguments = format!("solve connect4 - 1 12 --analyze --database {}", database.display());
    let output = transpose(&arguments).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    // Source: the 4×4 board is a draw, known since Tromp's table of small boards; so no column wins.
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!((lines[0][0], lines[0][1], lines[0].len()), ("-", "0", 8));
    assert!(lines[0][4..].iter().all(|score| score.parse::<i32>().unwrap() <= 0), "{out}");
    for line in &lines {
        let best = line[4..].iter().filter_map(|score| score.parse::<i32>().ok()).max();
        assert_eq!(line[1].parse().ok(), best, "{out}");
    }
}

#[test]
fn answers_of_a_batch_are_those_of_solve() {
    let texts = positions(1, 60, 22);
    let input = file("batch.txt", &texts.join("\n"));
    let solved = transpose(&format!("solve connect4 --file {}", input.display())).output().unwrap();
    let solved = String::from_utf8(solved.stdout).unwrap();
    let scores = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    for threads in 1..=4 {
        let output = path(&format!("batch-{threads}.out"));
        let arguments = format!("batch connect4 --file {} --output {}", input.display(), output.display());
        let run = fleet(&format!("{arguments} -w {threads} --table-mib 1"));
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run:?}");
        assert_eq!(scores(&std::fs::read_to_string(&output).unwrap()), scores(&solved));
        // All is there already.
        let again = fleet(&format!("{arguments} -w {threads}"));
        assert!(again.err.starts_with("0 positions"), "{}", again.err);
    }
}

#[test]
fn bad_lines_and_wrong_scores_are_told_and_the_rest_is_answered() {
    let input = file("bad.txt", "1212121\n 8\n44444444\n1212121 -18\n1212121 5\n");
    let output = path("bad.out");
    let arguments = format!("batch connect4 --file {} --output {}", input.display(), output.display());
    // The second time what differs is found in the answers there are.
    for _ in 0..2 {
        let run = fleet(&arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        for message in [
            "error: line 2: character 2: expected a column from 1 to 7, found '8'",
            "error: line 3: character 7: expected a column with room, found column 4",
            "difference: line 5: 1212121: expected 5, found -18",
        ] {
            assert!(run.err.contains(message), "{}", run.err);
        }
        assert_eq!(std::fs::read_to_string(&output).unwrap(), "1212121 -18\n".repeat(3));
    }
    let wrong = file("wrong.txt", "1212121 5\n");
    let run =
        fleet(&format!("batch connect4 --file {} --output {}", wrong.display(), path("wrong.out").display()));
    assert_eq!(run.code, Some(1), "{run:?}");
}

/// Solves the empty board from a database of that position alone: the larger boards have more than a test can solve.
fn look_up_the_empty_board<const W: usize, const H: usize>(game: &str) {
    let database = path(&format!("empty.{W}x{H}.solved"));
    let header = Header::new(game, 1, true, (-1, 1)).unwrap();
    let mut writer = Writer::new(fs::File::create(&database).unwrap(), header).unwrap();
    let key = ConnectFour::<W, H>::new().canonical_key();
    writer.ply(0, std::iter::once(Ok((key, 1)))).unwrap();
    writer.finish().unwrap();
    let output = transpose(&format!("solve connect4 - --database {}", database.display())).output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert!(answer.starts_with("- 1 0 "), "{game}: {answer}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn databases_of_all_boards_are_taken() {
    look_up_the_empty_board::<7, 6>("connect4");
    look_up_the_empty_board::<4, 4>("connect4:4x4");
    look_up_the_empty_board::<4, 5>("connect4:4x5");
    look_up_the_empty_board::<4, 6>("connect4:4x6");
    look_up_the_empty_board::<5, 4>("connect4:5x4");
    look_up_the_empty_board::<5, 5>("connect4:5x5");
    look_up_the_empty_board::<5, 6>("connect4:5x6");
    look_up_the_empty_board::<6, 4>("connect4:6x4");
    look_up_the_empty_board::<6, 5>("connect4:6x5");
    look_up_the_empty_board::<6, 6>("connect4:6x6");
    look_up_the_empty_board::<6, 7>("connect4:6x7");
    look_up_the_empty_board::<7, 4>("connect4:7x4");
    look_up_the_empty_board::<7, 5>("connect4:7x5");
    // All there are, but for tic-tac-toe and another name of 7x6.
    assert_eq!(fleet("enumerate chess").err.matches(", connect4").count(), 13 + 1);
}
