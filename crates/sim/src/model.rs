//! The models: who decides when an exited container starts again.
//!
//! Models *Documented* and *Back-off object* look at one container at a time: [`Alone`] asks a
//! [`Decider`] when and why an exited container starts again. The model *Kubelet release* couples
//! the containers of a node through the kubelet's loops: [`Node`]. Both fill the same timeline.

mod alone;
mod backoff_object;
mod documented;
mod release;

use crate::journal::{Journal, Keep};
use crate::simulation::Outcome;
use crate::timeline::Why;
use alone::Alone;
use backoff_object::BackoffObject;
use documented::Documented;
use release::Node;
use scenario::{Model, Scenario};

/// One policy being simulated.
#[derive(Debug)]
pub(crate) enum Player {
    /// Containers know nothing of each other.
    Alone(Box<Alone>),
    /// Containers share the loops of a kubelet.
    Node(Box<Node>),
}

impl Player {
    /// A policy about to be played.
    pub(crate) fn new(scenario: &Scenario, policy: usize, keep: Keep) -> Self {
        let journal = Journal::new(scenario, keep);
        match scenario.model {
            Model::Documented => Self::Alone(Box::new(Alone::documented(scenario, policy, journal))),
            Model::BackoffObject => Self::Alone(Box::new(Alone::backoff_object(scenario, policy, journal))),
            Model::KubeletRelease => Self::Node(Box::new(Node::new(scenario, policy, journal))),
        }
    }

    /// Plays about `budget` steps, each an attempt or something that happens on the node, and tells how
    /// many it played.
    pub(crate) fn play(&mut self, scenario: &Scenario, budget: u64) -> u64 {
        match self {
            Self::Alone(player) => player.play(scenario, budget),
            Self::Node(player) => player.play(budget),
        }
    }

    pub(crate) fn finished(&self, scenario: &Scenario) -> bool {
        match self {
            Self::Alone(player) => player.finished(scenario),
            Self::Node(player) => player.finished(),
        }
    }

    /// How many of all containers are done.
    pub(crate) fn done(&self, containers: u32) -> u32 {
        match self {
            Self::Alone(player) => player.done(),
            Self::Node(player) => player.done(containers),
        }
    }

    /// Attempts so far.
    pub(crate) const fn attempts(&self) -> u64 {
        match self {
            Self::Alone(player) => player.journal.attempts(),
            Self::Node(player) => player.journal.attempts(),
        }
    }

    /// What came of it.
    pub(crate) fn into_outcome(self, scenario: &Scenario) -> Outcome {
        let (journal, kubelet) = match self {
            Self::Alone(player) => (player.journal, None),
            Self::Node(player) => {
                let (journal, load) = player.into_results();
                (journal, Some(load))
            }
        };
        let (timeline, load, summary) = journal.finish(scenario, kubelet);
        Outcome {
            timeline,
            load,
            summary,
        }
    }
}

/// When and why a container starts again.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Restart {
    pub(crate) start_ns: i64,
    pub(crate) backoff_ns: i64,
    pub(crate) step: u16,
    pub(crate) why: Why,
}

/// A finished run of a container.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Exit {
    /// The container's number on the node.
    pub(crate) container: u32,
    /// When the container began to run.
    pub(crate) running_ns: i64,
    /// When it exited.
    pub(crate) finished_ns: i64,
    /// A random number for jitter.
    pub(crate) random: u64,
}

/// The state of one model under one policy.
#[derive(Debug)]
pub(crate) enum Decider {
    Documented(Documented),
    BackoffObject(BackoffObject),
}

impl Decider {
    pub(crate) fn restart(&mut self, exit: Exit) -> Restart {
        match self {
            Self::Documented(model) => model.restart(exit),
            Self::BackoffObject(model) => model.restart(exit),
        }
    }
}
