//! Verdicts: how a claim compares with what was computed.

use core::fmt::{self, Display, Formatter};

use serde::Serialize;

use crate::claim::{Claim, Computation, Reading};
use crate::number::{Number, list};
use crate::{compute, condition};

/// A claim with everything that was computed for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluated {
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
    /// How it compares with the readings.
    pub verdict: Verdict,
    /// The value of each reading.
    pub readings: Vec<Computed>,
    /// The values that may show where the number comes from.
    pub origins: Vec<Computed>,
    /// The fragment of the scenario that shows it best: of the first reading that agrees, or of the
    /// first that was simulated.
    pub permalink: Option<String>,
}

/// The value of one reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Computed {
    /// What the reading assumes.
    pub words: String,
    /// Its value in the claim's unit; empty where it could not be computed.
    pub value: Vec<Number>,
    /// Why it could not be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Whether the value is the claimed one.
    pub agrees: bool,
    /// The fragment of the scenario that was simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permalink: Option<String>,
}

/// How a claim compares with its readings. Its `Display` is a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Verdict {
    /// Every reading gives the claimed numbers.
    Holds,
    /// Some readings give them.
    HoldsOnlyIf {
        /// What those readings assume and the others do not.
        condition: String,
    },
    /// Each claimed number comes out of some reading, but all of them out of none.
    Mixed,
    /// No reading gives the claimed numbers.
    Slip {
        /// What the readings give instead, each once.
        right: Vec<Vec<Number>>,
        /// What gives the claimed numbers although the text does not describe it.
        origins: Vec<String>,
        /// A value that is the claimed one but for a power of ten.
        scaled: Option<Scaled>,
    },
    /// The number was measured on a cluster and follows from no model.
    Measured,
    /// The text leaves the number out.
    Unstated {
        /// What the readings give, each once.
        computed: Vec<Vec<Number>>,
    },
}

/// A value that is the claimed one but for a power of ten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scaled {
    /// What gives the value.
    pub words: String,
    /// The value.
    pub value: Vec<Number>,
    /// The value is about ten to this power times the claimed one; not 0.
    pub exponent: i32,
}

/// Computes all readings of a claim and compares.
#[must_use]
pub fn evaluate(claim: &Claim) -> Evaluated {
    let computed = |readings: &[Reading]| -> Vec<_> {
        readings
            .iter()
            .map(|reading| compute_one(claim, reading))
            .collect()
    };
    let (readings, origins) = (computed(&claim.readings), computed(&claim.origins));
    let agreeing = readings.iter().find(|computed| computed.agrees);
    Evaluated {
        verdict: judge(claim, &readings, &origins),
        permalink: agreeing
            .into_iter()
            .chain(&readings)
            .find_map(|computed| computed.permalink.clone()),
        claim: claim.clone(),
        readings,
        origins,
    }
}

fn compute_one(claim: &Claim, reading: &Reading) -> Computed {
    let (value, problem) = match compute::value(&reading.compute) {
        Ok(value) => (value, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    Computed {
        words: condition::words(reading, &claim.readings),
        agrees: agrees(claim, &value),
        value,
        problem,
        permalink: match &reading.compute {
            Computation::Simulate(simulate) => Some(sim::permalink::encode(&compute::scenario(simulate))),
            Computation::Configure(_) | Computation::ResetThreshold(_) | Computation::Arithmetic(_) => None,
        },
    }
}

fn agrees(claim: &Claim, value: &[Number]) -> bool {
    claim.claimed.len() == value.len() && (0..value.len()).all(|at| agrees_at(claim, value, at))
}

/// Whether one number of a value is the claimed one. A number that the text leaves out agrees with any.
fn agrees_at(claim: &Claim, value: &[Number], at: usize) -> bool {
    match (claim.claimed.get(at), value.get(at)) {
        (Some(Some(claimed)), Some(number)) => number.agrees(*claimed, claim.about),
        (Some(None), Some(_)) => true,
        _ => false,
    }
}

fn judge(claim: &Claim, readings: &[Computed], origins: &[Computed]) -> Verdict {
    if readings.is_empty() {
        return Verdict::Measured;
    }
    if claim.claimed.iter().all(Option::is_none) {
        return Verdict::Unstated {
            computed: values(readings),
        };
    }
    let (agreeing, disagreeing): (Vec<_>, Vec<_>) = claim
        .readings
        .iter()
        .zip(readings)
        .partition(|(_, computed)| computed.agrees);
    if disagreeing.is_empty() {
        return Verdict::Holds;
    }
    if !agreeing.is_empty() {
        let readings =
            |pairs: Vec<(_, _)>| -> Vec<_> { pairs.into_iter().map(|(reading, _)| reading).collect() };
        return Verdict::HoldsOnlyIf {
            condition: condition::condition(&readings(agreeing), &readings(disagreeing)),
        };
    }
    let each_somewhere = (0..claim.claimed.len()).all(|at| {
        readings
            .iter()
            .any(|computed| agrees_at(claim, &computed.value, at))
    });
    if each_somewhere {
        return Verdict::Mixed;
    }
    Verdict::Slip {
        right: values(readings),
        origins: origins
            .iter()
            .filter(|computed| computed.agrees)
            .map(|computed| computed.words.clone())
            .collect(),
        scaled: readings
            .iter()
            .chain(origins)
            .find_map(|computed| scaled(claim, computed)),
    }
}

/// Every value once.
fn values(computed: &[Computed]) -> Vec<Vec<Number>> {
    let mut values: Vec<Vec<Number>> = Vec::new();
    for computed in computed {
        if computed.problem.is_none() && !values.contains(&computed.value) {
            values.push(computed.value.clone());
        }
    }
    values
}

fn scaled(claim: &Claim, computed: &Computed) -> Option<Scaled> {
    let found = |exponent| {
        Some(Scaled {
            words: computed.words.clone(),
            value: computed.value.clone(),
            exponent,
        })
    };
    let (mut smaller, mut greater) = (computed.value.clone(), computed.value.clone());
    for exponent in 1..=3 {
        smaller = smaller.into_iter().map(Number::tenth).collect();
        greater = greater.into_iter().map(Number::tenfold).collect();
        if agrees(claim, &smaller) {
            return found(exponent);
        }
        if agrees(claim, &greater) {
            return found(-exponent);
        }
    }
    None
}

impl Verdict {
    /// All values of [`Verdict::name`].
    pub const NAMES: [&str; 6] = ["holds", "holds only if", "mixed", "slip", "measured", "unstated"];

    /// The verdict in one or two words, without its particulars.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        let [holds, holds_only_if, mixed, slip, measured, unstated] = Self::NAMES;
        match self {
            Self::Holds => holds,
            Self::HoldsOnlyIf { .. } => holds_only_if,
            Self::Mixed => mixed,
            Self::Slip { .. } => slip,
            Self::Measured => measured,
            Self::Unstated { .. } => unstated,
        }
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Holds => Ok(()),
            Self::HoldsOnlyIf { condition } => write!(f, " {condition}"),
            Self::Mixed => f.write_str(": each number comes out of another reading, all of them out of none"),
            Self::Slip {
                right,
                origins,
                scaled,
            } => {
                write!(f, ": it is {}", either(right))?;
                for origin in origins {
                    write!(f, "; {origin} gives the claimed number")?;
                }
                if let Some(Scaled {
                    words,
                    value,
                    exponent,
                }) = scaled
                {
                    let factor = 10_u32.pow(exponent.unsigned_abs());
                    let how = if *exponent > 0 { "small" } else { "large" };
                    write!(
                        f,
                        "; {words} gives {}: too {how} by a factor of {factor}",
                        list(value)
                    )?;
                }
                Ok(())
            }
            Self::Measured => f.write_str(" on a cluster, cannot be computed"),
            Self::Unstated { computed } => write!(f, ": it is {}", either(computed)),
        }
    }
}

fn either(values: &[Vec<Number>]) -> String {
    let values: Vec<_> = values.iter().map(|value| list(value)).collect();
    values.join(" or ")
}
