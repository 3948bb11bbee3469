//! Everything the page knows that cannot be computed: one value, changed by actions only.

mod edit;
mod typed;

use std::rc::Rc;

use kubelet::Release;
use sim::permalink::Notice;
use sim::{Ending, Model, Policy, RestartPolicy, Role, Scenario};
use yew::{AttrValue, Reducible};

pub(crate) use edit::{Growth, Room, RunKind};
pub(crate) use typed::Typed;

use crate::field::Field;
use crate::url;

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// What is simulated: the last valid value of every field.
    pub(crate) scenario: Rc<Scenario>,
    /// Texts of fields that differ from the scenario or have the focus.
    pub(crate) typed: Rc<Typed>,
    /// Which part of the page is shown.
    pub(crate) view: View,
    /// Light, dark or as the system has it.
    pub(crate) theme: Theme,
    /// What a lane of the timeline is.
    pub(crate) lanes: Lanes,
    /// Where the playhead is.
    pub(crate) cursor: Option<Cursor>,
    /// Whether the link is shown.
    pub(crate) sharing: bool,
    /// What of the permalink could not be used.
    pub(crate) notices: Rc<Vec<Notice>>,
    /// Counts the changes that Back undoes.
    pub(crate) visits: u32,
}

/// A part of the page.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum View {
    /// Policies, workload, node and results.
    #[default]
    Playground,
    /// What a configuration file does.
    Configuration,
}

/// A choice of colours.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What a lane of the timeline is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lanes {
    /// A lane for each policy, all of one container.
    Policies {
        /// The container's number on the node.
        container: u32,
    },
    /// A lane for each container, all under one policy.
    Containers {
        /// The policy.
        policy: usize,
        /// The container of the first lane.
        first: u32,
    },
}

impl Lanes {
    /// The container that is looked at, the first one where there are several.
    pub(crate) const fn container(self) -> u32 {
        match self {
            Self::Policies { container } => container,
            Self::Containers { first, .. } => first,
        }
    }
}

/// The playhead of the timeline.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// Its instant in nanoseconds.
    pub(crate) at_ns: i64,
    /// The lane it was set in.
    pub(crate) lane: usize,
}

/// Pods of all groups.
pub(crate) fn pods(scenario: &Scenario) -> u32 {
    let pods = scenario.workload.iter().map(|group| group.pods);
    pods.fold(0, u32::saturating_add)
}

/// A container of a group's pods.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct ContainerAt {
    /// The group.
    pub(crate) group: usize,
    /// Its position beside the group's own container, `None` for that one.
    pub(crate) beside: Option<usize>,
}

/// How many containers the timeline shows at once.
pub(crate) const LANES_ON_A_PAGE: u32 = 10;

/// What happened to the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// A text was typed into a field.
    Type(Field, AttrValue),
    /// A field lost the focus.
    Leave(Field),
    /// A slider was moved to a value, in the unit of its scale.
    Slide(Field, i64),
    /// A release was chosen.
    Release(Release),
    /// A model was chosen.
    Model(Model),
    /// A policy is added.
    AddPolicy,
    /// A policy is copied behind itself.
    CopyPolicy(usize),
    /// A policy is removed.
    RemovePolicy(usize),
    /// A policy becomes the baseline.
    Baseline(usize),
    /// A policy is replaced, by a preset or by what a configuration does.
    Replace(usize, Policy),
    /// A policy from a configuration is added.
    Adopt(Policy),
    /// A policy grows in another way.
    Growth(usize, Growth),
    /// The kubelet with a policy has a release of its own, or the scenario's.
    PolicyRelease(usize, Option<Release>),
    /// A policy resets after twice the maximum instead of a time of its own, or the reverse.
    ResetTwiceMax(usize, bool),
    /// A group is added.
    AddGroup,
    /// A group is removed.
    RemoveGroup(usize),
    /// The run time of a container has another distribution.
    Run(ContainerAt, RunKind),
    /// Something else ends the runs of a container.
    Ends(ContainerAt, Ending),
    /// A container is added beside a group's own.
    AddBeside(usize),
    /// A container beside a group's own is removed.
    RemoveBeside(usize, usize),
    /// A container beside a group's own is something else for its pod.
    Role(usize, usize, Role),
    /// The kubelet is restarted once, or is not.
    KubeletRestarts(bool),
    /// A group's restart policy was chosen.
    RestartPolicy(usize, RestartPolicy),
    /// A group's dependency goes down at an instant, or is down from the beginning.
    GoesDown(usize, bool),
    /// A group's dependency returns, or does not.
    Recovers(usize, bool),
    /// A fragment was opened: a link, Back or Forward.
    Open(AttrValue),
    /// The notices were read.
    DismissNotices,
    /// A part of the page was chosen.
    View(View),
    /// Colours were chosen.
    Theme(Theme),
    /// The lanes of the timeline were chosen.
    Lanes(Lanes),
    /// The playhead was moved or taken away.
    Cursor(Option<Cursor>),
    /// The link is shown or hidden.
    Share(bool),
}

impl State {
    /// The page for a fragment.
    pub(crate) fn open(fragment: &str, theme: Theme) -> Self {
        let opened = url::read(fragment);
        Self {
            scenario: Rc::new(opened.scenario),
            typed: Rc::default(),
            view: opened.view,
            theme,
            lanes: Lanes::Policies { container: 0 },
            cursor: None,
            sharing: false,
            notices: Rc::new(opened.notices),
            visits: 0,
        }
    }

    /// The fragment that opens this page, without `#`.
    pub(crate) fn fragment(&self) -> String {
        url::write(&self.scenario, self.view)
    }

    fn edit(&mut self, change: impl FnOnce(&mut Scenario, &mut Typed)) {
        let before = Rc::clone(&self.scenario);
        let (scenario, typed) = (Rc::make_mut(&mut self.scenario), Rc::make_mut(&mut self.typed));
        change(scenario, typed);
        typed.follow(&before, scenario);
        self.stay_in_range();
    }

    /// Lanes and playhead follow a scenario that became smaller.
    fn stay_in_range(&mut self) {
        let last = self.scenario.containers().saturating_sub(1);
        let last_policy = self.scenario.policies.len().saturating_sub(1);
        self.lanes = match self.lanes {
            Lanes::Policies { container } => Lanes::Policies {
                container: container.min(last),
            },
            Lanes::Containers { policy, first } => Lanes::Containers {
                policy: policy.min(last_policy),
                first: first.min(last / LANES_ON_A_PAGE * LANES_ON_A_PAGE),
            },
        };
        let end_ns = self.scenario.horizon.nanos();
        self.cursor = self
            .cursor
            .filter(|cursor| cursor.at_ns < end_ns && cursor.lane < self.lane_count());
    }

    /// How many lanes the timeline has.
    pub(crate) fn lane_count(&self) -> usize {
        match self.lanes {
            Lanes::Policies { .. } => self.scenario.policies.len(),
            Lanes::Containers { first, .. } => {
                let containers = self.scenario.containers();
                containers.saturating_sub(first).min(LANES_ON_A_PAGE) as usize
            }
        }
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Type(field, text) => self.edit(|scenario, typed| {
                if let Ok(value) = field.parse(scenario, &text) {
                    field.set(scenario, value);
                }
                typed.insert(field, text);
            }),
            Action::Leave(field) => {
                let text = self.typed.get(field);
                if text.is_some_and(|text| field.parse(&self.scenario, text).is_ok()) {
                    Rc::make_mut(&mut self.typed).remove(field);
                }
            }
            Action::Slide(field, whole) => self.edit(|scenario, typed| {
                if let Some(value) = field.value(scenario) {
                    field.set(scenario, value.with_whole(whole));
                    typed.remove(field);
                }
            }),
            Action::PolicyRelease(at, release) => self.edit(|scenario, _| {
                if let Some(policy) = scenario.policies.get_mut(at) {
                    policy.release = release;
                }
            }),
            Action::Release(release) => self.edit(|scenario, _| scenario.release = release),
            Action::Model(model) => self.edit(|scenario, _| scenario.model = model),
            Action::AddPolicy => self.edit(|scenario, _| edit::add_policy(scenario)),
            Action::CopyPolicy(at) => self.edit(|scenario, typed| edit::copy_policy(scenario, typed, at)),
            Action::RemovePolicy(at) => self.edit(|scenario, typed| edit::remove_policy(scenario, typed, at)),
            Action::Baseline(at) => self.edit(|scenario, _| edit::set_baseline(scenario, at)),
            Action::Replace(at, policy) => {
                self.visits += 1;
                self.edit(|scenario, typed| edit::replace_policy(scenario, typed, at, policy));
            }
            Action::Adopt(policy) => {
                self.visits += 1;
                self.view = View::Playground;
                self.edit(|scenario, typed| edit::adopt_policy(scenario, typed, policy));
            }
            Action::Growth(at, growth) => self.edit(|scenario, _| edit::set_growth(scenario, at, growth)),
            Action::ResetTwiceMax(at, twice) => {
                self.edit(|scenario, _| edit::set_reset(scenario, at, twice));
            }
            Action::AddGroup => self.edit(|scenario, _| edit::add_group(scenario)),
            Action::RemoveGroup(at) => self.edit(|scenario, typed| edit::remove_group(scenario, typed, at)),
            Action::Run(at, kind) => self.edit(|scenario, _| edit::set_run(scenario, at, kind)),
            Action::Ends(at, ending) => self.edit(|scenario, _| edit::set_ending(scenario, at, ending)),
            Action::AddBeside(group) => self.edit(|scenario, _| edit::add_beside(scenario, group)),
            Action::RemoveBeside(group, at) => {
                self.edit(|scenario, typed| edit::remove_beside(scenario, typed, group, at));
            }
            Action::Role(group, at, role) => {
                self.edit(|scenario, _| edit::set_role(scenario, group, at, role));
            }
            Action::KubeletRestarts(restarts) => {
                self.edit(|scenario, _| edit::set_kubelet_restarts(scenario, restarts));
            }
            Action::RestartPolicy(at, policy) => {
                self.edit(|scenario, _| edit::set_restart_policy(scenario, at, policy));
            }
            Action::GoesDown(at, goes_down) => {
                self.edit(|scenario, _| edit::set_goes_down(scenario, at, goes_down));
            }
            Action::Recovers(at, recovers) => {
                self.edit(|scenario, _| edit::set_recovers(scenario, at, recovers));
            }
            Action::Open(fragment) => {
                let opened = url::read(&fragment);
                self.scenario = Rc::new(opened.scenario);
                self.typed = Rc::default();
                self.view = opened.view;
                self.notices = Rc::new(opened.notices);
                self.stay_in_range();
            }
            Action::DismissNotices => self.notices = Rc::default(),
            Action::View(view) => {
                self.visits += u32::from(self.view != view);
                self.view = view;
            }
            Action::Theme(theme) => self.theme = theme,
            Action::Lanes(lanes) => {
                self.lanes = lanes;
                self.cursor = None;
                self.stay_in_range();
            }
            Action::Cursor(cursor) => self.cursor = cursor,
            Action::Share(sharing) => self.sharing = sharing,
        }
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        next.apply(action);
        if next == *self { self } else { Rc::new(next) }
    }
}

#[cfg(test)]
mod tests;
