//! The restarts of a container as marks on its lane.

use sim::Timeline;

use crate::columns::Columns;
use crate::pen::Pen;
use crate::plot::Lane;
use crate::shapes::Comb;
use crate::theme::Theme;

/// Width of a mark.
pub(super) const MARK: f64 = 2.0;
/// Marks nearer than this are drawn as a bar that is the darker the denser they are.
const DENSE: f64 = 3.5;
/// From this width on such a bar covers only the upper third of the lane.
const LONG: f64 = 16.0;
/// Width of the parts of such a bar.
const CELL: f64 = 3.0;
/// Share of the policy's colour in a cell with one mark at most, with up to three, and with more.
const DENSITIES: [u8; 3] = [66, 82, 100];

/// Draws a mark for each restart. Marks too near to be told apart become a bar, the darker the
/// denser they are.
pub(super) fn draw(
    pen: &mut Pen,
    theme: &Theme,
    timeline: &Timeline,
    lane: &Lane,
    (left, columns, reach): (f64, Columns, f64),
) {
    let grid = pen.grid;
    let color = theme.policy(lane.policy);
    let (top, base) = (grid.y(lane.top - reach), grid.y(lane.bottom + reach));
    let mark = grid.length(MARK);
    let near = grid.length(DENSE);
    let cell = grid.length(CELL);
    let left = grid.x(left);

    let all = timeline.restarts(lane.container);
    let first = all.partition_point(|&at| at < columns.from_ns);
    let last = all.partition_point(|&at| at <= columns.to_ns);
    let places = all[first..last]
        .iter()
        .map(|&at| left + columns.of(at) * grid.step);

    let mut marks = Comb::new(base);
    let mut bars = DENSITIES.map(|_| Comb::new(base));
    // A long bar is less deep than the lane, so that the phases below it stay in sight.
    let shallow = grid.y(lane.top + (lane.bottom - lane.top) / 3.0);
    let mut long_bars = DENSITIES.map(|_| Comb::new(shallow));
    let long = grid.length(LONG);
    let mut cluster: Vec<i32> = Vec::new();
    let mut close = |cluster: &mut Vec<i32>| {
        if let (&[from, .., to], true) = (&cluster[..], cluster.len() > 2) {
            let bars = if to - from > long {
                &mut long_bars
            } else {
                &mut bars
            };
            let mut rest = &cluster[..];
            let mut x = from;
            while x < to + mark {
                let here = rest.partition_point(|&at| at < x + cell);
                let density = usize::from(here > 1) + usize::from(here > 3);
                bars[density].bar(x, (x + cell).min(to + mark), top);
                rest = &rest[here..];
                x += cell;
            }
        } else {
            for &x in &*cluster {
                marks.bar(x, x + mark, top);
            }
        }
        cluster.clear();
    };
    for x in places {
        if cluster.last().is_some_and(|&before| x - before >= near) {
            close(&mut cluster);
        }
        cluster.push(x);
    }
    close(&mut cluster);

    let percents = DENSITIES.iter().cycle();
    for (bar, &percent) in bars.iter().chain(&long_bars).zip(percents) {
        pen.fill(bar.points(), color.over(theme.surface, percent));
    }
    pen.fill(marks.points(), color);
}
