//! The published figures, each reproduced exactly through the crates. Source: `benches::experiments::published`.

use benches::experiments::collisions::{self, NARROW, NARROW_SEEDS};
use benches::experiments::generators::{self, Generator, Slice, Tree, WIDTHS};
use benches::experiments::key_cost::{self, Cost};
use benches::experiments::replacement::{self, Policy, SLOTS};
use benches::experiments::{ALL, Extent, birthday, keys, positions, published, tree_sizes, verification};
use benches::mean::Mean;
use games::tic_tac_toe::{KeySource, StandardKeys, TicTacToe};
use search::Game;
use ttable::OnePerIndex;

#[test]
fn there_are_5478_positions_765_up_to_symmetry_and_255168_games() {
    assert_eq!(positions::reachable(TicTacToe::new()).len(), published::POSITIONS);
    assert_eq!(positions::distinct_up_to_symmetry(), published::POSITIONS_UP_TO_SYMMETRY);
    assert_eq!(positions::games(), published::GAMES);
    let n = published::POSITIONS as u64;
    assert_eq!(n * (n - 1) / 2, published::PAIRS);
}

#[test]
fn the_trees_have_their_published_sizes() {
    let plain = tree_sizes::plain();
    assert_eq!((plain.counts.nodes, plain.value), (published::MINIMAX_NODES, 0));
    let alpha_beta = tree_sizes::alpha_beta();
    assert_eq!((alpha_beta.counts.nodes, alpha_beta.value), (published::ALPHA_BETA_NODES, 0));
    let (unbounded, entries) = tree_sizes::unbounded();
    assert_eq!((unbounded.traffic(), unbounded.value), (published::UNBOUNDED, 0));
    assert_eq!(entries, published::UNBOUNDED_ENTRIES);
}

#[test]
fn the_keys_are_those_of_the_experiments() {
    // Source: CPython's `random.Random(1).getrandbits(64)`, drawn twice.
    let words: Vec<u64> = keys::mersenne(1).words().take(2).collect();
    assert_eq!(words, [0x91b7_584a_2265_b1f5, 0xcd61_3e30_d8f1_6adf]);
    assert_eq!(verification::first_move_key(), published::FIRST_MOVE_KEY);
}

#[test]
fn experiment_a_has_its_published_traffic() {
    for (run, (traffic, stores, overwritten)) in
        [(verification::depth_preferred(), published::A_DEPTH), (verification::always(), published::A_ALWAYS)]
    {
        assert_eq!(run.traffic(), traffic);
        assert_eq!((run.counts.stores, run.overwritten(), run.value), (stores, overwritten, 0));
    }
}

#[test]
fn experiment_a_has_its_published_collisions() {
    assert_eq!(collisions::slices(published::SEED_A), published::SLICE_COLLISIONS);
    let keys = collisions::mark_keys(published::SEED_A);
    assert_eq!(keys.len(), published::POSITIONS);
    assert_eq!(collisions::pairs(&keys, 32, 32), 0);
    assert_eq!(collisions::pairs(&keys, 0, 64), 0);
    for (bits, shown) in [
        (16, published::EXPECTED_IN_16_BITS),
        (32, published::EXPECTED_IN_32_BITS),
        (64, published::EXPECTED_IN_64_BITS),
    ] {
        assert_eq!(collisions::expected(bits), shown);
    }
}

#[test]
fn the_keys_of_the_positions_are_those_a_game_keeps_up_to_date() {
    let keys = keys::mersenne(published::SEED_A);
    let kept: Vec<u64> = positions::reachable(TicTacToe::with_keys(&keys)).iter().map(Game::key).collect();
    assert_eq!(collisions::keys(published::SEED_A), kept);
    let side = keys.side.key(());
    let marks = collisions::mark_keys(published::SEED_A);
    assert!(kept.iter().zip(&marks).all(|(key, marks)| [0, side].contains(&(key ^ marks))));
}

#[test]
fn slices_collide_as_often_as_expected_on_average() {
    let Mean { mean, error } = collisions::mean();
    // The bound holds in expectation: within three standard errors of 15,001,503 / 2¹⁶.
    let expected = 15_001_503.0 / 65_536.0;
    assert!((mean - expected).abs() < 3.0 * error && error < 5.0, "{mean} ± {error}, expected {expected}");
}

#[test]
fn all_positions_but_256_collide_in_8_bits_whatever_the_keys() {
    for seed in NARROW_SEEDS {
        let found = NARROW.map(|bits| collisions::repeats(&collisions::keys(seed), bits));
        assert_eq!(found[0], published::COLLIDING_IN_8_BITS, "seed {seed}");
        assert!(found.is_sorted_by(|narrow, wide| narrow >= wide), "seed {seed}: {found:?}");
        assert_eq!(found[4..], [0, 0], "seed {seed}: 32 and 64 bits");
    }
}

#[test]
fn experiment_b_has_its_published_nodes() {
    for (slots, nodes) in published::B_NODES {
        assert_eq!(
            Policy::ALL.map(|policy| replacement::verified(policy, slots).counts.nodes),
            nodes,
            "{slots} slots"
        );
    }
    for slots in SLOTS {
        assert_eq!(
            Policy::ALL.map(|policy| replacement::verified(policy, slots).value),
            [0; 3],
            "{slots} slots"
        );
    }
}

#[test]
fn a_table_that_checks_no_key_is_wrong_as_published() {
    for (slots, nodes, value) in published::B_UNVERIFIED {
        let run = replacement::unverified(slots);
        assert_eq!((run.counts.nodes, run.value), (nodes, value), "{slots} slots");
    }
    assert_eq!(replacement::first_moves(OnePerIndex::unverified), published::B_FIRST_MOVES);
    assert_eq!(replacement::first_moves(OnePerIndex::whole), [0; 9]);
}

/// The fast count of errors is that of the crate, over keys that are those of the boards.
#[test]
fn the_comparison_of_generators_counts_the_errors_of_real_positions() {
    let tree = Tree::tic_tac_toe();
    let mut keys = Vec::new();
    tree.keys(&StandardKeys.keys().to_words(), &mut keys);
    let mut of_boards: Vec<u64> = positions::reachable(TicTacToe::new()).iter().map(Game::key).collect();
    keys.sort_unstable();
    of_boards.sort_unstable();
    assert_eq!(keys, of_boards);

    for generator in Generator::ALL {
        tree.keys(&generator.words::<{ Tree::TIC_TAC_TOE }>(5), &mut keys);
        let of_crate = WIDTHS.map(|bits| collisions::pairs(&keys, 0, bits));
        assert_eq!(generators::pairs(&mut keys.clone(), Slice::Low), of_crate, "{generator:?}");
        let of_crate = WIDTHS.map(|bits| collisions::pairs(&keys, 64 - bits, bits));
        assert_eq!(generators::pairs(&mut keys, Slice::High), of_crate, "{generator:?}");
    }
    // Independent keys keep all positions apart.
    tree.keys(&Generator::Code.words::<{ Tree::TIC_TAC_TOE }>(0), &mut keys);
    assert_eq!(collisions::pairs(&keys, 0, 64), 0);
}

#[test]
fn experiment_c_touches_as_many_cells_as_published() {
    for (root, nodes, string, incremental) in published::C_CELLS {
        assert_eq!(key_cost::cost(root.parse().unwrap()), Cost { nodes, string, incremental }, "{root}");
    }
}

#[test]
fn birthdays_need_as_many_bits_as_published() {
    for (n, percent, basis_point) in published::BIRTHDAY_BITS {
        assert_eq!(birthday::bits(n), Ok([percent, basis_point]), "{n:e} positions");
    }
}

#[test]
fn the_printed_tables_hold_no_wrong_figure_and_check_what_they_show() {
    for (name, _, sheets) in ALL {
        let sheets = sheets(Extent::Short);
        for sheet in &sheets {
            assert_eq!(sheet.faults(), [""; 0], "{name}");
        }
        // Of the sweep of schemes, values are checked beside the nodes of each game and way: no scheme changes one.
        let checked = sheets.iter().filter(|sheet| sheet.checked() > 0).count();
        let to_check = if name == "replacement schemes" { 4 } else { sheets.len() };
        assert_eq!(checked, to_check, "{name}");
    }
}
