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
        Memory::new(Size::Clusters(fitting as u64))
    }

    /// Makes the table empty and of another size.
    ///
    /// # Errors
    ///
    /// As [`Clustered::new`]; the table is then as it was. Old and new memory exist side by side for a moment, the new
    /// one untouched.
    pub fn resize(&mut self, size: Size) -> Result<(), SizeError> {
        let memory = Self::memory(&self.layout, size)?;
        self.layout.fits(memory.len())?;
        self.memory = memory;
        self.generation = AtomicU8::new(0);
        Ok(())
    }

    /// MiB, rounded up, that this layout needs to hold what a search can store in a time: one entry for each node.
    ///
    /// `nodes_per_second` and `seconds` are of all threads together; fewer than none count as none. More memory than this
    /// gains nothing in one search.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{Aging, Clustered, Compact, FullTable};
    ///
    /// // A million nodes a second, for a minute.
    /// assert_eq!(FullTable::mib_for(1e6, 60.0), 916);
    /// assert_eq!(Clustered::<Compact, Aging>::mib_for(1e6, 60.0), 611);
    /// ```
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
    #[expect(clippy::cast_precision_loss, reason = "the number of slots of a cluster is small")]
    pub fn mib_for(nodes_per_second: f64, seconds: f64) -> u64
    where
        L: Default,
        L::Cluster: Default,
    {
        let slots = L::default().read(&L::Cluster::default(), 0).0.as_ref().len().max(1);
        let clusters = (nodes_per_second * seconds / slots as f64).ceil();
        (clusters * size_of::<L::Cluster>() as f64 / f64::from(1 << 20)).ceil() as u64
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
    /// [`Clustered::clear`] by `threads` threads, this one among them; by one if 0.
    ///
    /// Large tables are cleared faster by several: one thread seldom fills a machine's memory bandwidth.
    pub fn clear_with(&mut self, threads: usize) {
        let clusters = self.memory.as_mut_slice();
        let share = clusters.len().div_ceil(threads.max(1));
        let (own, others) = clusters.split_at_mut(share);
        let parts = std::sync::Mutex::new(others.chunks_mut(share));
        let clear_parts = || {
            // The lock is held only to take a part; a part's clearing does not panic.
            while let Some(part) = parts.lock().ok().and_then(|mut parts| parts.next()) {
                part.fill_with(L::Cluster::default);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system has fewer threads to give, those there are do the work.
                if std::thread::Builder::new().spawn_scoped(scope, clear_parts).is_err() {
                    break;
                }
            }
            own.fill_with(L::Cluster::default);
            clear_parts();
        });
        self.generation = AtomicU8::new(0);
    }
}
