//! How many positions there are, whatever counts them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use fleet::{Enumeration, Level, Tally, enumerate, positions};
use games::connect_four::ConnectFour;
use search::{Game, Outcome};

use super::{CREWS, cluster, game};

/// Positions of tic-tac-toe by ply. Source: known, 5,478 in all.
const TIC_TAC_TOE: [u64; 10] = [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78];

/// Positions of Connect Four, 7×6, after 0 to 9 stones, 819,420 in all.
///
/// Source: John Tromp, John's Connect Four Playground; The On-Line Encyclopedia of Integer Sequences, A212693.
const CONNECT_FOUR: [u64; 10] = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186];

fn counts(levels: &[Level]) -> Vec<u64> {
    levels.iter().map(|level| level.tally.positions).collect()
}

#[test]
fn tic_tac_toe_has_the_known_positions() {
    for (threads, processes) in CREWS {
        let enumeration = game("tictactoe");
        let levels = cluster(threads, processes, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
        assert_eq!(counts(&levels), TIC_TAC_TOE);
        // Source: 626 positions won by X, 316 by O and 16 drawn, 958 in all.
        let ended = levels.iter().fold([0; 3], |[x, o, drawn], level| {
            let Tally { first, second, drawn: more, .. } = level.tally;
            [x + first, o + second, drawn + more]
        });
        assert_eq!(ended, [626, 316, 16]);
    }
}

/// 765 up to symmetry, 138 of them over: 91 won by X, 44 by O, 3 drawn. All images together are all positions.
#[test]
fn tic_tac_toe_up_to_symmetry() {
    let enumeration = Enumeration { reduced: true, ..game("tictactoe") };
    let levels = cluster(2, 1, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
    let mut sum = Tally::default();
    for level in &levels {
        sum += level.tally;
    }
    assert_eq!((sum.positions, sum.first, sum.second, sum.drawn, sum.unreduced), (765, 91, 44, 3, 5_478));
    let unreduced: Vec<u64> = levels.iter().map(|level| level.tally.unreduced).collect();
    assert_eq!(unreduced, TIC_TAC_TOE);
}

#[test]
fn connect_four_has_the_known_positions_by_any_crew() {
    for (threads, processes) in CREWS {
        for reduced in [false, true] {
            let enumeration = Enumeration { plies: 9, reduced, ..game("connect4") };
            let levels =
                cluster(threads, processes, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
            let unreduced: Vec<u64> = levels.iter().map(|level| level.tally.unreduced).collect();
            assert_eq!(unreduced, CONNECT_FOUR);
            assert_eq!(unreduced.iter().sum::<u64>(), 819_420);
            assert_eq!(counts(&levels) == CONNECT_FOUR, !reduced);
        }
    }
}

/// Counts of a board by a set of whole positions, which knows nothing of keys, owners and runs.
fn plainly<const W: usize, const H: usize>() -> BTreeMap<u8, Tally> {
    let mut ply = BTreeMap::from([(ConnectFour::<W, H>::new().to_string(), ConnectFour::<W, H>::new())]);
    let mut levels = BTreeMap::new();
    while let Some((_, any)) = ply.first_key_value() {
        let (stones, mut tally) = (any.stones(), Tally::default());
        let mut next = BTreeMap::new();
        for board in ply.into_values() {
            tally.positions += 1;
            tally.unreduced += 1;
            match (board.outcome(), stones % 2) {
                (None, _) => tally.open += 1,
                (Some(Outcome::Draw), _) => tally.drawn += 1,
                (Some(_), 1) => tally.first += 1,
                (Some(_), _) => tally.second += 1,
            }
            for column in ConnectFour::<W, H>::columns() {
                let mut child = board;
                if child.play(column).is_ok() {
                    next.insert(child.to_string(), child);
                }
            }
        }
        levels.insert(stones, tally);
        ply = next;
    }
    levels
}

#[test]
fn a_small_board_to_its_end_is_what_a_plain_set_counts() {
    let expected = plainly::<4, 4>();
    assert_eq!(expected.values().map(|tally| tally.positions).sum::<u64>(), 161_029);
    for (threads, processes) in CREWS {
        // With all memory, and with so little that most plies are spilled in many runs.
        for memory in [Enumeration::MEMORY, 20_000] {
            let enumeration = Enumeration { memory, ..game("connect4:4x4") };
            let levels =
                cluster(threads, processes, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
            let found: BTreeMap<u8, Tally> = levels.iter().map(|level| (level.ply, level.tally)).collect();
            assert_eq!(found, expected, "{threads} {processes} {memory}");
        }
    }
}

/// Source: John Tromp, John's Connect Four Playground, <https://tromp.github.io/c4/c4.html>, for the totals of small boards.
#[test]
fn five_by_four_to_its_end() {
    let enumeration = Enumeration { reduced: true, ..game("connect4:5x4") };
    let levels = cluster(2, 1, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
    assert_eq!(levels.iter().map(|level| level.tally.unreduced).sum::<u64>(), 3_945_711);
}

/// Source: as above.
#[test]
fn five_by_five_to_its_end() {
    let enumeration = Enumeration { reduced: true, ..game("connect4:5x5") };
    let levels = cluster(2, 1, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
    assert_eq!(levels.iter().map(|level| level.tally.unreduced).sum::<u64>(), 69_763_700);
}

/// Source: as above.
#[test]
#[ignore = "minutes: cargo test -p fleet --release -- --ignored"]
fn six_by_five_to_its_end() {
    let enumeration = Enumeration { reduced: true, ..game("connect4:6x5") };
    let levels = cluster(2, 1, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
    assert_eq!(levels.iter().map(|level| level.tally.unreduced).sum::<u64>(), 2_818_972_642);
}

#[test]
fn levels_are_reported_in_order_and_by_process_0_only() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let enumeration = game("tictactoe");
    let levels = cluster(2, 2, |hosts| {
        let (heard, process) = (Arc::clone(&heard), hosts.process());
        enumerate(hosts, &enumeration, move |level| {
            heard.lock().unwrap().push((process, level));
            Ok(())
        })
    });
    let expected: Vec<_> = levels.unwrap().into_iter().map(|level| (0, level)).collect();
    assert_eq!(*heard.lock().unwrap(), expected);
}

#[test]
fn positions_are_listed_without_those_whose_game_is_over() {
    let enumeration = game("connect4:4x4");
    let levels = cluster(1, 1, |hosts| enumerate(hosts, &enumeration, |_| Ok(()))).unwrap();
    let lists = cluster(2, 2, |hosts| positions(hosts, &enumeration)).unwrap();
    let open: Vec<u64> = levels.iter().map(|level| level.tally.open).collect();
    assert_eq!(lists.iter().map(|list| list.len() as u64).collect::<Vec<_>>(), open);
    let all: BTreeSet<u64> = lists.iter().flatten().copied().collect();
    assert_eq!(all.len() as u64, open.iter().sum());
    assert!(lists.iter().all(|list| list.is_sorted()));
}
