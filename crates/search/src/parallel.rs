//! Several threads at one question.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How threads that search one position tell each other where they are. The unit company is none, and costs nothing.
pub trait Company {
    /// Whether there may be others.
    const SHARED: bool;

    /// Whether there are others now, where the type allows for them.
    #[inline]
    fn is_present(&self) -> bool {
        Self::SHARED
    }

    /// Says that the caller is in the node of this key: a position's, or a position's and a move's.
    fn enter(&self, key: u64) {
        let _ = key;
    }

    /// Says that it no longer is.
    fn leave(&self, key: u64) {
        let _ = key;
    }

    /// Whether someone is in the node of this key, as far as is known: a hint, which may be wrong either way.
    fn is_busy(&self, key: u64) -> bool {
        let _ = key;
        false
    }
}

impl Company for () {
    const SHARED: bool = false;
}

impl<C: Company> Company for &C {
    const SHARED: bool = C::SHARED;

    #[inline]
    fn is_present(&self) -> bool {
        (*self).is_present()
    }

    #[inline]
    fn enter(&self, key: u64) {
        (*self).enter(key);
    }

    #[inline]
    fn leave(&self, key: u64) {
        (*self).leave(key);
    }

    #[inline]
    fn is_busy(&self, key: u64) -> bool {
        (*self).is_busy(key)
    }
}

/// Company that is known only while the program runs: without any, `None`.
impl<C: Company> Company for Option<C> {
    const SHARED: bool = C::SHARED;

    #[inline]
    fn is_present(&self) -> bool {
        self.as_ref().is_some_and(C::is_present)
    }

    #[inline]
    fn enter(&self, key: u64) {
        if let Some(company) = self {
            company.enter(key);
        }
    }

    #[inline]
    fn leave(&self, key: u64) {
        if let Some(company) = self {
            company.leave(key);
        }
    }

    #[inline]
    fn is_busy(&self, key: u64) -> bool {
        self.as_ref().is_some_and(|company| company.is_busy(key))
    }
}

/// The nodes that some thread is in, shared by reference.
///
/// Source: J.-C. Weill, *The ABDADA distributed minimax-search algorithm*, ICCA Journal, 1996, which keeps such marks in the
/// transposition table.
#[derive(Debug)]
pub struct Busy {
    /// Keys by place; 0 where there is none. One that another has overwritten is forgotten.
    keys: Box<[AtomicU64]>,
}

impl Busy {
    const PLACES: usize = 1024;

    /// With nobody in any node.
    pub fn new() -> Self {
        Self { keys: (0..Self::PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    #[expect(clippy::cast_possible_truncation, reason = "ten bits are left")]
    fn place(&self, key: u64) -> &AtomicU64 {
        // The top bits of a product with an odd number depend on all bits of the key.
        &self.keys[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Self::PLACES.ilog2())) as usize]
    }
}

impl Default for Busy {
    fn default() -> Self {
        Self::new()
    }
}

impl Company for &Busy {
    const SHARED: bool = true;

    // Relaxed: a mark carries no data and a late one costs time only.
    fn enter(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    fn leave(&self, key: u64) {
        let place = self.place(key);
        if place.load(Ordering::Relaxed) == key {
            place.store(0, Ordering::Relaxed);
        }
    }

    fn is_busy(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }
}

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

    /// Notes what it is told; says that it is present and in the node 7.
    #[derive(Default)]
    struct Noting(Mutex<Vec<(&'static str, u64)>>);

    impl Company for Noting {
        const SHARED: bool = true;

        fn enter(&self, key: u64) {
            self.0.lock().unwrap().push(("enter", key));
        }

        fn leave(&self, key: u64) {
            self.0.lock().unwrap().push(("leave", key));
        }

        fn is_busy(&self, key: u64) -> bool {
            key == 7
        }
    }

    /// What `company` says of whether it is there, and of the nodes 7 and 8.
    fn asked(company: &impl Company) -> [bool; 3] {
        company.enter(3);
        company.leave(4);
        [company.is_present(), company.is_busy(7), company.is_busy(8)]
    }

    #[test]
    fn company_by_reference_or_none_is_that_company_or_none() {
        let company = Noting::default();
        let calls = [("enter", 3), ("leave", 4)];
        assert_eq!(asked(&&company), [true, true, false]);
        assert_eq!(company.0.lock().unwrap().split_off(0), calls);
        assert_eq!(asked(&Some(&company)), [true, true, false]);
        assert_eq!(company.0.lock().unwrap().split_off(0), calls);
        let nobody = None::<&Noting>;
        assert_eq!([asked(&&nobody), asked(&nobody), asked(&())], [[false; 3]; 3]);
        let busy = Busy::new();
        (&busy).enter(7);
        assert_eq!(asked(&&busy), [true, true, false]);
        (&busy).leave(8);
        assert_eq!(asked(&&busy), [true, true, false], "another's mark stays");
        (&busy).leave(7);
        assert_eq!(asked(&&busy), [true, false, false]);
    }

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
    fn a_node_is_busy_while_someone_is_in_it() {
        let busy = &Busy::new();
        for key in 1..500 {
            assert!(!busy.is_busy(key));
            busy.enter(key);
            assert!(busy.is_busy(key) && !busy.is_busy(key + 1));
            busy.leave(key);
            busy.leave(key + 1);
            assert!(!busy.is_busy(key));
        }
        assert!(!().is_busy(0));
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
