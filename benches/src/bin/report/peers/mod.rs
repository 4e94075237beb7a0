//! Other people's crates, and what programs write themselves, beside ours: the same work in the same run, every answer checked.
//!
//! Built only with the feature `peers`, as the crates are: `cargo xtask bench --peers`.

mod chess;
mod connect_four;
mod generators;
mod keys;
mod minimax;

pub(crate) use self::chess::sheets as chess_sheets;
pub(crate) use self::connect_four::sheets as connect_four_sheets;
pub(crate) use self::keys::sheets as key_sheets;
pub(crate) use self::minimax::sheets as search_sheets;
