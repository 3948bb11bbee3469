//! Running a scenario, in one go or in slices.

use backoff::GoDuration;
use serde::Serialize;

use crate::journal::Keep;
use crate::load::Load;
use crate::model::Player;
use crate::summary::Summary;
use crate::timeline::Timeline;
use scenario::limits;
use scenario::{Invalid, Model, Scenario};

/// Steps between two looks at the limits.
const LOOK: u64 = 1 << 16;

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
    /// The simulation needs more than [`limits::MAX_ATTEMPTS`] or [`limits::MAX_WORK`]. Nothing is
    /// wrong with the scenario's fields; the message says how to make it smaller.
    TooLarge {
        /// The policy that was being simulated when the limit was reached.
        policy: String,
        /// What to change.
        remedy: String,
    },
    /// Each seed alone can be simulated, all together are too much.
    TooManySeeds {
        /// How many were asked for.
        seeds: u32,
        /// How many keep within the limits together.
        fit: u32,
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
    keep: Keep,
    /// Attempts under the policies that are done.
    attempts: u64,
    /// Steps of the policy that is being played.
    work: u64,
    most_work: u64,
    /// Steps of all policies.
    all_work: u64,
    results: Results,
}

/// Simulates a scenario in one go.
///
/// # Errors
/// [`Refusal::Invalid`] when fields break their limits, [`Refusal::TooLarge`] when it would take
/// more than [`limits::MAX_ATTEMPTS`] or [`limits::MAX_WORK`].
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
        Self::keeping(scenario, 0)
    }

    /// Prepares a simulation. Where there are too many attempts to keep them all, those of the
    /// container `first` are kept, then those of the containers after it.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] when fields break their limits.
    pub fn keeping(scenario: &Scenario, first: u32) -> Result<Self, Refusal> {
        Self::with(scenario, Keep::Many { first })
    }

    /// Prepares a simulation that keeps what is said.
    pub(crate) fn with(scenario: &Scenario, keep: Keep) -> Result<Self, Refusal> {
        let invalid = limits::check(scenario);
        if !invalid.is_empty() {
            return Err(Refusal::Invalid(invalid));
        }
        Ok(Self {
            player: Some(Player::new(scenario, 0, keep)),
            scenario: scenario.clone(),
            keep,
            attempts: 0,
            work: 0,
            most_work: limits::MAX_WORK,
            all_work: 0,
            results: Results::default(),
        })
    }

    /// Simulates about `steps` more steps. A step is an attempt, or in the model *Kubelet release*
    /// something that happens on the node; it takes well below a microsecond.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] when the whole simulation has more than [`limits::MAX_ATTEMPTS`], or one
    /// policy takes more than [`limits::MAX_WORK`]; it cannot be continued then.
    pub fn advance(&mut self, steps: u64) -> Result<Progress, Refusal> {
        let mut budget = steps;
        while let Some(player) = &mut self.player {
            let played = player.play(&self.scenario, budget.min(LOOK));
            self.work += played;
            self.all_work += played;
            budget -= played.min(budget);
            if self.attempts + player.attempts() > limits::MAX_ATTEMPTS || self.work > self.most_work {
                return Err(self.too_large());
            }
            if player.finished(&self.scenario) {
                self.attempts += player.attempts();
                self.work = 0;
                let outcome = self
                    .player
                    .take()
                    .map(|player| player.into_outcome(&self.scenario));
                self.results.outcomes.extend(outcome);
                let next = self.results.outcomes.len();
                if next < self.scenario.policies.len() {
                    self.player = Some(Player::new(&self.scenario, next, self.keep));
                }
            }
            if budget == 0 {
                break;
            }
        }
        Ok(self.progress())
    }

    /// Steps so far, over all policies.
    pub(crate) const fn all_work(&self) -> u64 {
        self.all_work
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
        let mut played = self.progress();
        if self.work > self.most_work {
            // Each policy has a limit of its own.
            let each = u64::from(self.scenario.containers());
            played.done -= each * self.results.outcomes.len() as u64;
            played.of = each;
        }
        let name = self
            .scenario
            .policies
            .get(self.results.outcomes.len())
            .map_or_else(String::new, |policy| policy.name.clone());
        Refusal::TooLarge {
            policy: name,
            remedy: way_out(&self.scenario, played),
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
            Self::TooManySeeds { seeds, fit } => write!(
                f,
                "{seeds} seeds take more than {} attempts or {} steps together, the limits; {fit} fit",
                limits::MAX_ATTEMPTS,
                limits::MAX_WORK
            ),
            Self::TooLarge { policy, remedy } => write!(
                f,
                "simulating \"{policy}\" takes more than {} attempts or {} steps, the limits; {remedy}",
                limits::MAX_ATTEMPTS,
                limits::MAX_WORK
            ),
        }
    }
}

impl core::error::Error for Refusal {}

/// How to make a scenario small enough of which only this part could be played.
fn way_out(scenario: &Scenario, played: Progress) -> String {
    let fits = |count: i64| {
        // Nine tenths of what fitted, so that the advice works even though the simulated part is only
        // an estimate of the whole.
        let part = i128::from(count) * i128::from(played.done) * 9 / (i128::from(played.of) * 10).max(1);
        i64::try_from(part).unwrap_or(i64::MAX)
    };
    let horizon = GoDuration::from_secs(fits(scenario.horizon.nanos() / 1_000_000_000));
    let pods = fits(scenario.workload.iter().map(|group| i64::from(group.pods)).sum());
    let mut remedies = Vec::new();
    if horizon >= limits::MIN_HORIZON {
        remedies.push(format!("shorten the horizon to {}", horizon.short()));
    }
    if pods > 0 && scenario.model != Model::KubeletRelease {
        remedies.push(format!("simulate {pods} pods"));
    }
    if remedies.is_empty() {
        return "even one container needs more: lengthen the delays, the run time or the create \
                latency, or shorten the horizon"
            .to_owned();
    }
    if scenario.policies.len() > 1 {
        remedies.push("compare fewer policies".to_owned());
    }
    remedies.join(", or ")
}

#[cfg(test)]
mod tests {
    use scenario::RunTime;

    use super::*;

    fn play(scenario: &Scenario, most_work: u64) -> Result<Progress, Refusal> {
        let mut simulation = Simulation {
            most_work,
            ..Simulation::new(scenario).expect("valid")
        };
        loop {
            let progress = simulation.advance(10_000)?;
            if progress.finished() {
                return Ok(progress);
            }
        }
    }

    /// A node on which nothing restarts has its loops all the same.
    #[test]
    fn too_much_work_is_refused_with_a_way_out_that_works() {
        let mut scenario = Scenario {
            model: Model::KubeletRelease,
            horizon: GoDuration::from_secs(24 * 3600),
            ..Scenario::default()
        };
        scenario.workload[0].pods = 1000;
        scenario.workload[0].run = RunTime::Fixed(scenario.horizon);
        scenario.node.max_pods = 1000;
        for most_work in [500_000, 2_000_000] {
            let Err(Refusal::TooLarge { remedy, .. }) = play(&scenario, most_work) else {
                panic!("more than two million steps were not refused");
            };
            let horizon = remedy
                .strip_prefix("shorten the horizon to ")
                .and_then(|rest| rest.split(',').next())
                .expect("the remedy names a horizon");
            let shorter = Scenario {
                horizon: horizon.parse().expect("a duration"),
                ..scenario.clone()
            };
            play(&shorter, most_work).expect("the way out works");
        }
    }
}
