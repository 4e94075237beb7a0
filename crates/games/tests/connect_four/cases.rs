//! Positions and texts that other programs got wrong.

use games::connect_four::{Column, ColumnError, ConnectFour, Player, PositionError};
use search::{Bounded, Game, Outcome, perft};

use crate::{candidates, legal};

fn board(text: &str) -> ConnectFour {
    text.parse().unwrap()
}

fn error(text: &str) -> PositionError {
    text.parse::<ConnectFour>().unwrap_err()
}

fn column(number: u8) -> Column {
    Column::from_number(number).unwrap()
}

/// Searches to the end with every legal move: only for nearly full boards.
fn value(board: &ConnectFour) -> i32 {
    search::minimax(&mut board.clone(), 42, &|_| search::Score::DRAW, &mut ()).get()
}

#[test]
fn no_line_runs_on_from_the_top_of_a_column_to_the_bottom_of_the_next() {
    // One player has rows 4 to 6 of column 1 and row 1 of column 2.
    let board = board("217211572217121");
    let owner = board.cell(column(1), 5);
    assert_eq!([3, 4].map(|row| board.cell(column(1), row)), [owner, owner]);
    assert_eq!(board.cell(column(2), 0), owner);
    assert_eq!((board.outcome(), board.winner()), (None, None));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let board = board("455714637617614767242476316455122212535333");
    assert_eq!((board.stones(), board.outcome(), board.winner()), (42, Some(Outcome::Draw), None));
    assert_eq!(legal(&board), []);
}

#[test]
fn the_last_two_stones_count() {
    let one_left = board("23576321365176526327451563657374712211444");
    assert_eq!((one_left.stones(), one_left.outcome()), (41, None));
    assert_eq!(one_left.known_range(), (1, 1));
    assert_eq!(value(&one_left), 1);

    let full = board("235763213651765263274515636573747122114444");
    assert_eq!((full.winner(), full.outcome()), (Some(Player::Second), Some(Outcome::Value(-1))));

    let at_41 = board("36333455546317674443264267621552512111777");
    assert_eq!((at_41.stones(), at_41.winner()), (41, Some(Player::First)));
    assert_eq!(at_41.outcome(), Some(Outcome::Value(-1)), "won with the 21st stone: 22 - 21");
}

#[test]
fn a_loss_at_once_is_worth_what_the_other_sides_next_stone_wins() {
    // Three on the bottom row, open at both ends: the second player cannot stop the first one's fourth stone.
    let board = board("33445");
    assert_eq!(board.known_range(), (-18, -18));
    assert_eq!(candidates(&board).len(), 1);
}

#[test]
fn a_win_at_once_is_seen_before_anything_else() {
    let board = board("121212");
    assert_eq!(board.known_range(), (18, 18));
    assert_eq!(candidates(&board), [column(1)]);
}

#[test]
fn a_won_game_is_over() {
    let won = board("1212121");
    assert_eq!((won.winner(), won.outcome()), (Some(Player::First), Some(Outcome::Value(-18))));
    for column in ConnectFour::<7, 6>::columns() {
        assert_eq!(won.unpack(won.pack(column)), None);
        let mut unchanged = won;
        assert_eq!(unchanged.play(column), Err(ColumnError::AlreadyWon { column }));
        assert_eq!(unchanged, won);
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let full = board("3333331");
    for (number, expected) in [
        (3, Err(ColumnError::Full { column: column(3) })),
        (8, Err(ColumnError::OffBoard { width: 7, column: column(8) })),
        (4, Ok(())),
    ] {
        let mut after = full;
        assert_eq!(after.play(column(number)), expected);
        assert_eq!(after == full, expected.is_err());
        assert_eq!(after.to_move() == full.to_move(), expected.is_err());
    }
    assert_eq!(Column::from_number(0), None);
}

#[test]
fn bad_text_is_refused_with_place_and_character() {
    let character = |place, found| PositionError::Character { place, found, width: 7 };
    assert_eq!(error("8"), character(1, '8'));
    assert_eq!(error("0"), character(1, '0'));
    assert_eq!(error("4a4"), character(2, 'a'));
    assert_eq!(error("-1"), character(1, '-'));
    assert_eq!(error(" 44 "), character(1, ' '));
    assert_eq!(error("4\r"), character(2, '\r'));
    assert_eq!(error("4\0"), character(2, '\0'));
    assert_eq!(error("44٤"), character(3, '٤'), "a digit, but of another script");
    assert_eq!(
        error("1111111"),
        PositionError::Move { place: 7, reason: ColumnError::Full { column: column(1) } }
    );
    assert_eq!(
        error("12121212"),
        PositionError::Move { place: 8, reason: ColumnError::AlreadyWon { column: column(2) } }
    );
    assert_eq!(error("4a4").moved_by(3), character(5, 'a'));
    assert_eq!(error("8").to_string(), "character 1: expected a column from 1 to 7, found '8'");
    assert_eq!(error("1111111").to_string(), "character 7: expected a column with room, found column 1");
    assert_eq!(
        error("12121212").to_string(),
        "character 8: expected no move in a game already won, found column 2"
    );
    assert_eq!(
        "6".parse::<ConnectFour<5, 4>>().unwrap_err().to_string(),
        "character 1: expected a column from 1 to 5, found '6'"
    );
}

#[test]
fn the_empty_text_is_the_empty_board() {
    let empty = board("");
    assert_eq!(empty, ConnectFour::new());
    assert_eq!((empty.key(), empty.lossless_key(), empty.canonical_key()), (0, 0, 0));
    assert_eq!((empty.to_move(), empty.outcome()), (Player::First, None));
}

#[test]
fn mirror_images_share_the_canonical_key_alone() {
    let (left, right) = (board("44445"), board("44443"));
    assert_eq!(left.mirrored(), right);
    assert_eq!(left.canonical_key(), right.canonical_key());
    assert_ne!(left.lossless_key(), right.lossless_key());
    assert_ne!(left.key(), right.key());
    assert_eq!(left.known_range(), right.known_range());
}

#[test]
fn the_picture_shows_the_board_as_it_stands() {
    let picture = "\
.......
.......
.......
.......
...O...
O..XX..";
    assert_eq!(board("4451").to_string(), picture);
    assert!(format!("{:?}", board("4451")).contains(picture));
}

#[test]
fn lines_from_the_empty_board() {
    // Nobody can win before the seventh stone, and only seven stones in one column do not fit: 7^n, and 7^7 − 7.
    let lines = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536];
    for (depth, lines) in (0..).zip(lines) {
        assert_eq!(perft(&mut ConnectFour::<7, 6>::new(), depth), lines, "{depth} plies");
    }
}
