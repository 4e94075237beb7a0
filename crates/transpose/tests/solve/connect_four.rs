//! Connect Four positions and what is known of them.

use crate::{Run, solve};

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
