//! Tic-tac-toe against what is known of it: every state, every text, every game.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU16;

use games::tic_tac_toe::{Mark, MarkKeys, PositionError, Square, TicTacToe};
use search::{Counts, Game, Outcome, Score, minimax, perft};

fn board(text: &str) -> TicTacToe {
    text.parse().unwrap()
}

fn square(index: usize) -> Square {
    Square::all().nth(index).unwrap()
}

fn moves_of(board: &TicTacToe) -> Vec<Square> {
    if board.outcome().is_some() {
        return Vec::new();
    }
    let mut moves = <TicTacToe as Game>::List::default();
    board.legal_moves(&mut moves);
    moves.to_vec()
}

/// Every state that play reaches, once.
fn states() -> Vec<TicTacToe> {
    let mut seen = HashSet::from([TicTacToe::new().to_string()]);
    let mut states = vec![TicTacToe::new()];
    let mut next = 0;
    while let Some(&state) = states.get(next) {
        next += 1;
        for mv in moves_of(&state) {
            let mut child = state;
            child.make(mv);
            if seen.insert(child.to_string()) {
                states.push(child);
            }
        }
    }
    states
}

/// The value for the side to move.
fn value(board: &TicTacToe) -> i32 {
    minimax(&mut board.clone(), 9, &|_| Score::DRAW, &mut ()).get()
}

/// The value of each legal move for the side that plays it, by the square's number from 1.
fn values_of_moves(board: &TicTacToe) -> Vec<(usize, i32)> {
    let value_of = |mv: Square| {
        let mut child = *board;
        child.make(mv);
        (mv.index() + 1, -value(&child))
    };
    moves_of(board).into_iter().map(value_of).collect()
}

/// The eight symmetries of the board: where each square goes.
fn symmetries() -> [[usize; 9]; 8] {
    let mut symmetry: [usize; 9] = std::array::from_fn(|index| index);
    std::array::from_fn(|number| {
        if number == 4 {
            symmetry = std::array::from_fn(|index| index / 3 * 3 + 2 - index % 3);
        }
        let current = symmetry;
        symmetry = std::array::from_fn(|index| current[index % 3 * 3 + 2 - index / 3]);
        current
    })
}

/// The least text of the board's eight images.
fn canonical(board: &TicTacToe) -> String {
    let cells = board.to_string().into_bytes();
    let image = |symmetry: [usize; 9]| symmetry.map(|from| char::from(cells[from])).iter().collect();
    symmetries().into_iter().map(image).min().unwrap()
}

#[test]
fn the_states_are_5478_and_958_of_them_ended() {
    let states = states();
    assert_eq!(states.len(), 5_478);
    assert_eq!(states.iter().filter(|state| state.outcome().is_some()).count(), 958);

    let classes: HashMap<String, TicTacToe> = states.iter().map(|state| (canonical(state), *state)).collect();
    assert_eq!(classes.len(), 765);
    let ended = |winner| {
        let ends_so = |state: &&TicTacToe| state.outcome().is_some() && state.winner() == winner;
        classes.values().filter(ends_so).count()
    };
    assert_eq!((ended(Some(Mark::X)), ended(Some(Mark::O)), ended(None)), (91, 44, 3));
}

#[test]
fn the_tree_has_549_946_nodes_and_the_value_is_a_draw() {
    let mut counts = Counts::default();
    assert_eq!(minimax(&mut TicTacToe::new(), 9, &|_| Score::DRAW, &mut counts), Score::DRAW);
    assert_eq!(counts.nodes, 549_946);

    let lines = (1..=9).map(|depth| perft(&mut TicTacToe::new(), depth)).collect::<Vec<_>>();
    assert_eq!(lines, [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

/// Calls `ended` with each game's moves and last position.
fn play_all(board: &mut TicTacToe, moves: &mut Vec<usize>, ended: &mut impl FnMut(&[usize], &TicTacToe)) {
    if board.outcome().is_some() {
        return ended(moves, board);
    }
    for mv in moves_of(board) {
        board.make(mv);
        moves.push(mv.index());
        play_all(board, moves, ended);
        moves.pop();
        board.unmake(mv, ());
    }
}

#[test]
fn the_games_are_255_168_and_31_896_up_to_symmetry() {
    let symmetries = symmetries();
    let (mut by_winner, mut by_length, mut orbits) = (HashMap::new(), [0; 10], 0);
    play_all(&mut TicTacToe::new(), &mut Vec::new(), &mut |moves, end| {
        *by_winner.entry(end.winner()).or_insert(0) += 1;
        by_length[moves.len()] += 1;
        let is_least =
            symmetries.iter().all(|image| moves.iter().map(|&mv| image[mv]).ge(moves.iter().copied()));
        orbits += u32::from(is_least);
    });
    assert_eq!(by_winner, HashMap::from([(Some(Mark::X), 131_184), (Some(Mark::O), 77_904), (None, 46_080)]));
    assert_eq!(by_length, [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872]);
    assert_eq!(orbits, 31_896);
}

/// Paths to an end in the graph whose nodes are positions up to symmetry: another count of 'games up to symmetry'.
#[test]
fn the_paths_through_positions_up_to_symmetry_are_26_830() {
    fn paths(board: &TicTacToe, known: &mut HashMap<String, u32>) -> u32 {
        if board.outcome().is_some() {
            return 1;
        }
        if let Some(&count) = known.get(&canonical(board)) {
            return count;
        }
        let mut children = HashMap::new();
        for mv in moves_of(board) {
            let mut child = *board;
            child.make(mv);
            children.insert(canonical(&child), child);
        }
        let count = children.values().map(|child| paths(child, known)).sum();
        known.insert(canonical(board), count);
        count
    }
    assert_eq!(paths(&TicTacToe::new(), &mut HashMap::new()), 26_830);
}

#[test]
fn a_text_is_accepted_exactly_if_play_reaches_it() {
    let reached: HashSet<String> = states().iter().map(ToString::to_string).collect();
    for code in 0..3_usize.pow(9) {
        let text: String = (0..9).map(|place| ['X', 'O', '.'][code / 3_usize.pow(place) % 3]).collect();
        let parsed = text.parse::<TicTacToe>();
        assert_eq!(parsed.is_ok(), reached.contains(&text), "{text}: {parsed:?}");
        if let Ok(board) = parsed {
            assert_eq!(board.to_string(), text);
            assert_eq!(board.key(), board.rehash(), "{text}");
        }
    }
}

#[test]
fn keys_follow_every_move_back_and_forth_and_tell_all_states_apart() {
    let keys = MarkKeys::from_words(std::array::from_fn(|index| 1 << index));
    let mut seen = HashSet::new();
    for state in states() {
        assert!(seen.insert(state.key()), "{state}: another state has this key");
        let with_keys = TicTacToe::parse_with(&state.to_string(), &keys).unwrap();
        for mv in moves_of(&state) {
            let (mut child, mut with_keys_child) = (state, with_keys);
            child.make(mv);
            with_keys_child.make(mv);
            assert_eq!(child.key(), child.rehash());
            assert_eq!(with_keys_child.key(), with_keys_child.rehash());
            child.unmake(mv, ());
            with_keys_child.unmake(mv, ());
            assert_eq!(child, state);
            assert_eq!(with_keys_child, with_keys);
        }
    }
}

#[test]
fn random_games_keep_the_searchs_contract() {
    assert_eq!(search::check_game(&TicTacToe::new(), TicTacToe::rehash, 50, 9, 1970), Ok(()));
}

#[test]
fn the_callers_keys_are_laid_out_x_then_o_then_side() {
    let keys = MarkKeys::from_words(std::array::from_fn(|index| 1 << index));
    assert_eq!(TicTacToe::with_keys(&keys).key(), 0);
    let key_of = |text, keys| TicTacToe::parse_with(text, keys).unwrap().key();
    assert_eq!(key_of("X........", &keys), 1 << 18 | 1);
    assert_eq!(key_of("XO......X", &keys), 1 << 18 | 1 << 10 | 1 << 8 | 1);
    assert_eq!(key_of("X.......O", &keys), 1 << 17 | 1);

    let mut words = keys.to_words();
    words[18] = 0;
    let marks_only = MarkKeys::from_words(words);
    assert_eq!(key_of("X........", &marks_only), 1, "without a side key the marks alone make the key");
}

#[test]
fn the_standard_keys_take_no_space() {
    assert_eq!(size_of::<TicTacToe>(), 16);
}

#[test]
fn a_stored_move_comes_back_only_where_it_is_legal() {
    for state in states() {
        let legal = moves_of(&state);
        for packed in (1..=300).chain([0x8001, u16::MAX]).map(|bits| NonZeroU16::new(bits).unwrap()) {
            let mv = state.unpack(packed);
            assert!(mv.is_none_or(|mv| legal.contains(&mv) && state.pack(mv) == packed), "{state} {packed}");
        }
        for mv in legal {
            assert_eq!(state.unpack(state.pack(mv)), Some(mv));
        }
    }
}

#[test]
fn an_earlier_win_is_worth_more() {
    assert_eq!(board("XXXOO....").outcome(), Some(Outcome::Value(-5)));
    assert_eq!(board("XXOOXOX.O").outcome(), Some(Outcome::Value(-2)));

    // Several moves win, one of them at once.
    assert_eq!(values_of_moves(&board("XOX.O.X..")), [(4, 2), (6, -3), (8, 4), (9, -3)]);
    assert_eq!(values_of_moves(&board("XXOOX.O..")), [(6, 1), (8, 3), (9, 3)]);
    assert_eq!(values_of_moves(&board(".X..O.OXX")), [(1, 2), (3, 4), (4, 2), (6, 2)]);
}

#[test]
fn every_line_counts_not_only_the_first_looked_at() {
    // O has one stone and X two: three replies hold the draw, the others lose to a fork.
    let values = values_of_moves(&board("OX.X....."));
    assert_eq!(values, [(3, -3), (5, 0), (6, 0), (7, -3), (8, 0), (9, -3)]);
}

#[test]
fn a_corner_is_answered_by_the_centre_and_the_centre_by_a_corner() {
    let draws = |text: &str| -> Vec<usize> {
        values_of_moves(&board(text)).into_iter().filter(|&(_, value)| value == 0).map(|(mv, _)| mv).collect()
    };
    assert_eq!(draws("X........"), [5]);
    assert_eq!(draws("....X...."), [1, 3, 7, 9]);
    assert_eq!(draws("........."), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn best_play_from_both_sides_is_a_draw_after_nine_moves() {
    let mut game = TicTacToe::new();
    while game.outcome().is_none() {
        let best = values_of_moves(&game).into_iter().max_by_key(|&(_, value)| value).unwrap();
        game.make(square(best.0 - 1));
    }
    assert_eq!((game.outcome(), game.stones()), (Some(Outcome::Draw), 9));
}

#[test]
fn a_finished_game_has_its_result_and_no_moves() {
    for (text, outcome) in [
        ("XOXXOOOXX", Outcome::Draw),
        ("XXXOOXOOX", Outcome::Value(-1)), // won by the ninth stone: no draw
        ("XXXOO....", Outcome::Value(-5)),
        ("OOOXX.X..", Outcome::Value(-4)),
    ] {
        let end = board(text);
        assert_eq!(end.outcome(), Some(outcome), "{text}");
        assert_eq!(Square::all().find_map(|mv| end.unpack(end.pack(mv))), None, "{text}");
        assert_eq!(perft(&mut end.clone(), 1), 0, "{text}");
    }
}

#[test]
fn bad_text_is_refused_by_name_and_place() {
    let error = |text: &str| text.parse::<TicTacToe>().unwrap_err();
    assert_eq!(error(""), PositionError::TooShort { place: 1 });
    assert_eq!(error("XO......"), PositionError::TooShort { place: 9 });
    assert_eq!(error(&".".repeat(1_000_000)), PositionError::TooLong { place: 10, found: '.' });
    assert_eq!(error("XO..x...."), PositionError::Character { place: 5, found: 'x' });
    assert_eq!(error("Ö........"), PositionError::Character { place: 1, found: 'Ö' });
    assert_eq!(error("\0"), PositionError::Character { place: 1, found: '\0' });
    assert_eq!(error("O........"), PositionError::Counts { x: 0, o: 1 });
    assert_eq!(error("XX......."), PositionError::Counts { x: 2, o: 0 });
    assert_eq!(error("XXXOOO..."), PositionError::BothWon);
    assert_eq!(error("XXXOO.O.."), PositionError::PlayedOn { winner: Mark::X });
    assert_eq!(error("OOOXXX..X"), PositionError::BothWon);
    assert_eq!(error("OOOXX.X.X"), PositionError::PlayedOn { winner: Mark::O });
    assert_eq!(error("XO..x....").moved_by(2), PositionError::Character { place: 7, found: 'x' });
    assert_eq!(error("XXXOOO...").moved_by(2), PositionError::BothWon);
    assert_eq!(error("XO..x....").to_string(), "character 5: expected X, O or '.', found 'x'");
    assert_eq!(
        error("XXXOO.O..").to_string(),
        "X has three in a row: expected it to have moved last, found a move by O"
    );
}
