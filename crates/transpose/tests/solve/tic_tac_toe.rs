//! Tic-tac-toe positions and what is known of them.

use crate::{solve, solve_input};

#[test]
fn the_empty_board_is_a_draw_by_the_published_number_of_nodes() {
    let run = solve("tictactoe .........");
    assert_eq!((run.code, run.timeless().as_str()), (Some(0), "......... 0 5473"));
    // More than the usual table is of no use.
    let large = solve("tictactoe --table-mib 16 .........");
    assert_eq!(large.timeless(), run.timeless());
    let help = solve("tictactoe --help").out;
    assert!(help.contains("[default: 64, for tic-tac-toe 1]"), "{help}");
    let run = solve("tictactoe --no-table .........");
    assert_eq!(run.timeless(), "......... 0 20866");
}

#[test]
fn a_win_is_graded_by_its_distance() {
    let run = solve("tictactoe XOX.O.X.. XXOOX.O.. .X..O.OXX OX.X.....");
    // Several moves win in the first three; what counts is the one that wins at once.
    assert_eq!(run.scores(), [4, 3, 4, 0]);
    assert_eq!(run.code, Some(0));
}

#[test]
fn openings_are_drawn_by_the_right_replies_alone() {
    let run = solve("tictactoe X........ X...O.... XO....... ....X.... O...X.... .O..X....");
    assert_eq!(run.scores(), [0, 0, 3, 0, 0, 3]);
}

#[test]
fn finished_games_have_their_result_without_a_search() {
    let run = solve("tictactoe XOXXOOOXX XXXOOXOOX XXXOO.... OOOXX.X..");
    assert_eq!(
        run.timeless(),
        "XOXXOOOXX 0 0\nXXXOOXOOX -1 0\nXXXOO.... -5 0\nOOOXX.X.. -4 0",
        "a win with the ninth stone is no draw"
    );
}

#[test]
fn weak_answers_tell_the_winner_alone() {
    assert_eq!(solve("tictactoe --weak ......... XXOOX.O.. XXXOO....").scores(), [0, 1, -1]);
}

#[test]
fn impossible_boards_are_refused_by_name_and_the_others_answered() {
    let run = solve("tictactoe XXX...... XXXOOO... XXXOO.O.. XO XO..x.... .......... XOX.O.X..");
    assert_eq!(run.code, Some(2));
    assert_eq!(run.scores(), [4]);
    assert_eq!(
        run.err_lines("error: "),
        [
            "error: argument 1: expected as many X as O or one more, found 3 X and 0 O",
            "error: argument 2: expected at most one player with three in a row, found both",
            "error: argument 3: X has three in a row: expected it to have moved last, found a move by O",
            "error: argument 4: character 3: expected nine squares, found the end",
            "error: argument 5: character 5: expected X, O or '.', found 'x'",
            "error: argument 6: character 10: expected the end after nine squares, found '.'",
        ]
    );
    assert_eq!(
        solve_input("tictactoe --file -", "  XO..x....\n").err_lines("error: "),
        ["error: line 1: character 7: expected X, O or '.', found 'x'"]
    );
}
