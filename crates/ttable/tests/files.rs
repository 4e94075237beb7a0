//! Saving, loading, and refusing what was not saved by us.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::{Keys, entry_of};
use ttable::{
    Aging, Clustered, Compact, CompactLine, Exact, Fields, Full, FullTable, Layout, LeastWork, LoadError,
    Masked, OnePerIndex, Size, Table, TwoPerIndex,
};

const KEY_SET: u64 = 0x5eed;

/// A directory of this test's own, removed at its end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ttable-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn filled() -> FullTable {
    let table = FullTable::with_clusters(77).unwrap();
    for key in Keys::new(1).take(200) {
        table.store(table.locate(key), &entry_of(key), 1);
        if key % 20 == 0 {
            table.new_generation();
        }
    }
    table
}

fn load(path: &std::path::Path) -> Result<FullTable, LoadError> {
    FullTable::load(path, Full, Aging, KEY_SET)
}

#[test]
fn a_saved_table_comes_back_whole() {
    let directory = Directory::new("whole");
    let path = directory.file("table");
    let table = filled();
    table.save(&path, KEY_SET).unwrap();
    // Header and checksum are 48 bytes.
    assert_eq!(fs::metadata(&path).unwrap().len(), 77 * 64 + 48);
    let loaded = load(&path).unwrap();
    assert_eq!(loaded.generation(), table.generation());
    assert_eq!(loaded.hashfull(), table.hashfull());
    for key in Keys::new(1).take(200) {
        assert_eq!(loaded.probe(loaded.locate(key)), table.probe(table.locate(key)));
    }
    // Saving again replaces the file and leaves nothing beside it.
    loaded.save(&path, KEY_SET).unwrap();
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 1);
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_old_one() {
    let directory = Directory::new("unwritable");
    let path = directory.file("table");
    // A directory in the file's place cannot be replaced by a file.
    fs::create_dir_all(path.join("inside")).unwrap();
    assert!(filled().save(&path, KEY_SET).is_err());
    assert!(filled().save(&directory.file("missing/table"), KEY_SET).is_err());
    assert!(path.join("inside").is_dir());
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 1);
}

/// 255 bytes are the longest name that the common file systems take.
#[cfg(unix)]
#[test]
fn a_file_may_have_the_longest_name_there_is() {
    let directory = Directory::new("long");
    for length in [244, 245, 255] {
        let path = directory.file(&"n".repeat(length));
        filled().save(&path, KEY_SET).unwrap();
        assert_eq!(load(&path).unwrap().clusters().len(), 77);
        fs::remove_file(&path).unwrap();
    }
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 0);
    assert!(filled().save(&directory.file(&"n".repeat(256)), KEY_SET).is_err());
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_and_permissions_are_replaced() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let directory = Directory::new("link");
    let (path, other) = (directory.file("table"), directory.file("other"));
    fs::write(&other, "as it was").unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o400)).unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode();
    symlink(&other, &path).unwrap();
    filled().save(&path, KEY_SET).unwrap();
    assert!(fs::symlink_metadata(&path).unwrap().is_file());
    assert_eq!(fs::read_to_string(&other).unwrap(), "as it was");
    filled().save(&other, KEY_SET).unwrap();
    assert!(load(&other).is_ok());
    fs::write(directory.file("new"), "").unwrap();
    assert_eq!(mode(&other), mode(&directory.file("new")));
}

/// A rename would put a file in the place of what is none.
#[cfg(unix)]
#[test]
fn devices_and_pipes_are_not_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::os::unix::net::UnixListener;

    let directory = Directory::new("device");
    let (device, socket) = (directory.file("device"), directory.file("socket"));
    symlink("/dev/null", &device).unwrap();
    let _listener = UnixListener::bind(&socket).unwrap();
    for path in [&device, &socket] {
        let error = filled().save(path, KEY_SET).unwrap_err().to_string();
        assert!(error.ends_with("expected a file, found something else"), "{error}");
    }
    assert!(fs::metadata(&device).unwrap().file_type().is_char_device());
    assert!(fs::symlink_metadata(&device).unwrap().is_symlink());
    assert!(fs::metadata(&socket).unwrap().file_type().is_socket());
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 2);
}

/// Temporary files that others left are stepped over, and stay.
#[test]
fn what_others_left_is_in_nobodys_way() {
    let directory = Directory::new("left");
    let left = |number| directory.file(&format!("ttable-{}-{number}.partial", std::process::id()));
    for number in [0, 1, 3] {
        fs::write(left(number), "theirs").unwrap();
    }
    filled().save(&directory.file("table"), KEY_SET).unwrap();
    assert!(load(&directory.file("table")).is_ok());
    assert_eq!(fs::read_to_string(left(1)).unwrap(), "theirs");
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 4);
}

/// Whoever is last wins, and what is there is whole at any time.
#[test]
fn threads_that_save_to_one_file_at_once_leave_one_whole_table() {
    let directory = Directory::new("threads");
    let path = directory.file("table");
    let table = filled();
    table.save(&path, KEY_SET).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    table.save(&path, KEY_SET).unwrap();
                    load(&path).unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read_dir(&directory.0).unwrap().count(), 1);
}

#[test]
fn truncated_extended_changed_or_foreign_files_are_refused_by_name() {
    let directory = Directory::new("refused");
    let path = directory.file("table");
    filled().save(&path, KEY_SET).unwrap();
    let whole = fs::read(&path).unwrap();
    let with = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        load(&path).map(|_| ()).unwrap_err()
    };
    for length in [0, 7, 8, 39, 40, 1000, whole.len() - 1] {
        let error = with(&whole[..length]);
        let named =
            matches!(error, LoadError::Foreign) && length < 8 || matches!(error, LoadError::Length { .. });
        assert!(named, "{length} bytes: {error}");
        // What was expected is the header's length as long as that is missing, then the whole file's.
        let expected = if length < 40 { 40 } else { whole.len() };
        let says = format!("expected {expected} bytes, found {length}");
        assert!(length < 8 || error.to_string() == says, "{length} bytes: {error}");
    }
    assert!(matches!(with(&[whole.as_slice(), &[0]].concat()), LoadError::Length { .. }));
    assert!(matches!(with(b"MZ and so on, as long as a header at least"), LoadError::Foreign));
    let changed = |byte: usize| {
        let mut bytes = whole.clone();
        bytes[byte] ^= 0x10;
        with(&bytes)
    };
    assert!(matches!(changed(3), LoadError::Foreign));
    assert!(matches!(changed(9), LoadError::Layout { .. }));
    assert!(matches!(changed(17), LoadError::Keys { found: 0x4eed, .. }));
    assert!(matches!(changed(24), LoadError::Length { .. }));
    for byte in [32, 40, 999, whole.len() - 9, whole.len() - 1] {
        let error = changed(byte);
        assert!(matches!(error, LoadError::Corrupt { .. }), "byte {byte}: {error}");
    }
    let mut huge = whole.clone();
    huge[24..32].fill(0xff);
    assert!(matches!(with(&huge), LoadError::Size(_)));
    let other = FullTable::load(&directory.file("none"), Full, Aging, KEY_SET).unwrap_err();
    assert!(matches!(other, LoadError::Read(_)));
    fs::write(&path, &whole).unwrap();
    let other = FullTable::load(&path, Full, Aging, 1).unwrap_err();
    assert_eq!(other.to_string(), "expected a table of key set 0x1, found one of key set 0x5eed");
}

struct Small;

impl Fields for Small {
    const KEY: u32 = 20;
    const KEPT: u32 = 20;
    const MOVE: u32 = 3;
    const VALUE: u32 = 7;
    const DRAFT: u32 = 8;
    const WORK: u32 = 8;
}

#[test]
fn every_layout_has_a_tag_of_its_own_and_comes_back() {
    fn tag(layout: &impl Layout) -> u64 {
        layout.tag()
    }
    let tags = [
        tag(&Full),
        tag(&Masked(Full)),
        tag(&Compact::new()),
        tag(&CompactLine::new()),
        tag(&ttable::Short::<ttable::HalfLine, 16>::new()),
        tag(&OnePerIndex::whole()),
        tag(&TwoPerIndex::whole()),
        tag(&OnePerIndex::whole().weighed()),
        tag(&Exact::<Small>::new()),
        tag(&Exact::<Small, ttable::HalfLine>::default()),
        tag(&Exact::<ttable::Lossless<16, 7, 7>>::new()),
        tag(&ttable::ExactHalf::<ttable::Lossless<16, 7, 7>>::new()),
        tag(&Masked(Compact::new())),
        tag(&TwoPerIndex::whole().weighed()),
    ];
    for (n, tag) in tags.iter().enumerate() {
        assert!(!tags[..n].contains(tag), "{n}: {tag:#x}");
    }
    let directory = Directory::new("layouts");
    let path = directory.file("table");
    let table = Clustered::new(Exact::<Small>::new(), LeastWork, Size::Clusters(3)).unwrap();
    let entry = ttable::Entry::new(-3, ttable::Bound::Upper, 17);
    table.store(table.locate(12), &entry, 9);
    table.save(&path, 0).unwrap();
    let loaded = Clustered::load(&path, Exact::<Small>::new(), LeastWork, 0).unwrap();
    assert_eq!(loaded.probe(loaded.locate(12)), Some(entry));
    assert!(matches!(load(&path), Err(LoadError::Layout { .. })));
}
