//! Seeded random games on boards of many sizes, compared at every position with the plain array.

use std::collections::HashMap;
use std::num::NonZeroU16;

use games::connect_four::{Bits, Column, ConnectFour, ConnectK};
use search::{Bounded, Game, Guide, Outcome};

use crate::plain::{Plain, indices, other};
use crate::{candidates, legal};

/// Knuth's MMIX congruential generator, high bits.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// The squares as (column, row), out of the documented bits.
fn squares_of<const H: usize>(bits: impl Bits) -> Vec<(usize, usize)> {
    let is_set = |bit: &usize| (bits >> *bit).lowest_index() == 0;
    (0..bits_of(bits)).filter(is_set).map(|bit| (bit / (H + 1), bit % (H + 1))).collect()
}

/// The width of a word.
fn bits_of<B: Bits>(_: B) -> usize {
    B::WIDTH
}

fn columns_of<const H: usize>(bits: impl Bits) -> Vec<usize> {
    squares_of::<H>(bits).into_iter().map(|(column, _)| column).collect()
}

/// Compares everything that a position says with the plain array.
fn compare<const W: usize, const H: usize, const K: usize, B: Bits>(
    board: &ConnectK<W, H, K, B>,
    plain: &Plain,
) {
    for (column, row) in plain.squares() {
        let found = board.cell(ConnectK::<W, H, K, B>::columns().nth(column).unwrap(), row);
        assert_eq!(found, plain.cell(column, row), "{board:?}");
    }
    assert_eq!((usize::from(board.stones()), board.to_move()), (plain.stones(), plain.to_move()));
    assert_eq!(board.key(), board.rehash(), "{board:?}");

    let last = other(plain.to_move());
    let outcome = if plain.has_line(last) {
        assert_eq!(board.winner(), Some(last), "{board:?}");
        let value = (W * H).div_ceil(2) + 1 - plain.stones().div_ceil(2);
        Some(Outcome::Value(-i16::try_from(value).unwrap()))
    } else {
        assert_eq!(board.winner(), None, "{board:?}");
        (plain.stones() == W * H).then_some(Outcome::Draw)
    };
    assert_eq!(board.outcome(), outcome, "{board:?}");
    if outcome.is_none() {
        compare_tactics(board, plain);
    }
    compare_packing(board, plain, outcome.is_some());
    compare_mirror(board);
}

fn compare_tactics<const W: usize, const H: usize, const K: usize, B: Bits>(
    board: &ConnectK<W, H, K, B>,
    plain: &Plain,
) {
    let (mover, opponent) = (plain.to_move(), other(plain.to_move()));
    let winning = |player| {
        let wins = |&(column, row): &(usize, usize)| {
            plain.cell(column, row).is_none() && plain.would_win(player, column, row)
        };
        plain.squares().filter(wins).collect::<Vec<_>>()
    };
    assert_eq!(squares_of::<H>(board.threats()), winning(mover), "{board:?}");
    assert_eq!(squares_of::<H>(board.threats_against()), winning(opponent), "{board:?}");

    let room = (0..W).filter(|&column| plain.has_room(column)).collect::<Vec<_>>();
    let (wins, safe) = (plain.wins(), plain.safe());
    assert_eq!(indices(&legal(board)), room, "{board:?}");
    assert_eq!(columns_of::<H>(board.winning_moves()), wins, "{board:?}");
    let candidates = indices(&candidates(board));
    if !wins.is_empty() {
        assert_eq!(candidates, wins[..1], "{board:?}");
        assert_eq!(board.known_range().0, board.known_range().1, "{board:?}");
    } else if safe.is_empty() {
        assert_eq!(columns_of::<H>(board.safe_moves()), safe, "{board:?}");
        assert_eq!(candidates, room[..1], "{board:?}");
        assert_eq!(board.known_range().0, board.known_range().1, "{board:?}");
    } else {
        assert_eq!(columns_of::<H>(board.safe_moves()), safe, "{board:?}");
        assert_eq!(candidates, safe, "{board:?}");
    }
    for column in legal(board) {
        let mut child = *board;
        child.make(column);
        let threats = i32::try_from(child.threats_against().count()).unwrap();
        let from_centre = i32::try_from((2 * column.index() + 1).abs_diff(W)).unwrap();
        assert_eq!(board.rank(column), 16 * threats - from_centre, "{board:?}");
    }
}

/// Every 16-bit pattern: a legal move's own, or refused.
fn compare_packing<const W: usize, const H: usize, const K: usize, B: Bits>(
    board: &ConnectK<W, H, K, B>,
    plain: &Plain,
    ended: bool,
) {
    for packed in (1..=20).chain([256, 257, 0x8001, u16::MAX]) {
        let packed = NonZeroU16::new(packed).unwrap();
        let index = usize::from(packed.get() - 1);
        let unpacked = board.unpack(packed);
        assert_eq!(unpacked.is_some(), !ended && plain.has_room(index), "{board:?} {packed}");
        assert!(unpacked.is_none_or(|column| column.index() == index && board.pack(column) == packed));
    }
}

fn compare_mirror<const W: usize, const H: usize, const K: usize, B: Bits>(board: &ConnectK<W, H, K, B>) {
    let image = board.mirrored();
    for (column, reflected) in ConnectK::<W, H, K, B>::columns().zip(ConnectK::<W, H, K, B>::columns().rev())
    {
        assert!((0..H).all(|row| board.cell(column, row) == image.cell(reflected, row)), "{board:?}");
    }
    assert_eq!(image.mirrored(), *board);
    assert_eq!(image.key(), image.rehash());
    assert_eq!(image.canonical_key(), board.canonical_key(), "{board:?}");
    assert_eq!(board.canonical_key(), board.lossless_key().min(image.lossless_key()));
}

/// Plays `games` random games and takes each back, comparing all the way.
fn play<const W: usize, const H: usize>(games: usize, seed: u64) {
    play_any::<W, H, 4, u64>(games, seed);
}

/// As [`play`], on any board.
fn play_any<const W: usize, const H: usize, const K: usize, B: Bits>(games: usize, seed: u64) {
    let mut random = Lcg(seed);
    let mut keys = HashMap::new();
    for _ in 0..games {
        let (mut board, mut plain) = (ConnectK::<W, H, K, B>::new(), Plain::new(W, H, K));
        let mut played = Vec::new();
        loop {
            compare(&board, &plain);
            // One position, one lossless key, one Zobrist key; and no other position has either.
            assert_eq!(keys.entry(board.lossless_key()).or_insert_with(|| plain.clone()), &plain);
            if board.outcome().is_some() {
                break;
            }
            let moves = legal(&board);
            let column = moves[random.below(moves.len())];
            played.push((column, board, board.make(column)));
            plain.drop_stone(column.index());
        }
        for (column, before, undo) in played.into_iter().rev() {
            board.unmake(column, undo);
            assert_eq!(board, before);
        }
        assert_eq!(board, ConnectK::new());
    }
}

#[test]
fn the_usual_board_agrees_with_a_plain_array() {
    play::<7, 6>(400, 1);
}

#[test]
fn boards_that_fill_the_word_agree_with_a_plain_array() {
    play::<8, 7>(100, 2);
    play::<9, 6>(100, 3);
    play::<3, 19>(50, 4);
    play::<4, 15>(50, 5);
}

#[test]
fn small_and_odd_boards_agree_with_a_plain_array() {
    play::<1, 1>(2, 6);
    play::<1, 6>(2, 7);
    play::<6, 1>(20, 8);
    play::<3, 3>(50, 9);
    play::<4, 4>(100, 10);
    play::<5, 5>(100, 11);
    play::<5, 4>(100, 12);
    play::<9, 2>(100, 13);
}

#[test]
fn boards_beyond_64_bits_agree_with_a_plain_array() {
    play_any::<9, 7, 4, u128>(60, 14);
    play_any::<8, 8, 4, u128>(60, 15);
    play_any::<9, 13, 4, u128>(20, 16);
    play_any::<7, 6, 4, u128>(60, 17);
}

#[test]
fn five_in_a_row_agrees_with_a_plain_array() {
    play_any::<7, 6, 5, u64>(100, 18);
    play_any::<5, 11, 5, u64>(60, 19);
    play_any::<9, 6, 5, u64>(60, 20);
    play_any::<4, 9, 5, u64>(60, 21);
    play_any::<9, 9, 5, u128>(40, 22);
}

#[test]
fn random_games_keep_the_searchs_contract() {
    assert_eq!(search::check_game(&ConnectFour::<7, 6>::new(), ConnectFour::rehash, 20, 42, 1970), Ok(()));
    assert_eq!(search::check_game(&ConnectFour::<8, 7>::new(), ConnectFour::rehash, 10, 56, 1970), Ok(()));
    let wide = ConnectK::<9, 9, 5, u128>::new();
    assert_eq!(search::check_game(&wide, ConnectK::rehash, 5, 81, 1970), Ok(()));
}

#[test]
fn a_column_has_one_number() {
    assert_eq!(Column::from_number(0), None);
    assert_eq!(Column::from_number(10), None);
    for number in 1..=9 {
        let column = Column::from_number(number).unwrap();
        assert_eq!((column.number(), column.index() + 1), (number, usize::from(number)));
        assert_eq!(column.to_string(), number.to_string());
    }
}
