//! The dependency of a group: when it is down, and when an attempt ends because of it.

use backoff::GoDuration;

use super::Group;

/// When a dependency is down.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    down_ns: i64,
    back_ns: i64,
}

impl Dependency {
    /// It is down all the time, or there is none: every attempt ends after its run time.
    pub const DOWN: Self = Self {
        down_ns: i64::MIN,
        back_ns: i64::MAX,
    };

    /// When an attempt ends by itself, `None` where it runs for good.
    ///
    /// `run_ns` is how long it stands a dependency that is down. An attempt that starts after the
    /// dependency's return keeps running. One that runs already when the dependency goes down
    /// notices as late as one that starts in that instant, even where the dependency is back
    /// before it has noticed.
    #[must_use]
    pub fn ends_ns(self, start_ns: i64, running_ns: i64, run_ns: i64) -> Option<i64> {
        (start_ns < self.back_ns).then(|| running_ns.max(self.down_ns).saturating_add(run_ns))
    }

    /// Whether what happens at an instant meets a dependency that is down.
    #[must_use]
    pub const fn is_down(self, at_ns: i64) -> bool {
        self.down_ns <= at_ns && at_ns < self.back_ns
    }
}

impl Group {
    /// The dependency of the group's own container.
    pub fn dependency(&self) -> Dependency {
        Dependency {
            down_ns: self.down_from.map_or(i64::MIN, GoDuration::nanos),
            back_ns: self.recovers_at.map_or(i64::MAX, GoDuration::nanos),
        }
    }
}
