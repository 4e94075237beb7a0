//! What is counted: small, and the same work every time.

use std::hint::black_box;

use ::search::{AtLeast, Full, Game, PrincipalVariation, Quiescent, Search};
use benches::connect_four::{ExactTable, SETS, search, solve};
use benches::table::Filled;
use games::chess::{Board, Chess, perft, walk};
use games::connect_four::ConnectFour;
use games::tic_tac_toe::TicTacToe;
use ttable::{FullTable, NoTable};

/// A piece of work that is done in rounds.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    /// What its instructions are counted for.
    pub(crate) unit: &'static str,
    /// Does so many rounds: the units they came to.
    pub(crate) run: fn(u32) -> u64,
}

const fn workload(name: &'static str, unit: &'static str, run: fn(u32) -> u64) -> Workload {
    Workload { name, unit, run }
}

/// Every workload.
pub(crate) const ALL: [Workload; 10] = [
    workload("chess_make_key", "leaf", chess_make),
    workload("chess_perft", "leaf", chess_perft),
    workload("chess_search", "node", chess_search),
    workload("connect_four_exact", "node", connect_four_exact),
    workload("connect_four_general", "node", connect_four_general),
    workload("connect_four_key", "move", connect_four_key),
    workload("table_hit", "probe", |rounds| {
        table(rounds, |filled, first, n| filled.hits(first, n).unsigned_abs())
    }),
    workload("table_miss", "probe", |rounds| table(rounds, Filled::misses)),
    workload("table_store", "store", |rounds| table(rounds, Filled::stores)),
    workload("tic_tac_toe_no_table", "node", tic_tac_toe),
];

/// A position with every kind of move, from the classical perft set.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A middlegame without a quick end, from the classical perft set.
const STEVEN: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

const MIB: u64 = 1;

fn board(fen: &str) -> Board {
    fen.parse().expect("a position")
}

fn chess_perft(rounds: u32) -> u64 {
    (0..rounds).map(|_| perft(black_box(&board(KIWIPETE)), 4)).sum()
}

fn chess_make(rounds: u32) -> u64 {
    let (mut leaves, mut keys) = (0, 0);
    for _ in 0..rounds {
        walk(black_box(&board(KIWIPETE)), 3, &mut |leaf| {
            leaves += 1;
            keys ^= leaf.key();
        });
    }
    black_box(keys);
    leaves
}

fn chess_search(rounds: u32) -> u64 {
    let mut table = FullTable::with_mib(MIB).expect("one MiB is to be had");
    let mut nodes = 0;
    for _ in 0..rounds {
        table.clear();
        let mut search =
            Search::new(&table).with_policy(Quiescent(AtLeast)).with_algorithm::<PrincipalVariation>();
        nodes += search.run(&mut Chess::from(board(STEVEN)), 3, Full::OPEN).nodes;
    }
    nodes
}

fn connect_four_exact(rounds: u32) -> u64 {
    let mut table = ExactTable::with_mib(MIB).expect("one MiB is to be had");
    let mut nodes = 0;
    for _ in 0..rounds {
        for (drawn, score) in SETS[1].positions() {
            table.clear();
            let solution = solve(drawn.board, &table, ());
            assert_eq!(solution.score.get(), i32::from(score), "{}", drawn.columns);
            nodes += solution.nodes;
        }
    }
    nodes
}

fn connect_four_general(rounds: u32) -> u64 {
    let mut table = FullTable::with_mib(MIB).expect("one MiB is to be had");
    let mut nodes = 0;
    for _ in 0..rounds {
        for (drawn, score) in SETS[2].positions() {
            table.clear();
            let solution = search(drawn.board, &table, ());
            assert_eq!(solution.score.get(), i32::from(score), "{}", drawn.columns);
            nodes += solution.nodes;
        }
    }
    nodes
}

fn connect_four_key(rounds: u32) -> u64 {
    let boards: Vec<ConnectFour> = SETS[2].positions().map(|(drawn, _)| drawn.board).collect();
    let mut moves = 0;
    for _ in 0..100 * rounds {
        for &board in &boards {
            let mut game = black_box(board);
            let mut list = <ConnectFour as Game>::List::default();
            game.legal_moves(&mut list);
            for &mv in &list {
                let undo = game.make(mv);
                black_box(game.key());
                game.unmake(mv, undo);
                moves += 1;
            }
        }
    }
    moves
}

fn table(rounds: u32, run: impl Fn(&Filled<FullTable>, u64, u64) -> u64) -> u64 {
    const OPERATIONS: u64 = 100_000;
    let table = FullTable::with_mib(MIB).expect("one MiB is to be had");
    // A quarter of its slots.
    let entries = table.slots() as u64 / 4;
    let filled = Filled::new(table, entries);
    for round in 0..u64::from(rounds) {
        black_box(run(&filled, round * OPERATIONS, OPERATIONS));
    }
    u64::from(rounds) * OPERATIONS
}

fn tic_tac_toe(rounds: u32) -> u64 {
    (0..rounds).map(|_| Search::new(NoTable).run(black_box(&mut TicTacToe::new()), 9, Full::OPEN).nodes).sum()
}
