//! A container's life in pixel columns.

use sim::{Phase, Segment};

/// What a stretch of a lane looks like.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Pending,
    Starting,
    Running,
    Waiting,
    Completed,
}

impl Look {
    pub(crate) const ALL: [Self; 5] = [
        Self::Pending,
        Self::Starting,
        Self::Running,
        Self::Waiting,
        Self::Completed,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "not started",
            Self::Starting => "starting",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Completed => "completed",
        }
    }
}

impl From<Phase> for Look {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Pending => Self::Pending,
            Phase::Starting => Self::Starting,
            Phase::Running => Self::Running,
            Phase::Waiting(_) => Self::Waiting,
            Phase::Completed => Self::Completed,
        }
    }
}

/// The instants at which pixel columns begin.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) from_ns: i64,
    pub(crate) to_ns: i64,
    /// How many there are, at least 1.
    pub(crate) count: i32,
}

impl Columns {
    /// The column that an instant is in; `count` for the end of the axis and later.
    pub(crate) fn of(&self, at_ns: i64) -> i32 {
        let at = at_ns.clamp(self.from_ns, self.to_ns) - self.from_ns;
        let column = i128::from(at) * i128::from(self.count) / i128::from(self.span());
        i32::try_from(column).unwrap_or(self.count)
    }

    /// The first instant in a column.
    fn edge(&self, column: i32) -> i64 {
        let at = (i128::from(self.span()) * i128::from(column) + i128::from(self.count) - 1)
            / i128::from(self.count);
        self.from_ns + i64::try_from(at).unwrap_or_default()
    }

    const fn span(&self) -> i64 {
        self.to_ns - self.from_ns
    }
}

/// Gives the looks of a lane as runs of columns, from left to right without gaps. A column in which
/// several things happen looks like what takes most of it.
pub(crate) fn looks(
    segments: impl Iterator<Item = Segment>,
    columns: Columns,
    mut each: impl FnMut(Look, i32, i32),
) {
    let mut runs = Runs::default();
    let mut open = 0;
    let mut shares = [0_i64; Look::ALL.len()];
    for segment in segments {
        if segment.from_ns >= columns.to_ns {
            break;
        }
        let (from, to) = (
            segment.from_ns.max(columns.from_ns),
            segment.to_ns.min(columns.to_ns),
        );
        if from >= to {
            continue;
        }
        let look = Look::from(segment.phase);
        let last = columns.of(to);
        if last == open {
            shares[look as usize] += to - from;
            continue;
        }
        shares[look as usize] += columns.edge(open + 1) - from;
        runs.add(greatest(shares), open, open + 1, &mut each);
        runs.add(look, open + 1, last, &mut each);
        open = last;
        shares = [0; Look::ALL.len()];
        shares[look as usize] = to - columns.edge(last).min(to);
    }
    if shares.iter().any(|&share| share > 0) && open < columns.count {
        runs.add(greatest(shares), open, open + 1, &mut each);
    }
    if let Some((look, from, to)) = runs.0 {
        each(look, from, to);
    }
}

fn greatest(shares: [i64; Look::ALL.len()]) -> Look {
    let mut best = Look::Pending;
    for look in Look::ALL {
        if shares[look as usize] > shares[best as usize] {
            best = look;
        }
    }
    best
}

/// Joins neighbouring runs of the same look.
#[derive(Default)]
struct Runs(Option<(Look, i32, i32)>);

impl Runs {
    fn add(&mut self, look: Look, from: i32, to: i32, each: &mut impl FnMut(Look, i32, i32)) {
        if from >= to {
            return;
        }
        match &mut self.0 {
            Some((before, _, end)) if *before == look => *end = to,
            before => {
                if let Some((look, from, to)) = before.replace((look, from, to)) {
                    each(look, from, to);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const COLUMNS: Columns = Columns {
        from_ns: 100,
        to_ns: 200,
        count: 10,
    };

    fn drawn(segments: &[(i64, i64, Phase)], columns: Columns) -> Vec<(Look, i32, i32)> {
        let mut runs = Vec::new();
        let segments = segments.iter().map(|&(from_ns, to_ns, phase)| Segment {
            from_ns,
            to_ns,
            phase,
        });
        looks(segments, columns, |look, from, to| runs.push((look, from, to)));
        runs
    }

    #[test]
    fn a_shared_column_goes_to_the_longer_phase() {
        let runs = drawn(
            &[
                (0, 126, Phase::Running),
                (126, 154, Phase::Starting),
                (154, 200, Phase::Running),
            ],
            COLUMNS,
        );
        assert_eq!(
            runs,
            [
                (Look::Running, 0, 3),
                (Look::Starting, 3, 5),
                (Look::Running, 5, 10)
            ]
        );
    }

    #[test]
    fn many_short_phases_look_like_the_most_of_them() {
        let life: Vec<_> = (0..100)
            .flat_map(|n| {
                [
                    (n * 3, n * 3 + 1, Phase::Starting),
                    (n * 3 + 1, n * 3 + 3, Phase::Running),
                ]
            })
            .collect();
        let runs = drawn(&life, COLUMNS);
        assert_eq!(runs, [(Look::Running, 0, 10)]);
    }

    proptest! {
        #[test]
        fn runs_cover_every_column_once(
            cuts in prop::collection::btree_set(0_i64..1000, 0..60),
            from in 0_i64..500,
            span in 1_i64..500,
            count in 1_i32..300,
        ) {
            let cuts: Vec<i64> = [0].into_iter().chain(cuts).chain([1000]).collect();
            let phases = [Phase::Starting, Phase::Running, Phase::Completed];
            let life: Vec<_> = cuts
                .windows(2)
                .enumerate()
                .map(|(n, cut)| (cut[0], cut[1], phases[n % 3]))
                .collect();
            let columns = Columns { from_ns: from, to_ns: from + span, count };
            let runs = drawn(&life, columns);
            let mut next = 0;
            for &(_, from, to) in &runs {
                prop_assert_eq!(from, next);
                prop_assert!(from < to);
                next = to;
            }
            prop_assert_eq!(next, count);
        }
    }
}
