//! The counts that are kept in the repository.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{fmt, fs};

/// Instructions for 1,000 units of each workload.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept(BTreeMap<String, u64>);

const HEAD: &str = "# Instructions for 1,000 units of each workload, by callgrind in the profile `quick`.\n\
                    # `cargo xtask bench --instructions` compares, `--accept` writes this file.\n";

impl Kept {
    /// What the file holds; nothing, if there is none.
    ///
    /// # Errors
    ///
    /// At the first line that is no name and number.
    pub(crate) fn read(file: &Path) -> Result<Self, Box<dyn Error>> {
        if !file.exists() {
            return Ok(Self::default());
        }
        Self::parse(&fs::read_to_string(file)?).map_err(|error| format!("{}: {error}", file.display()).into())
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut counts = BTreeMap::new();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
            let (name, count) = line
                .split_once(' ')
                .and_then(|(name, count)| Some((name, count.trim().parse().ok()?)))
                .ok_or_else(|| format!("line {number}: expected a workload and a count, found {line:?}"))?;
            counts.insert(name.to_string(), count);
        }
        Ok(Self(counts))
    }

    pub(crate) fn get(&self, name: &str) -> Option<u64> {
        self.0.get(name).copied()
    }

    pub(crate) fn put(&mut self, name: &str, count: u64) {
        self.0.insert(name.into(), count);
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        self.0.iter().try_for_each(|(name, count)| writeln!(f, "{name:<28}{count:>14}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut kept = Kept::default();
        kept.put("chess_perft", 12_345);
        kept.put("table_store", 678);
        assert_eq!(Kept::parse(&kept.to_string()), Ok(kept));
        assert!(Kept::parse("table_store\n").unwrap_err().contains("line 1"));
    }
}
