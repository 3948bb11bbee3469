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

/// A part of a lane.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// One thing, or mostly.
    Plain(Look),
    /// Several lives within each column, of which so many eighths are running.
    Mixed(u8),
}

/// From so many segments in a column on, a column shows a mixture.
const MIXTURE: u32 = 4;

/// Gives the parts of a lane from left to right without gaps. A column in which something changes
/// looks like what takes most of it; one in which much changes shows the share of running, averaged
/// over cells of `cell` columns.
pub(crate) fn parts(
    segments: impl Iterator<Item = Segment>,
    columns: Columns,
    cell: i32,
    each: impl FnMut(Part, i32, i32),
) {
    let mut runs = Runs {
        each,
        cell,
        run: None,
        mixed: None,
    };
    let mut open = Open::default();
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
        if last == open.column {
            open.add(look, to - from);
            continue;
        }
        open.add(look, columns.edge(open.column + 1) - from);
        runs.close(&open);
        runs.add(Part::Plain(look), open.column + 1, last);
        open = Open {
            column: last,
            ..Open::default()
        };
        open.add(look, to - columns.edge(last).min(to));
    }
    if open.column < columns.count && open.shares != [0; Look::ALL.len()] {
        runs.close(&open);
    }
    runs.finish();
}

/// A column that is being filled.
#[derive(Default)]
struct Open {
    column: i32,
    shares: [i64; Look::ALL.len()],
    segments: u32,
}

impl Open {
    fn add(&mut self, look: Look, length: i64) {
        self.shares[look as usize] += length;
        self.segments += 1;
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

/// Joins neighbouring columns that look the same.
struct Runs<F> {
    each: F,
    cell: i32,
    run: Option<(Part, i32, i32)>,
    /// Beginning, end, time running and time of a cell of mixed columns.
    mixed: Option<(i32, i32, i64, i64)>,
}

impl<F: FnMut(Part, i32, i32)> Runs<F> {
    fn close(&mut self, open: &Open) {
        let (from, to) = (open.column, open.column + 1);
        if open.segments < MIXTURE {
            return self.add(Part::Plain(greatest(open.shares)), from, to);
        }
        let (begin, _, running, whole) = self.mixed.take().unwrap_or((from, to, 0, 0));
        let running = running + open.shares[Look::Running as usize];
        let whole = whole + open.shares.iter().sum::<i64>();
        self.mixed = Some((begin, to, running, whole));
        if to - begin >= self.cell {
            self.close_cell();
        }
    }

    fn close_cell(&mut self) {
        if let Some((from, to, running, whole)) = self.mixed.take() {
            let eighths = (running.saturating_mul(8) + whole / 2) / whole.max(1);
            self.push(Part::Mixed(u8::try_from(eighths).unwrap_or(8)), from, to);
        }
    }

    fn add(&mut self, part: Part, from: i32, to: i32) {
        if from < to {
            self.close_cell();
            self.push(part, from, to);
        }
    }

    fn push(&mut self, part: Part, from: i32, to: i32) {
        match &mut self.run {
            Some((before, _, end)) if *before == part => *end = to,
            run => {
                if let Some((before, begin, end)) = run.replace((part, from, to)) {
                    (self.each)(before, begin, end);
                }
            }
        }
    }

    fn finish(mut self) {
        self.close_cell();
        if let Some((part, from, to)) = self.run {
            (self.each)(part, from, to);
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

    fn drawn(segments: &[(i64, i64, Phase)], columns: Columns) -> Vec<(Part, i32, i32)> {
        let mut drawn = Vec::new();
        let segments = segments.iter().map(|&(from_ns, to_ns, phase)| Segment {
            from_ns,
            to_ns,
            phase,
        });
        parts(segments, columns, 4, |part, from, to| {
            drawn.push((part, from, to))
        });
        drawn
    }

    #[test]
    fn a_shared_column_goes_to_the_longer_phase() {
        let drawn = drawn(
            &[
                (0, 126, Phase::Running),
                (126, 154, Phase::Starting),
                (154, 200, Phase::Running),
            ],
            COLUMNS,
        );
        assert_eq!(
            drawn,
            [
                (Part::Plain(Look::Running), 0, 3),
                (Part::Plain(Look::Starting), 3, 5),
                (Part::Plain(Look::Running), 5, 10)
            ]
        );
    }

    #[test]
    fn many_short_lives_show_the_share_of_running() {
        let life: Vec<_> = (0..100)
            .flat_map(|n| {
                [
                    (n * 4, n * 4 + 1, Phase::Starting),
                    (n * 4 + 1, n * 4 + 4, Phase::Running),
                ]
            })
            .collect();
        assert_eq!(drawn(&life, COLUMNS), [(Part::Mixed(6), 0, 10)]);
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
            let mut next = 0;
            for (_, from, to) in drawn(&life, columns) {
                prop_assert_eq!(from, next);
                prop_assert!(from < to);
                next = to;
            }
            prop_assert_eq!(next, count);
        }
    }
}
