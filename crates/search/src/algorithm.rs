//! Which search of the alpha-beta family runs.

use std::num::NonZeroU16;

use crate::Ply;

/// How a search treats nodes with an open window. Chosen by type: [`AlphaBeta`] or [`PrincipalVariation`].
pub trait Algorithm {
    /// Whether moves after the first are asked with a null window first, and searched again only if they are better.
    const SCOUT: bool;

    /// Whether nodes with an open window are searched even where the table has their answer, so that the principal
    /// variation is complete.
    const WHOLE_LINES: bool;

    /// Where the principal variation is collected.
    type Lines: Lines;
}

/// Collects the principal variation, or does not.
pub trait Lines: Default {
    /// A node is entered, `ply` plies from the root.
    fn enter(&mut self, ply: Ply);

    /// `packed` is the best move so far at the node `ply` plies from the root, and better than alpha.
    fn improve(&mut self, ply: Ply, packed: NonZeroU16);

    /// The line from the root.
    fn line(&self) -> &[NonZeroU16];
}

/// Fail-soft alpha-beta, as the literature gives it; no line is collected.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta;

impl Algorithm for AlphaBeta {
    const SCOUT: bool = false;
    const WHOLE_LINES: bool = false;
    type Lines = ();
}

/// Principal variation search: null windows after the first move, and the line of best play.
///
/// Source: Marsland and Campbell, *Parallel search of strongly ordered game trees*, Computing Surveys 14(4), 1982.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrincipalVariation;

impl Algorithm for PrincipalVariation {
    const SCOUT: bool = true;
    const WHOLE_LINES: bool = true;
    type Lines = Triangle;
}

impl Lines for () {
    #[inline]
    fn enter(&mut self, _ply: Ply) {}

    #[inline]
    fn improve(&mut self, _ply: Ply, _packed: NonZeroU16) {}

    fn line(&self) -> &[NonZeroU16] {
        &[]
    }
}

/// One line for each ply, the one below continuing the one above.
#[derive(Clone, Debug, Default)]
pub struct Triangle(Vec<Vec<NonZeroU16>>);

impl Lines for Triangle {
    #[inline]
    fn enter(&mut self, ply: Ply) {
        let ply = usize::from(ply);
        if self.0.len() < ply + 2 {
            self.0.resize_with(ply + 2, Vec::new);
        }
        self.0[ply].clear();
        // A move that turns out best may have had its value without its child being entered.
        self.0[ply + 1].clear();
    }

    #[inline]
    fn improve(&mut self, ply: Ply, packed: NonZeroU16) {
        let (upper, lower) = self.0.split_at_mut(usize::from(ply) + 1);
        if let (Some(line), Some(rest)) = (upper.last_mut(), lower.first()) {
            line.clear();
            line.push(packed);
            line.extend_from_slice(rest);
        }
    }

    fn line(&self) -> &[NonZeroU16] {
        self.0.first().map_or(&[], Vec::as_slice)
    }
}
