//! The figures of the book, by name: worked out by the benches each time the book is made.
//!
//! A chapter names one in double braces, `{{minimax.nodes}}`; some are whole tables. So no figure can grow stale, and one
//! that is gone fails the book.

use std::collections::BTreeMap;

use benches::experiments::collisions::{self, NARROW, NARROW_SEEDS};
use benches::experiments::replacement::{self, Policy, SLOTS};
use benches::experiments::tree_sizes::{alpha_beta, plain, unbounded};
use benches::experiments::{Run, birthday, key_cost, positions, published, verification};
use benches::sheet::Value;
use games::chess::ChessKeys;
use games::tic_tac_toe::TicTacToe;
use ttable::{Always, Clustered, Compact, CompactLine, Exact, ExactHalf, Full, Layout, Lossless, Size};

/// Every figure.
///
/// # Panics
///
/// If a few kilobytes of memory for a table cannot be had.
pub fn all() -> BTreeMap<String, String> {
    let mut figures = Figures::default();
    figures.trees();
    figures.keys();
    figures.replacement();
    figures.verification();
    figures.layouts();
    figures.0
}

#[derive(Default)]
struct Figures(BTreeMap<String, String>);

impl Figures {
    fn put(&mut self, name: &str, figure: impl Into<Value>) {
        self.0.insert(name.to_owned(), text(figure.into()));
    }

    fn table(&mut self, name: &str, heads: &[&str], rows: impl IntoIterator<Item = Vec<Value>>) {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut table = line(heads.iter().map(ToString::to_string).collect());
        // The first column names the row; the others are figures.
        table += &line((0..heads.len()).map(|at| if at == 0 { "---" } else { "--:" }.into()).collect());
        for row in rows {
            table += &line(row.into_iter().map(text).collect());
        }
        self.0.insert(name.to_owned(), table.trim_end().to_owned());
    }

    fn trees(&mut self) {
        self.put("positions", positions::reachable(TicTacToe::new()).len());
        self.put("positions.distinct", positions::distinct_up_to_symmetry());
        self.put("games", positions::games());
        self.put("minimax.nodes", plain().counts.nodes);
        self.put("alpha-beta.nodes", alpha_beta().counts.nodes);
        let (run, entries) = unbounded();
        self.put("unbounded.nodes", run.counts.nodes);
        self.put("unbounded.probes", run.counts.probes);
        self.put("unbounded.hits", run.counts.hits);
        self.put("unbounded.cutoffs", run.counts.table_cutoffs);
        self.put("unbounded.entries", entries);
        for (name, (root, ..)) in ["cost.small", "cost.empty"].into_iter().zip(published::C_CELLS) {
            let cost = key_cost::cost(root.parse().expect("the published roots are positions"));
            self.put(&format!("{name}.nodes"), cost.nodes);
            self.put(&format!("{name}.string"), cost.string);
            self.put(&format!("{name}.incremental"), cost.incremental);
        }
    }

    fn keys(&mut self) {
        self.put("chess.keys", ChessKeys::LEN);
        self.put("first-move-key", format!("{:016x}", verification::first_move_key()));
        let n = published::POSITIONS as u64;
        self.put("pairs", n * (n - 1) / 2);
        for bits in [16, 32, 64] {
            self.put(&format!("expected.{bits}"), collisions::expected(bits));
        }
        let mean = collisions::mean();
        self.put("slices.mean", Value::measured(mean.mean, mean.error));
        let rows = (0..4).zip(collisions::slices(published::SEED_A));
        let rows = rows.map(|(at, pairs)| vec![format!("{}–{}", 16 * at, 16 * at + 15).into(), pairs.into()]);
        self.table("slices.table", &["bits of the key", "colliding pairs"], rows);
        self.narrow_keys();
        let rows = published::BIRTHDAY_BITS.map(|(n, ..)| {
            let bits = birthday::bits(n).expect("numbers of positions");
            std::iter::once(Value::from(grouped(n))).chain(bits.map(Value::from)).collect()
        });
        self.table("birthday.table", &["positions", "p = 1 %", "p = 0.01 %"], rows);
    }

    fn narrow_keys(&mut self) {
        let all: Vec<Vec<u64>> = NARROW_SEEDS.map(collisions::keys).collect();
        let rows = NARROW.map(|bits| {
            let found: Vec<u64> = all.iter().map(|keys| collisions::repeats(keys, bits)).collect();
            let (least, most) = (found.iter().min().copied(), found.iter().max().copied());
            [Some(u64::from(bits)), least, most].map(|figure| figure.unwrap_or(0).into()).to_vec()
        });
        self.table("narrow.table", &["bits", "least", "most"], rows);
    }

    fn replacement(&mut self) {
        let mut rows = Vec::new();
        for slots in SLOTS {
            let runs = Policy::ALL.map(|policy| replacement::verified(policy, slots));
            let nodes = runs.map(|run| run.counts.nodes);
            for (name, nodes) in ["always", "depth", "two"].into_iter().zip(nodes) {
                self.put(&format!("replacement.{slots}.{name}"), nodes);
            }
            rows.push(std::iter::once(Value::from(slots)).chain(nodes.map(Value::from)).collect());
        }
        self.table("replacement.table", &["indices", "always replace", "depth-preferred", "two tiers"], rows);
        let row = |name: &str, run: Run| {
            let counts = run.counts;
            let figures = [
                counts.nodes,
                counts.probes,
                counts.hits,
                counts.table_cutoffs,
                counts.stores,
                run.overwritten(),
            ];
            std::iter::once(Value::from(name)).chain(figures.map(Value::from)).collect()
        };
        let rows = [
            row("depth-preferred", verification::depth_preferred()),
            row("always replace", verification::always()),
        ];
        let heads = ["policy", "nodes", "probes", "hits", "cutoffs", "stores", "evictions"];
        self.table("traffic.table", &heads, rows);
    }

    fn verification(&mut self) {
        let rows = published::B_UNVERIFIED.map(|(slots, ..)| {
            let run = replacement::unverified(slots);
            vec![slots.into(), run.counts.nodes.into(), run.value.into(), 0.into()]
        });
        self.table("unverified.table", &["slots", "nodes", "value", "right value"], rows);
        let values = replacement::first_moves(ttable::OnePerIndex::unverified);
        let wrong = values.iter().filter(|value| **value != 0).count();
        self.put("unverified.first-moves.wrong", wrong);
        self.put("unverified.first-moves", values.map(|value| text(value.into())).join(", "));
    }

    fn layouts(&mut self) {
        let rows = [
            layout::<Full>("[`Full`](api://ttable/struct.Full.html)"),
            layout::<Compact>("[`Compact`](api://ttable/type.Compact.html)"),
            layout::<CompactLine>("[`CompactLine`](api://ttable/type.CompactLine.html)"),
            layout::<Exact<Lossless<49, 6, 7>>>("[`Exact`](api://ttable/struct.Exact.html), Connect Four"),
            layout::<ExactHalf<Lossless<17, 6, 0>>>("[`ExactHalf`](api://ttable/struct.ExactHalf.html)"),
        ];
        self.table("layouts.table", &["layout", "entries per cluster", "bytes per entry"], rows);
    }
}

/// A layout's row: what its clusters hold, asked of a table.
fn layout<L: Layout + Default>(name: &str) -> Vec<Value> {
    let table = Clustered::new(L::default(), Always, Size::Clusters(1 << 16));
    let table = table.expect("a few megabytes");
    let entries = table.slots() / table.clusters().len();
    #[expect(clippy::cast_precision_loss, reason = "at most a cache line")]
    let bytes = size_of::<L::Cluster>() as f64 / entries as f64;
    vec![name.into(), entries.into(), Value::decimal(bytes, 1)]
}

/// A round number as one writes it: 1e6 is 1,000,000.
fn grouped(number: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and at most 10¹⁰")]
    text((number as usize).into())
}

fn text(value: Value) -> String {
    match value {
        Value::Text(text) | Value::Number(text) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_the_published_ones_and_laid_out_for_reading() {
        let figures = all();
        for (name, figure) in [
            ("minimax.nodes", "549,946"),
            ("cost.small.string", "513"),
            ("cost.small.incremental", "112"),
            ("replacement.64.two", "12,952"),
            ("first-move-key", "1bd3b01b43c8cca1"),
            ("unverified.first-moves", "−2, −1, 0, −1, 0, 2, 0, 0, 1"),
        ] {
            assert_eq!(figures[name], figure, "{name}");
        }
        let birthday: Vec<&str> = figures["birthday.table"].lines().collect();
        assert_eq!(birthday[0], "| positions | p = 1 % | p = 0.01 % |");
        assert_eq!(birthday[2], "| 100,000 | 39 | 46 |");
    }
}
