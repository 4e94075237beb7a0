//! Keys: drawing them, keeping one up to date, computing it anew.

use std::hint::black_box;

use benches::connect_four::SETS;
use benches::sheet::Sheet;
use games::connect_four::ConnectFour;
use games::tic_tac_toe::TicTacToe;
use search::Game;
use zkeys::{Pcg, Seed, SplitMix64};

use crate::progress::Progress;
use crate::timing::{Effort, Timing};

/// The keys of a chess set: enough to time the drawing of one.
const DRAWN: u64 = 781;

/// The group's tables.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let mut heads = vec!["operation"];
    heads.extend(Timing::HEADS);
    let mut sheet = Sheet::new("Keys", &heads);
    let mut add = |name: &str, operations: u64, round: &mut dyn FnMut()| {
        let timing = progress
            .step(&format!("keys: {name}"), 150, || Timing::of(effort.rounds(), operations, |_| round()));
        sheet.row(std::iter::once(name.into()).chain(timing.values()));
    };
    add("draw a key, PCG", 1_000 * DRAWN, &mut || {
        for _ in 0..1_000 {
            let mut source = Pcg::from_seed(black_box(Seed::PI));
            black_box((0..DRAWN).fold(0, |keys, _| keys ^ source.next_u64()));
        }
    });
    add("draw a key, SplitMix64", 1_000 * DRAWN, &mut || {
        for _ in 0..1_000 {
            let mut source = SplitMix64::new(black_box(1));
            black_box((0..DRAWN).fold(0, |keys, _| keys ^ source.next_u64()));
        }
    });
    let boards: Vec<ConnectFour> =
        SETS.iter().flat_map(|set| set.positions()).map(|(drawn, _)| drawn.board).collect();
    let moves: u64 = boards.iter().map(|board| moves_of(board).len() as u64).sum();
    add("Connect Four, make and unmake", 500 * moves, &mut || {
        for _ in 0..500 {
            for &board in &boards {
                walk(board);
            }
        }
    });
    add("Connect Four, key computed anew", 400 * boards.len() as u64, &mut || {
        for _ in 0..400 {
            for board in &boards {
                black_box(black_box(board).rehash());
            }
        }
    });
    add("tic-tac-toe, make and unmake", 90_000, &mut || {
        for _ in 0..10_000 {
            walk(TicTacToe::new());
        }
    });
    for board in boards {
        check(&mut sheet, board, ConnectFour::rehash);
    }
    check(&mut sheet, TicTacToe::new(), TicTacToe::rehash);
    sheet.remark("After every move above, the key kept up to date equals the key computed anew.");
    vec![sheet]
}

fn moves_of<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = G::List::default();
    game.legal_moves(&mut moves);
    search::List::as_slice(&moves).to_vec()
}

/// Makes and unmakes every move of the position.
fn walk<G: Game>(mut game: G) {
    let mut moves = G::List::default();
    game.legal_moves(&mut moves);
    for &mv in search::List::as_slice(&moves) {
        let undo = game.make(mv);
        black_box(game.key());
        game.unmake(mv, undo);
    }
    black_box(game.key());
}

/// Compares the key kept up to date with the one computed anew, after every move and after taking it back.
fn check<G: Game>(sheet: &mut Sheet, mut game: G, rehash: fn(&G) -> u64) {
    for mv in moves_of(&game) {
        let before = game.key();
        let undo = game.make(mv);
        sheet.expect("key after make", game.key(), rehash(&game));
        game.unmake(mv, undo);
        sheet.expect("key after unmake", game.key(), before);
    }
    sheet.expect("key", game.key(), rehash(&game));
}
