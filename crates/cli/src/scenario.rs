//! The scenario that the arguments name, and its results.

use crate::args::{Keys, ScenarioArgs};
use crate::problem::Problem;
use crate::source::Source;
use document::shorten;
use sim::permalink::{self, Notice};
use sim::{Difference, Load, Results, Scenario, Spread, Summary};
use std::fmt::Write;

/// A scenario and what came out of it.
pub(crate) struct Simulated {
    pub(crate) scenario: Scenario,
    pub(crate) results: Results,
    /// Where the scenario asks for several seeds.
    pub(crate) spread: Option<Spread>,
}

impl Simulated {
    /// Reads the scenario from a document, a permalink or flags, and simulates it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or breaks a limit.
    pub(crate) fn new(args: &ScenarioArgs) -> Result<Self, Problem> {
        let (scenario, source) = match (&args.file, &args.permalink) {
            (Some(path), _) => {
                let source = Source::read(path)?;
                (from_document(&source)?, Some(source))
            }
            (None, Some(link)) => (from_permalink(link)?, None),
            (None, None) => (from_flags(&args.keys)?, None),
        };
        // Fields beyond their limits were refused above, at their places. What is left is the scenario as a whole.
        let refused = |refusal: sim::Refusal| {
            let text = refusal.to_string();
            Problem::refused(match &source {
                Some(source) => source.message(None, "", &text),
                None => text,
            })
        };
        let results = sim::simulate(&scenario).map_err(refused)?;
        let spread = if scenario.seeds > 1 {
            Some(sim::spread(&scenario).map_err(refused)?)
        } else {
            None
        };
        Ok(Self {
            scenario,
            results,
            spread,
        })
    }

    /// The policies in order, each compared with the baseline.
    pub(crate) fn policies(&self) -> impl Iterator<Item = Compared<'_>> {
        let baseline = self.scenario.baseline as usize;
        let outcomes = &self.results.outcomes;
        self.scenario
            .policies
            .iter()
            .zip(outcomes)
            .enumerate()
            .map(move |(index, (policy, outcome))| Compared {
                name: &policy.name,
                summary: &outcome.summary,
                load: &outcome.load,
                difference: (index != baseline).then(|| outcome.summary.minus(&outcomes[baseline].summary)),
            })
    }
}

/// A policy's numbers.
pub(crate) struct Compared<'a> {
    pub(crate) name: &'a str,
    pub(crate) summary: &'a Summary,
    pub(crate) load: &'a Load,
    /// This policy less the baseline, nothing for the baseline itself.
    pub(crate) difference: Option<Difference>,
}

fn from_document(source: &Source) -> Result<Scenario, Problem> {
    Scenario::from_text(&source.text).map_err(|errors| {
        let messages = errors
            .iter()
            .map(|error| source.message(error.at, &error.path, &error.message));
        Problem::Refused(messages.collect())
    })
}

fn from_permalink(link: &str) -> Result<Scenario, Problem> {
    let (scenario, notices) = permalink::decode(link);
    if notices.is_empty() {
        Ok(scenario)
    } else {
        Err(refused(&notices))
    }
}

fn from_flags(keys: &Keys) -> Result<Scenario, Problem> {
    let mut pieces = Vec::new();
    let names: Vec<String> = keys.policy.iter().map(|policy| escaped_name(policy)).collect();
    for (policy, name) in keys.policy.iter().zip(&names) {
        let mut parts = policy.rsplitn(4, ',');
        let (Some(max), Some(x), Some(init), Some(_)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(Problem::refused(format!(
                "--policy: found {:?}, expected NAME,INIT,X,MAX such as 'Gentle,1s,2,1m'",
                shorten(policy)
            )));
        };
        pieces.extend([("p", name.as_str()), ("init", init), ("x", x), ("max", max)]);
    }
    pieces.extend(keys.given());
    if let Some(message) = too_many_pods(keys) {
        return Err(Problem::refused(message));
    }
    permalink::from_keys(pieces).map_err(|notices| refused(&notices))
}

/// The name of a `--policy` in the permalink's encoding.
fn escaped_name(policy: &str) -> String {
    let name = policy.rsplitn(4, ',').nth(3).unwrap_or_default();
    name.bytes().fold(String::new(), |mut escaped, byte| {
        // Writing to a String cannot fail.
        let _ = write!(escaped, "%{byte:02X}");
        escaped
    })
}

/// A permalink raises `maxpods` where it must. A command line should say what it means.
fn too_many_pods(keys: &Keys) -> Option<String> {
    let default = Scenario::default();
    let or_default = |given: &Option<String>, default| match given {
        Some(given) => given.parse().ok(),
        None => Some(default),
    };
    let pods: u32 = or_default(&keys.pods, default.workload.first()?.pods)?;
    let max_pods = or_default(&keys.maxpods, default.node.max_pods)?;
    if pods <= max_pods || max_pods == 0 {
        return None;
    }
    Some(if keys.pods.is_some() {
        format!("pods={pods}: the node takes at most {max_pods}; set --maxpods or choose fewer pods")
    } else {
        format!("maxpods={max_pods}: the node has {pods} pods by default; set --pods or raise --maxpods")
    })
}

pub(crate) fn refused(notices: &[Notice]) -> Problem {
    // The page shows a link in spite of its mistakes, and the notices say how. Here nothing is shown.
    let message = |notice: &Notice| {
        let why = notice
            .message
            .trim_start_matches("ignored: ")
            .trim_start_matches("unnamed: ")
            .trim_end_matches("; the default is shown instead")
            .trim_end_matches("; the last ones are left out");
        let amended = why.ends_with(" here").then(|| why.rsplit_once(", so ")).flatten();
        let why = amended.map_or(why, |(why, _)| why);
        format!("{}: {why}", notice.found)
    };
    Problem::Refused(notices.iter().map(message).collect())
}
