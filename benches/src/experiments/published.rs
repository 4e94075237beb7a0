//! The figures others can look up or derive, in one place. Nothing here is measured.
//!
//! Source: the tree sizes, positions and games are known from many texts and easily derived. The figures of experiments A, B
//! and C were first published with an interactive page on transposition tables, and derived again, independently of this
//! code, before they were put here; they hold for squares tried in order and wins worth 10 less the ply.

/// What a search did with its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// Nodes searched, the root included.
    pub nodes: u64,
    /// Probes of the table.
    pub probes: u64,
    /// Probes that found an entry.
    pub hits: u64,
    /// Entries that answered for the node.
    pub cutoffs: u64,
}

/// Positions that a game can reach, the empty board and finished games included.
pub const POSITIONS: usize = 5_478;
/// The same, with those equal by rotation or reflection counted once.
pub const POSITIONS_UP_TO_SYMMETRY: usize = 765;
/// Games from the empty board to their ends.
pub const GAMES: u64 = 255_168;

/// Positions of Connect Four after 0, 1, 2, … stones, finished games included.
///
/// Source: John Tromp, *John's Connect Four Playground*; sequence A212693 of the On-Line Encyclopedia of Integer Sequences.
pub const CONNECT_FOUR_POSITIONS: [usize; 8] = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859];

/// Nodes of plain minimax from the empty board.
pub const MINIMAX_NODES: u64 = 549_946;
/// Nodes of alpha-beta without a table.
pub const ALPHA_BETA_NODES: u64 = 20_866;
/// Alpha-beta with an unbounded table, hash move first.
pub const UNBOUNDED: Traffic = Traffic { nodes: 5_473, probes: 4_188, hits: 2_092, cutoffs: 1_726 };
/// Entries that the unbounded table holds at the end.
pub const UNBOUNDED_ENTRIES: usize = 2_096;

/// The seed of experiment A's keys.
pub const SEED_A: u32 = 1970;
/// What X's first move on square 5 changes in the key, with experiment A's keys: the mark's key and the side's.
pub const FIRST_MOVE_KEY: u64 = 0x1bd3_b01b_43c8_cca1;
/// Slots of experiment A's tables.
pub const SLOTS_A: usize = 1_024;
/// Experiment A, an old entry of at least the new one's draft stays: traffic, stores taken, of those over a full slot.
pub const A_DEPTH: (Traffic, u64, u64) =
    (Traffic { nodes: 9_384, probes: 6_256, hits: 1_846, cutoffs: 1_236 }, 1_274, 392);
/// Experiment A, the newest entry stays.
pub const A_ALWAYS: (Traffic, u64, u64) =
    (Traffic { nodes: 7_324, probes: 5_518, hits: 2_428, cutoffs: 2_142 }, 3_376, 2_495);

/// Pairs of positions.
pub const PAIRS: u64 = 15_001_503;
/// Pairs of positions whose keys agree in bits 0–15, 16–31, 32–47 and 48–63, with experiment A's keys.
pub const SLICE_COLLISIONS: [u64; 4] = [302, 392, 185, 110];
/// Expected pairs that agree in 16 bits, to one digit: 228.9.
pub const EXPECTED_IN_16_BITS: &str = "228.9";
/// Expected pairs that agree in 32 bits, to four significant digits: 0.003493.
pub const EXPECTED_IN_32_BITS: &str = "0.003493";
/// Expected pairs that agree in 64 bits, to four significant digits: 8.132·10⁻¹³.
pub const EXPECTED_IN_64_BITS: &str = "8.132e-13";
/// Positions that collide with an earlier one under 8-bit keys when all 256 values occur: the pigeonhole principle.
pub const COLLIDING_IN_8_BITS: u64 = POSITIONS as u64 - 256;

/// The seed of experiment B's keys.
pub const SEED_B: u32 = 1;
/// Experiment B's nodes: slots, then the policies always, depth and two.
pub const B_NODES: [(usize, [u64; 3]); 2] = [(64, [14_828, 18_023, 12_952]), (1_024, [7_203, 7_832, 6_193])];
/// Without a check of the key: slots, nodes, value. The value is 0.
pub const B_UNVERIFIED: [(usize, u64, i32); 3] = [(16, 95, 3), (64, 234, 2), (256, 701, 3)];
/// The nine first moves searched separately, 1,024 unverified slots. All are worth 0.
pub const B_FIRST_MOVES: [i32; 9] = [-2, -1, 0, -1, 0, 2, 0, 0, 1];

/// Experiment C: root, nodes, cells read by a string key, cells touched by an incremental one.
pub const C_CELLS: [(&str, u64, u64, u64); 2] =
    [("X..X.OOX.", 57, 513, 112), (".........", 549_946, 4_949_514, 1_099_890)];

/// Bits so that so many positions collide with probability at most 1 % and 0.01 %.
///
/// Source: the first-order birthday bound, `⌈2·log2 n − 1 − log2 p⌉`.
pub const BIRTHDAY_BITS: [(f64, u32, u32); 4] = [(1e5, 39, 46), (1e6, 46, 53), (1e8, 59, 66), (1e10, 73, 79)];
