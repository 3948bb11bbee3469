//! The one place that derives results from the scenario: at once where that is quick, in slices
//! between two events where it is not.

use std::cell::RefCell;
use std::mem::replace;
use std::rc::{Rc, Weak};

use gloo::timers::callback::Timeout;
use sim::{Progress, Refusal, Results, Scenario, Simulation, Spread, Spreading, limits};
use yew::{Callback, UseForceUpdateHandle, hook, use_callback, use_force_update, use_mut_ref};

use crate::browser;
use crate::reuse::Plan;

/// Attempts between two looks at the clock. They take far less than a slice in every model.
const STRIDE: u64 = 250;
/// How long a slice lasts in milliseconds. It leaves half of a frame to the page.
const SLICE_MS: f64 = 8.0;
/// How long a slice lasts once progress is shown: browsers wait four milliseconds between two.
const LONG_SLICE_MS: f64 = 30.0;
/// How long a simulation may take before its progress is shown, in milliseconds.
const SILENT_MS: f64 = 100.0;

/// A scenario with its results. Two are equal when they are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) scenario: Rc<Scenario>,
    pub(crate) results: Rc<Results>,
    /// The results under further seeds, once they are there.
    pub(crate) spread: Option<Rc<Spread>>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.results, &other.results)
            && Rc::ptr_eq(&self.scenario, &other.scenario)
            && self.spread.as_ref().map(Rc::as_ptr) == other.spread.as_ref().map(Rc::as_ptr)
    }
}

impl Picture {
    /// Whether the attempts of a container are there to be drawn.
    fn keeps(&self, container: u32) -> bool {
        let mut timelines = self.results.outcomes.iter().map(|outcome| &outcome.timeline);
        timelines.all(|timeline| container >= timeline.len() || timeline.keeps(container))
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
    /// The picture shows it; further seeds are being simulated, and how far they have come, once that
    /// takes noticeably long.
    Spreading(Option<Progress>),
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
    /// The container that is looked at.
    container: u32,
    simulation: Option<(Simulation, Plan)>,
    spreading: Option<Spreading>,
    began_ms: f64,
    timer: Option<Timeout>,
}

type Shared = Rc<RefCell<Runner>>;

impl Runner {
    /// Starts on a new scenario. An unfinished older one is dropped.
    fn follow(
        &mut self,
        scenario: &Rc<Scenario>,
        container: u32,
        shared: &Weak<RefCell<Self>>,
        update: &UseForceUpdateHandle,
    ) {
        let same = self.wanted.as_ref() == Some(scenario);
        let moved = replace(&mut self.container, container) != container;
        let kept = || {
            self.picture
                .as_ref()
                .is_none_or(|picture| picture.keeps(container))
        };
        if same && (!moved || kept()) {
            if moved && self.simulation.is_none() {
                self.begin_spread(shared, update);
            }
            return;
        }
        self.wanted = Some(Rc::clone(scenario));
        self.start(true, shared, update);
    }

    /// Starts on the wanted scenario, with the outcomes that are known already if `reuse` is set.
    fn start(&mut self, reuse: bool, shared: &Weak<RefCell<Self>>, update: &UseForceUpdateHandle) {
        self.timer = None;
        self.simulation = None;
        self.spreading = None;
        let Some(scenario) = &self.wanted else { return };
        let invalid = limits::check(scenario);
        if !invalid.is_empty() {
            self.status = Status::Refused(Rc::new(Refusal::Invalid(invalid)));
            return;
        }
        let before = self.picture.as_ref();
        let before = before.filter(|picture| reuse && picture.keeps(self.container));
        let plan = Plan::new(scenario, before.map(|picture| &*picture.scenario));
        self.began_ms = browser::now_ms();
        if plan.rest.policies.is_empty() {
            self.finish(Results::default(), plan, shared, update);
            return;
        }
        match Simulation::keeping(&plan.rest, self.container) {
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
        if self.spreading.is_some() {
            return self.spread(shared, update);
        }
        let Some((simulation, _)) = &mut self.simulation else {
            return false;
        };
        let length_ms = slice_ms(self.began_ms);
        let progress = match advance(|| simulation.advance(STRIDE), browser::now_ms, length_ms) {
            Ok(progress) => progress,
            Err(refusal) => {
                self.simulation = None;
                self.status = Status::Refused(Rc::new(refusal));
                return true;
            }
        };
        if !progress.finished() {
            self.go_on(shared, update);
            let slow = browser::now_ms() - self.began_ms > SILENT_MS;
            self.status = Status::Running(slow.then_some(progress));
            return slow;
        }
        if let Some((simulation, plan)) = self.simulation.take() {
            self.finish(simulation.into_results(), plan, shared, update);
        }
        true
    }

    /// Has the next slice played after what else the page has to do.
    fn go_on(&mut self, shared: &Weak<RefCell<Self>>, update: &UseForceUpdateHandle) {
        let (shared, update) = (shared.clone(), update.clone());
        self.timer = Some(Timeout::new(0, move || {
            let Some(runner) = shared.upgrade() else { return };
            let news = runner.borrow_mut().slice(&Rc::downgrade(&runner), &update);
            if news {
                update.force_update();
            }
        }));
    }

    /// Starts on the further seeds of the scenario in the picture.
    fn begin_spread(&mut self, shared: &Weak<RefCell<Self>>, update: &UseForceUpdateHandle) {
        let picture = self.picture.as_ref();
        let Some(scenario) = picture.map(|picture| &picture.scenario) else {
            return;
        };
        if scenario.seeds > 1 && matches!(self.status, Status::Shown | Status::Spreading(_)) {
            match Spreading::new(scenario, self.container) {
                Ok(spreading) => self.spreading = Some(spreading),
                Err(refusal) => {
                    self.status = Status::Refused(Rc::new(refusal));
                    return;
                }
            }
            self.status = Status::Spreading(None);
            self.began_ms = browser::now_ms();
            self.go_on(shared, update);
        }
    }

    /// Simulates further seeds for a slice; returns whether there is something new to show.
    fn spread(&mut self, shared: &Weak<RefCell<Self>>, update: &UseForceUpdateHandle) -> bool {
        let Some(spreading) = &mut self.spreading else {
            return false;
        };
        let length_ms = slice_ms(self.began_ms);
        match advance(|| spreading.advance(STRIDE), browser::now_ms, length_ms) {
            Ok(progress) if progress.finished() => {
                let spread = self.spreading.take().map(Spreading::into_spread);
                if let Some(picture) = &mut self.picture {
                    picture.spread = spread.map(Rc::new);
                }
                self.status = Status::Shown;
                true
            }
            Ok(progress) => {
                self.go_on(shared, update);
                let slow = browser::now_ms() - self.began_ms > SILENT_MS;
                self.status = Status::Spreading(slow.then_some(progress));
                slow
            }
            Err(refusal) => {
                self.spreading = None;
                self.status = Status::Refused(Rc::new(refusal));
                true
            }
        }
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
                    spread: None,
                });
                self.status = Status::Shown;
                self.begin_spread(shared, update);
            }
            None => self.start(false, shared, update),
        }
    }

    fn cancel(&mut self) {
        if self.simulation.take().is_some() {
            self.timer = None;
            self.status = Status::Cancelled;
        }
        if self.spreading.take().is_some() {
            self.timer = None;
            self.status = Status::Shown;
        }
    }
}

/// How long the next slice of a simulation lasts that began then.
fn slice_ms(began_ms: f64) -> f64 {
    if browser::now_ms() - began_ms > SILENT_MS {
        LONG_SLICE_MS
    } else {
        SLICE_MS
    }
}

/// Simulates until the slice is over or nothing is left.
fn advance(
    mut stride: impl FnMut() -> Result<Progress, Refusal>,
    now_ms: impl Fn() -> f64,
    length_ms: f64,
) -> Result<Progress, Refusal> {
    let until_ms = now_ms() + length_ms;
    loop {
        let progress = stride()?;
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

/// The last picture, what came of the wanted scenario, and a way to stop it. Where there are too many
/// attempts to keep them all, those of `container` are kept.
#[hook]
pub(crate) fn use_run(
    scenario: &Rc<Scenario>,
    container: u32,
) -> (Option<Picture>, Status, Callback<Command>) {
    let runner: Shared = use_mut_ref(Runner::default);
    let update = use_force_update();
    let shared = Rc::downgrade(&runner);
    runner.borrow_mut().follow(scenario, container, &shared, &update);
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
        while !advance(|| simulation.advance(STRIDE), clock, SLICE_MS)
            .unwrap()
            .finished()
        {
            slices += 1;
            // One look before, then one after each stride of a millisecond.
            assert_eq!(looks.replace(0), 9, "slice {slices}");
        }
        assert!(slices > 0, "all of it fitted into one slice");
        assert_eq!(simulation.into_results(), sim::simulate(&scenario).unwrap());
    }
}
