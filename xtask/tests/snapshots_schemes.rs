//! What the table's experiments count on positions chosen by seed, one case a row.

use std::fmt::Write as _;

use benches::experiments::schemes::{Scheme, ToDepth, ToTheEnd, Way, boards, middlegames};
use benches::experiments::verification_bits::{BITS, outcome};
use insta::{assert_snapshot, with_settings};

macro_rules! shows {
    ($name:literal, $rows:expr) => {
        with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            assert_snapshot!($name, $rows);
        });
    };
}

/// Every replacement scheme on one position of Connect Four and one of chess, by both ways, in a table that is too small.
#[test]
fn replacement_schemes() {
    let mut rows =
        String::from(" game          way         scheme       slots     nodes    probes      hits\n");
    let (board, middlegame) = (boards(18, 1)[0], middlegames(1)[0]);
    for way in Way::BOTH {
        for scheme in Scheme::ALL {
            for (game, slots) in [("connect_four", 256), ("connect_four", 4096), ("chess", 4096)] {
                let tally = if game == "chess" {
                    scheme.run(slots, &ToDepth(middlegame, 3, way))
                } else {
                    scheme.run(slots, &ToTheEnd(board, way))
                };
                let (way, name) = (format!("{way:?}").to_lowercase(), scheme.name());
                let [nodes, probes, hits] = [tally.nodes, tally.probes, tally.hits];
                writeln!(
                    rows,
                    " {game:<12}  {way:<10}  {name:<10}  {slots:>6}{nodes:>10}{probes:>10}{hits:>10}"
                )
                .expect("a string takes all");
            }
        }
    }
    shows!("replacement_schemes", rows);
}

#[test]
fn verification_bits() {
    let mut rows = String::from(" bits  positions  wrong     nodes    probes  false_matches\n");
    for bits in BITS {
        let found = outcome(bits);
        let (positions, wrong, nodes) = (found.positions, found.wrong, found.nodes);
        let (probes, false_matches) = (found.probes, found.false_matches);
        writeln!(rows, " {bits:>4}{positions:>11}{wrong:>7}{nodes:>10}{probes:>10}{false_matches:>15}")
            .expect("a string takes all");
    }
    shows!("verification_bits", rows);
}
