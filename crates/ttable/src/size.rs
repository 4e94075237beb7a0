//! How large a table is to be, and why it may not be.

/// A size asked for.
///
/// Memory of 1 MiB or more comes in pages, so of a budget so large only whole pages of 4 KiB are used: 187,392 of the
/// 187,500 slots of [`Full`](crate::Full) that 3,000,000 bytes have room for. That is so on every system, so that equal
/// budgets make equal tables.
///
/// The clusters never take more than the budget. What holds them may, on Linux only where pages are larger than 4 KiB: the last
/// one may then go on beyond it, by less than a page. On other systems, and below 1 MiB, memory comes from the allocator, which
/// adds what it keeps for itself; from 1 MiB on 56 bytes are asked for beyond the clusters, so that they can begin with a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// As many whole clusters as fit into this many bytes, from 1 MiB on into its whole pages of 4 KiB. Never more, and at
    /// least one.
    Bytes(u64),
    /// As many whole clusters as fit into this many MiB of 1,048,576 bytes, as by [`Size::Bytes`].
    Mib(u64),
    /// Exactly this many clusters.
    Clusters(u64),
}

/// Why a table of the size asked for cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The budget is less than one cluster, or no clusters were asked for.
    #[error("expected room for at least one cluster of {cluster} bytes, found {bytes} bytes")]
    TooSmall {
        /// The budget, in bytes.
        bytes: u64,
        /// What one cluster takes, in bytes.
        cluster: u64,
    },
    /// The size in bytes is more than any object on this machine can have.
    #[error("expected a size below 2^{bits} bytes, found more")]
    Overflow {
        /// Bits of the greatest size.
        bits: u32,
    },
    /// The machine, or a limit set on this process, has less.
    #[error("expected at most {available} bytes ({limit}), found {bytes}")]
    TooLarge {
        /// The size asked for, in bytes.
        bytes: u64,
        /// What could be had at most, in bytes.
        available: u64,
        /// Where the limit lies.
        limit: Limit,
    },
    /// The system refused the memory all the same.
    #[error("expected {bytes} bytes of memory, refused by the system")]
    Unavailable {
        /// The size asked for, in bytes.
        bytes: u64,
    },
    /// The layout's index is a mask of bits.
    #[error("expected a power of two of clusters, found {clusters}")]
    PowerOfTwo {
        /// The number of clusters asked for.
        clusters: usize,
    },
    /// The layout keeps too few bits of a key to tell apart all keys that share one of so few clusters.
    #[error(
        "expected at least {least} clusters, so that the part of a key kept tells keys apart, found {clusters}"
    )]
    TooFewClusters {
        /// The number of clusters asked for.
        clusters: usize,
        /// The least number the layout can serve.
        least: u64,
    },
}

/// What limits the memory of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The machine's physical memory.
    Physical,
    /// The memory limit of the process's control group.
    ControlGroup,
    /// What is left of the process's address space limit (`RLIMIT_AS`).
    AddressSpace,
}

impl core::fmt::Display for Limit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Physical => "the machine's memory",
            Self::ControlGroup => "the control group's memory limit",
            Self::AddressSpace => "what is left of the address space limit",
        })
    }
}

impl Size {
    #[cfg(feature = "std")]
    /// The number of clusters of `cluster` bytes. `usable` says how much of a budget memory can be had for.
    pub(crate) fn clusters(
        self,
        cluster: usize,
        usable: impl Fn(usize) -> usize,
    ) -> Result<usize, SizeError> {
        let overflow = SizeError::Overflow { bits: isize::BITS - 1 };
        let small = |bytes| SizeError::TooSmall { bytes, cluster: cluster as u64 };
        let budget = match self {
            Self::Bytes(bytes) => bytes,
            Self::Mib(mib) => mib.checked_mul(1 << 20).ok_or_else(|| overflow.clone())?,
            Self::Clusters(clusters) => {
                let clusters = usize::try_from(clusters).map_err(|_| overflow.clone())?;
                // A size in bytes is an `isize` at most, as everywhere in Rust.
                let bytes = clusters.checked_mul(cluster).filter(|&bytes| isize::try_from(bytes).is_ok());
                bytes.ok_or(overflow)?;
                return if clusters == 0 { Err(small(0)) } else { Ok(clusters) };
            }
        };
        let bytes = isize::try_from(budget).map_err(|_| overflow)?.unsigned_abs();
        match usable(bytes) / cluster {
            0 => Err(small(budget)),
            clusters => Ok(clusters),
        }
    }
}
