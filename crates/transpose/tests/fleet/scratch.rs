//! Folders that are spilled to.

use std::path::{Path, PathBuf};

use super::{Processes, fleet, lines_of, path, transpose};

fn folder(name: &str) -> PathBuf {
    let folder = path(name);
    std::fs::create_dir(&folder).unwrap();
    folder
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// An enumeration that spills, to be killed.
fn endless(folder: &Path) -> Processes {
    let job = format!("enumerate connect4 -w 2 --memory-mib 1 --scratch {}", folder.display());
    Processes(vec![transpose(&format!("fleet {job}")).spawn().unwrap()])
}

#[test]
fn what_a_killed_process_leaves_the_next_one_removes() {
    let folder = folder("killed");
    let mut crew = endless(&folder);
    lines_of(&mut crew.0[0].stdout, 10);
    drop(crew);
    let left = entries(&folder);
    assert_eq!(left.len(), 2, "a folder for each worker: {left:?}");
    assert!(left.iter().all(|folder| entries(folder).len() > 1), "nothing was spilled");
    let run = fleet(&format!("enumerate tictactoe -w 1 --scratch {}", folder.display()));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(entries(&folder), [""; 0].map(PathBuf::from));
}

#[test]
fn what_a_living_process_has_is_left_to_it() {
    let folder = folder("living");
    let mut crew = endless(&folder);
    lines_of(&mut crew.0[0].stdout, 8);
    let before = entries(&folder);
    let run = fleet(&format!("enumerate tictactoe -w 3 --scratch {}", folder.display()));
    assert_eq!(run.code, Some(0), "{run:?}");
    let mut after = entries(&folder);
    after.sort();
    let mut expected = before;
    expected.sort();
    assert_eq!(after, expected);
    // It goes on.
    lines_of(&mut crew.0[0].stdout, 3);
    drop(crew);
    std::fs::remove_dir_all(&folder).unwrap();
}
