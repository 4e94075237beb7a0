//! Makes the book: its chapters (Markdown in mdBook's arrangement) to HTML, with figures from the benches in their places.
//!
//! `cargo xtask book` compiles the interactive pages, makes the API documentation and then runs this.

#![forbid(unsafe_code)]

mod api;
mod chapters;
pub mod figures;
mod links;
mod make;
mod markdown;
pub mod serve;

pub use chapters::{Chapter, Summary};
pub use make::{Parts, make, sources};
