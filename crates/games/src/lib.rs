//! Games for the `search` crate.
