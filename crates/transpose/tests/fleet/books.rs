//! Opening books.

use games::connect_four::{Book, ConnectFour, Stones, ThreatBoard};
use search::{Mixed, Solver, Unbounded};

use super::{Processes, fleet, path};

/// A book of a small board, by one process and by two, against the search.
#[test]
fn a_book_holds_the_scores_of_all_positions_of_its_plies() {
    let one = path("one.book");
    let job = |output: &std::path::Path| {
        format!("book connect4:5x4 --plies 6 --table-mib 4 --output {}", output.display())
    };
    let run = fleet(&job(&one));
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run:?}");
    let book: Book<5, 4> = Book::load(&one).unwrap();
    let (least, greatest) = ConnectFour::<5, 4>::value_range();
    let mut solver = Solver::new(Mixed(Unbounded::new()));
    for (key, score) in book.iter() {
        let board = ConnectFour::from(Stones::<5, 4>::from_key(key).unwrap());
        let found = solver.solve(ThreatBoard::from(board), least, greatest).score;
        assert_eq!(found.get(), i32::from(score), "{board}");
    }
    assert_eq!((book.stones(), book.score(&ConnectFour::new())), (6, Some(0)));

    let two = path("two.book");
    let runs = Processes::start("book", 2, &job(&two)).finish();
    assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&two).unwrap());
}
