//! A process with little address space: refused by name, before anything is mapped.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

use std::env;
use std::process::Command;

use ttable::{FullTable, Limit, Size, SizeError};

/// Says to the second run of this program that its address space is limited.
const LIMITED: &str = "TTABLE_TEST_LIMITED";

#[test]
fn an_address_space_limit_is_an_error_and_not_an_abort() {
    if env::var_os(LIMITED).is_none() {
        // A limit cannot be lifted again, so another process gets it: 2 GiB, in units of 1,024 bytes.
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 2097152 && exec \"$0\" --exact \"$1\""])
            .arg(env::current_exe().unwrap())
            .arg("an_address_space_limit_is_an_error_and_not_an_abort")
            .env(LIMITED, "1")
            .output()
            .unwrap();
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && report.contains("1 passed"), "{report}");
        return;
    }
    let error = FullTable::with_mib(2048).unwrap_err();
    assert!(matches!(error, SizeError::TooLarge { limit: Limit::AddressSpace, .. }), "{error}");
    let mut table = FullTable::with_mib(64).unwrap();
    assert!(table.resize(Size::Mib(2048)).is_err());
    assert_eq!(table.clusters().len(), 1 << 20);
    // Two tables that fit one by one, but not together.
    let first = FullTable::with_mib(1200).unwrap();
    let second = FullTable::with_mib(1200).unwrap_err();
    assert!(matches!(second, SizeError::TooLarge { limit: Limit::AddressSpace, .. }), "{second}");
    drop(first);
    assert!(FullTable::with_mib(1200).is_ok());
}
