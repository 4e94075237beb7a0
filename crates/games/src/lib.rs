//! Games for the `search` crate.

pub mod connect_four;
pub mod tic_tac_toe;
