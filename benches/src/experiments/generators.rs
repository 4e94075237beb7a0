//! Which generator: type-1 errors over real game trees when only some bits of the key are kept, and what can be said of the
//! keys alone.
//!
//! An *error* is an earlier position with the same kept bits, counted at each node of a tree of distinct positions: what a
//! search meets that remembers everything and verifies with those bits. Of keys drawn at random any two positions have
//! the same kept bits with probability 2^−bits, so the birthday expectation of errors is exact, whatever the tree.

mod source;
mod tree;

use games::connect_four::ConnectFour;
use zkeys::birthday::expected_pairs;
use zkeys::quality::{self, Indexing, Smallest};
use zkeys::{Code, Seed};

pub use self::source::Generator;
pub use self::tree::Tree;

use super::published;
use crate::connect_four::RandomPlay;
use crate::mean::Mean;
use crate::sheet::{Sheet, Value};

/// Bits kept.
pub const WIDTHS: [u32; 4] = [16, 20, 24, 32];

/// Seeds of the keys of tic-tac-toe: 0 to 999.
const SMALL_SEEDS: u32 = 1_000;

/// Seeds of the keys of Connect Four, whose trees are larger.
const LARGE_SEEDS: u32 = 100;

/// How deep the tree of Connect Four is.
const PLIES: usize = 7;

/// Near positions: this many plies below roots with [`ROOT_STONES`] stones, so at most eight features apart.
const NEAR_PLIES: usize = 4;
const ROOT_STONES: u8 = 10;
const ROOT_SEED: u64 = 7;
const ROOTS: usize = 20;

/// Keys of a chess set.
const CHESS: usize = 781;

/// Which bits of a key are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// The highest.
    High,
    /// The lowest.
    Low,
}

/// Pairs of positions that agree in the kept bits, for each of the [`WIDTHS`]. Leaves the keys in another order, and
/// those of [`Slice::Low`] reversed.
pub fn pairs(keys: &mut [u64], slice: Slice) -> [u64; 4] {
    if slice == Slice::Low {
        for key in &mut *keys {
            *key = key.reverse_bits();
        }
    }
    // One sort serves all widths.
    keys.sort_unstable();
    WIDTHS.map(|bits| {
        let alike = keys.chunk_by(|a, b| (a ^ b) >> (64 - bits) == 0);
        alike.map(|alike| alike.len() as u64).map(|count| count * (count - 1) / 2).sum()
    })
}

/// Errors per million nodes at each of the [`WIDTHS`], over the trees and the seeds.
#[derive(Clone, Copy, Debug)]
pub struct Errors(pub [Mean; 4]);

impl Errors {
    /// Of a generator with `N` keys.
    pub fn of<const N: usize>(trees: &[Tree], generator: Generator, slice: Slice, seeds: u32) -> Self {
        let mut each: [Vec<f64>; 4] = Default::default();
        let mut keys = Vec::new();
        for seed in 0..seeds {
            let words: [u64; N] = generator.words(seed);
            let mut found = [0; 4];
            for tree in trees {
                tree.keys(&words, &mut keys);
                for (found, pairs) in found.iter_mut().zip(pairs(&mut keys, slice)) {
                    *found += pairs;
                }
            }
            for (each, pairs) in each.iter_mut().zip(found) {
                each.push(per_million(pairs as f64, trees));
            }
        }
        Self(each.map(|each| Mean::of(&each)))
    }

    /// Of codes graded at the width at which they are measured.
    pub fn of_graded<const N: usize>(trees: &[Tree], seeds: u32) -> Self {
        Self(std::array::from_fn(|at| {
            Self::of::<N>(trees, Generator::Graded(WIDTHS[at]), Slice::Low, seeds).0[at]
        }))
    }

    fn row(&self, name: &str, slice: &str) -> [Value; 6] {
        let [a, b, c, d] = self.0.map(|Mean { mean, error }| Value::measured(mean, error));
        [name.into(), slice.into(), a, b, c, d]
    }
}

/// What the birthday sum expects of the errors per million nodes.
pub fn expected(trees: &[Tree]) -> [f64; 4] {
    WIDTHS.map(|bits| {
        let pairs = trees.iter().map(|tree| expected_pairs(tree.positions() as f64, bits.into()));
        per_million(pairs.map(|pairs| pairs.unwrap_or(f64::NAN)).sum(), trees)
    })
}

fn per_million(errors: f64, trees: &[Tree]) -> f64 {
    errors * 1e6 / trees.iter().map(Tree::positions).sum::<usize>() as f64
}

/// The comparison as tables.
pub fn sheets() -> Vec<Sheet> {
    vec![tic_tac_toe_sheet(), connect_four_sheet(), near_sheet(), quality_sheet()]
}

/// A table of errors with the rows that every tree has.
fn error_sheet<const N: usize>(title: &str, trees: &[Tree], seeds: u32) -> Sheet {
    let nodes: usize = trees.iter().map(Tree::positions).sum();
    let mut sheet = Sheet::new(
        format!(
            "Generators: type-1 errors per million nodes, {title}: {nodes} positions, seeds 0 to {}",
            seeds - 1
        ),
        &["keys", "bits kept", "16", "20", "24", "32"],
    );
    let truth = expected(trees);
    let [a, b, c, d] = truth.map(|expected| Value::measured(expected, 0.0));
    sheet.row(["expected".into(), "any".into(), a, b, c, d]);
    for generator in Generator::ALL {
        for (slice, name) in [(Slice::High, "high"), (Slice::Low, "low")] {
            let errors = Errors::of::<N>(trees, generator, slice, seeds);
            sheet.row(errors.row(generator.name(), name));
            // Wider keys collide in so few of the seeds that their means say little.
            for at in 0..2 {
                let what = format!("{} {name} {}", generator.name(), WIDTHS[at]);
                let poor = generator == Generator::LowBits;
                let found =
                    if poor { errors.0[at].mean > 2.0 * truth[at] } else { errors.0[at].may_be(truth[at]) };
                sheet.expect(&what, found, true);
            }
        }
    }
    sheet.remark(
        "± is the standard error. At 24 and 32 bits errors are rare and come many at once, from one \
         dependency among the keys of a seed: there a mean may be farther off than its error says.",
    );
    sheet
}

fn tic_tac_toe_sheet() -> Sheet {
    let trees = [Tree::tic_tac_toe()];
    let mut sheet = error_sheet::<{ Tree::TIC_TAC_TOE }>("all of tic-tac-toe", &trees, SMALL_SEEDS);
    sheet.expect("positions", trees[0].positions(), published::POSITIONS);
    sheet
}

fn connect_four_sheet() -> Sheet {
    let trees = [Tree::connect_four(ConnectFour::new(), PLIES)];
    let title = format!("Connect Four to ply {PLIES}");
    let mut sheet = error_sheet::<{ Tree::CONNECT_FOUR }>(&title, &trees, LARGE_SEEDS);
    sheet.expect("positions by ply", trees[0].plies(), &published::CONNECT_FOUR_POSITIONS[..=PLIES]);
    let graded = Errors::of_graded::<{ Tree::CONNECT_FOUR }>(&trees, LARGE_SEEDS);
    sheet.row(graded.row("code, graded", "low"));
    for (at, twice) in expected(&trees).map(|expected| 2.0 * expected).into_iter().enumerate().take(3) {
        let found = graded.0[at].mean < 1.05 * twice;
        sheet.expect(&format!("code, graded at {}: at most twice the expectation", WIDTHS[at]), found, true);
    }
    sheet.remark(
        "A code's first bit tells even from odd numbers of features. With a key for the side to move every \
         position here has an even number, so a graded code has one bit less to keep far positions apart.",
    );
    sheet
}

/// Trees below some positions in the middle of the game.
pub fn near_trees() -> Vec<Tree> {
    let roots = RandomPlay::new(ROOT_SEED, ROOT_STONES).take(ROOTS);
    roots.map(|drawn| Tree::connect_four(drawn.board, NEAR_PLIES)).collect()
}

fn near_sheet() -> Sheet {
    let trees = near_trees();
    let title = format!(
        "Connect Four, {NEAR_PLIES} plies below each of {ROOTS} positions of {ROOT_STONES} stones (seed {ROOT_SEED})"
    );
    let mut sheet = error_sheet::<{ Tree::CONNECT_FOUR }>(&title, &trees, LARGE_SEEDS);
    let graded = Errors::of_graded::<{ Tree::CONNECT_FOUR }>(&trees, LARGE_SEEDS);
    sheet.row(graded.row("code, graded", "low"));
    let distances = WIDTHS.map(|bits| Code::default().graded(bits).low_distance(Tree::CONNECT_FOUR, 64));
    sheet.expect("distances", distances, [Some(6), Some(6), Some(8), Some(10)]);
    sheet.expect("no error at 32 bits", graded.0[3].mean.to_bits(), 0);
    sheet.remark(
        "Positions of one tree differ in 8 features at most. Graded at 16, 20, 24, 32 bits, the code keeps \
         those apart that differ in fewer than 6, 6, 8, 10: at 32 bits there is no error, and that is no \
         chance.",
    );
    sheet
}

/// What there is to say of the keys alone.
fn quality_sheet() -> Sheet {
    let mut sheet = Sheet::new(
        format!("Generators: {CHESS} keys of 64 bits, as chess has, seed 1"),
        &["keys", "rank", "dependency", "met", "low 32", "met", "balance", "worst index bit"],
    );
    for generator in
        [Generator::Pcg, Generator::Mersenne, Generator::LowBits, Generator::Code, Generator::Graded(32)]
    {
        let keys: [u64; CHESS] = generator.words(1);
        let low = keys.map(|key| key & u64::from(u32::MAX));
        let rank = quality::rank(&keys);
        let avalanche = quality::avalanche(&keys, Indexing::Mask { bits: 20 }, 1, 0);
        let (smallest, met) = dependency(&keys);
        let (smallest_low, met_low) = dependency(&low);
        sheet.row([
            generator.name().into(),
            rank.into(),
            Value::Number(smallest),
            Value::Number(met),
            Value::Number(smallest_low),
            Value::Number(met_low),
            Value::decimal(quality::balance(&keys).worst().1, 1),
            Value::decimal(avalanche.worst().1, 2),
        ]);
        let poor = generator == Generator::LowBits;
        sheet.expect(&format!("{}: full rank", generator.name()), rank == 64, !poor);
    }
    let distance = Code::new(Seed::PI).graded(32).distance(CHESS, 64);
    sheet.expect("the code's distance", distance, Some(14));
    sheet.remark(
        "Dependency: the fewest keys that XOR to zero, looked for up to 4; met: the fewest that random search \
         came upon.",
    );
    sheet.remark(
        "Balance: the most uneven bit, in standard deviations. Worst index bit: of 20 low bits that index a \
         table, the share of toggles that flip the one farthest from a half.",
    );
    sheet
}

/// The smallest dependency, by exact search up to 4 and by random search.
fn dependency(keys: &[u64]) -> (String, String) {
    let smallest = match quality::smallest_dependency(keys, 4) {
        Smallest::Dependency(members) => members.len().to_string(),
        Smallest::MoreThan(size) => format!("> {size}"),
    };
    let met = quality::light_dependency(keys, 300, 0);
    (smallest, met.map_or_else(|| "none".into(), |members| members.len().to_string()))
}
