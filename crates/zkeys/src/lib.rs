//! Zobrist keys.
