//! What is looked at, and how large.

use sim::{Outcome, Policy, Results, Scenario, Spread, Timeline};

/// The size of a figure.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Size {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels; [`crate::height`] says what suits the figure.
    pub height: u32,
    /// Backend pixels for each CSS pixel: the device pixel ratio on a canvas.
    pub scale: f64,
}

/// Which lanes a timeline has. The other figures take their container from it too.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// One lane for each policy, all for the same container.
    PerPolicy {
        /// The container's number on the node.
        container: u32,
    },
    /// One lane for each of several containers, all under the same policy.
    PerContainer {
        /// The policy's index in the scenario.
        policy: usize,
        /// The first container shown.
        first: u32,
        /// How many are shown; those that do not exist are left out.
        count: u32,
    },
}

/// A part of some results.
#[derive(Copy, Clone, Debug)]
pub struct View<'a> {
    /// The scenario that was simulated.
    pub scenario: &'a Scenario,
    /// Its results. Policies without an outcome are left out.
    pub results: &'a Results,
    /// What the lanes of the timeline are.
    pub lanes: Lanes,
    /// Where the time axis begins.
    pub from_ns: i64,
    /// Where it ends. A view outside the simulation or turned round is moved inside.
    pub to_ns: i64,
    /// The same scenario under several seeds, drawn behind the results as bands.
    pub spread: Option<&'a Spread>,
    /// An instant to mark with a line.
    pub playhead_ns: Option<i64>,
}

impl<'a> View<'a> {
    /// The whole simulation, the first container under every policy.
    #[must_use]
    pub const fn whole(scenario: &'a Scenario, results: &'a Results) -> Self {
        Self {
            scenario,
            results,
            lanes: Lanes::PerPolicy { container: 0 },
            from_ns: 0,
            to_ns: scenario.horizon.nanos(),
            spread: None,
            playhead_ns: None,
        }
    }

    /// The container of the figures that show a single one: the lane's, or that of the first lane.
    #[must_use]
    pub const fn container(&self) -> u32 {
        match self.lanes {
            Lanes::PerPolicy { container } => container,
            Lanes::PerContainer { first, .. } => first,
        }
    }

    /// The view's beginning and end within the simulation, at least 1 ns apart.
    pub(crate) fn range(&self) -> (i64, i64) {
        let horizon = self.scenario.horizon.nanos().max(1);
        let from = self.from_ns.clamp(0, horizon - 1);
        (from, self.to_ns.clamp(from + 1, horizon))
    }

    /// The instants in view at which a container was restarted.
    pub(crate) fn restarts<'t>(&self, timeline: &'t Timeline, container: u32) -> &'t [i64] {
        let (from, to) = self.range();
        let all = timeline.restarts(container);
        let first = all.partition_point(|&at| at < from);
        let last = all.partition_point(|&at| at <= to);
        &all[first..last]
    }

    /// The policies that have an outcome, with their index.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = (usize, &'a Policy, &'a Outcome)> {
        let pairs = self.scenario.policies.iter().zip(&self.results.outcomes);
        pairs
            .enumerate()
            .map(|(index, (policy, outcome))| (index, policy, outcome))
    }
}
