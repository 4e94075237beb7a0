//! Connect Four against a plain array, against the whole of small boards, and on positions that others got wrong.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod books;
mod cases;
mod plain;
mod playouts;
mod small_boards;

use games::connect_four::{Column, ConnectFour};
use search::{Game, Guide};

fn legal<const W: usize, const H: usize>(board: &ConnectFour<W, H>) -> Vec<Column> {
    let mut moves = <ConnectFour<W, H> as Game>::List::default();
    board.legal_moves(&mut moves);
    moves.to_vec()
}

fn candidates<const W: usize, const H: usize>(board: &ConnectFour<W, H>) -> Vec<Column> {
    let mut moves = <ConnectFour<W, H> as Game>::List::default();
    board.candidates(&mut moves);
    moves.to_vec()
}
