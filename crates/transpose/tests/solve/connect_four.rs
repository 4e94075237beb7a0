//! Connect Four positions and what is known of them.

use games::connect_four::{Book, ConnectFour};

use crate::{Run, file, solve};

/// The fields that `--analyze` adds, which a run of one position printed.
fn analysis(run: &Run) -> Vec<String> {
    run.answers()[0][4..].iter().map(ToString::to_string).collect()
}

#[test]
fn a_positions_score_is_for_the_side_to_move_and_a_moves_score_its_negation() {
    let parent = "55466554422442623";
    let analyzed = solve(&format!("connect4 --analyze {parent}"));
    assert_eq!(analyzed.scores(), [0]);
    assert_eq!(analysis(&analyzed), ["-4", "0", "-4", "-4", "0", "-7", "-12"]);

    let children: Vec<_> = (1..=7).map(|column| format!("{parent}{column}")).collect();
    assert_eq!(solve(&format!("connect4 {}", children.join(" "))).scores(), [4, 0, 4, 4, 0, 7, 12]);
}

#[test]
fn a_win_at_once_is_scored_and_analyzed_as_one() {
    // The mover has three in column 1.
    assert_eq!(solve("connect4 121212").scores(), [18]);
    // The same with the other columns nearly full.
    let run = solve("connect4 --analyze 23576321365176526327451563657374712211444");
    assert_eq!(analysis(&run), [".", ".", ".", "1", ".", ".", "."]);
    assert_eq!(run.scores(), [1]);
}

#[test]
fn a_loss_at_once_counts_the_other_sides_next_stone() {
    let run = solve("connect4 --analyze 33445");
    assert_eq!(run.scores(), [-18]);
    assert_eq!(analysis(&run), ["-18"; 7]);
}

#[test]
fn finished_games_are_answered_without_a_search() {
    for (position, score) in [
        ("1212121", -18),
        ("455714637617614767242476316455122212535333", 0),
        ("235763213651765263274515636573747122114444", -1),
        ("36333455546317674443264267621552512111777", -1),
    ] {
        for options in ["--analyze", "--analyze --no-table", "--analyze --threads 2"] {
            let run = solve(&format!("connect4 {options} {position}"));
            assert_eq!(run.timeless(), format!("{position} {score} 0 . . . . . . ."));
            assert_eq!(run.code, Some(0));
        }
    }
}

#[test]
fn a_line_that_runs_over_the_top_of_a_column_is_none() {
    // Were it one, the game would be over and the position need no nodes.
    let run = solve("connect4 217211572217121");
    assert_eq!(run.code, Some(0));
    assert_ne!(run.answers()[0][2], "0");
}

#[test]
fn mirror_images_have_one_score_and_mirrored_analyses() {
    for position in ["44455554221", "2252576253462244111563", "77641451617244325266"] {
        let image: String = position.chars().map(|column| char::from(b'8' - column as u8 + b'0')).collect();
        let [run, mirrored] =
            [position, &image].map(|position| solve(&format!("connect4 --analyze {position}")));
        let mut reversed = analysis(&mirrored);
        reversed.reverse();
        assert_eq!(run.scores(), mirrored.scores(), "{position}");
        assert_eq!(analysis(&run), reversed, "{position}");
    }
}

#[test]
fn the_score_is_the_best_of_the_analysis() {
    let positions = "2252576253462244111563 77641451617244325266 11115376447175641724";
    let plain = solve(&format!("connect4 {positions}"));
    let analyzed = solve(&format!("connect4 --analyze {positions}"));
    assert_eq!(plain.scores(), analyzed.scores());
    for fields in analyzed.answers() {
        assert_eq!(fields.len(), 11, "seven fields are added to four");
        let best = fields[4..].iter().filter_map(|field| field.parse::<i32>().ok()).max();
        assert_eq!(best, fields[1].parse().ok());
    }
}

#[test]
fn every_way_to_search_gives_the_same_scores() {
    let positions = "2252576253462244111563 77641451617244325266 11115376447175641724 33445 44455554221";
    let scores = solve(&format!("connect4 {positions}")).scores();
    for options in ["--no-table", "--table-mib 1", "--threads 2", "--threads 3 --no-table"] {
        let run = solve(&format!("connect4 {options} {positions}"));
        assert_eq!((run.code, run.scores()), (Some(0), scores.clone()), "{options}");
    }
    for options in ["--weak", "--weak --no-table", "--weak --threads 2", "--weak --analyze"] {
        let signs: Vec<_> = scores.iter().map(|score| score.signum()).collect();
        assert_eq!(solve(&format!("connect4 {options} {positions}")).scores(), signs, "{options}");
    }
}

#[test]
fn a_single_position_is_searched_by_all_threads_together() {
    let alone = solve("connect4 --analyze 77641451617244325266");
    let together = solve("connect4 --analyze --threads 4 77641451617244325266");
    assert_eq!(alone.scores(), together.scores());
    assert_eq!(analysis(&alone), analysis(&together));
}

#[test]
fn one_thread_visits_the_same_nodes_every_time() {
    let [first, second] = [(); 2].map(|()| solve("connect4 --analyze 55466554422442623 33445").timeless());
    assert_eq!(first, second);
}

#[test]
fn a_line_of_best_play_leads_to_the_score() {
    for position in ["55466554422442623", "121212", "33445", "2252576253462244111563"] {
        let run = solve(&format!("connect4 --line {position}"));
        let line = run.answers()[0][4].to_owned();
        let board: ConnectFour = format!("{position}{line}").parse().unwrap();
        let stones = i32::from(board.stones());
        let score = match (board.winner(), board.stones()) {
            (Some(_), _) => 22 - (stones + 1) / 2,
            (None, stones) => {
                assert_eq!(stones, 42, "{position}: {line} leads nowhere");
                0
            }
        };
        // The one who moved last has won.
        let sign = if line.len() % 2 == 1 { 1 } else { -1 };
        assert_eq!(run.scores(), [sign * score], "{position}: {line}");
    }
    assert_eq!(solve("connect4 --line --analyze 1212121").timeless(), "1212121 -18 0 . . . . . . . -");
    assert!(solve("connect4 --json --line 121212").out.contains(r#""line":"1""#));
    assert_eq!(solve("connect4 --line --weak 121212").code, Some(2));
}

#[test]
fn other_boards_and_lines_are_solved() {
    // Both boards are draws: every position of theirs has been counted.
    assert_eq!(solve("connect4 --board 4x4 -").scores(), [0]);
    assert_eq!(solve("connect4 --board 5x4 -").scores(), [0]);
    // Three in a column: a win at once where four win, none where five do.
    assert_eq!(solve("connect4 --board 6x4 121212").scores(), [9]);
    assert!(solve("connect4 --board 6x4 --connect 5 121212").scores()[0] < 9);
    // 81 squares: the first player has 41 stones, and wins with the fifth.
    let wide = solve("connect4 --board 9x9 --connect 5 --line 12121212");
    assert_eq!((wide.scores(), wide.answers()[0][4]), (vec![42 - 5], "1"));
    for options in ["--no-table", "--table-mib 1", "--threads 2", "--analyze"] {
        assert_eq!(
            solve(&format!("connect4 --board 4x5 {options} 12")).scores(),
            solve("connect4 --board 4x5 12").scores()
        );
    }
    // Without the options it is the usual board; with them too.
    let usual = "connect4 --board 7x6 --connect 4 55466554422442623";
    assert_eq!(solve(usual).timeless(), solve("connect4 55466554422442623").timeless());
}

#[test]
fn boards_that_are_none_are_refused_by_name() {
    for (options, complaint) in [
        ("--board 3x6", "expected columns and rows from 4x4 to 9x9"),
        ("--board 7", "expected columns and rows from 4x4 to 9x9"),
        ("--connect 3", "3 is not in 4..=5"),
        ("--board 8x7 --book nowhere", "expected the board 7x6 and 4 in a row, found 8x7 and 4"),
        ("--book nowhere", "--book nowhere: cannot be read: "),
    ] {
        let run = solve(&format!("connect4 {options} 44"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{options}");
        assert!(run.err.contains(complaint), "{options}: {}", run.err);
    }
    let outside = solve("connect4 --board 6x4 7 11111");
    assert!(outside.err.contains("argument 1: character 1: expected a column from 1 to 6, found '7'"));
    assert!(outside.err.contains("argument 2: character 5: expected a column with room, found column 1"));
}

#[test]
fn a_book_answers_for_its_positions_and_helps_with_those_before_them() {
    // A score that no search finds shows where it comes from.
    let board = |columns: &str| columns.parse::<ConnectFour>().unwrap();
    let late = "55466554422442623";
    let book =
        Book::from_scores([(board("4455"), -3), (board("121212"), 17), (board(&format!("{late}1")), 5)])
            .unwrap();
    let path = file("small.book", "");
    book.save(&path).unwrap();
    let options = format!("connect4 --book {}", path.display());
    let run = solve(&format!("{options} 4455 4433 121212 {late}"));
    assert_eq!(run.scores(), [-3, -3, 17, 0]);
    assert_eq!(run.answers()[0][2], "0");
    for table in ["", "--no-table"] {
        let run = solve(&format!("{options} {table} --analyze {late}"));
        assert_eq!(analysis(&run), ["-5", "0", "-4", "-4", "0", "-7", "-12"], "{table}");
    }
    let broken = file("broken.book", "c4book");
    let refused = solve(&format!("connect4 --book {} 44", broken.display()));
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("broken.book: expected a book of Connect Four, found another kind of file"));
}

/// Half a minute on few stones, minutes on none: done where `TRANSPOSE_LONG` is set.
#[test]
fn early_positions_are_analyzed_right() {
    if std::env::var_os("TRANSPOSE_LONG").is_none() {
        return;
    }
    assert_eq!(analysis(&solve("connect4 --analyze 44445")), ["-17", "-17", "2", "-17", "-17", "2", "-17"]);
    assert_eq!(analysis(&solve("connect4 --analyze 44443")), ["-17", "2", "-17", "-17", "2", "-17", "-17"]);
    assert_eq!(
        analysis(&solve("connect4 --analyze 121212")),
        ["18", "-3", "-18", "-18", "-18", "-18", "-18"]
    );
    // The first player wins with the 41st stone, and only in the middle.
    let empty = solve("connect4 --analyze -");
    assert_eq!(empty.scores(), [1]);
    assert_eq!(analysis(&empty), ["-2", "-1", "0", "1", "0", "-1", "-2"]);
    assert_eq!(solve("connect4 1 2 3 4").scores(), [2, 1, 0, -1]);
}
