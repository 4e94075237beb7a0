//! Memory as the system sees it, in a process of its own. Case TT-26.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

use std::fs::read_to_string;

use ttable::{Bound, Entry, FullTable, Pages, Size, Table};

/// Bytes of this process that are in memory.
fn resident() -> u64 {
    // Exact, where `VmRSS` may lag behind by some pages for each processor.
    let status = read_to_string("/proc/self/smaps_rollup").unwrap();
    let line = status.lines().find(|line| line.starts_with("Rss:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn a_table_takes_the_memory_it_was_given_and_only_once_it_is_used() {
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
