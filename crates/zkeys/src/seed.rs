//! What a generated key set is drawn from.

/// The seed of a [`Pcg`](crate::Pcg): everything a key set depends on besides its layout.
///
/// This is what a program should write down (in a file, a log, a protocol) to name its keys; the keys themselves
/// follow from it on every platform and in every release. With the feature `serde` it is a serde value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seed {
    /// Initial state, any value.
    pub state: u128,
    /// Stream, any value; its highest bit is ignored.
    pub stream: u128,
}

impl Seed {
    /// The published seed: the first 256 bits of the fraction of π, 128 for the state and 128 for the stream.
    ///
    /// Chosen so that nobody need wonder how it was chosen.
    pub const PI: Self = Self {
        state: 0x243F_6A88_85A3_08D3_1319_8A2E_0370_7344,
        stream: 0xA409_3822_299F_31D0_082E_FA98_EC4E_6C89,
    };

    /// The seed with this state on the published stream: the short way to many key sets that differ.
    pub const fn with_state(state: u128) -> Self {
        Self { state, ..Self::PI }
    }
}

impl Default for Seed {
    fn default() -> Self {
        Self::PI
    }
}
