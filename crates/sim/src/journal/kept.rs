//! The attempts that are kept for drawing.

use crate::timeline::{Attempt, Container, Timeline};

/// The most attempts that one policy's timeline keeps, 44 MB; those of a single container are kept
/// however many there are.
const ROOM: usize = 1 << 20;

/// Whose attempts are kept.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Keep {
    /// Those of all containers; of as many as there is room for beginning with this one.
    Many { first: u32 },
    /// Those of this container alone.
    Only(u32),
}

/// The attempts of as many containers as there is room for, each whole.
#[derive(Debug)]
pub(super) struct Kept {
    containers: u32,
    /// The container that comes first when room gets short; those after it follow, then those
    /// before it.
    first: u32,
    /// How many containers are kept.
    count: u32,
    attempts: usize,
    lives: Vec<Vec<Attempt>>,
}

impl Kept {
    pub(super) fn new(containers: u32, keep: Keep) -> Self {
        let (first, count) = match keep {
            Keep::Many { first } => (first, containers),
            Keep::Only(container) => (container, 1),
        };
        Self {
            containers,
            first: if first < containers { first } else { 0 },
            count,
            attempts: 0,
            lives: Vec::new(),
        }
    }

    fn rank(&self, container: u32) -> u32 {
        if container >= self.first {
            container - self.first
        } else {
            container + (self.containers - self.first)
        }
    }

    fn keeps(&self, container: u32) -> bool {
        self.rank(container) < self.count
    }

    pub(super) fn push(&mut self, container: u32, attempt: &Attempt) {
        if !self.keeps(container) {
            return;
        }
        let at = container as usize;
        if at >= self.lives.len() {
            self.lives.resize_with(at + 1, Vec::new);
        }
        self.lives[at].push(*attempt);
        self.attempts += 1;
        while self.attempts > ROOM && self.count > 1 {
            self.count -= 1;
            let last = (u64::from(self.first) + u64::from(self.count)) % u64::from(self.containers);
            if let Some(life) = self.lives.get_mut(usize::try_from(last).unwrap_or_default()) {
                self.attempts -= core::mem::take(life).len();
            }
        }
    }

    /// The attempts as columns, container after container.
    pub(super) fn into_timeline(
        mut self,
        horizon_ns: i64,
        containers: impl Iterator<Item = Container>,
    ) -> Timeline {
        let mut timeline = Timeline {
            horizon_ns,
            first: vec![0],
            ..Timeline::default()
        };
        timeline.reserve(self.attempts);
        for container in containers {
            if !self.keeps(container.index) {
                timeline.dropped.push(container.index);
            }
            if let Some(life) = self.lives.get_mut(container.index as usize) {
                for attempt in core::mem::take(life) {
                    timeline.push(&attempt);
                }
            }
            timeline.close(container);
        }
        timeline
    }
}
