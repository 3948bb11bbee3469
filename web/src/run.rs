//! The one place that derives results from the scenario: at once where that is quick, in slices
//! between two events where it is not.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use gloo::timers::callback::Timeout;
use sim::{Progress, Refusal, Results, Scenario, Simulation, limits};
use yew::{Callback, UseForceUpdateHandle, hook, use_callback, use_force_update, use_mut_ref};

use crate::browser;
use crate::reuse::Plan;

/// Attempts between two looks at the clock. They take far less than a slice in every model.
const STRIDE: u64 = 250;
/// How long a slice lasts in milliseconds. It leaves half of a frame to the page.
const SLICE_MS: f64 = 8.0;
/// How long a simulation may take before its progress is shown, in milliseconds.
const SILENT_MS: f64 = 100.0;

/// A scenario with its results. Two are equal when they are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) scenario: Rc<Scenario>,
    pub(crate) results: Rc<Results>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.results, &other.results) && Rc::ptr_eq(&self.scenario, &other.scenario)
    }
}

/// What came of the scenario that is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Status {
    /// The picture shows it.
    #[default]
    Shown,
    /// It is being simulated; how far it has come, once that takes noticeably long.
    Running(Option<Progress>),
    /// It was refused; the picture shows the one before.
    Refused(Rc<Refusal>),
    /// It was cancelled; the picture shows the one before.
    Cancelled,
}

#[derive(Default)]
struct Runner {
    wanted: Option<Rc<Scenario>>,
    picture: Option<Picture>,
    status: Status,
    simulation: Option<(Simulation, Plan)>,
    began_ms: f64,
    timer: Option<Timeout>,
}

type Shared = Rc<RefCell<Runner>>;

impl Runner {
    /// Starts on a new scenario. An unfinished older one is dropped.
    fn follow(
        &mut self,
        scenario: &Rc<Scenario>,
        shared: &Weak<RefCell<Self>>,
        update: &UseForceUpdateHandle,
    ) {
        if self.wanted.as_ref() == Some(scenario) {
            return;
        }
        self.wanted = Some(Rc::clone(scenario));
        self.start(true, shared, update);
    }

    /// Starts on the wanted scenario, with the outcomes that are known already if `reuse` is set.
    fn start(&mut self, reuse: bool, shared: &Weak<RefCell<Self>>, update: &UseForceUpdateHandle) {
        self.timer = None;
        self.simulation = None;
        let Some(scenario) = &self.wanted else { return };
        let invalid = limits::check(scenario);
        if !invalid.is_empty() {
            self.status = Status::Refused(Rc::new(Refusal::Invalid(invalid)));
            return;
        }
        let before = self.picture.as_ref().filter(|_| reuse);
        let plan = Plan::new(scenario, before.map(|picture| &*picture.scenario));
        self.began_ms = browser::now_ms();
        if plan.rest.policies.is_empty() {
            self.finish(Results::default(), plan, shared, update);
            return;
        }
        match Simulation::new(&plan.rest) {
            Ok(simulation) => {
                self.simulation = Some((simulation, plan));
                self.status = Status::Running(None);
                self.slice(shared, update);
            }
            Err(refusal) => self.status = Status::Refused(Rc::new(refusal)),
        }
    }

    /// Simulates for a slice; returns whether there is something new to show.
    fn slice(&mut self, shared: &Weak<RefCell<Self>>, update: &UseForceUpdateHandle) -> bool {
        let Some((simulation, _)) = &mut self.simulation else {
            return false;
        };
        let progress = match advance(simulation, browser::now_ms) {
            Ok(progress) => progress,
            Err(refusal) => {
                self.simulation = None;
                self.status = Status::Refused(Rc::new(refusal));
                return true;
            }
        };
        if !progress.finished() {
            let (shared, update) = (shared.clone(), update.clone());
            self.timer = Some(Timeout::new(0, move || {
                let Some(runner) = shared.upgrade() else { return };
                let news = runner.borrow_mut().slice(&Rc::downgrade(&runner), &update);
                if news {
                    update.force_update();
                }
            }));
            let slow = browser::now_ms() - self.began_ms > SILENT_MS;
            self.status = Status::Running(slow.then_some(progress));
            return slow;
        }
        if let Some((simulation, plan)) = self.simulation.take() {
            self.finish(simulation.into_results(), plan, shared, update);
        }
        true
    }

    fn finish(
        &mut self,
        rest: Results,
        plan: Plan,
        shared: &Weak<RefCell<Self>>,
        update: &UseForceUpdateHandle,
    ) {
        let Some(scenario) = &self.wanted else { return };
        match plan.results(rest, self.picture.as_ref().map(|picture| &*picture.results)) {
            Some(results) => {
                self.picture = Some(Picture {
                    scenario: Rc::clone(scenario),
                    results: Rc::new(results),
                });
                self.status = Status::Shown;
            }
            None => self.start(false, shared, update),
        }
    }

    fn cancel(&mut self) {
        if self.simulation.take().is_some() {
            self.timer = None;
            self.status = Status::Cancelled;
        }
    }
}

/// Simulates until the slice is over or nothing is left.
fn advance(simulation: &mut Simulation, now_ms: impl Fn() -> f64) -> Result<Progress, Refusal> {
    let until_ms = now_ms() + SLICE_MS;
    loop {
        let progress = simulation.advance(STRIDE)?;
        if progress.finished() || now_ms() >= until_ms {
            return Ok(progress);
        }
    }
}

/// What the page can do about a simulation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Stop and keep the picture before.
    Cancel,
    /// Start again after it was cancelled.
    Again,
}

/// The last picture, what came of the wanted scenario, and a way to stop it.
#[hook]
pub(crate) fn use_run(scenario: &Rc<Scenario>) -> (Option<Picture>, Status, Callback<Command>) {
    let runner: Shared = use_mut_ref(Runner::default);
    let update = use_force_update();
    let shared = Rc::downgrade(&runner);
    runner.borrow_mut().follow(scenario, &shared, &update);
    let command = use_callback((), move |command, ()| {
        if let Some(runner) = shared.upgrade() {
            match command {
                Command::Cancel => runner.borrow_mut().cancel(),
                Command::Again => runner.borrow_mut().start(true, &shared, &update),
            }
            update.force_update();
        }
    });
    let runner = runner.borrow();
    (runner.picture.clone(), runner.status.clone(), command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_slice_ends_by_the_clock_and_slices_reach_the_end() {
        let scenario = Scenario {
            model: sim::Model::KubeletRelease,
            ..Scenario::default()
        };
        let mut simulation = Simulation::new(&scenario).unwrap();
        let looks = Cell::new(0_u32);
        let clock = || {
            looks.set(looks.get() + 1);
            f64::from(looks.get())
        };
        let mut slices = 0;
        while !advance(&mut simulation, clock).unwrap().finished() {
            slices += 1;
            // One look before, then one after each stride of a millisecond.
            assert_eq!(looks.replace(0), 9, "slice {slices}");
        }
        assert!(slices > 0, "all of it fitted into one slice");
        assert_eq!(simulation.into_results(), sim::simulate(&scenario).unwrap());
    }
}
