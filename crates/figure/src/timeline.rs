//! The restart timeline: what containers were doing, in lanes.

mod legend;
mod life;
mod marks;

use legend::Legend;
use sim::Outcome;

use crate::columns::Columns;
use crate::frame::{self, AXIS, Frame, NARROW};
use crate::names::{self, Name};
use crate::pen::Pen;
use crate::plot::{Lane, Plot};
use crate::text::{SMALL, Type};
use crate::theme::Theme;
use crate::ticks;
use crate::view::{Lanes, View};
use crate::words;

/// Room for the name of a container, with the gap to its lane.
const CONTAINER: f64 = 92.0;

/// In the lane of a container of whose attempts there are too many.
const NOT_KEPT: &str = "counted but not kept: too many starts to draw all";

/// Heights that depend on what the lanes are and how wide the figure is.
#[derive(Copy, Clone, Debug)]
struct Layout {
    legend: f64,
    /// Height of a name above its lane, 0 where names are at the left.
    name: f64,
    lane: f64,
    gap: f64,
    /// How far a restart mark reaches out of its lane above and below.
    reach: f64,
}

impl Layout {
    fn of(view: &View, width: f64, rows: &[Row]) -> Self {
        let legend = Legend::of(view, rows).height(view, width) + 8.0;
        match view.lanes {
            Lanes::PerPolicy { .. } if width < NARROW => Self {
                legend,
                name: names::ROW,
                lane: 30.0,
                gap: 12.0,
                reach: 4.0,
            },
            Lanes::PerPolicy { .. } => Self {
                legend,
                name: 0.0,
                lane: 36.0,
                gap: 18.0,
                reach: 4.0,
            },
            Lanes::PerContainer { .. } => Self {
                legend,
                name: 0.0,
                lane: 14.0,
                gap: 10.0,
                reach: 2.0,
            },
        }
    }

    /// Height of the lanes, with a gap below the last one.
    fn lanes(&self, count: usize) -> f64 {
        ticks::number(count) * (self.name + self.lane + self.gap)
    }
}

/// A lane before it is drawn.
struct Row<'a> {
    policy: usize,
    container: u32,
    name: String,
    outcome: &'a Outcome,
}

fn rows<'a>(view: &View<'a>) -> Vec<Row<'a>> {
    match view.lanes {
        Lanes::PerPolicy { container } => view
            .outcomes()
            .map(|(policy, named, outcome)| Row {
                policy,
                container,
                name: named.name.clone(),
                outcome,
            })
            .collect(),
        Lanes::PerContainer { policy, first, count } => view
            .outcomes()
            .filter(|&(index, _, _)| index == policy)
            .flat_map(|(policy, _, outcome)| {
                let last = first.saturating_add(count).min(outcome.timeline.len());
                (first..last).map(move |container| Row {
                    policy,
                    container,
                    name: format!("container {}", container + 1),
                    outcome,
                })
            })
            .collect(),
    }
}

/// The height that suits a timeline.
pub(crate) fn height(view: &View, width: f64) -> f64 {
    let rows = rows(view);
    let layout = Layout::of(view, width, &rows);
    layout.legend + layout.lanes(rows.len()) + AXIS
}

/// Draws the figure.
pub(crate) fn draw(pen: &mut Pen, view: &View, theme: &Theme, (width, height): (f64, f64)) -> Plot {
    let rows = rows(view);
    let layout = Layout::of(view, width, &rows);
    let (mut left, right) = names::edges(view, theme, width);
    if matches!(view.lanes, Lanes::PerContainer { .. }) {
        left = left.max(CONTAINER);
    }
    let bottom = height.min(layout.legend + layout.lanes(rows.len()) + AXIS) - AXIS;
    let frame = Frame {
        left,
        right,
        top: layout.legend,
        bottom,
    };
    if !frame.usable() {
        return Plot::default();
    }
    let range = view.range();
    let columns = Columns {
        from_ns: range.0,
        to_ns: range.1,
        count: ((pen.grid.x(frame.right) - pen.grid.x(frame.left)) / pen.grid.step).max(1),
    };

    let mut plot = frame.plot(Some(range));
    let mut top = frame.top;
    for row in &rows {
        let lane = Lane {
            policy: row.policy,
            container: row.container,
            top: top + layout.name,
            bottom: top + layout.name + layout.lane,
        };
        if lane.bottom > frame.bottom {
            break;
        }
        label(pen, theme, view, row, &lane, (left, width));
        let timeline = &row.outcome.timeline;
        if timeline.keeps(row.container) {
            life::draw(pen, theme, timeline, &lane, (left, columns));
            marks::draw(pen, theme, timeline, &lane, (left, columns, layout.reach));
        } else {
            let small = Type::new(SMALL, theme.muted);
            let text = small.elide(NOT_KEPT, frame.right - left);
            pen.text(&text, left, f64::midpoint(lane.top, lane.bottom), small);
        }
        plot.lanes.push(lane);
        top = lane.bottom + layout.gap;
    }
    frame::time_axis(pen, theme, (frame, width), range);
    Legend::of(view, &rows).draw(pen, theme, view, width);
    frame::playhead(pen, theme.text, &plot, view.playhead_ns, layout.name > 0.0);
    plot
}

fn label(pen: &mut Pen, theme: &Theme, view: &View, row: &Row, lane: &Lane, (left, width): (f64, f64)) {
    if matches!(view.lanes, Lanes::PerContainer { .. }) {
        let small = Type::new(SMALL, theme.muted);
        let middle = f64::midpoint(lane.top, lane.bottom);
        return pen.text(&small.elide(&row.name, left - 10.0), 0.0, middle, small);
    }
    let restarts = view.restarts(&row.outcome.timeline, row.container);
    let value = if row.outcome.timeline.keeps(row.container) {
        words::counted(restarts.len() as u64, "restart")
    } else {
        "not kept".to_owned()
    };
    let name = Name {
        text: &row.name,
        color: theme.policy(row.policy),
        values: &[value],
    };
    names::draw(pen, theme, &name, (lane.top - 4.0, lane.bottom), (left, width));
}
