//! The same scenario under several seeds: how much is luck.

mod measures;

use serde::Serialize;

use crate::journal::Keep;
use crate::simulation::{Outcome, Progress, Refusal, Results, Simulation};
pub use measures::Measure;
use scenario::Scenario;
use scenario::limits;

/// What a scenario leads to under each of its seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// One for each seed, the scenario's own first. Of the attempts those of one container are kept.
    pub runs: Vec<Results>,
}

/// Nine of ten values lie in it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Band {
    /// 5 of 100 values are at most this.
    pub low: f64,
    /// The middle one.
    pub median: f64,
    /// 95 of 100 values are at most this.
    pub high: f64,
}

impl Band {
    /// The band of some values; `None` without any. Each bound is one of the values (nearest rank).
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        // There are at most a hundred: a sort of the library would be three kilobytes of the page.
        let mut sorted: Vec<f64> = Vec::new();
        for value in values {
            let place = sorted.partition_point(|other| *other <= value);
            sorted.insert(place, value);
        }
        let at = |percent: usize| {
            let rank = (sorted.len() * percent).div_ceil(100).max(1);
            sorted.get(rank - 1).copied()
        };
        Some(Self {
            low: at(5)?,
            median: at(50)?,
            high: at(95)?,
        })
    }
}

impl Spread {
    /// The outcomes of one policy, one for each seed.
    pub fn outcomes(&self, policy: usize) -> impl Iterator<Item = &Outcome> {
        self.runs
            .iter()
            .filter_map(move |results| results.outcomes.get(policy))
    }

    /// The band of a number of one policy; seeds under which it does not exist are left out.
    #[must_use]
    pub fn band(&self, policy: usize, number: &dyn Fn(&Outcome) -> Option<f64>) -> Option<Band> {
        Band::of(self.outcomes(policy).filter_map(number))
    }
}

/// Simulates a scenario under all of its seeds, in one go.
///
/// # Errors
/// As [`crate::simulate`]; the limits hold for all seeds together.
pub fn spread(scenario: &Scenario) -> Result<Spread, Refusal> {
    let mut spreading = Spreading::new(scenario, 0)?;
    while !spreading.advance(u64::MAX)?.finished() {}
    Ok(spreading.into_spread())
}

/// A [`Spread`] in the making, advanced in slices.
#[derive(Debug)]
pub struct Spreading {
    scenario: Scenario,
    container: u32,
    simulation: Option<Simulation>,
    spread: Spread,
    attempts: u64,
    work: u64,
}

impl Spreading {
    /// Prepares to simulate all seeds; the attempts of `container` are kept.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] when fields break their limits.
    pub fn new(scenario: &Scenario, container: u32) -> Result<Self, Refusal> {
        let mut spreading = Self {
            scenario: scenario.clone(),
            container,
            simulation: None,
            spread: Spread::default(),
            attempts: 0,
            work: 0,
        };
        spreading.simulation = Some(spreading.begin()?);
        Ok(spreading)
    }

    /// The simulation of the next seed.
    fn begin(&self) -> Result<Simulation, Refusal> {
        let scenario = Scenario {
            seed: self.scenario.seed.wrapping_add(self.spread.runs.len() as u64),
            ..self.scenario.clone()
        };
        Simulation::with(&scenario, Keep::Only(self.container))
    }

    /// Simulates about `steps` more steps, at most until the next seed.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] when one seed is too large, [`Refusal::TooManySeeds`] when all together
    /// take more than [`limits::MAX_ATTEMPTS`] or [`limits::MAX_WORK`].
    pub fn advance(&mut self, steps: u64) -> Result<Progress, Refusal> {
        let Some(simulation) = &mut self.simulation else {
            return Ok(self.progress());
        };
        if simulation.advance(steps)?.finished()
            && let Some(simulation) = self.simulation.take()
        {
            self.work += simulation.all_work();
            let results = simulation.into_results();
            self.attempts += results
                .outcomes
                .iter()
                .map(|outcome| outcome.load.start_rate.total)
                .sum::<u64>();
            self.spread.runs.push(results);
            let runs = self.spread.runs.len() as u64;
            if self.attempts > limits::MAX_ATTEMPTS || self.work > limits::MAX_WORK {
                let fit = (runs * limits::MAX_ATTEMPTS / self.attempts.max(1))
                    .min(runs * limits::MAX_WORK / self.work.max(1));
                return Err(Refusal::TooManySeeds {
                    seeds: self.scenario.seeds,
                    fit: u32::try_from(fit).unwrap_or_default().max(1),
                });
            }
            if runs < u64::from(self.scenario.seeds) {
                self.simulation = Some(self.begin()?);
            }
        }
        Ok(self.progress())
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let policies = self.scenario.policies.len() as u64;
        let each = u64::from(self.scenario.containers()) * policies;
        let current = self.simulation.as_ref().map(Simulation::progress);
        Progress {
            done: self.spread.runs.len() as u64 * each + current.map_or(0, |progress| progress.done),
            of: u64::from(self.scenario.seeds) * each,
        }
    }

    /// What was simulated so far.
    #[must_use]
    pub fn into_spread(self) -> Spread {
        self.spread
    }
}
