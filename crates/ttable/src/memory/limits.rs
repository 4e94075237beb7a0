//! How much memory this process may have, asked before it is mapped.
//!
//! Linux grants address space freely and ends the process when the memory behind it runs out, so a refusal has to come
//! from here.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, getrlimit};

use crate::{Limit, SizeError};

/// Refuses what is more than the machine or the process may ever have.
pub(super) fn check(bytes: u64) -> Result<(), SizeError> {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    check_in(bytes, &groups, Path::new("/sys/fs/cgroup"))
}

/// The same for a process of these control groups, as [`limit_of_groups`] has them.
fn check_in(bytes: u64, groups: &str, root: &Path) -> Result<(), SizeError> {
    let limits = [
        (Limit::Physical, physical()),
        (Limit::ControlGroup, limit_of_groups(groups, root)),
        (Limit::AddressSpace, address_space()),
    ];
    for (limit, available) in limits {
        if let Some(available) = available.filter(|&available| bytes > available) {
            return Err(SizeError::TooLarge { bytes, available, limit });
        }
    }
    Ok(())
}

/// The machine's memory in bytes.
fn physical() -> Option<u64> {
    let info = rustix::system::sysinfo();
    // The field's width differs between platforms.
    #[allow(clippy::useless_conversion, reason = "32 bits on some platforms")]
    let total = u64::from(info.totalram);
    total.checked_mul(u64::from(info.mem_unit)).filter(|&bytes| bytes > 0)
}

/// What is left of the limit on the process's address space, in bytes; `None` if there is no limit.
fn address_space() -> Option<u64> {
    let limit = getrlimit(Resource::As).current?;
    // The first figure of the file is the size of the address space in pages.
    let used =
        read_to_string("/proc/self/statm").ok().and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    Some(limit.saturating_sub(used.unwrap_or(0).saturating_mul(rustix::param::page_size() as u64)))
}

/// The least memory limit in bytes, if there is any, among the groups that `groups` names, one a line as
/// `number:controllers:path`, under `root`, and those above them.
///
/// The unified hierarchy has no controllers in its line and its limits in `memory.max`; the older one has a hierarchy
/// `memory` with limits in `memory.limit_in_bytes`.
fn limit_of_groups(groups: &str, root: &Path) -> Option<u64> {
    let limits = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let path = path.trim_start_matches('/');
        if controllers.is_empty() {
            least_upwards(root, path, "memory.max")
        } else if controllers.split(',').any(|controller| controller == "memory") {
            least_upwards(&root.join("memory"), path, "memory.limit_in_bytes")
        } else {
            None
        }
    });
    limits.min()
}

/// The least number in the files `name` of `root/path` and its parents down to `root`.
fn least_upwards(root: &Path, path: &str, name: &str) -> Option<u64> {
    let bottom: PathBuf = root.join(path);
    let directories = bottom.ancestors().take_while(|directory| directory.starts_with(root));
    // A file that says `max`, or none, is no limit.
    directories.filter_map(|directory| read_to_string(directory.join(name)).ok()?.trim().parse().ok()).min()
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir_all, write};

    use super::*;

    #[test]
    fn the_machine_has_memory_and_not_a_pebibyte() {
        let bytes = physical().unwrap();
        assert!(bytes > 1 << 20, "{bytes}");
        assert_eq!(check(1 << 10), Ok(()));
        let too_large = check(1 << 50).unwrap_err();
        assert!(matches!(too_large, SizeError::TooLarge { bytes: 0x4_0000_0000_0000, .. }), "{too_large:?}");
    }

    #[test]
    fn exactly_what_there_is_may_be_asked_for() {
        let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
        let of_groups = limit_of_groups(&groups, Path::new("/sys/fs/cgroup"));
        let least = physical().into_iter().chain(of_groups).min().unwrap();
        // What is left of an address space changes from moment to moment; usually there is no limit on it.
        if address_space().is_none() {
            assert_eq!(check(least), Ok(()));
            assert!(
                matches!(check(least + 1), Err(SizeError::TooLarge { available, .. }) if available == least)
            );
        }
    }

    #[test]
    fn the_least_limit_of_the_groups_above_counts() {
        let root = std::env::temp_dir().join(format!("ttable-limits-{}", std::process::id()));
        let group = root.join("a/b");
        create_dir_all(&group).unwrap();
        create_dir_all(root.join("memory/c")).unwrap();
        write(group.join("memory.max"), "max\n").unwrap();
        write(root.join("a/memory.max"), "7000\n").unwrap();
        write(root.join("memory/c/memory.limit_in_bytes"), "5000\n").unwrap();
        let limit = |groups| limit_of_groups(groups, &root);
        assert_eq!(limit("0::/a/b\n"), Some(7000));
        assert_eq!(limit("3:cpu:/x\n2:memory:/c\n0::/\n"), Some(5000));
        assert_eq!(limit("2:memory:/c\n0::/a/b\n"), Some(5000));
        assert_eq!(limit("0::/elsewhere\n"), None);
        assert_eq!(limit("nonsense"), None);
        let check = |bytes| check_in(bytes, "0::/a/b\n", &root);
        assert_eq!(check(7000), Ok(()));
        let refused = SizeError::TooLarge { bytes: 7001, available: 7000, limit: Limit::ControlGroup };
        assert_eq!(check(7001), Err(refused));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
