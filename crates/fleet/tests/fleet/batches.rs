//! Batches of positions by any crew.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use fleet::batch::{self, Batch, Item};
use fleet::{GameName, positions};

use super::{CREWS, cluster, game};

/// Every position of a small board whose game goes on, solved by each crew.
#[test]
fn scores_do_not_depend_on_the_crew() {
    let enumeration = game("connect4:4x4");
    let keys: Vec<u64> = cluster(1, 1, |hosts| positions(hosts, &enumeration)).unwrap().concat();
    let keys: Vec<u64> = keys.into_iter().step_by(11).collect();
    let rules = "connect4:4x4".parse::<GameName>().unwrap().rules();
    let batch = Batch { rules, table_mib: 1 };
    let mut expected = BTreeMap::new();
    let mut solver = (search::Unbounded::new(), 0);
    for &key in &keys {
        let board = games::connect_four::ConnectFour::from(games::connect_four::Stones::<4, 4>::decode(key));
        let (least, greatest) = games::connect_four::ConnectFour::<4, 4>::value_range();
        let mut search = search::Solver::new(search::Mixed(&solver.0));
        let solution = search.solve(games::connect_four::ThreatBoard::from(board), least, greatest);
        expected.insert(solver.1, i16::try_from(solution.score.get()).unwrap());
        solver.1 += 1;
    }
    for (threads, processes) in CREWS {
        let answers = Arc::new(Mutex::new(BTreeMap::new()));
        cluster(threads, processes, |hosts| {
            let (answers, keys) = (Arc::clone(&answers), keys.clone());
            let items = keys.into_iter().zip(0..).map(|(key, index)| Item { index, key });
            batch::run(hosts, &batch, items, move |some| {
                let mut answers = answers.lock().unwrap();
                for answer in some {
                    assert_eq!(answers.insert(answer.index, answer.score), None, "answered twice");
                }
                Ok(())
            })
        })
        .unwrap();
        assert_eq!(*answers.lock().unwrap(), expected, "{threads} {processes}");
    }
}
