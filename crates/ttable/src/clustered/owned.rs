//! Tables whose memory comes from the system.

use super::Clustered;
use crate::sync::AtomicU8;
use crate::{Aging, Full, Layout, Memory, Pages, Size, SizeError};

/// Whole-key verification, four entries to a cache line, depth with aging: the table to start with.
pub type FullTable = Clustered<Full, Aging>;

impl<L: Layout + Default, R: Default> Clustered<L, R> {
    /// An empty table of as many clusters as fit into `bytes` bytes: at least one, and never more than fit.
    ///
    /// # Errors
    ///
    /// [`SizeError`] where that is none, or more than the machine, or this process's limits, have. Checked before any
    /// memory is asked for.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{FullTable, SizeError};
    ///
    /// assert_eq!(FullTable::with_bytes(1000)?.clusters().len(), 15);
    /// assert!(matches!(FullTable::with_bytes(0), Err(SizeError::TooSmall { .. })));
    /// assert!(FullTable::with_bytes(1 << 50).is_err(), "a pebibyte is more than this machine has");
    /// # Ok::<(), SizeError>(())
    /// ```
    pub fn with_bytes(bytes: u64) -> Result<Self, SizeError> {
        Self::new(L::default(), R::default(), Size::Bytes(bytes))
    }

    /// An empty table of as many clusters as fit into `mib` MiB.
    ///
    /// # Errors
    ///
    /// As [`Clustered::with_bytes`].
    pub fn with_mib(mib: u64) -> Result<Self, SizeError> {
        Self::new(L::default(), R::default(), Size::Mib(mib))
    }

    /// An empty table of exactly `clusters` clusters.
    ///
    /// # Errors
    ///
    /// As [`Clustered::with_bytes`].
    pub fn with_clusters(clusters: u64) -> Result<Self, SizeError> {
        Self::new(L::default(), R::default(), Size::Clusters(clusters))
    }
}

impl<L: Layout, R> Clustered<L, R> {
    /// An empty table of this layout, policy and size.
    ///
    /// # Errors
    ///
    /// As [`Clustered::with_bytes`], and where the layout does not serve the number of clusters that results.
    pub fn new(layout: L, policy: R, size: Size) -> Result<Self, SizeError> {
        let memory = Self::memory(&layout, size)?;
        Self::with_memory(layout, policy, memory)
    }

    /// As many clusters as the layout has use for.
    fn memory(layout: &L, size: Size) -> Result<Memory<L::Cluster>, SizeError> {
        let memory = Memory::<L::Cluster>::new(size)?;
        let fitting = layout.fitting(memory.len());
        if matches!(size, Size::Clusters(_)) || fitting >= memory.len() {
            return Ok(memory);
        }
        // Not both at once: there may be an address space for one only.
        drop(memory);
        Memory::new(Size::Clusters(fitting as u64))
    }

    /// Makes the table empty and of another size. Handles located before are for the table as it was.
    ///
    /// # Errors
    ///
    /// As [`Clustered::new`]; the table is then as it was. Old and new memory exist side by side for a moment, the new
    /// one untouched.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{FullTable, Size};
    ///
    /// let mut table = FullTable::with_mib(1)?;
    /// table.resize(Size::Mib(2))?;
    /// assert_eq!(table.slots(), 131_072);
    /// assert!(table.resize(Size::Bytes(0)).is_err());
    /// assert_eq!(table.slots(), 131_072, "as it was");
    /// # Ok::<(), ttable::SizeError>(())
    /// ```
    pub fn resize(&mut self, size: Size) -> Result<(), SizeError> {
        let memory = Self::memory(&self.layout, size)?;
        self.layout.fits(memory.len())?;
        self.memory = memory;
        self.generation = AtomicU8::new(0);
        Ok(())
    }

    /// MiB, rounded up, that this layout needs to hold what a search can store in a time: one entry for each node.
    ///
    /// `nodes_per_second` is of all threads together, `seconds` are of the clock on the wall, however many threads there are.
    /// Less than none, and what is no number, count as none. More memory than this gains nothing in one search. How many entries
    /// that are is [`Clustered::entries_for`].
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{Aging, Clustered, Compact, FullTable};
    ///
    /// // A million nodes a second, for a minute.
    /// assert_eq!(FullTable::mib_for(1e6, 60.0), 916);
    /// assert_eq!(Clustered::<Compact, Aging>::mib_for(1e6, 60.0), 611);
    /// assert_eq!(FullTable::mib_for(-1e6, -60.0), 0);
    /// ```
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
    #[expect(clippy::cast_precision_loss, reason = "the number of slots of a cluster is small")]
    pub fn mib_for(nodes_per_second: f64, seconds: f64) -> u64
    where
        L: Default,
        L::Cluster: Default,
    {
        let slots = L::default().read(&L::Cluster::default(), 0).0.as_ref().len().max(1);
        let clusters = (nodes_in(nodes_per_second, seconds) / slots as f64).ceil();
        (clusters * size_of::<L::Cluster>() as f64 / f64::from(1 << 20)).ceil() as u64
    }

    /// Entries a search can store in a time, one for each node: the same for every layout, in whose terms
    /// [`Clustered::mib_for`] has the memory. Its arguments mean the same.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::FullTable;
    ///
    /// assert_eq!(FullTable::entries_for(1e6, 60.0), 60_000_000);
    /// assert_eq!(FullTable::entries_for(0.4, 1.0), 1, "begun, it may be stored");
    /// assert_eq!(FullTable::entries_for(f64::NAN, 60.0), 0);
    /// ```
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
    pub fn entries_for(nodes_per_second: f64, seconds: f64) -> u64 {
        nodes_in(nodes_per_second, seconds).ceil() as u64
    }

    /// What pages the table's memory lies in.
    pub fn pages(&self) -> Pages {
        self.memory.pages()
    }

    /// How many of the table's bytes lie in large pages at this moment, as [`Memory::large_bytes`] tells: `None` where the system
    /// does not, a multiple of 2 MiB else.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::FullTable;
    ///
    /// let mut table = FullTable::with_mib(8)?;
    /// // Pages are given as they are touched.
    /// table.clear();
    /// if let Some(bytes) = table.large_bytes() {
    ///     assert!(bytes <= 8 << 20);
    /// }
    /// # Ok::<(), ttable::SizeError>(())
    /// ```
    pub fn large_bytes(&self) -> Option<u64> {
        self.memory.large_bytes()
    }
}

impl<L: Layout, R> Clustered<L, R> {
    /// [`Clustered::clear`] by up to `threads` threads, this one among them; by this one alone if 0.
    ///
    /// Large tables are cleared faster by several: one thread seldom fills a machine's memory bandwidth. Each has at least 1 MiB
    /// to clear, which takes longer than to start a thread; in a smaller table no other is started.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{Bound, Entry, FullTable, Table};
    ///
    /// let mut table = FullTable::with_mib(8)?;
    /// table.store(table.locate(1), &Entry::new(5, Bound::Exact, 3), 1);
    /// let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    /// table.clear_with(threads);
    /// assert_eq!(table.probe(table.locate(1)), None);
    /// # Ok::<(), ttable::SizeError>(())
    /// ```
    pub fn clear_with(&mut self, threads: usize) {
        in_parts(self.memory.as_mut_slice(), threads, |part| part.fill_with(L::Cluster::default));
        self.generation = AtomicU8::new(0);
    }
}

/// Nodes searched in a time, at least none.
fn nodes_in(nodes_per_second: f64, seconds: f64) -> f64 {
    // The greater of a number and of none is the number.
    nodes_per_second.max(0.0) * seconds.max(0.0)
}

/// Bytes a thread is worth starting for: clearing them took 47 to 83 µs where starting one and waiting for it took 22.
const WORTH_A_THREAD: usize = 1 << 20;

/// Does `work` to all of `items`, in parts on up to `threads` threads with this one; how many threads it took.
fn in_parts<T: Send>(items: &mut [T], threads: usize, work: impl Fn(&mut [T]) + Sync) -> usize {
    let parts = threads.min(size_of_val(items) / WORTH_A_THREAD).max(1);
    let (own, others) = items.split_at_mut(items.len().div_ceil(parts));
    let others = others.chunks_mut(own.len().max(1));
    let more = others.len();
    let others = std::sync::Mutex::new(others);
    let work_on_others = || {
        // The lock is held only to take a part.
        while let Some(part) = others.lock().ok().and_then(|mut others| others.next()) {
            work(part);
        }
    };
    std::thread::scope(|scope| {
        // Where the system has fewer threads to give, those there are do the work.
        let start = |_: &usize| std::thread::Builder::new().spawn_scoped(scope, work_on_others).is_ok();
        let started = (0..more).take_while(start).count();
        work(own);
        work_on_others();
        1 + started
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{Bound, Entry, Table};

    /// The threads it took to work on lines, once on each, and the lengths of the parts they did it in.
    #[expect(clippy::unwrap_used, reason = "a panic is how a test reports")]
    fn parts_of(lines: usize, threads: usize) -> (usize, Vec<usize>) {
        let mut items = vec![[0_u64; 8]; lines];
        let parts = Mutex::new(Vec::new());
        let took = in_parts(&mut items, threads, |part| {
            for item in &mut *part {
                item[0] += 1;
            }
            parts.lock().unwrap().push(part.len());
        });
        assert!(items.iter().all(|item| item[0] == 1), "{lines} lines, {threads} threads");
        let mut parts = parts.into_inner().unwrap();
        parts.sort_unstable();
        (took, parts)
    }

    #[test]
    fn no_thread_is_started_for_less_than_a_mebibyte() {
        const MEBIBYTE: usize = (1 << 20) / 64;
        for threads in [0, 1, 2, 100_000] {
            assert_eq!(parts_of(10, threads), (1, vec![10]), "{threads} threads");
            assert_eq!(parts_of(2 * MEBIBYTE - 1, threads), (1, vec![2 * MEBIBYTE - 1]), "{threads} threads");
        }
        assert_eq!(parts_of(0, 4), (1, vec![0]));
        assert_eq!(parts_of(2 * MEBIBYTE, 1), (1, vec![2 * MEBIBYTE]));
        assert_eq!(parts_of(2 * MEBIBYTE, 100_000), (2, vec![MEBIBYTE; 2]));
        assert_eq!(parts_of(5 * MEBIBYTE + 3, 2), (2, vec![5 * MEBIBYTE / 2 + 1, 5 * MEBIBYTE / 2 + 2]));
        assert_eq!(parts_of(5 * MEBIBYTE, 100_000), (5, vec![MEBIBYTE; 5]));
    }

    #[test]
    fn less_than_none_and_no_number_count_as_none() {
        for (rate, seconds) in
            [(-1e6, -60.0), (-1e6, 60.0), (1e6, -60.0), (0.0, f64::INFINITY), (f64::NAN, 60.0)]
        {
            assert_eq!(FullTable::mib_for(rate, seconds), 0, "{rate} {seconds}");
            assert_eq!(FullTable::entries_for(rate, seconds), 0, "{rate} {seconds}");
        }
        assert_eq!(FullTable::mib_for(0.1, 1.0), 1);
        assert_eq!(FullTable::mib_for(65_536.0, 1.0), 1);
        assert_eq!(FullTable::mib_for(65_536.5, 1.0), 2);
        assert_eq!(FullTable::mib_for(f64::MAX, f64::MAX), u64::MAX);
        assert_eq!(FullTable::entries_for(f64::MAX, f64::MAX), u64::MAX);
    }

    #[test]
    fn a_table_that_is_cleared_or_resized_begins_at_the_first_generation() {
        let used = || {
            let table = FullTable::with_clusters(100).unwrap();
            table.new_generation();
            table.store(table.locate(1), &Entry::new(1, Bound::Exact, 1), 1);
            assert_eq!((table.generation().number(), table.hashfull_within(31)), (1, 2));
            table
        };
        let start: [fn(&mut FullTable); 3] = [
            FullTable::clear,
            |table| table.clear_with(2),
            |table| table.resize(Size::Clusters(100)).unwrap(),
        ];
        for start in start {
            let mut table = used();
            start(&mut table);
            assert_eq!((table.generation().number(), table.hashfull_within(31)), (0, 0));
        }
        let mut table = used();
        assert!(table.resize(Size::Clusters(0)).is_err());
        assert_eq!((table.generation().number(), table.hashfull_within(31)), (1, 2));
    }
}
