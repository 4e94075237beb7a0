//! Several threads at one question.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs `work` on `threads` threads (at least one, the caller's own among them) until the first has an answer, and
/// returns that.
///
/// `work` gets the thread's number, from 0, and a flag: when it is raised another thread has answered and `work` should
/// return `None` soon. Threads that share a table and try moves in different orders help each other; any
/// answer is right, so the first one is taken. All threads have ended when this returns. `None` only if every
/// `work` returned it.
pub fn race<R: Send>(threads: usize, work: impl Fn(usize, &AtomicBool) -> Option<R> + Sync) -> Option<R> {
    let decided = AtomicBool::new(false);
    let first = Mutex::new(None);
    let run = &|thread| {
        if let Some(answer) = work(thread, &decided) {
            decided.store(true, Ordering::Relaxed);
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(answer);
        }
    };
    std::thread::scope(|scope| {
        for thread in 1..threads {
            scope.spawn(move || run(thread));
        }
        run(0);
    });
    first.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_ends_the_others() {
        for threads in [0, 1, 2, 5] {
            let answer = race(threads, |thread, decided| {
                if thread + 1 == threads.max(1) {
                    return Some(thread);
                }
                while !decided.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
                None
            });
            assert_eq!(answer, Some(threads.max(1) - 1));
        }
    }

    #[test]
    fn no_answer_is_none() {
        assert_eq!(race(3, |_, _| None::<()>), None);
    }
}
