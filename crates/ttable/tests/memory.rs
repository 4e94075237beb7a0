//! Memory as the system sees it, in a process of its own. Case TT-26.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

use std::fs::read_to_string;
use std::path::Path;

use ttable::{Bound, Entry, FullTable, Pages, Size, Table};

/// Bytes of this process that are in memory.
fn resident() -> u64 {
    // Exact, where `VmRSS` may lag behind by some pages for each processor.
    let status = read_to_string("/proc/self/smaps_rollup").unwrap();
    let line = status.lines().find(|line| line.starts_with("Rss:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// Bytes of addresses this process has mapped.
fn mapped() -> u64 {
    let status = read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmSize:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// What a table does not need it gives back: at once what was mapped to reach a large page's boundary, the rest when it goes.
fn gives_back_what_it_does_not_need() {
    const MIB: u64 = 1 << 20;
    for mib in [2, 3, 16] {
        let before = mapped();
        let tables: Vec<FullTable> = (0..16).map(|_| FullTable::with_mib(mib).unwrap()).collect();
        let each = (mapped() - before) / 16;
        assert!(each <= mib * MIB + MIB / 2, "{mib} MiB: {each} bytes mapped for each");
        drop(tables);
        assert!(mapped() <= before + MIB, "{mib} MiB: {} bytes mapped still", mapped() - before);
    }
    // A small one is no mapping of its own, and the allocator gets it back.
    let before = resident();
    for _ in 0..2000 {
        FullTable::with_bytes(MIB / 4).unwrap().clear();
    }
    assert!(resident() <= before + 8 * MIB, "{} bytes kept", resident() - before);
}

/// Large tables ask for large pages, where the system has any; small ones do not.
fn asks_for_large_pages() {
    let system_has_them = Path::new("/sys/kernel/mm/transparent_hugepage").exists();
    for mib in [2, 3, 64] {
        let pages = FullTable::with_mib(mib).unwrap().pages();
        assert_eq!(pages == Pages::LargeRequested, system_has_them, "{mib} MiB: {pages:?}");
    }
    assert_eq!(FullTable::with_bytes(3 << 19).unwrap().pages(), Pages::Ordinary);
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn a_table_takes_the_memory_it_was_given_and_only_once_it_is_used() {
    asks_for_large_pages();
    gives_back_what_it_does_not_need();
    takes_what_it_was_given();
    tells_its_large_pages();
    forgets_and_resizes();
}

fn takes_what_it_was_given() {
    for mib in [1, 16, 64, 256] {
        let before = resident();
        let mut table = FullTable::with_mib(mib).unwrap();
        let fresh = resident() - before;
        assert!(mib < 2 || fresh < 1 << 20, "{mib} MiB: {fresh} bytes before use");
        table.clear_with(2);
        let used = resident() - before;
        let asked = mib << 20;
        assert!(used <= asked + asked / 10 + (1 << 20), "{mib} MiB: {used} bytes");
        assert!(used >= asked - asked / 10, "{mib} MiB: {used} bytes");
    }
}

fn tells_its_large_pages() {
    const LARGE_PAGE: u64 = 2 << 20;
    /// Of all of this process, as the system says itself.
    fn of_the_process() -> u64 {
        let rollup = read_to_string("/proc/self/smaps_rollup").unwrap();
        let line = rollup.lines().find(|line| line.starts_with("AnonHugePages:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
    }

    let mut table = FullTable::with_mib(64).unwrap();
    assert_eq!(table.large_bytes().unwrap_or(0), 0, "before use");
    let is_told = read_to_string("/proc/self/smaps").is_ok_and(|smaps| smaps.contains("\nAnonHugePages:"));
    assert_eq!(table.large_bytes().is_some(), is_told);
    if is_told {
        let before = of_the_process();
        table.clear();
        let (bytes, after) = (table.large_bytes().unwrap(), of_the_process());
        assert!(bytes <= 64 << 20 && bytes.is_multiple_of(LARGE_PAGE), "{bytes} bytes");
        // Whether there are some to have is the system's matter. Those that came when the table was filled are the table's, but for
        // two that may have come elsewhere in the same time.
        assert!(bytes <= after, "{bytes} of {after} bytes");
        assert!(
            bytes + 2 * LARGE_PAGE >= after.saturating_sub(before),
            "{bytes} of {before} to {after} bytes"
        );
    }
    assert_eq!(FullTable::with_clusters(10).unwrap().large_bytes().unwrap_or(0), 0);
}

fn forgets_and_resizes() {
    // Clearing by any number of threads forgets every entry.
    let mut table = FullTable::with_clusters(1001).unwrap();
    for threads in [0, 1, 2, 3, 2000] {
        for key in 0..4000 {
            let key = u64::MAX / 4000 * key;
            table.store(table.locate(key), &Entry::new(1, Bound::Exact, 1), 1);
        }
        assert!(table.hashfull() > 500);
        table.clear_with(threads);
        assert_eq!(table.hashfull_within(31), 0, "{threads} threads");
        let used = |cluster: &ttable::Line| {
            cluster.0.iter().any(|word| word.load(std::sync::atomic::Ordering::Relaxed) != 0)
        };
        assert!(!table.clusters().iter().any(used));
    }
    assert_eq!(table.pages(), Pages::Ordinary);
    // Much larger than what is free is fine, as long as the machine could have it: nothing is touched.
    let half =
        read_to_string("/proc/meminfo").unwrap().split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
            * 512;
    let before = resident();
    if table.resize(Size::Bytes(half)).is_ok() {
        assert!(resident().saturating_sub(before) < 1 << 20);
    }
}
