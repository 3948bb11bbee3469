//! Many bars, hatch lines or dashes as one polygon or path.
//!
//! On a canvas each call costs more than its points, and a backend knows neither dashes nor
//! hatches. The parts of a polygon are joined by seams without width, which fill nothing.

use plotters_backend::BackendCoord;

/// Bars that stand on a common base line, as one polygon.
#[derive(Clone, Debug)]
pub(crate) struct Comb {
    base: i32,
    points: Vec<BackendCoord>,
}

impl Comb {
    pub(crate) const fn new(base: i32) -> Self {
        Self {
            base,
            points: Vec::new(),
        }
    }

    /// Adds a bar to the right of those before.
    pub(crate) fn bar(&mut self, left: i32, right: i32, top: i32) {
        self.points
            .extend([(left, self.base), (left, top), (right, top), (right, self.base)]);
    }

    /// Adds diagonal stripes between two edges. They run along lines that are the same for every
    /// call, so that neighbouring areas continue each other.
    pub(crate) fn hatch(&mut self, (left, right): (i32, i32), top: i32, hatch: Hatch) {
        let tall = self.base - top;
        if right <= left || tall <= 0 || hatch.every <= 0 {
            return;
        }
        // A stripe that starts on the base line at x0 is at x0 + tall on the top line.
        let mut start = (left - tall - hatch.width).div_euclid(hatch.every) * hatch.every;
        while start < right {
            let stripe = [
                (start, self.base),
                (start + tall, top),
                (start + tall + hatch.width, top),
                (start + hatch.width, self.base),
            ];
            self.clipped(stripe, left, right);
            start += hatch.every;
        }
    }

    /// Adds a stripe's part between two vertical lines, reached from the base line along a seam.
    fn clipped(&mut self, stripe: [BackendCoord; 4], left: i32, right: i32) {
        let mut part = clip(&stripe, |x| x >= left, left);
        part = clip(&part, |x| x <= right, right);
        let (Some(&first), true) = (part.first(), part.len() >= 3) else {
            return;
        };
        self.points.push((first.0, self.base));
        self.points.extend_from_slice(&part);
        self.points.extend([first, (first.0, self.base)]);
    }

    pub(crate) fn points(&self) -> &[BackendCoord] {
        &self.points
    }
}

/// The stripes of a hatch, in backend pixels.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Hatch {
    /// From one stripe to the next.
    pub(crate) every: i32,
    /// Width of a stripe along the base line.
    pub(crate) width: i32,
}

/// The part of a convex polygon on one side of the vertical line at `edge`.
fn clip(polygon: &[BackendCoord], inside: impl Fn(i32) -> bool, edge: i32) -> Vec<BackendCoord> {
    let mut part = Vec::with_capacity(polygon.len() + 2);
    for (at, &to) in polygon.iter().enumerate() {
        let from = polygon[(at + polygon.len() - 1) % polygon.len()];
        if inside(from.0) != inside(to.0) {
            let share = f64::from(edge - from.0) / f64::from(to.0 - from.0);
            part.push((edge, between(from.1, to.1, share)));
        }
        if inside(to.0) {
            part.push(to);
        }
    }
    part
}

#[expect(clippy::cast_possible_truncation, reason = "the result lies between two i32")]
fn between(from: i32, to: i32, share: f64) -> i32 {
    (f64::from(from) + f64::from(to - from) * share).round() as i32
}

/// A line in steps: level until the next point, then straight up or down. Points that fall into
/// the same pixel column become one stroke between their extremes, so that a line never has more
/// than four points for each column.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepLine {
    points: Vec<BackendCoord>,
    /// Column, lowest, highest and last value of the points not yet written.
    open: Option<(i32, i32, i32, i32)>,
}

impl StepLine {
    /// The value is `y` from `x` on. Points come from left to right.
    pub(crate) fn step(&mut self, x: i32, y: i32) {
        match &mut self.open {
            Some((column, low, high, last)) if *column == x => {
                *low = (*low).min(y);
                *high = (*high).max(y);
                *last = y;
            }
            _ => {
                self.flush();
                self.open = Some((x, y, y, y));
            }
        }
    }

    fn flush(&mut self) {
        let Some((x, low, high, last)) = self.open.take() else {
            return;
        };
        if let Some(&(_, before)) = self.points.last() {
            self.add((x, before));
        }
        for y in [low, high, last] {
            self.add((x, y));
        }
    }

    fn add(&mut self, point: BackendCoord) {
        if let [.., before, last] = self.points[..] {
            // A point between its neighbours on one straight line is not needed.
            let level = before.1 == last.1 && last.1 == point.1;
            let upright =
                before.0 == last.0 && last.0 == point.0 && (before.1 <= last.1) == (last.1 <= point.1);
            if level || upright {
                self.points.pop();
            }
        }
        if self.points.last() != Some(&point) {
            self.points.push(point);
        }
    }

    /// Ends the line at a column and gives its points.
    pub(crate) fn finish(mut self, x: i32) -> Vec<BackendCoord> {
        self.flush();
        if let Some(&(_, y)) = self.points.last() {
            self.add((x, y));
        }
        self.points
    }
}

/// The most dashes of one line. A line that needs more is a thicket in which none can be told from
/// the next; it is drawn solid.
const MAX_DASHES: f64 = 1500.0;

/// A dashed line as one polygon, or `None` where the line is better drawn solid.
///
/// The polygon's way out runs along the left side of the dashes, its way back along their right
/// side; in the gaps both are on the line.
pub(crate) fn dashes(line: &[BackendCoord], pattern: &[i32], width: i32) -> Option<Vec<BackendCoord>> {
    let period: i32 = pattern.iter().sum();
    let length: f64 = line.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
    if period <= 0 || line.len() < 2 || length / f64::from(period) > MAX_DASHES {
        return None;
    }
    let mut out = Vec::new();
    let mut back = Vec::new();
    let mut turn = pattern.iter().cycle();
    let mut left = f64::from(*turn.next()?);
    let mut on = true;
    for pair in line.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = distance(from, to);
        if length == 0.0 {
            continue;
        }
        let half = f64::from(width) / 2.0 / length;
        let aside = (f64::from(from.1 - to.1) * half, f64::from(to.0 - from.0) * half);
        let mut at = 0.0;
        while at < length {
            let piece = left.min(length - at);
            for share in [at / length, (at + piece) / length] {
                let (x, y) = (
                    f64::from(from.0) + f64::from(to.0 - from.0) * share,
                    f64::from(from.1) + f64::from(to.1 - from.1) * share,
                );
                let (dx, dy) = if on { aside } else { (0.0, 0.0) };
                out.push(rounded(x + dx, y + dy));
                back.push(rounded(x - dx, y - dy));
            }
            at += piece;
            left -= piece;
            if left <= 0.0 {
                left = f64::from(*turn.next()?);
                on = !on;
            }
        }
    }
    out.extend(back.into_iter().rev());
    Some(out)
}

fn distance(from: BackendCoord, to: BackendCoord) -> f64 {
    f64::from(to.0 - from.0).hypot(f64::from(to.1 - from.1))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates far outside of every figure"
)]
fn rounded(x: f64, y: f64) -> BackendCoord {
    (x.round() as i32, y.round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Twice the area of a polygon, with its sign.
    fn area(points: &[BackendCoord]) -> i64 {
        let after = points.iter().cycle().skip(1);
        let parts = points.iter().zip(after);
        parts
            .map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1))
            .sum()
    }

    #[test]
    fn bars_of_a_comb_have_their_own_area_only() {
        let mut comb = Comb::new(100);
        comb.bar(0, 10, 80);
        comb.bar(500, 520, 50);
        assert_eq!(area(comb.points()).abs(), 2 * (10 * 20 + 20 * 50));
    }

    #[test]
    fn a_quarter_of_a_hatch_is_stripes() {
        let mut comb = Comb::new(40);
        let hatch = Hatch { every: 8, width: 2 };
        comb.hatch((0, 400), 0, hatch);
        assert_eq!(area(comb.points()).abs(), 2 * 400 * 40 / 4);
        assert!(
            comb.points()
                .iter()
                .all(|p| (0..=400).contains(&p.0) && (0..=40).contains(&p.1))
        );
    }

    #[test]
    fn dashes_cover_their_share_of_a_line() {
        let line = [(0, 0), (110, 0)];
        let polygon = dashes(&line, &[7, 4], 2).unwrap();
        assert_eq!(area(&polygon).abs(), 2 * 70 * 2);
        assert_eq!(dashes(&line, &[], 2), None);
        assert_eq!(dashes(&[(0, 0), (1_000_000, 0)], &[7, 4], 2), None);
    }

    #[test]
    fn steps_are_level_and_upright() {
        let mut line = StepLine::default();
        for (x, y) in [(0, 50), (10, 40), (10, 20), (10, 30), (30, 30), (40, 10)] {
            line.step(x, y);
        }
        assert_eq!(
            line.finish(60),
            [
                (0, 50),
                (10, 50),
                (10, 20),
                (10, 40),
                (10, 30),
                (40, 30),
                (40, 10),
                (60, 10)
            ]
        );
    }

    proptest! {
        #[test]
        fn a_step_line_has_a_few_points_for_each_column(
            steps in prop::collection::vec((0_i32..40, 0_i32..100), 1..400),
        ) {
            let mut steps = steps;
            steps.sort_by_key(|step| step.0);
            let mut line = StepLine::default();
            for &(x, y) in &steps {
                line.step(x, y);
            }
            let points = line.finish(40);
            prop_assert!(points.len() <= 4 * 40 + 1);
            prop_assert!(points.windows(2).all(|p| p[0].0 == p[1].0 || p[0].1 == p[1].1));
            prop_assert_eq!(points.last().map(|p| p.1), steps.last().map(|s| s.1));
            for &(x, y) in &steps {
                let near = |p: &&BackendCoord| p.0 == x;
                let low = points.iter().filter(near).map(|p| p.1).min();
                let high = points.iter().filter(near).map(|p| p.1).max();
                if let (Some(low), Some(high)) = (low, high) {
                    prop_assert!((low..=high).contains(&y));
                }
            }
        }
    }
}
