//! Counting on several threads, with a table of counts that all of them share.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use games::chess::{Board, Move, perft, walk};
use ttable::{Line, Memory, Size, SizeError, multiply_shift};

/// Below this depth counting anew is quicker than looking up.
const LEAST_DEPTH: u8 = 2;

/// Bits of a table's word that hold the depth; the rest is the count.
const DEPTH_BITS: u32 = 8;

/// Counts lines, remembering some counts if it has a table.
pub(super) struct Counter {
    table: Option<Memory<Line>>,
}

/// What one thread takes at a time: a position two plies on, and the first move that led to it.
struct Task {
    first: usize,
    board: Board,
}

impl Counter {
    /// A counter with a table of so many MiB, without one for 0.
    pub(super) fn new(mib: u64) -> Result<Self, SizeError> {
        let table = if mib == 0 { None } else { Some(Memory::new(Size::Mib(mib))?) };
        Ok(Self { table })
    }

    /// The number of lines of `depth` plies by first move; nothing at depth 0. More than 64 bits hold are told as
    /// [`u64::MAX`]: a table gets to depths where that is so.
    pub(super) fn divide(&self, board: &Board, depth: u8, threads: usize) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let moves = board.legal_moves();
        let boards: Vec<Board> = moves.iter().map(|&mv| board.after(mv)).collect();
        let counts = if depth > 2 && threads > 1 {
            self.share_out(&boards, depth - 2, threads)
        } else {
            boards.iter().map(|board| self.count(board, depth - 1)).collect()
        };
        moves.into_iter().zip(counts).collect()
    }

    /// The counts below each of the boards, `depth` plies after each reply.
    fn share_out(&self, boards: &[Board], depth: u8, threads: usize) -> Vec<u64> {
        let mut tasks = Vec::new();
        for (first, board) in boards.iter().enumerate() {
            tasks.extend(board.legal_moves().into_iter().map(|mv| Task { first, board: board.after(mv) }));
        }
        let counts: Vec<AtomicU64> = boards.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let count = self.count(&task.board, depth);
                let add = |sum: u64| Some(sum.saturating_add(count));
                let _ = counts[task.first].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
            }
        };
        thread::scope(|scope| {
            // Where the system has fewer threads to give, those there are do the work.
            for _ in 1..threads.min(tasks.len()) {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        counts.into_iter().map(AtomicU64::into_inner).collect()
    }

    fn count(&self, board: &Board, depth: u8) -> u64 {
        let Some(table) = self.table.as_ref().filter(|_| depth >= LEAST_DEPTH) else {
            return perft(board, depth);
        };
        // The same position at another depth has another count, so the depth goes into the key.
        let key = board.key() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let line = &table[multiply_shift(key, table.len())];
        if let Some(count) = find(line, key) {
            return count;
        }
        let mut count = 0_u64;
        walk(board, 1, &mut |next| count = count.saturating_add(self.count(next, depth - 1)));
        store(line, key, count, depth);
        count
    }
}

/// A line has four pairs of words: key XOR data, and data. Halves of two different pairs match no key.
fn pairs(line: &Line) -> &[[AtomicU64; 2]] {
    line.0.as_chunks().0
}

fn find(line: &Line, key: u64) -> Option<u64> {
    pairs(line).iter().find_map(|[check, data]| {
        let data = data.load(Ordering::Relaxed);
        // An empty pair has depth 0, which no stored one has.
        (data != 0 && check.load(Ordering::Relaxed) ^ data == key).then_some(data >> DEPTH_BITS)
    })
}

/// Overwrites the pair of the least depth, the cheapest to count again. A count that does not fit is not stored.
fn store(line: &Line, key: u64, count: u64, depth: u8) {
    if count >> (u64::BITS - DEPTH_BITS) != 0 {
        return;
    }
    let word = count << DEPTH_BITS | u64::from(depth);
    let depth_of = |pair: &&[AtomicU64; 2]| pair[1].load(Ordering::Relaxed) & ((1 << DEPTH_BITS) - 1);
    if let Some([check, data]) = pairs(line).iter().min_by_key(depth_of) {
        check.store(key ^ word, Ordering::Relaxed);
        data.store(word, Ordering::Relaxed);
    }
}
