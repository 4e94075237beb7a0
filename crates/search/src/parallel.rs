//! Several threads at one question.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Runs `work` on `threads` threads (at least one, the caller's own among them) until the first has an answer, and
/// returns that.
///
/// `work` gets the thread's number, from 0, and a flag: when it is raised another thread has answered and `work` should
/// return `None` soon. Threads that share a table and try moves in different orders help each other; any
/// answer is right, so the first one is taken. All threads have ended when this returns. `None` only if every
/// `work` returned it. Where the system has fewer threads to give, those there are do the work.
///
/// # Panics
///
/// If `work` does, when the others have ended.
pub fn race<R: Send>(threads: usize, work: impl Fn(usize, &AtomicBool) -> Option<R> + Sync) -> Option<R> {
    let decided = AtomicBool::new(false);
    let first = Mutex::new(None);
    let run = &|thread| {
        let raise = RaiseOnPanic(&decided);
        let answer = work(thread, &decided);
        drop(raise);
        if let Some(answer) = answer {
            decided.store(true, Ordering::Relaxed);
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(answer);
        }
    };
    thread::scope(|scope| {
        for number in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, move || run(number)).is_err() {
                break;
            }
        }
        run(0);
    });
    first.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the other threads when this one unwinds, so that a panic reaches the caller.
struct RaiseOnPanic<'a>(&'a AtomicBool);

impl Drop for RaiseOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
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

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_the_others_and_reaches_the_caller() {
        race(2, |thread, decided| {
            assert_eq!(thread, 0, "a fault of the other thread's");
            while !decided.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
            None::<()>
        });
    }
}
