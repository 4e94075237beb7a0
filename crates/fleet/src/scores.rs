//! Scores of the plies of an opening, and books made of them.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Rules, RunError};

/// Scores by canonical key.
#[derive(Clone, Debug)]
pub struct Scores {
    rules: Rules,
    scores: BTreeMap<u64, i16>,
}

impl Scores {
    /// None yet, of this game.
    pub const fn new(rules: Rules) -> Self {
        Self { rules, scores: BTreeMap::new() }
    }

    /// Adds scores of positions.
    pub fn add(&mut self, scores: impl IntoIterator<Item = (u64, i16)>) {
        self.scores.extend(scores);
    }

    /// Adds the scores of a ply's positions, whose games go on, from those of the ply after it.
    ///
    /// # Errors
    ///
    /// [`RunError::Inconsistent`] if a position after one of them has no score.
    pub fn follow(&mut self, ply: &[u64]) -> Result<(), RunError> {
        let mut children = Vec::new();
        for &key in ply {
            children.clear();
            (self.rules.expand)(&[key], true, &mut crate::Tally::default(), &mut children);
            let score_of =
                |&child: &u64| (self.rules.value)(child).or_else(|| self.scores.get(&child).copied());
            let mut best = None;
            for child in &children {
                let score = score_of(child).ok_or(RunError::Inconsistent {
                    expected: "a score",
                    key: *child,
                    ply: (self.rules.ply)(*child),
                })?;
                best = best.max(Some(-score));
            }
            self.scores.extend(best.map(|score| (key, score)));
        }
        Ok(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The scores, keys ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u64, i16)> + '_ {
        self.scores.iter().map(|(&key, &score)| (key, score))
    }

    /// Writes a book, as [`games`] reads it.
    ///
    /// # Errors
    ///
    /// Why it cannot be written, or that the game has no books.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let save = self.rules.save_book.ok_or_else(|| format!("{} has no books", self.rules.name))?;
        save(&mut self.iter(), path)
    }
}
