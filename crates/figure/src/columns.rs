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

/// The instants at which pixel columns begin. Exact for up to 15,000 columns of a week.
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
        let count = i64::from(self.count);
        let column = at.saturating_mul(count) / self.span();
        i32::try_from(column).unwrap_or(self.count).min(self.count)
    }

    /// The first instant in a column.
    fn edge(&self, column: i32) -> i64 {
        let count = i64::from(self.count);
        let part = self.span().saturating_mul(column.into());
        self.from_ns + part / count + i64::from(part % count != 0)
    }

    /// How much of a stretch of time is in some columns.
    fn part(&self, from_ns: i64, to_ns: i64, from: i32, to: i32) -> i64 {
        (to_ns.min(self.edge(to)) - from_ns.max(self.edge(from))).max(0)
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
    /// Several short lives, of which so many eighths are running.
    Mixed(u8),
}

/// A cell in which so many segments begin shows a mixture.
const MIXTURE: u32 = 6;

/// A few neighbouring columns.
#[derive(Clone, Debug)]
struct Cell {
    from: i32,
    to: i32,
    /// Segments that begin here.
    segments: u32,
    /// Time running.
    running_ns: i64,
}

/// A lane that is being filled.
struct Lane {
    columns: Columns,
    /// What takes most of each column.
    looks: Vec<Option<Look>>,
    cells: Vec<Cell>,
    /// Columns in a cell. The last cell has the rest too.
    cell: i32,
}

/// Gives the parts of a lane from left to right. A column in which something changes looks like
/// what takes most of it; a cell of `cell` columns in which much changes shows the share of running
/// instead.
pub(crate) fn parts(
    segments: impl Iterator<Item = Segment>,
    columns: Columns,
    cell: i32,
    each: impl FnMut(Part, i32, i32),
) {
    let mut lane = Lane::new(columns, cell.clamp(1, columns.count));
    let mut open = Open::default();
    for segment in segments {
        let from = segment.from_ns.max(columns.from_ns);
        let to = segment.to_ns.min(columns.to_ns);
        if from >= to {
            continue;
        }
        let look = Look::from(segment.phase);
        // Short segments, of which there can be many, mostly follow each other in one column.
        let (first, last) = if open.from_ns <= from && to <= open.to_ns {
            (open.column, open.column)
        } else {
            let column_of = |at| columns.of(at).min(columns.count - 1);
            (column_of(from), column_of(to - 1))
        };
        lane.count(look, (from, first), (to, last));
        for column in [first, last] {
            if column != open.column || open.to_ns == 0 {
                open = Open::new(columns, column);
            }
            open.shares[look as usize] += to.min(open.to_ns) - from.max(open.from_ns);
            lane.looks[index(column)] = Some(greatest(open.shares));
            if first == last {
                break;
            }
        }
        if first < last {
            lane.looks[index(first) + 1..index(last)].fill(Some(look));
        }
    }
    lane.join(each);
}

/// The last column so far.
#[derive(Default)]
struct Open {
    column: i32,
    from_ns: i64,
    to_ns: i64,
    /// How much of it each look has taken.
    shares: [i64; Look::ALL.len()],
}

impl Open {
    fn new(columns: Columns, column: i32) -> Self {
        Self {
            column,
            from_ns: columns.edge(column),
            to_ns: columns.edge(column + 1),
            shares: [0; Look::ALL.len()],
        }
    }
}

impl Lane {
    fn new(columns: Columns, cell: i32) -> Self {
        let count = columns.count / cell;
        let cells = (0..count).map(|n| Cell {
            from: n * cell,
            to: if n + 1 == count {
                columns.count
            } else {
                (n + 1) * cell
            },
            segments: 0,
            running_ns: 0,
        });
        Self {
            columns,
            looks: vec![None; index(columns.count)],
            cells: cells.collect(),
            cell,
        }
    }

    fn cell_of(&self, column: i32) -> usize {
        index(column / self.cell).min(self.cells.len() - 1)
    }

    /// Counts a segment in the cells of its first and its last column. Those between are not mixed.
    fn count(&mut self, look: Look, (from, first): (i64, i32), (to, last): (i64, i32)) {
        let (first, last) = (self.cell_of(first), self.cell_of(last));
        self.cells[first].segments += 1;
        if look != Look::Running {
            return;
        }
        if first == last {
            self.cells[first].running_ns += to - from;
        } else {
            for at in [first, last] {
                let cell = &mut self.cells[at];
                cell.running_ns += self.columns.part(from, to, cell.from, cell.to);
            }
        }
    }

    /// Joins neighbouring columns that look the same.
    fn join(&self, mut each: impl FnMut(Part, i32, i32)) {
        let mut run: Option<(Part, i32, i32)> = None;
        for (column, look) in (0..).zip(&self.looks) {
            let cell = &self.cells[self.cell_of(column)];
            let before = run.map(|(part, _, _)| part);
            let part = match look {
                Some(_) if cell.segments >= MIXTURE => {
                    let whole = self.columns.edge(cell.to) - self.columns.edge(cell.from);
                    Part::Mixed(eighths(cell.running_ns, whole, before))
                }
                Some(look) => Part::Plain(*look),
                None => continue,
            };
            match &mut run {
                Some((same, _, end)) if *same == part && *end == column => *end = column + 1,
                run => {
                    if let Some((part, from, to)) = run.replace((part, column, column + 1)) {
                        each(part, from, to);
                    }
                }
            }
        }
        if let Some((part, from, to)) = run {
            each(part, from, to);
        }
    }
}

/// A share in eighths; as before where it is nearly as before, so that the rounding does not
/// flicker.
fn eighths(running: i64, whole: i64, before: Option<Part>) -> u8 {
    let hundredths = running.saturating_mul(800) / whole.max(1);
    match before {
        Some(Part::Mixed(before)) if (hundredths - i64::from(before) * 100).abs() < 90 => before,
        _ => u8::try_from((hundredths + 50) / 100).map_or(8, |eighths| eighths.min(8)),
    }
}

fn index(column: i32) -> usize {
    usize::try_from(column).unwrap_or_default()
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
            drawn.push((part, from, to));
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
        let life: Vec<_> = (0..200)
            .flat_map(|n| {
                [
                    (n * 8, n * 8 + 2, Phase::Starting),
                    (n * 8 + 2, n * 8 + 8, Phase::Running),
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
            span in 300_i64..500,
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
