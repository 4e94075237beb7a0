//! The techniques of selective search, each of which can be left out.

/// One way to search less, or to search what matters first. None changes the value of a won, drawn or lost game that is
/// searched to its end without selectivity; all of them may change a value to a limited depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Technique {
    /// A side that is well off even after passing need not search its moves.
    NullMove,
    /// Moves late in the order are searched less deep first.
    LateMoveReductions,
    /// Near the leaves, quiet moves late in the order are left out.
    LateMovePruning,
    /// A position in which a threat must be answered is searched a ply deeper.
    CheckExtensions,
    /// Near the leaves, quiet moves are left out where the evaluation is hopeless.
    Futility,
    /// Near the leaves, a side far above beta need not search its moves.
    ReverseFutility,
    /// Near the leaves, a side far below alpha looks at noisy moves alone.
    Razoring,
    /// Without a hash move, a node is searched a ply less deep: the next iteration finds one.
    InternalReduction,
    /// All children are looked up in the table before one is searched.
    ChildProbes,
    /// No line longer than a win already found is followed.
    MateDistance,
    /// A side that can repeat a position with its next move, and to whom a draw is enough, need not search its moves.
    UpcomingRepetition,
    /// The evaluation kept in the table is used instead of computing it again.
    StoredEvaluation,
    /// Moves that lose material by exchange are left out near the leaves.
    ExchangePruning,
    /// In quiescence, captures too small to reach alpha are left out.
    DeltaPruning,
    /// Quiet moves that failed high at the same ply are tried first.
    Killers,
    /// The quiet move that refuted the same move before is tried early.
    CounterMoves,
    /// Quiet moves are tried by how they did as answers to the last two moves.
    ContinuationHistory,
    /// A hash move that is much better than all others is searched deeper.
    SingularExtensions,
    /// The evaluation gives way to what the table knows of the value.
    TableEvaluation,
    /// The evaluation is mended by how far it was off in positions of the same structure.
    CorrectedEvaluation,
    /// Near the leaves, quiet moves that have failed often are left out.
    HistoryPruning,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::NullMove,
        Self::LateMoveReductions,
        Self::LateMovePruning,
        Self::CheckExtensions,
        Self::Futility,
        Self::ReverseFutility,
        Self::Razoring,
        Self::InternalReduction,
        Self::ChildProbes,
        Self::MateDistance,
        Self::UpcomingRepetition,
        Self::StoredEvaluation,
        Self::ExchangePruning,
        Self::DeltaPruning,
        Self::Killers,
        Self::CounterMoves,
        Self::ContinuationHistory,
        Self::SingularExtensions,
        Self::TableEvaluation,
        Self::CorrectedEvaluation,
        Self::HistoryPruning,
    ];

    /// The name in plain words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NullMove => "null move",
            Self::LateMoveReductions => "late-move reductions",
            Self::LateMovePruning => "late-move pruning",
            Self::CheckExtensions => "check extensions",
            Self::Futility => "futility",
            Self::ReverseFutility => "reverse futility",
            Self::Razoring => "razoring",
            Self::InternalReduction => "internal iterative reduction",
            Self::ChildProbes => "enhanced transposition cutoffs",
            Self::MateDistance => "mate-distance pruning",
            Self::UpcomingRepetition => "upcoming repetition",
            Self::StoredEvaluation => "stored evaluation",
            Self::ExchangePruning => "exchange pruning",
            Self::DeltaPruning => "delta pruning",
            Self::Killers => "killers",
            Self::CounterMoves => "counter-moves",
            Self::ContinuationHistory => "continuation history",
            Self::SingularExtensions => "singular extensions",
            Self::TableEvaluation => "evaluation by the table",
            Self::CorrectedEvaluation => "corrected evaluation",
            Self::HistoryPruning => "history pruning",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Which techniques a search uses. A type without fields, like [`Standard`], is compiled in; [`Chosen`] is for comparing.
pub trait Techniques: Copy {
    /// Whether this one is used.
    fn has(self, technique: Technique) -> bool;
}

/// What has shown itself worth its while: in nodes to a given depth, or in what it sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standard;

impl Techniques for Standard {
    #[inline]
    fn has(self, technique: Technique) -> bool {
        Chosen::STANDARD.has(technique)
    }
}

/// None of them: every legal move to the full depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Techniques for Bare {
    #[inline]
    fn has(self, _technique: Technique) -> bool {
        false
    }
}

/// A set of techniques chosen while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen(u32);

impl Chosen {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// All of them.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// Those of [`Standard`].
    pub const STANDARD: Self = Self::ALL;

    /// These and one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | technique.bit())
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit())
    }
}

impl Techniques for Chosen {
    #[inline]
    fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        for technique in Technique::ALL {
            assert!(Chosen::ALL.has(technique) && !Chosen::NONE.has(technique) && !Bare.has(technique));
            assert!(Chosen::NONE.with(technique).has(technique));
            assert_eq!(Chosen::ALL.without(technique).with(technique), Chosen::ALL);
            assert_eq!(Chosen::ALL.with(technique), Chosen::ALL, "one more of those it has");
            let namesakes = Technique::ALL.iter().filter(|other| other.name() == technique.name());
            assert!(namesakes.count() == 1 && !technique.name().is_empty());
            assert_eq!(Standard.has(technique), Chosen::STANDARD.has(technique));
        }
    }
}
