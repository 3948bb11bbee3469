//! Running a scenario, in one go or in slices.

use serde::Serialize;

use crate::limits;
use crate::load::Load;
use crate::model::Player;
use crate::scenario::{Invalid, Scenario};
use crate::summary::Summary;
use crate::timeline::Timeline;

/// What one policy leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Starts, runs and waits of every container.
    pub timeline: Timeline,
    /// What they cost the node.
    pub load: Load,
    /// The same as numbers.
    pub summary: Summary,
}

/// The outcomes of a scenario, in the order of its policies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// One for each policy.
    pub outcomes: Vec<Outcome>,
}

/// Why a scenario is not simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Fields break their limits; all of them are listed. Mend them and try again.
    Invalid(Vec<Invalid>),
    /// The simulation needs more attempts than [`limits::MAX_ATTEMPTS`]. Nothing is wrong with
    /// the scenario's fields; the message says how to make it smaller.
    TooLarge {
        /// The policy that was being simulated when the limit was reached.
        policy: String,
        /// What to change.
        remedy: String,
    },
}

/// How far a simulation has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Containers simulated so far, over all policies.
    pub done: u64,
    /// Containers to simulate, over all policies.
    pub of: u64,
}

impl Progress {
    /// Whether nothing is left to do.
    #[must_use]
    pub const fn finished(self) -> bool {
        self.done == self.of
    }
}

/// A simulation that is advanced in slices and can be dropped between two of them.
#[derive(Debug)]
pub struct Simulation {
    scenario: Scenario,
    player: Option<Player>,
    attempts_left: u64,
    results: Results,
}

/// Simulates a scenario in one go.
///
/// # Errors
/// [`Refusal::Invalid`] when fields break their limits, [`Refusal::TooLarge`] when it would take
/// more than [`limits::MAX_ATTEMPTS`].
pub fn simulate(scenario: &Scenario) -> Result<Results, Refusal> {
    let mut simulation = Simulation::new(scenario)?;
    while !simulation.advance(u64::MAX)?.finished() {}
    Ok(simulation.into_results())
}

impl Simulation {
    /// Prepares a simulation.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] when fields break their limits.
    pub fn new(scenario: &Scenario) -> Result<Self, Refusal> {
        let invalid = limits::check(scenario);
        if !invalid.is_empty() {
            return Err(Refusal::Invalid(invalid));
        }
        Ok(Self {
            player: Some(Player::new(scenario, 0)),
            scenario: scenario.clone(),
            attempts_left: limits::MAX_ATTEMPTS,
            results: Results::default(),
        })
    }

    /// Simulates about `attempts` more attempts.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] when the whole simulation has reached [`limits::MAX_ATTEMPTS`];
    /// it cannot be continued then.
    pub fn advance(&mut self, attempts: u64) -> Result<Progress, Refusal> {
        let mut budget = attempts;
        while let Some(player) = &mut self.player {
            let slice = budget.min(self.attempts_left);
            let played = player.play(&self.scenario, slice);
            self.attempts_left -= played.min(self.attempts_left);
            budget -= played.min(budget);
            if !player.finished(&self.scenario) {
                if self.attempts_left == 0 {
                    return Err(self.too_large());
                }
                break;
            }
            let (timeline, kubelet) = self.player.take().map(Player::into_results).unwrap_or_default();
            let load = Load::of(&self.scenario, &timeline);
            let load = match kubelet {
                Some(kubelet) => load.with(kubelet),
                None => load,
            };
            let summary = Summary::of(&self.scenario, &timeline, &load);
            self.results.outcomes.push(Outcome {
                timeline,
                load,
                summary,
            });
            let next = self.results.outcomes.len();
            if next < self.scenario.policies.len() {
                self.player = Some(Player::new(&self.scenario, next));
            }
        }
        Ok(self.progress())
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let containers = self.scenario.containers();
        let each = u64::from(containers);
        Progress {
            done: each * self.results.outcomes.len() as u64
                + self
                    .player
                    .as_ref()
                    .map_or(0, |player| u64::from(player.done(containers))),
            of: each * self.scenario.policies.len() as u64,
        }
    }

    /// The results; of the policies simulated so far, when it has not finished.
    #[must_use]
    pub fn into_results(self) -> Results {
        self.results
    }

    fn too_large(&self) -> Refusal {
        let progress = self.progress();
        let name = self
            .scenario
            .policies
            .get(self.results.outcomes.len())
            .map_or_else(String::new, |policy| policy.name.clone());
        Refusal::TooLarge {
            policy: name,
            remedy: limits::way_out(&self.scenario, progress),
        }
    }
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Invalid(fields) => {
                for (n, field) in fields.iter().enumerate() {
                    if n > 0 {
                        f.write_str("\n")?;
                    }
                    write!(f, "{field}")?;
                }
                Ok(())
            }
            Self::TooLarge { policy, remedy } => write!(
                f,
                "simulating \"{policy}\" takes more than {} attempts, the limit for one scenario; {remedy}",
                limits::MAX_ATTEMPTS
            ),
        }
    }
}

impl core::error::Error for Refusal {}
