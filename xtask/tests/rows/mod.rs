//! The rows of the snapshots: each search × table × policy on fixed positions.

mod algorithms;
pub(crate) mod tactics;

use std::collections::HashMap;
use std::fmt::Write as _;

pub(crate) use algorithms::algorithms;
use benches::connect_four::{CLASSES, ExactTable, solve};
use games::connect_four::ConnectFour;
use games::tic_tac_toe::TicTacToe;
use search::{AtLeast, Counts, Depth, Full as Window, Game, Guided, Plain, Policy, Score, Search, minimax};
use ttable::{
    Aging, Always, Clustered, DepthPreferred, Full, Layout, NoTable, OnePerIndex, Replacement, Size, Table,
    TwoPerIndex, TwoTier, Unbounded,
};

/// Boards from empty to nearly full.
const TIC_TAC_TOE: [&str; 4] = [".........", "....X....", "X...O...X", "XOX.O.OX."];

/// Columns played, from an early game to a late one. No win at once for the side to move.
const CONNECT_FOUR: [&str; 4] =
    ["117724573772", "1177245737723621", "36764521147157634667", "324743242257742341711666"];

/// What is searched, and how.
struct Case<'a, G> {
    name: &'a str,
    game: G,
    depth: Depth,
    search: &'static str,
}

/// One line for each run.
pub(crate) struct Rows {
    pub(crate) text: String,
    /// The runs whose score is another than the first run's. To be asserted after the rows were shown: then the counts
    /// that moved along with a wrong score are seen too.
    pub(crate) wrong: Vec<String>,
    /// The score of each position to each depth, as the first run found it. A score is a fact: all others must agree.
    scores: HashMap<(String, Depth), Score>,
}

impl Rows {
    fn new() -> Self {
        let text = format!(
            " {:<25}  {:<11} {:<16} {:>6} {:>6}  {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
            "position",
            "search",
            "table",
            "slots",
            "score",
            "nodes",
            "probes",
            "hits",
            "cutoffs",
            "stores",
            "updates",
            "evictions",
            "first"
        );
        Self { text, wrong: Vec::new(), scores: HashMap::new() }
    }

    /// The last column, `first`, counts the nodes where the first move tried failed high.
    fn add(&mut self, case: (&str, Depth, &str), table: (&str, usize), score: Score, counts: &Counts) {
        let (name, depth, search) = case;
        let (table, slots) = table;
        let known = *self.scores.entry((name.into(), depth)).or_insert(score);
        if score != known {
            self.wrong.push(format!(
                "{name}, {depth} plies, {search}, {table}, {slots} slots: expected {known}, found {score}"
            ));
        }
        let Counts {
            nodes,
            probes,
            hits,
            table_cutoffs,
            stores,
            updates,
            evictions,
            first_move_fail_highs,
            ..
        } = counts;
        let slots = if slots == 0 { "-".into() } else { slots.to_string() };
        writeln!(
            self.text,
            " {name:<25}  {search:<11} {table:<16} {slots:>6} {score:>6}  {nodes:>9} {probes:>9} {hits:>9} \
             {table_cutoffs:>9} {stores:>9} {updates:>9} {evictions:>9} {first_move_fail_highs:>9}"
        )
        .unwrap();
    }

    fn run<G, P>(&mut self, case: &Case<'_, G>, policy: P, table: (&str, usize), memory: impl Table)
    where
        G: Game + Clone,
        P: Policy<G>,
    {
        let mut counts = Counts::default();
        let answer = Search::new(memory).with_policy(policy).with_observer(&mut counts).run(
            &mut case.game.clone(),
            case.depth,
            Window::OPEN,
        );
        self.add((case.name, case.depth, case.search), table, answer.score, &counts);
    }

    /// The solver that plays forced replies before it searches.
    fn exact(&mut self, name: &str, game: ConnectFour, table: (&str, usize), memory: impl Table) {
        let mut counts = Counts::default();
        let solution = solve(game, memory, &mut counts);
        let to_end = 42 - Depth::from(game.stones());
        self.add((name, to_end, "exact"), table, solution.score, &counts);
    }

    /// The same search over every table of each size, in clusters of 64 bytes' worth of slots.
    fn run_all<G, P>(&mut self, case: &Case<'_, G>, policy: P, sizes: &[u64])
    where
        G: Game + Clone,
        P: Policy<G> + Copy,
    {
        self.run(case, policy, ("none", 0), NoTable);
        for &clusters in sizes {
            self.clustered(case, policy, "full aging", Full, Aging, clusters);
            self.clustered(case, policy, "full always", Full, Always, clusters);
            self.clustered(case, policy, "full deeper", Full, DepthPreferred::DEEPER, clusters);
            self.clustered(case, policy, "one always", OnePerIndex::whole(), Always, 4 * clusters);
            self.clustered(
                case,
                policy,
                "one at least",
                OnePerIndex::whole(),
                DepthPreferred::AT_LEAST,
                4 * clusters,
            );
            self.clustered(case, policy, "two tiers", TwoPerIndex::whole(), TwoTier, 2 * clusters);
        }
        self.run(case, policy, ("unbounded", 0), Unbounded::new());
    }

    fn clustered<G, P, L>(
        &mut self,
        case: &Case<'_, G>,
        policy: P,
        name: &str,
        layout: L,
        replacement: impl Replacement<L::Word>,
        clusters: u64,
    ) where
        G: Game + Clone,
        P: Policy<G>,
        L: Layout,
    {
        let table = Clustered::new(layout, replacement, Size::Clusters(clusters)).unwrap();
        self.run(case, policy, (name, table.slots()), &table);
    }
}

/// Tic-tac-toe, searched to the end.
pub(crate) fn tic_tac_toe() -> Rows {
    let mut rows = Rows::new();
    for name in TIC_TAC_TOE {
        let game: TicTacToe = name.parse().unwrap();
        let case = Case { name, game, depth: Depth::from(9 - game.stones()), search: "plain" };
        let mut counts = Counts::default();
        let score = minimax(&mut game.clone(), case.depth, &|_| Score::DRAW, &mut counts);
        rows.add((name, case.depth, "minimax"), ("none", 0), score, &counts);
        rows.run_all(&case, Plain(AtLeast), &[1, 16, 256]);
    }
    rows
}

/// Connect Four: the rules alone to a depth, and with all the game knows to the end.
pub(crate) fn connect_four() -> Rows {
    let mut rows = Rows::new();
    for name in CONNECT_FOUR {
        let game: ConnectFour = name.parse().unwrap();
        let to_end = 42 - Depth::from(game.stones());
        let plain = Case { name, game, depth: to_end.min(9), search: "plain" };
        rows.run_all(&plain, Plain(AtLeast), &[16, 1_024]);
        if game.stones() >= 20 {
            let guided = Case { depth: to_end, search: "guided", ..plain };
            rows.run_all(&guided, Guided(AtLeast), &[16, 1_024]);
        }
        if game.stones() >= 16 {
            rows.exact(name, game, ("none", 0), NoTable);
            for clusters in [1, 16, 1_024] {
                let table = ExactTable::with_clusters(clusters).unwrap();
                rows.exact(name, game, ("exact least work", table.slots()), &table);
            }
            rows.exact(name, game, ("unbounded", 0), Unbounded::new());
        }
    }
    rows
}

/// Connect Four: what the exact solver needs for some positions of each class, with an empty table of 1 MiB.
pub(crate) fn connect_four_classes() -> String {
    let mut text = format!(" {:<13}  {:<36} {:>5}  {:>9}\n", "class", "position", "score", "nodes");
    let mut table = ExactTable::with_mib(1).unwrap();
    for class in CLASSES {
        let few = if class.name == "Begin-Hard" { 2 } else { 6 };
        for (drawn, truth) in class.positions().take(few) {
            table.clear();
            let solution = solve(drawn.board, &table, ());
            assert_eq!(solution.score.get(), i32::from(truth), "{}", drawn.columns);
            let (name, columns) = (class.name, drawn.columns);
            writeln!(text, " {name:<13}  {columns:<36} {truth:>5}  {:>9}", solution.nodes).unwrap();
        }
    }
    text
}
