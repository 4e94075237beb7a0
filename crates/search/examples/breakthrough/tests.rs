//! The game held to its contract, to a plain board, to minimax, and to a weaker player.

use search::{Bare, Depth, Equal, Full, Play, Score, Search, check_game, check_tactical, minimax, perft};
use ttable::{NoTable, Table};

use super::*;

/// The rules once more, slowly, on a plain array: how many lines of so many plies there are.
fn plain_perft(board: [[char; 8]; 8], white: bool, depth: u32) -> u64 {
    let (own, other, up, goal) = if white { ('W', 'b', 1, 7) } else { ('b', 'W', -1, 0) };
    let lost = board[7 - goal].contains(&other) || !board.iter().any(|row| row.contains(&own));
    if lost || depth == 0 {
        return u64::from(depth == 0);
    }
    let mut lines = 0;
    for (row, column) in (0..8_i8).flat_map(|row| (0..8_i8).map(move |column| (row, column))) {
        let at = |row: i8, column: i8| {
            let cell = |number: i8| usize::try_from(number).ok();
            Some(*board.get(cell(row)?)?.get(cell(column)?)?)
        };
        for side in [-1, 0, 1] {
            let to = at(row + up, column + side);
            let free = to == Some('.') || side != 0 && to == Some(other);
            if at(row, column) == Some(own) && free {
                let mut after = board;
                after[row.unsigned_abs() as usize][column.unsigned_abs() as usize] = '.';
                after[(row + up).unsigned_abs() as usize][(column + side).unsigned_abs() as usize] = own;
                lines += plain_perft(after, !white, depth - 1);
            }
        }
    }
    lines
}

fn plain(game: &Breakthrough) -> [[char; 8]; 8] {
    let mut rows = [['.'; 8]; 8];
    for (row, line) in (0..8).rev().zip(game.to_string().lines()) {
        line.chars().skip(2).enumerate().for_each(|(column, man)| rows[row][column] = man);
    }
    rows
}

/// A position some random plies from the start, and the state of the numbers drawn.
fn drawn(plies: u32, random: &mut zkeys::SplitMix64) -> Breakthrough {
    let mut game = Breakthrough::new();
    for _ in 0..plies {
        let moves: Vec<Step> = game.steps().collect();
        if game.outcome().is_none() {
            game.make(moves[random.next_u32() as usize % moves.len()]);
        }
    }
    game
}

#[test]
fn the_contract_holds() {
    assert_eq!(check_game(&Breakthrough::new(), Breakthrough::rehash, 8, 200, 1), Ok(()));
    assert_eq!(check_tactical(&Breakthrough::new(), 8, 200, 1), Ok(()));
}

#[test]
fn the_rules_are_those_of_a_plain_board() {
    assert_eq!(perft(&mut Breakthrough::new(), 1), 22);
    let mut random = zkeys::SplitMix64::new(2);
    for plies in [0, 10, 20, 30, 40, 50, 60, 70, 80] {
        let mut game = drawn(plies, &mut random);
        assert_eq!(perft(&mut game, 3), plain_perft(plain(&game), !game.black, 3), "{game}");
    }
}

/// With every technique off and entries of equal depth alone, any table, however small, leaves minimax's value.
fn agrees(game: &Breakthrough, depth: Depth, table: impl Table) {
    let leaf = |game: &Breakthrough| Score::plain(game.evaluate().into());
    let value = minimax(&mut game.clone(), depth, &leaf, &mut ());
    let mut search = Search::new(table).with_policy(search::Evaluated(Equal));
    assert_eq!(search.run(&mut game.clone(), depth, Full::OPEN).score, value, "{game}");
}

#[test]
fn a_table_changes_no_value() {
    let mut random = zkeys::SplitMix64::new(3);
    for plies in (0..60).step_by(4) {
        let game = drawn(plies, &mut random);
        agrees(&game, 3, NoTable);
        agrees(&game, 3, FullTable::with_clusters(1).expect("one is enough"));
        agrees(&game, 3, FullTable::with_clusters(64).expect("and so are 64"));
    }
}

/// To the end of the game the techniques that leave moves out find the same winner as the search that leaves out nothing.
#[test]
fn races_are_won_by_who_wins_them() {
    let mut random = zkeys::SplitMix64::new(4);
    let mut decided = 0;
    for plies in 50..90 {
        let game = drawn(plies, &mut random);
        let mut search =
            Search::new(FullTable::with_mib(1).expect("small")).with_policy(Play::new(Bare, Equal));
        let Some(distance) = search.run(&mut game.clone(), 7, Full::OPEN).score.plies_to_end() else {
            continue;
        };
        let table = FullTable::with_mib(1).expect("small");
        let terms = Terms { mate: Some(distance), nodes: Some(200_000), ..Terms::default() };
        let thought = think(&mut Player::new(1), &table, &game, &terms);
        let found = thought.lines.first().and_then(|line| line.score.plies_to_end());
        assert_eq!(found, Some(distance), "{game}\n{thought:?}");
        decided += u32::from(distance > 1);
    }
    println!("{decided} of 40 positions of seed 4 decided in two to seven plies");
    assert!(decided > 5, "{decided} races of more than a ply");
}

/// Plays a game between two choosers from an opening; whether the first, who moves first, wins.
fn wins(
    mut game: Breakthrough,
    mut first: impl FnMut(&Breakthrough) -> Step,
    mut second: impl FnMut(&Breakthrough) -> Step,
) -> bool {
    let starts = game.black;
    while game.outcome().is_none() {
        let step = if game.black == starts { first(&game) } else { second(&game) };
        game.make(step);
    }
    game.black != starts
}

#[test]
fn it_beats_three_plies_of_plain_search_from_either_side() {
    let mut random = zkeys::SplitMix64::new(5);
    let (mut won, mut games) = (0, 0);
    let openings = if std::env::var_os("TRANSPOSE_LONG").is_some() { 60 } else { 6 };
    for _ in 0..openings {
        let opening = drawn(6, &mut random);
        let (mut player, table) = (Player::new(1), FullTable::with_mib(4).expect("small"));
        let terms = Terms { nodes: Some(6_000), ..Terms::default() };
        let mut ours = |game: &Breakthrough| think(&mut player, &table, game, &terms).best.expect("a move");
        let plain = |game: &Breakthrough| {
            let mut search = Search::new(NoTable).with_policy(search::Evaluated(Equal));
            search.run(&mut game.clone(), 3, Full::OPEN).best.expect("a move")
        };
        won += u32::from(wins(opening, &mut ours, plain));
        won += u32::from(!wins(opening, plain, &mut ours));
        games += 2;
    }
    println!("{won} of {games} games won, of seed 5");
    assert!(won * 10 >= games * 9, "{won} of {games}");
}
