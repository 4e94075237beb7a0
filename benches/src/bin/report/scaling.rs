//! How work grows with the threads that share it.

use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use benches::plot::{Axis, Lines};

/// Numbers of threads to measure with: 1, 2, 4 … and as many as there are processors; two at least.
pub(crate) fn threads() -> Vec<usize> {
    up_to(thread::available_parallelism().map_or(1, usize::from))
}

fn up_to(processors: usize) -> Vec<usize> {
    let most = processors.max(2);
    let doubled = std::iter::successors(Some(1), |threads| Some(2 * threads));
    doubled.take_while(|&threads| threads < most).chain([most]).collect()
}

/// A picture of how many times one thread's work so many threads do, beside as many times as there are threads.
pub(crate) fn plot(title: &str, x: &str, lines: &[(&str, Vec<(usize, f64)>)]) -> Lines {
    let mut plot = Lines::new(title, Axis::whole(x), Axis::linear("times one"));
    let most = lines.iter().flat_map(|(_, points)| points).map(|point| point.0).max().unwrap_or(1);
    let number = |threads: usize| threads as f64;
    plot.guide("ideal", [(0.0, 0.0), (number(most), number(most))]);
    for (name, points) in lines {
        plot.line(name, points.iter().map(|&(threads, times)| (number(threads), times)));
    }
    plot
}

/// How many times the work of one thread each number of threads does in the same time: `work` gets the number of a piece, no
/// two of which are the same, and all threads begin at once. The best of several rounds, the numbers of threads in turns.
pub(crate) fn gains(rounds: u64, threads: &[usize], work: &(impl Fn(u64) + Sync)) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; threads.len()];
    let mut piece = 0;
    for _ in 0..rounds {
        for (&threads, best) in threads.iter().zip(&mut best) {
            *best = best.min(slowest(threads, piece, work));
            piece += threads as u64;
        }
    }
    threads.iter().zip(&best).map(|(&threads, time)| threads as f64 * best[0] / time).collect()
}

/// Seconds that the slowest of so many threads takes for its piece.
fn slowest(threads: usize, first: u64, work: &(impl Fn(u64) + Sync)) -> f64 {
    let barrier = Barrier::new(threads);
    let timed = |piece: u64| {
        barrier.wait();
        let start = Instant::now();
        work(piece);
        start.elapsed().as_secs_f64()
    };
    let timed = &timed;
    thread::scope(|scope| {
        let others: Vec<_> =
            (first + 1..first + threads as u64).map(|piece| scope.spawn(move || timed(piece))).collect();
        let own = timed(first);
        others.into_iter().filter_map(|other| other.join().ok()).fold(own, f64::max)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn threads_are_doubled_as_far_as_there_are_processors() {
        for (processors, threads) in
            [(1, &[1, 2][..]), (2, &[1, 2]), (4, &[1, 2, 4]), (6, &[1, 2, 4, 6]), (16, &[1, 2, 4, 8, 16])]
        {
            assert_eq!(up_to(processors), threads, "{processors}");
        }
    }

    #[test]
    fn no_piece_of_work_is_done_twice() {
        let done = Mutex::new(Vec::new());
        let gains = gains(2, &[1, 2, 4], &|piece| done.lock().unwrap().push(piece));
        let mut done = done.into_inner().unwrap();
        done.sort_unstable();
        assert_eq!(done, (0..14).collect::<Vec<_>>());
        assert_eq!(gains.len(), 3);
        assert!((gains[0] - 1.0).abs() < 1e-9);
    }
}
