//! The sweep of all schemes over all sizes, and what it answers.

use super::{SEED, Scheme, Tally, Task, ToDepth, ToTheEnd, Way, boards, middlegames};
use crate::experiments::Extent;
use crate::experiments::replacement::{self, Policy};
use crate::plot::{Axis, Lines};
use crate::sheet::{Sheet, Value};

/// Sizes of the tables, in bits of the number of slots.
const fn sizes(extent: Extent) -> &'static [u32] {
    match extent {
        Extent::Short => &[8, 12, 16],
        Extent::Whole => &[8, 10, 12, 14, 16, 18, 20],
    }
}

/// The sweep as tables: for each game and way nodes, hits and speed, then what the schemes' nodes say of each other.
pub fn sheets(extent: Extent) -> Vec<Sheet> {
    let (stones, count) = if extent == Extent::Short { (24, 2) } else { (14, 4) };
    let boards = boards(stones, count);
    let (depth, count) = if extent == Extent::Short { (2, 1) } else { (7, 4) };
    let games = middlegames(count);
    let mut all = Vec::new();
    for way in Way::BOTH {
        let tasks: Vec<_> = boards.iter().map(|&board| ToTheEnd(board, way)).collect();
        let name = format!("Connect Four, {} positions of {stones} stones to the end", boards.len());
        all.push(Swept::new(&name, way, extent, &tasks));
    }
    for way in Way::BOTH {
        let tasks: Vec<_> = games.iter().map(|&game| ToDepth(game, depth, way)).collect();
        let name = format!("Chess, {} middlegames to depth {depth}", games.len());
        all.push(Swept::new(&name, way, extent, &tasks));
    }
    let mut sheets: Vec<Sheet> = all.iter().flat_map(Swept::sheets).collect();
    sheets.push(questions(&all));
    sheets
}

/// One game, searched in one way, over tables of every scheme and size.
struct Swept {
    name: String,
    sizes: &'static [u32],
    /// By scheme, in the order of [`Scheme::ALL`], and size.
    tallies: Vec<Vec<Tally>>,
}

impl Swept {
    /// Every search has an empty table of its own.
    fn new(name: &str, way: Way, extent: Extent, tasks: &[impl Task]) -> Self {
        let all = |scheme: Scheme, bits: u32| {
            let mut sum = Tally::default();
            for task in tasks {
                sum.join(scheme.run(1 << bits, task));
            }
            sum
        };
        let sizes = sizes(extent);
        let row = |scheme| sizes.iter().map(|&bits| all(scheme, bits)).collect();
        let tallies = Scheme::ALL.iter().map(|&scheme| row(scheme)).collect();
        Self { name: format!("{name}, {}", way.name()), sizes, tallies }
    }

    fn row(&self, scheme: Scheme) -> &[Tally] {
        let place = Scheme::ALL.iter().position(|&other| other == scheme);
        place.map_or(&[], |place| self.tallies[place].as_slice())
    }

    /// Nodes, hit rates and speed: three tables of a row for each scheme and a column for each size, and their pictures.
    fn sheets(&self) -> [Sheet; 3] {
        let speed = |tally: &Tally| tally.nodes as f64 / tally.time.as_secs_f64() / 1e6;
        let mut nodes = self.sheet("nodes", |tally| tally.nodes.into());
        self.check_values(&mut nodes);
        nodes.plot(self.plot(nodes.title(), Axis::log("nodes"), |tally| tally.nodes as f64));
        let mut hits = self.sheet("hits in a thousand probes", |tally| tally.per_mille().into());
        hits.plot(
            self.plot(hits.title(), Axis::linear("hits in a thousand"), |tally| tally.per_mille() as f64),
        );
        let mut speeds =
            self.sheet("million nodes a second, once timed", |tally| Value::decimal(speed(tally), 2));
        speeds.plot(self.plot(speeds.title(), Axis::linear("million nodes a second"), speed));
        [nodes, hits, speeds]
    }

    fn sheet(&self, what: &str, figure: impl Fn(&Tally) -> Value) -> Sheet {
        let title = format!("Replacement: {}: {what} by slots, seed {SEED}", self.name);
        let mut sheet = sheet_by_size(title, &["scheme"], self.sizes);
        for scheme in Scheme::ALL {
            let figures = self.row(scheme).iter().map(&figure);
            sheet.row(std::iter::once(scheme.name().into()).chain(figures));
        }
        sheet
    }

    /// The first table's values are the truth for all others: no table may change a value.
    fn check_values(&self, sheet: &mut Sheet) {
        let truth = &self.tallies[0][0].values;
        for scheme in Scheme::ALL {
            for (bits, tally) in self.sizes.iter().zip(self.row(scheme)) {
                let case = format!("{} of 2^{bits}: the values of the first", scheme.name());
                sheet.expect(&case, tally.values == *truth, true);
            }
        }
    }

    fn plot(&self, title: &str, y: Axis, figure: impl Fn(&Tally) -> f64) -> Lines {
        let mut plot = Lines::new(title, Axis::log("slots"), y);
        for scheme in DRAWN {
            let points = self.sizes.iter().zip(self.row(scheme));
            plot.line(
                scheme.name(),
                points.map(|(&bits, tally)| (2_f64.powi(bits.cast_signed()), figure(tally))),
            );
        }
        plot
    }
}

/// The schemes that are drawn: as many as can be told apart.
const DRAWN: [Scheme; 6] =
    [Scheme::Always, Scheme::Deep, Scheme::Big, Scheme::TwoDeep, Scheme::TwoBig, Scheme::Aging];

/// An empty table with a column for each size.
fn sheet_by_size(title: String, heads: &[&str], sizes: &[u32]) -> Sheet {
    let sizes: Vec<String> = sizes.iter().map(|bits| format!("2^{bits}")).collect();
    let heads: Vec<&str> = heads.iter().copied().chain(sizes.iter().map(String::as_str)).collect();
    Sheet::new(title, &heads)
}

/// What is asked, of which two schemes.
const QUESTIONS: [(&str, Scheme, Scheme); 9] = [
    ("depth or recency", Scheme::Deep, Scheme::Always),
    ("two levels or one, by depth", Scheme::TwoDeep, Scheme::Deep),
    ("two levels or one, by work", Scheme::TwoBig, Scheme::Big),
    ("work or depth, one level", Scheme::Big, Scheme::Deep),
    ("work or depth, two levels", Scheme::TwoBig, Scheme::TwoDeep),
    ("all work or what was searched", Scheme::BigAll, Scheme::Big),
    ("four slots or two levels", Scheme::Ageless, Scheme::TwoDeep),
    ("a generation for each depth, or one", Scheme::Aging, Scheme::Ageless),
    ("Stockfish's rule or not", Scheme::Selective, Scheme::Aging),
];

/// The nodes of one scheme in percent of another's.
fn questions(all: &[Swept]) -> Sheet {
    let sizes = all[0].sizes;
    let title = format!("Replacement: nodes of the first in percent of the second's, by slots, seed {SEED}");
    let mut sheet = sheet_by_size(title, &["question", "first / second", "searches"], sizes);
    let mut deeper = Vec::new();
    for (question, first, second) in QUESTIONS {
        let mut row = |searches: &str, percents: Vec<f64>| {
            let schemes = format!("{} / {}", first.name(), second.name());
            let names = [question.into(), schemes.into(), searches.into()];
            sheet.row(names.into_iter().chain(percents.iter().map(|&percent| Value::decimal(percent, 1))));
            if first == Scheme::Deep {
                let sizes = sizes.iter().zip(&percents).filter(|(_, percent)| **percent < 100.0);
                let sizes: Vec<String> = sizes.map(|(bits, _)| format!("2^{bits}")).collect();
                let sizes = if sizes.is_empty() { "nowhere".into() } else { sizes.join(", ") };
                deeper.push(format!("{searches}: {sizes}"));
            }
        };
        if first == Scheme::Deep {
            row("Tic-tac-toe from the empty board, searched once", toy(sizes));
        }
        for swept in all {
            let pairs = swept.row(first).iter().zip(swept.row(second));
            let percents = pairs.map(|(first, second)| percent(first.nodes, second.nodes));
            row(&swept.name, percents.collect());
        }
    }
    sheet.remark(format!("Depth needs fewer nodes than recency in: {}.", deeper.join("; ")));
    sheet
}

/// Depth against recency in the published experiment.
fn toy(sizes: &[u32]) -> Vec<f64> {
    let nodes = |policy, bits: u32| replacement::verified(policy, 1 << bits).counts.nodes;
    sizes.iter().map(|&bits| percent(nodes(Policy::Depth, bits), nodes(Policy::Always, bits))).collect()
}

fn percent(first: u64, second: u64) -> f64 {
    100.0 * first as f64 / second as f64
}
