//! The limits of a policy.

use backoff::{Factor, GoDuration};

use super::check::Check;
use super::{MAX_DELAY, MAX_JITTER, MAX_MULTIPLIER, MAX_STEPS};
use crate::{Policy, Reset, Shape};

impl Check {
    pub(super) fn policy(&mut self, at: &str, policy: &Policy) {
        self.name(&format!("{at}.name"), &policy.name);
        match &policy.shape {
            Shape::Exponential {
                initial,
                multiplier,
                max,
            } => {
                let shape = format!("{at}.shape.exponential");
                self.duration(&format!("{shape}.initial"), *initial, GoDuration::ZERO, MAX_DELAY);
                self.factor(
                    &format!("{shape}.multiplier"),
                    *multiplier,
                    Factor::ONE,
                    MAX_MULTIPLIER,
                );
                self.duration(&format!("{shape}.max"), *max, GoDuration::ZERO, MAX_DELAY);
            }
            Shape::Flat(delay) => {
                self.duration(&format!("{at}.shape.flat"), *delay, GoDuration::ZERO, MAX_DELAY);
            }
            Shape::Steps(delays) => {
                let steps = format!("{at}.shape.steps");
                self.count(&steps, delays.len(), MAX_STEPS);
                for (n, delay) in delays.iter().enumerate().take(MAX_STEPS) {
                    self.duration(&format!("{steps}[{n}]"), *delay, GoDuration::ZERO, MAX_DELAY);
                }
            }
        }
        if let Reset::After(threshold) = policy.reset {
            self.duration(
                &format!("{at}.reset.after"),
                threshold,
                GoDuration::ZERO,
                MAX_DELAY,
            );
        }
        self.factor(&format!("{at}.jitter"), policy.jitter, Factor::ZERO, MAX_JITTER);
    }
}
