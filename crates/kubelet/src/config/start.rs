//! The start of a kubelet, step by step: flags, main file, defaults, drop-ins, defaults again, flags again,
//! validation (kubernetes `cmd/kubelet/app/server.go` at 001332b0, 1.37).
//!
//! Merging over versioned JSON and filling in defaults a second time came with 1.32 (pull request 127421), together
//! with the field itself, so nothing older matters to the back-off.

use document::{Node, Position, Value, escape, shorten};

use super::{
    Finding, Stage, Verdict, advice,
    decode::{self, Source},
    feature_gates::{Check, FeatureGates},
    files::Read,
    header,
    merge::merge,
    push,
    shape::{Found, Layer},
    validate::{self, Period},
};
use crate::{Release, effective, effective::MAX_NS, gates::KUBELET_CRASH_LOOP_BACK_OFF_MAX};

/// What a kubelet of the release makes of the files.
pub(super) fn start(read: &Read, release: Release) -> Verdict {
    let mut start = Start {
        release,
        verdict: Verdict::undecided(release),
        platform: false,
    };
    start.run(read);
    let mut verdict = start.verdict;
    for finding in verdict.errors.iter_mut().chain(&mut verdict.warnings) {
        read.locate(finding);
        finding.escape();
    }
    verdict
}

struct Start {
    release: Release,
    verdict: Verdict,
    /// The platform turns the Max gate on where it exists.
    platform: bool,
}

impl Start {
    fn run(&mut self, read: &Read) {
        self.verdict.warnings.extend(read.notes.iter().cloned());
        self.recognise(read);
        match inputs(read) {
            Ok(inputs) => self.judge(read, &inputs),
            Err((stage, finding)) => self.refuse(stage, [finding]),
        }
    }

    fn judge(&mut self, read: &Read, inputs: &Inputs) {
        let Inputs { found, flags } = *inputs;
        if let Some(found) = found {
            self.platform = found.platform;
            let notes = found.notes.iter().cloned();
            let notes = notes.map(|note| note.of(read.main_name()));
            self.verdict.warnings.extend(notes);
            if let Err(finding) = header::check(&found.node, found.bare) {
                self.refuse(Stage::Decode, [finding]);
                return;
            }
        }

        // nodeadm hands its document over as a drop-in since 1.29.
        let as_drop_in = |found: &&Found| found.is_node_config() && self.release >= Release::V1_29;
        let own = found.filter(as_drop_in);
        let main = found.filter(|found| !as_drop_in(found) && found.layer != Layer::Flags);
        let cluster_gates = found.and_then(|found| found.cluster_gates.as_ref());
        let main_gates = || {
            cluster_gates
                .into_iter()
                .chain(main.and_then(|found| found.node.get(GATES)))
        };

        let decoded = main.map(|found| {
            let source = if found.platform {
                Source::Platform
            } else {
                Source::File
            };
            let repeated = header::forgiven(&found.duplicates, &found.node);
            self.verdict.warnings.extend(repeated);
            decode::decode(&found.node, self.release, source)
        });
        let decoded = decoded.unwrap_or_default();
        self.verdict.warnings.extend(decoded.ignored);
        let written = decoded.period.map(|(ns, at)| Period { ns, at: Some(at) });

        let mut layers: Vec<&Node> = own.iter().map(|found| &found.node).collect();
        let unloaded = self.load(read, &mut layers);
        advice::of_drop_ins(&mut self.verdict, read, &layers);

        let mut check = Check::default();
        for gates in flags.into_iter().chain(main_gates()) {
            check.mapping(gates, self.release, false);
        }
        let early = std::mem::take(&mut check.refused);

        // Without a file the base was filled in before any flag was read.
        let has_file = found.is_some_and(|found| found.layer != Layer::Flags);
        let first = if has_file {
            FeatureGates::of(flags.into_iter().chain(main_gates()))
        } else {
            FeatureGates::default()
        };
        let mut base = Base {
            period: self.fill_in(written, &first),
            gates: main_gates().cloned().collect(),
        };
        let mut refused = decoded.refused;
        if !layers.is_empty() {
            for gates in layers.iter().flat_map(|layer| in_any_case(layer, GATES)) {
                check.mapping(gates, self.release, true);
            }
            refused.extend(self.apply(&layers, &mut base));
            let second = FeatureGates::of(flags.into_iter().chain(&base.gates));
            base.period = self.fill_in(base.period, &second);
        }
        refused.extend(unloaded);
        self.verdict.warnings.extend(check.warnings);
        let stages = [
            (Stage::Gates, early),
            (Stage::Decode, refused),
            (Stage::Gates, check.refused),
        ];
        for (stage, findings) in stages {
            self.refuse(stage, findings);
        }
        if self.verdict.errors.is_empty() {
            let last = FeatureGates::of(base.gates.iter().chain(flags));
            self.finish(base.period, &last);
            let max = self.max(&last);
            advice::of_outcome(&mut self.verdict, base.period, max, own.is_some());
        }
    }

    /// What kind of files these are.
    fn recognise(&mut self, read: &Read) {
        let text = match &read.main {
            Some(Ok(Some(found))) => found.recognised.clone(),
            Some(_) => return,
            None => "No configuration file: the kubelet's built-in defaults are the base.".to_owned(),
        };
        let drop_ins = match read.drop_ins.as_slice() {
            [] => String::new(),
            [only] => format!(" The drop-in {} is applied over it.", shorten(&only.name)),
            [first, .., last] => format!(
                " {} drop-ins are applied over it in order, from {} to {}.",
                read.drop_ins.len(),
                shorten(&first.name),
                shorten(&last.name)
            ),
        };
        self.verdict.recognised = escape(&(text + &drop_ins)).into_owned();
    }

    /// Adds the drop-ins that load, and gives the reasons why others do not.
    fn load<'a>(&mut self, read: &'a Read, layers: &mut Vec<&'a Node>) -> Vec<Finding> {
        let mut refused = Vec::new();
        for drop_in in &read.drop_ins {
            let result = match &drop_in.document {
                Err(finding) => Err(finding.clone()),
                Ok(document) => header::check_drop_in(&document.node, self.release).and_then(|()| {
                    // Decoding into no type is strict about repeated keys, and nobody decodes again leniently.
                    let repeated = header::repeated(&document.duplicates, &document.node).next();
                    match repeated {
                        Some(finding) if self.release >= Release::V1_29 => Err(Finding {
                            message: format!("strict decoding error: {}", finding.message),
                            hint: Some("Remove one of them.".to_owned()),
                            ..finding
                        }),
                        _ => Ok(&document.node),
                    }
                }),
            };
            match result {
                Ok(node) => layers.push(node),
                Err(finding) => push(&mut refused, || Finding {
                    file: Some(drop_in.name.clone()),
                    message: format!(
                        "failed to load kubelet dropin file, path: {}, error: {}",
                        shorten(&drop_in.name),
                        finding.message
                    ),
                    ..finding
                }),
            }
        }
        refused
    }

    /// Merges the drop-ins over the base and decodes the result.
    fn apply(&mut self, layers: &[&Node], base: &mut Base) -> Vec<Finding> {
        let mut merged = base.node();
        for layer in layers {
            merge(&mut merged, (*layer).clone());
        }
        sort(&mut merged);
        let decoded = decode::decode(&merged, self.release, Source::DropIns);
        self.verdict.warnings.extend(decoded.ignored);
        base.gates = in_any_case(&merged, GATES).cloned().collect();
        base.period = decoded.period.map(|(ns, at)| Period {
            ns,
            at: (at != FILLED_IN).then_some(at),
        });
        decoded.refused
    }

    /// What the Max gate is set to.
    fn max(&self, gates: &FeatureGates) -> Option<bool> {
        let set = gates.max(self.release).map(|set| set.on);
        set.or(self.platform.then_some(true))
    }

    fn max_is_on(&self, gates: &FeatureGates) -> bool {
        KUBELET_CRASH_LOOP_BACK_OFF_MAX.is_on(self.release, self.max(gates))
    }

    /// Defaulting: with the Max gate on, an absent maximum becomes 300 s.
    fn fill_in(&self, period: Option<Period>, gates: &FeatureGates) -> Option<Period> {
        let default = Period { ns: MAX_NS, at: None };
        period.or_else(|| self.max_is_on(gates).then_some(default))
    }

    fn refuse(&mut self, stage: Stage, findings: impl IntoIterator<Item = Finding>) {
        let before = self.verdict.errors.len();
        self.verdict.errors.extend(findings);
        if before == 0 && !self.verdict.errors.is_empty() {
            self.verdict.stage = stage;
        }
    }

    /// Validates, and builds the back-off.
    fn finish(&mut self, period: Option<Period>, gates: &FeatureGates) {
        self.verdict.defaulted_period_ns = period.map(|period| period.ns);
        let refused = validate::period(period, self.max_is_on(gates), gates.max(self.release));
        self.refuse(Stage::Validate, refused);
        if self.verdict.errors.is_empty() {
            let reduce = gates.reduce(self.release).map(|set| set.on);
            let written = period.filter(|period| period.at.is_some());
            let written = written.map(|period| period.ns);
            self.verdict.valid = true;
            self.verdict.stage = Stage::Ok;
            self.verdict.effective = Some(effective(self.release, self.max(gates), reduce, written));
        }
    }
}

/// What a start begins with: the main file and the flags.
struct Inputs<'a> {
    found: Option<&'a Found>,
    flags: Option<&'a Node>,
}

/// The main file and the flags, when both can be read.
fn inputs(read: &Read) -> Result<Inputs<'_>, (Stage, Finding)> {
    let refuse = |finding: Finding| (Stage::Decode, finding.of(read.main_name()));
    if let Some(finding) = &read.beyond {
        return Err(refuse(finding.clone()));
    }
    let flags = read.flags.as_ref();
    let flags = flags.map_err(|finding| (Stage::Gates, finding.clone()))?;
    let found = match &read.main {
        None => None,
        Some(Ok(Some(found))) => Some(found),
        Some(Ok(None)) => return Err(refuse(Finding::whole("the kubelet config file was empty"))),
        Some(Err(error)) => return Err(refuse(error.clone().into())),
    };
    Ok(Inputs {
        found,
        flags: flags.as_ref(),
    })
}

const GATES: &str = "featureGates";

/// The place of a value that was filled in and that nobody wrote.
const FILLED_IN: Position = Position {
    line: u32::MAX,
    column: u32::MAX,
};

/// The main file as it is after defaulting, as far as the back-off is concerned.
struct Base {
    period: Option<Period>,
    /// The `featureGates` mappings, later ones over earlier ones.
    gates: Vec<Node>,
}

impl Base {
    /// The document that drop-ins are merged over.
    fn node(&self) -> Node {
        let at = FILLED_IN;
        let mapping = |entries| Node {
            value: Value::Mapping(entries),
            at,
        };
        let text = |text: &str, at| Node {
            value: Value::Scalar {
                text: text.to_owned(),
                quoted: true,
            },
            at,
        };
        let mut entries = Vec::new();
        if let Some(period) = self.period {
            let value = text(&format!("{}ns", period.ns), period.at.unwrap_or(FILLED_IN));
            let field = (text("maxContainerRestartPeriod", at), value);
            entries.push((text("crashLoopBackOff", at), mapping(vec![field])));
        }
        let mut gates = mapping(Vec::new());
        for more in &self.gates {
            merge(&mut gates, more.clone());
        }
        entries.push((text(GATES, at), gates));
        mapping(entries)
    }
}

/// The values under a key whatever its case, in the order of the mapping.
fn in_any_case<'a>(node: &'a Node, key: &str) -> impl Iterator<Item = &'a Node> {
    node.entries()
        .iter()
        .filter(move |(name, _)| name.text().is_some_and(|name| name.eq_ignore_ascii_case(key)))
        .map(|(_, value)| value)
}

/// Go writes the merged mappings with sorted keys, and what it reads last wins.
fn sort(node: &mut Node) {
    if let Value::Mapping(entries) = &mut node.value {
        entries.sort_by(|(left, _), (right, _)| left.text().cmp(&right.text()));
        for (_, value) in entries {
            sort(value);
        }
    }
}
