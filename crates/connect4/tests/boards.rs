//! Every board answers, and its answers fit each other.

#![allow(clippy::unwrap_used, reason = "a test may end where it finds nothing")]

use connect4::{Question, Size, Solve, solver};
use search::Score;
use ttable::FullTable;

/// Squares left empty: enough for wins, few enough for every board to be searched to the end.
const LEFT: usize = 9;

fn sizes() -> impl Iterator<Item = Size> {
    (4..=9)
        .flat_map(|width| (4..=9).map(move |height| (width, height)))
        .flat_map(|(width, height)| [4, 5].map(|connect| Size { width, height, connect }))
}

/// Steps of a 64-bit generator (Marsaglia's xorshift), enough to choose columns by.
fn random(state: &mut u64) -> u64 {
    for shift in [(13, 0), (0, 7), (17, 0)] {
        *state ^= if shift.1 == 0 { *state << shift.0 } else { *state >> shift.1 };
    }
    *state
}

/// A game that stops short of the full board, without a line of three: the stone on row `r` of column `c` is the first
/// player's if `c / 2 + r` is even.
fn nearly_full(size: Size, state: &mut u64) -> String {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    loop {
        let (mut heights, mut text) = (vec![0; width], String::new());
        while text.len() < width * height - LEFT {
            let fits = |column: &usize| {
                heights[*column] < height && (column / 2 + heights[*column]) % 2 == text.len() % 2
            };
            let fitting: Vec<usize> = (0..width).filter(fits).collect();
            let Some(choice) = usize::try_from(random(state)).unwrap().checked_rem(fitting.len()) else {
                break;
            };
            heights[fitting[choice]] += 1;
            text += &(fitting[choice] + 1).to_string();
        }
        if text.len() == width * height - LEFT {
            return text;
        }
    }
}

const EVERYTHING: Question = Question { weak: false, columns: true, line: true };

/// What the answers about a position and about those after it say of each other.
fn check(solver: &dyn Solve, size: Size, text: &str) -> Score {
    let answer = solver.solve(text, EVERYTHING, 1).unwrap();
    let columns = answer.columns.unwrap();
    assert_eq!(columns.len(), usize::from(size.width));
    assert_eq!(columns.iter().flatten().max(), Some(&answer.score), "{size:?} {text}");
    for (column, score) in (1..).zip(&columns) {
        let after = solver.solve(&format!("{text}{column}"), Question::default(), 1);
        assert_eq!(after.map(|answer| -answer.score).ok(), *score, "{size:?} {text} {column}");
    }

    let line = answer.line.unwrap();
    let end = solver.solve(&format!("{text}{line}"), EVERYTHING, 1).unwrap();
    assert_eq!(end.line.as_deref(), Some(""), "{size:?} {text} {line}");
    assert_eq!(
        if line.len().is_multiple_of(2) { end.score } else { -end.score },
        answer.score,
        "{size:?} {text} {line}"
    );

    let weak = solver.solve(text, Question { weak: true, ..EVERYTHING }, 1).unwrap();
    assert_eq!(weak.score.get(), answer.score.get().signum());
    let sign = |score: &Option<Score>| score.map(|score| score.get().signum());
    assert!(weak.columns.unwrap().iter().map(|score| score.map(Score::get)).eq(columns.iter().map(sign)));
    assert_eq!(weak.line, None);
    answer.score
}

#[test]
fn every_board_answers_and_its_answers_fit() {
    let mut state = 7;
    let mut decided = 0;
    for size in sizes() {
        let with_table = solver(size, Some(FullTable::with_mib(1).unwrap())).unwrap();
        let without = solver(size, None).unwrap();
        let text = nearly_full(size, &mut state);
        let score = check(&*with_table, size, &text);
        assert_eq!(check(&*without, size, &text), score, "{size:?} {text}");
        assert_eq!(with_table.solve(&text, EVERYTHING, 2).unwrap().score, score, "{size:?} {text}");
        decided += usize::from(score != Score::DRAW);
    }
    assert!(decided >= 10, "{decided} of 72 positions are decided");
}

#[test]
fn there_are_no_other_boards() {
    for (width, height, connect) in
        [(3, 4, 4), (4, 3, 4), (10, 9, 4), (9, 10, 4), (7, 6, 3), (7, 6, 6), (0, 0, 0)]
    {
        assert!(solver(Size { width, height, connect }, None).is_none(), "{width}x{height} {connect}");
    }
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    let size = Size { width: 5, height: 4, connect: 4 };
    let solver = solver(size, None).unwrap();
    let refused = |text| solver.solve(text, Question::default(), 1).unwrap_err().to_string();
    assert_eq!(refused("126"), "character 3: expected a column from 1 to 5, found '6'");
    assert!(refused("11111").starts_with("character 5: "), "{}", refused("11111"));
}
