//! x
use connect_four_ai::{Position, Solver};
use benches::connect_four::SETS;
use std::time::Instant;
#[test]
fn probe() {
    let mut other = Solver::empty();
    for set in SETS {
        let n = match set.stones { 24 => 40, 18 => 20, _ => 10 };
        let t = Instant::now();
        let s: Vec<i8> = benches::connect_four::RandomPlay::new(set.seed, set.stones).take(n).map(|d| other.solve(&Position::from_moves(&d.columns).unwrap())).collect();
        println!("{}: {:?} {s:?}", set.stones, t.elapsed());
    }
}
