//! Keys of positions: what must differ differs, and drift is noticed.

mod common;

use common::{ChessKeys, Right};
use zkeys::{Code, Hashed, KeySet, Pcg, PositionKey, Seed, SplitMix64, SymmetricKey};

static RANDOM: ChessKeys = ChessKeys::from_pcg(Pcg::from_seed(Seed::PI));
static CODED: ChessKeys = ChessKeys::from_code(Code::new(Seed::PI));

/// One board, either side to move, all castling fields: 32 keys, all different; no castling key is the side's.
#[test]
fn sides_and_castling_rights_have_32_keys() {
    for keys in [&RANDOM, &CODED] {
        let mut found: Vec<u64> = (0_u32..32)
            .map(|state| {
                let rights = (0..4).filter(|i| state >> i & 1 != 0).map(|i| keys.castling.key(Right(i)));
                let mut key = PositionKey::of(rights);
                if state >> 4 != 0 {
                    key.swap_sides(keys.side.key(()));
                }
                key.word()
            })
            .collect();
        assert!(found[..16].iter().all(|&term| term != keys.side.key(())));
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 32);
    }
}

/// No two of the 781 keys are alike, and none is 0, which would leave its feature out.
#[test]
fn every_feature_counts() {
    for keys in [&RANDOM, &CODED] {
        let mut words: Vec<u64> = KeySet::words(keys).collect();
        words.push(0);
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 782);
    }
}

/// Two null moves give the key back, as one null move of each side gives the position back.
#[test]
fn two_null_moves_are_none() {
    let before = PositionKey::new(RANDOM.castling.key(Right(1)));
    let mut key = before;
    key.swap_sides(RANDOM.side.key(()));
    assert_eq!(key.word() ^ before.word(), RANDOM.side.key(()));
    key.swap_sides(RANDOM.side.key(()));
    assert_eq!(key, before);
}

/// Rights that may be lost; the key follows, unless it is made to forget.
struct Rights {
    held: [bool; 4],
    key: PositionKey,
}

impl Hashed for Rights {
    type Word = u64;

    fn key(&self) -> PositionKey {
        self.key
    }

    fn rehash(&self) -> PositionKey {
        PositionKey::of((0..4).filter(|&i| self.held[i]).map(|i| RANDOM.castling.key(Right(i))))
    }
}

#[test]
fn a_key_that_follows_passes() {
    let mut rights = Rights { held: [false; 4], key: PositionKey::default() };
    for i in [0, 3, 2, 3] {
        let held = rights.rekeyed(|rights| {
            rights.held[i] ^= true;
            rights.key.toggle(RANDOM.castling.key(Right(i)));
            rights.held[i]
        });
        assert_eq!(held, rights.held[i]);
    }
    assert_eq!(rights.key(), rights.rehash());
}

#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "the key has drifted: expected 0x"))]
fn a_forgotten_right_is_noticed_at_once() {
    let mut rights = Rights { held: [true; 4], key: PositionKey::default() };
    rights.key = rights.rehash();
    rights.rekeyed(|rights| rights.held[2] = false);
    // Without debug assertions nothing is checked, by design.
    assert_ne!(rights.key(), rights.rehash());
}

/// The squares of a 3 × 3 board under the eight symmetries of the square.
fn image(symmetry: usize, square: usize) -> usize {
    let (mut row, mut column) = (square / 3, square % 3);
    if symmetry >= 4 {
        (row, column) = (column, row);
    }
    for _ in 0..symmetry % 4 {
        (row, column) = (column, 2 - row);
    }
    3 * row + column
}

/// A board of tic-tac-toe: 0 empty, 1 X, 2 O.
type Board = [usize; 9];

fn is_won(board: &Board) -> bool {
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    lines.iter().any(|line| board[line[0]] != 0 && line.iter().all(|&square| board[square] == board[line[0]]))
}

/// All positions that games reach, each once, by their plain keys; the canonical keys beside.
fn reach(
    board: Board,
    key: SymmetricKey<u64, 8>,
    keys: &[u64; 19],
    seen: &mut [Vec<u64>; 2],
    boards: &mut Vec<Board>,
) {
    if boards.contains(&board) {
        return;
    }
    boards.push(board);
    seen[0].push(key.word());
    seen[1].push(key.canonical());
    if is_won(&board) {
        return;
    }
    let mark = 1 + board.iter().filter(|&&mark| mark != 0).count() % 2;
    for square in 0..9 {
        if board[square] == 0 {
            let (mut next, mut next_key) = (board, key);
            next[square] = mark;
            next_key.toggle(|symmetry| keys[9 * (mark - 1) + image(symmetry, square)]);
            next_key.toggle(|_| keys[18]);
            reach(next, next_key, keys, seen, boards);
        }
    }
}

/// 5,478 positions of tic-tac-toe, 765 up to symmetry.
#[test]
fn canonical_keys_count_the_classes_of_tic_tac_toe() {
    let mut random = SplitMix64::new(3);
    let keys = core::array::from_fn(|_| random.next_u64());
    let mut seen = [Vec::new(), Vec::new()];
    reach([0; 9], SymmetricKey::default(), &keys, &mut seen, &mut Vec::new());
    let counts = seen.map(|mut keys| {
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    });
    assert_eq!(counts, [5_478, 765]);
}

/// The symmetry a canonical key was found under maps the position onto the canonical one.
#[test]
fn the_canonical_symmetry_leads_to_the_canonical_position() {
    let mut random = SplitMix64::new(3);
    let keys: [u64; 9] = core::array::from_fn(|_| random.next_u64());
    for square in 0..9 {
        let mut key = SymmetricKey::<u64, 8>::default();
        key.toggle(|symmetry| keys[image(symmetry, square)]);
        assert_eq!(key.canonical(), keys[image(key.symmetry(), square)]);
        assert!(key.canonical() <= key.word());
    }
}
