//! The models: who decides when an exited container starts again.
//!
//! A model answers one question, [`Decider::restart`]: a container exited at this instant, when
//! is its next start and why? Models *Documented* and *Back-off object* look at one container at
//! a time. The model *Kubelet release* couples the containers of a node through the kubelet's
//! loops; it will be a player of its own beside [`Player`], chosen in [`crate::Simulation`] and
//! filling the same [`crate::Timeline`].

mod backoff_object;
mod documented;
mod player;

pub(crate) use player::Player;

use crate::scenario::{Model, Policy};
use crate::timeline::Why;
use backoff_object::BackoffObject;
use documented::Documented;

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
    pub(crate) fn new(model: Model, policy: &Policy) -> Self {
        match model {
            Model::Documented => Self::Documented(Documented::new(policy.engine())),
            Model::BackoffObject | Model::KubeletRelease => {
                Self::BackoffObject(BackoffObject::new(policy.engine()))
            }
        }
    }

    pub(crate) fn restart(&mut self, exit: Exit) -> Restart {
        match self {
            Self::Documented(model) => model.restart(exit),
            Self::BackoffObject(model) => model.restart(exit),
        }
    }
}
