//! A client's rate limit: client-go's token bucket (`util/flowcontrol/throttle.go`).

/// Lets one request through each interval and saves up a burst. Times in nanoseconds.
#[derive(Copy, Clone, Debug)]
pub(super) struct Limiter {
    interval: i64,
    /// How far requests may run ahead of their interval.
    slack: i64,
    /// When the bucket would be full again, plus the burst.
    next: i64,
}

impl Limiter {
    pub(super) fn new(per_second: u32, burst: u32) -> Self {
        let interval = 1_000_000_000 / i64::from(per_second.max(1));
        Self {
            interval,
            slack: interval * (i64::from(burst.max(1)) - 1),
            next: i64::MIN / 2,
        }
    }

    /// Takes the next token: when a request that is ready at `ready_ns` is let through.
    pub(super) fn take(&mut self, ready_ns: i64) -> i64 {
        let from_ns = self.next.max(ready_ns);
        self.next = from_ns + self.interval;
        ready_ns.max(from_ns - self.slack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let mut limiter = Limiter::new(10, 3);
        let passed: Vec<_> = (0..6).map(|_| limiter.take(0) / 1_000_000).collect();
        assert_eq!(passed, [0, 0, 0, 100, 200, 300]);
        // After a pause as long as the burst it is whole again.
        let later: Vec<_> = (0..4).map(|_| limiter.take(10_000_000_000) / 1_000_000).collect();
        assert_eq!(later, [10_000, 10_000, 10_000, 10_100]);
    }
}
