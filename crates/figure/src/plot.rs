//! Where a drawn figure has put its data, for pointing at it.

/// The plot area of a drawn figure in CSS pixels from the figure's top left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Left edge of the plot area.
    pub left: f64,
    /// Right edge.
    pub right: f64,
    /// Top edge.
    pub top: f64,
    /// Bottom edge, which is the horizontal axis.
    pub bottom: f64,
    /// The lanes of a timeline from top to bottom; empty for the other figures.
    pub lanes: Vec<Lane>,
    /// Beginning and end of the time axis in nanoseconds; `None` where the horizontal axis is not
    /// time or nothing could be drawn.
    pub range_ns: Option<(i64, i64)>,
}

/// A lane of a timeline.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Lane {
    /// The policy's index in the scenario.
    pub policy: usize,
    /// The container's number on the node.
    pub container: u32,
    /// Top edge in CSS pixels.
    pub top: f64,
    /// Bottom edge in CSS pixels.
    pub bottom: f64,
}

impl Plot {
    /// The instant at a horizontal position, at the axis' ends beyond them.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "a position on the screen is coarser than a float"
    )]
    pub fn time_at(&self, x: f64) -> Option<i64> {
        let (from, to) = self.range_ns?;
        let share = ((x - self.left) / (self.right - self.left)).clamp(0.0, 1.0);
        Some((from + ((to - from) as f64 * share).round() as i64).clamp(from, to))
    }

    /// The horizontal position of an instant, `None` where it is outside the axis.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a position on the screen is coarser than a float"
    )]
    pub fn x_of(&self, at_ns: i64) -> Option<f64> {
        let (from, to) = self.range_ns?;
        (from..=to)
            .contains(&at_ns)
            .then(|| self.left + (self.right - self.left) * (at_ns - from) as f64 / (to - from) as f64)
    }

    /// The lane at a vertical position, the nearest one where it is between two.
    #[must_use]
    pub fn lane_at(&self, y: f64) -> Option<&Lane> {
        let distance = |lane: &Lane| (lane.top - y).max(y - lane.bottom).max(0.0);
        self.lanes
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}
