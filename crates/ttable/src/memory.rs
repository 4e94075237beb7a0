//! Memory for a table: zeroed lazily where the system can, aligned to cache lines, returned when dropped.

#[cfg(all(target_os = "linux", not(loom)))]
mod large;
#[cfg(all(target_os = "linux", not(loom)))]
mod limits;
#[cfg(all(target_os = "linux", not(loom)))]
mod linux;
#[cfg(not(loom))]
mod portable;

use core::fmt;
use core::ops::Deref;
#[cfg(not(loom))]
use core::ptr::NonNull;

use crate::{Cluster, Size, SizeError};

/// Whether the system backs a table by large pages, which save most of the address translations a random access costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pages {
    /// The system's ordinary pages: the table is smaller than one large page, or there are no large ones to ask for.
    Ordinary,
    /// Large pages were asked for and the system took the request; it grants them as memory is touched, if it has some.
    /// How much it did grant is [`Memory::large_bytes`].
    LargeRequested,
}

#[cfg(not(loom))]
enum Backing {
    #[cfg(target_os = "linux")]
    Mapped(linux::Mapping),
    Allocated(portable::Allocation),
}

/// Zeroed clusters this process owns.
pub struct Memory<C: Cluster> {
    /// Where the backing starts: beside it, so that no probe asks which kind of backing it is.
    #[cfg(not(loom))]
    start: NonNull<C>,
    #[cfg(not(loom))]
    count: usize,
    #[cfg(not(loom))]
    backing: Backing,
    #[cfg(loom)]
    clusters: Vec<C>,
}

/// Below this many bytes memory comes from the allocator, exactly as much as asked for; from it on in whole pages.
#[cfg(not(loom))]
const MAPPED_FROM: usize = 1 << 20;

#[cfg(not(loom))]
impl<C: Cluster> Memory<C> {
    /// Zeroed clusters. Takes next to no time: the system zeroes pages when they are first touched, where it can.
    ///
    /// # Errors
    ///
    /// [`SizeError`] where the size is 0, or more than the machine, the process's limits or its address space have.
    pub fn new(size: Size) -> Result<Self, SizeError> {
        let clusters = size.clusters(size_of::<C>(), Self::usable)?;
        // No overflow: `Size::clusters` answers with what fits into an `isize`.
        let bytes = clusters * size_of::<C>();
        // Asking the system for its limits takes longer than getting a little memory; and the allocator, which gives that, says
        // itself when there is none.
        #[cfg(target_os = "linux")]
        if bytes >= MAPPED_FROM {
            limits::check(bytes as u64)?;
        }
        let backing = Self::backing(bytes)?;
        let start = match &backing {
            #[cfg(target_os = "linux")]
            Backing::Mapped(mapping) => mapping.start(),
            Backing::Allocated(allocation) => allocation.start(),
        };
        Ok(Self { start: start.cast(), count: clusters, backing })
    }

    #[cfg(target_os = "linux")]
    fn backing(bytes: usize) -> Result<Backing, SizeError> {
        if bytes >= MAPPED_FROM {
            linux::Mapping::new(bytes).map(Backing::Mapped)
        } else {
            portable::Allocation::new(bytes).map(Backing::Allocated)
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn backing(bytes: usize) -> Result<Backing, SizeError> {
        portable::Allocation::new(bytes).map(Backing::Allocated)
    }

    /// How much of a budget of `bytes` clusters may use, when the whole pages they come in count too.
    ///
    /// The same on every system, so that equal budgets make equal tables: pages of 4 KiB, the commonest size.
    fn usable(bytes: usize) -> usize {
        if bytes < MAPPED_FROM { bytes } else { bytes - bytes % 4096 }
    }

    /// What pages it lies in.
    pub fn pages(&self) -> Pages {
        match &self.backing {
            #[cfg(target_os = "linux")]
            Backing::Mapped(mapping) => mapping.pages(),
            Backing::Allocated(_) => Pages::Ordinary,
        }
    }

    /// How many of its bytes lie in large pages at this moment: a multiple of 2 MiB, and never more than it has. `None` where the
    /// system does not tell, as only Linux does.
    ///
    /// Pages are given when they are first touched, so a new table has none: ask once it has been cleared or used. The system
    /// may also put large pages together, or break them up, later.
    ///
    /// Linux tells it for each of its mappings, and tables that lie side by side may share one. Their large pages then count
    /// for each of them, as far as its size goes.
    ///
    /// For a report, not for a search: the system goes through the mappings of the whole process.
    pub fn large_bytes(&self) -> Option<u64> {
        match &self.backing {
            #[cfg(target_os = "linux")]
            Backing::Mapped(mapping) => mapping.large_bytes(),
            // On Linux, less than a large page has room for.
            Backing::Allocated(_) => cfg!(target_os = "linux").then_some(0),
        }
    }

    /// The clusters, for whoever holds them alone.
    pub fn as_mut_slice(&mut self) -> &mut [C] {
        // SAFETY: as in `deref`, and `self` is borrowed exclusively.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.count) }
    }
}

#[cfg(not(loom))]
impl<C: Cluster> Deref for Memory<C> {
    type Target = [C];

    #[inline]
    fn deref(&self) -> &[C] {
        // SAFETY: the backing holds `count · size_of::<C>()` bytes from `start` on, at most `isize::MAX`, aligned to 64 bytes and so
        // to `C`, zeroed when they were made; all zero bits is a `C` (`Cluster: Zeroed`). The backing is neither moved
        // nor freed before `self` is dropped, and writes through `&C` are atomic.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

// SAFETY: it owns its memory, and `C` is `Send`.
#[cfg(not(loom))]
unsafe impl<C: Cluster> Send for Memory<C> {}
// SAFETY: shared references to it only give out `&[C]`, and `C` is `Sync`.
#[cfg(not(loom))]
unsafe impl<C: Cluster> Sync for Memory<C> {}

#[cfg(loom)]
impl<C: Cluster> Memory<C> {
    /// Empty clusters, made one by one: the model checker's atomics are no plain memory.
    ///
    /// # Errors
    ///
    /// [`SizeError`] where the size is 0 or overflows.
    pub fn new(size: Size) -> Result<Self, SizeError> {
        let clusters = size.clusters(size_of::<C>(), |bytes| bytes)?;
        Ok(Self { clusters: (0..clusters).map(|_| C::default()).collect() })
    }

    /// What pages it lies in.
    pub fn pages(&self) -> Pages {
        Pages::Ordinary
    }

    /// How many of its bytes lie in large pages: nobody tells.
    pub fn large_bytes(&self) -> Option<u64> {
        None
    }

    /// The clusters, for whoever holds them alone.
    pub fn as_mut_slice(&mut self) -> &mut [C] {
        &mut self.clusters
    }
}

#[cfg(loom)]
impl<C: Cluster> Deref for Memory<C> {
    type Target = [C];

    fn deref(&self) -> &[C] {
        &self.clusters
    }
}

impl<C: Cluster> AsRef<[C]> for Memory<C> {
    #[inline]
    fn as_ref(&self) -> &[C] {
        self
    }
}

impl<C: Cluster> AsMut<[C]> for Memory<C> {
    fn as_mut(&mut self) -> &mut [C] {
        self.as_mut_slice()
    }
}

impl<C: Cluster> fmt::Debug for Memory<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("clusters", &self.len()).field("pages", &self.pages()).finish()
    }
}
