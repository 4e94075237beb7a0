//! Fuzzes what `any_input::epd` reads.

#![no_main]

#[path = "../../crates/games/tests/chess/any_input.rs"]
#[allow(dead_code, reason = "each target runs one of the checks")]
mod any_input;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| any_input::epd(bytes));
