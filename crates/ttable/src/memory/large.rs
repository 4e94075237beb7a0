//! How much of some memory lies in large pages, by what Linux says of the process's mappings.

use core::ops::Range;
use std::fs::read_to_string;

use super::linux::LARGE_PAGE;

/// Of `bytes` bytes from address `start` on, those in large pages, at most as many as large pages fit into them; `None` where the
/// system does not tell.
pub(super) fn bytes_of(start: u64, bytes: u64) -> Option<u64> {
    let large = sum(&read_to_string("/proc/self/smaps").ok()?, &(start..start + bytes))?;
    // Of a neighbour that the system joined to the memory there may be more.
    Some(large.min(whole(bytes)))
}

/// How many of so many bytes fill large pages.
fn whole(bytes: u64) -> u64 {
    bytes - bytes % LARGE_PAGE as u64
}

/// Bytes in large pages of the mappings that hold any of `addresses`, by the file's text: for each mapping a line with its
/// addresses, then lines `Name: figure`.
///
/// A mapping that goes on beyond `addresses` is counted whole: the system does not tell in which part its large pages lie.
fn sum(smaps: &str, addresses: &Range<u64>) -> Option<u64> {
    let (mut inside, mut sum) = (false, None);
    for line in smaps.lines() {
        if let Some(mapping) = mapping_of(line) {
            inside = mapping.start < addresses.end && addresses.start < mapping.end;
        } else if let Some(figure) = line.strip_prefix("AnonHugePages:").filter(|_| inside) {
            let kib = figure.trim().strip_suffix(" kB")?.parse::<u64>().ok()?;
            sum = Some(kib.checked_mul(1024)?.checked_add(sum.unwrap_or(0))?);
        }
    }
    sum
}

/// The addresses at the head of a mapping's first line, `start-end` in base 16; `None` for another line.
pub(super) fn mapping_of(line: &str) -> Option<Range<u64>> {
    let (start, end) = line.split(' ').next()?.split_once('-')?;
    Some(u64::from_str_radix(start, 16).ok()?..u64::from_str_radix(end, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMAPS: &str = "\
1000-3000 rw-p 00000000 00:00 0
Size:                  8 kB
AnonHugePages:      2048 kB
VmFlags: rd wr mr mw me ac hg
3000-5000 rw-p 00000000 00:00 0 /a-b/dead-beef: c
AnonHugePages:      4096 kB
7000-8000 r--p 00000000 08:01 3 a
AnonHugePages:         0 kB
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]
Rss:                   0 kB
";

    #[test]
    fn the_mappings_that_hold_any_of_it_count_whole() {
        let mib = |start, end| sum(SMAPS, &(start..end)).map(|bytes| bytes >> 20);
        assert_eq!(mib(0x1000, 0x3000), Some(2));
        assert_eq!(mib(0x2fff, 0x3001), Some(6));
        assert_eq!(mib(0x3000, 0x4000), Some(4));
        assert_eq!(mib(0, 0x1001), Some(2));
        assert_eq!(mib(0x4fff, 0x8000), Some(4));
        assert_eq!(mib(0x7000, 0x7001), Some(0));
    }

    #[test]
    fn a_large_page_that_is_not_full_is_none() {
        for (bytes, large) in [(0, 0), ((2 << 20) - 1, 0), (2 << 20, 1), ((2 << 20) + 1, 1), (11 << 20, 5)] {
            assert_eq!(whole(bytes), large * (2 << 20), "{bytes} bytes");
        }
    }

    #[test]
    fn what_the_system_does_not_tell_is_nothing() {
        for (start, end) in [(0, 0x1000), (0x5000, 0x7000), (0xffff_ffff_ff60_0000, 0xffff_ffff_ff60_1000)] {
            assert_eq!(sum(SMAPS, &(start..end)), None, "{start:x}");
        }
        assert_eq!(sum("", &(0..u64::MAX)), None);
        assert_eq!(sum("1000-2000 rw-p\nAnonHugePages: many\n", &(0..u64::MAX)), None);
    }
}
