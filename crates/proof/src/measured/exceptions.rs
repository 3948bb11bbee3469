//! Comparisons that the simulator does not meet, each with what makes the difference.

use super::Rule;
use super::compare::Place;

/// What is compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Restarts within so many seconds.
    Restarts(u32),
    /// Lateness under a rule and a delay in milliseconds.
    Lateness(Rule, i64),
}

struct Exception {
    /// Release, kubelet and case.
    place: [&'static str; 3],
    what: What,
    mechanism: &'static str,
}

const EXCEPTIONS: [Exception; 3] = [
    Exception {
        place: ["1.33", "red", "run10"],
        what: What::Lateness(Rule::Step, 1000),
        mechanism: "two of the ten exits were seen 1.02s and 1.03s after them, when the delay of 1s was over, and \
                    restarted then instead of 10 to 15s later; that takes relists more than 1.03s apart, and with \
                    20 pods the model has none",
    },
    Exception {
        place: ["1.35", "c1-110", "run0"],
        what: What::Lateness(Rule::Step, 1000),
        mechanism: "relists came every 1.25s, in the model every 1.21s, so more exits were seen only when the delay \
                    was over: 75 %, in the model 68 %; with client limits of 5 instead of 50 a second it was 69 %, \
                    which suggests that sending takes time from the relists, and the model leaves that out",
    },
    Exception {
        place: ["1.35", "d300", "gcafter7x0-290"],
        what: What::Restarts(1700),
        mechanism: "a run of 290s and the delay of 300s leave 10s of lateness until housekeeping forgets the entry; \
                    three of the twelve pods on 1.34 to 1.36 were that late and began again at 10s, by chance none \
                    of the four on 1.35",
    },
];

/// What makes the difference at a place, where it is known.
pub(super) fn mechanism(place: &Place, what: What) -> Option<&'static str> {
    let of = [&place.release, &place.kubelet, &place.case];
    EXCEPTIONS
        .iter()
        .find(|exception| exception.what == what && of.iter().zip(exception.place).all(|(a, b)| *a == b))
        .map(|exception| exception.mechanism)
}

/// How many there are.
#[must_use]
pub const fn exceptions() -> usize {
    EXCEPTIONS.len()
}
