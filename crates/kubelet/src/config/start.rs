//! The start of a kubelet, step by step: flags, main file, defaults, drop-ins, defaults again, flags again,
//! validation (kubernetes `cmd/kubelet/app/server.go` at 001332b0, 1.37).
//!
//! Merging over versioned JSON and filling in defaults a second time came with 1.32 (pull request 127421), together
//! with the field itself, so nothing older matters to the back-off.

use document::{Node, Position, Value};

use super::{
    Finding, Stage, Verdict,
    advice::{self, Facts},
    decode::{self, Source},
    feature_gates::{Check, FeatureGates, Set},
    files::Read,
    header,
    merge::merge,
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
        let flags = match &read.flags {
            Ok(flags) => flags.as_ref(),
            Err(finding) => {
                self.refuse(Stage::Gates, [finding.clone()]);
                return;
            }
        };
        let found = match &read.main {
            None => None,
            Some(Err(error)) => {
                self.refuse(Stage::Decode, [error.clone().into()]);
                return;
            }
            Some(Ok(None)) => {
                self.refuse(
                    Stage::Decode,
                    [Finding {
                        file: read.main_name().cloned(),
                        ..Finding::whole("the kubelet config file was empty")
                    }],
                );
                return;
            }
            Some(Ok(Some(found))) => Some(found),
        };
        self.recognise(read, found);
        if let Some(found) = found {
            self.platform = found.platform;
            let notes = found.notes.iter().cloned().map(|note| Finding {
                file: note.file.or_else(|| read.main_name().cloned()),
                ..note
            });
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
        let mut period = self.fill_in(written, &first);
        let mut refused = decoded.refused;
        let mut files_gates: Vec<Node> = main_gates().cloned().collect();
        if !layers.is_empty() {
            let mut merged = base(period, &files_gates);
            for layer in &layers {
                for gates in in_any_case(layer, GATES) {
                    check.mapping(gates, self.release, true);
                }
                merge(&mut merged, (*layer).clone());
            }
            sort(&mut merged);
            let decoded = decode::decode(&merged, self.release, Source::DropIns);
            self.verdict.warnings.extend(decoded.ignored);
            refused.extend(decoded.refused);
            files_gates = in_any_case(&merged, GATES).cloned().collect();
            period = decoded.period.map(|(ns, at)| Period {
                ns,
                at: (at != FILLED_IN).then_some(at),
            });
            let second = FeatureGates::of(flags.into_iter().chain(&files_gates));
            period = self.fill_in(period, &second);
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
        if !self.verdict.errors.is_empty() {
            return;
        }
        let last = FeatureGates::of(files_gates.iter().chain(flags));
        self.finish(period, &last);
        let facts = Facts {
            period,
            max: last.max(self.release),
            over_nodeadm: own.is_some(),
        };
        advice::of_outcome(&mut self.verdict, facts);
    }

    /// What kind of files these are.
    fn recognise(&mut self, read: &Read, found: Option<&Found>) {
        let mut text = match found {
            Some(found) => found.recognised.clone(),
            None => "No configuration file: the kubelet's built-in defaults are the base.".to_owned(),
        };
        match read.drop_ins.as_slice() {
            [] => {}
            [only] => text += &format!(" The drop-in {} is applied over it.", only.name),
            [first, .., last] => {
                text += &format!(
                    " {} drop-ins are applied over it in order, from {} to {}.",
                    read.drop_ins.len(),
                    first.name,
                    last.name
                );
            }
        }
        self.verdict.recognised = text;
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
                Err(finding) => refused.push(Finding {
                    file: Some(drop_in.name.clone()),
                    message: format!(
                        "failed to load kubelet dropin file, path: {}, error: {}",
                        drop_in.name, finding.message
                    ),
                    ..finding
                }),
            }
        }
        refused
    }

    fn max_is_on(&self, gates: &FeatureGates) -> bool {
        let set = gates.max(self.release).map(|set| set.on);
        KUBELET_CRASH_LOOP_BACK_OFF_MAX.is_on(self.release, set.or(self.platform.then_some(true)))
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

    fn finish(&mut self, period: Option<Period>, gates: &FeatureGates) {
        let release = self.release;
        let max = gates.max(release);
        let reduce = gates.reduce(release);
        self.verdict.defaulted_period_ns = period.map(|period| period.ns);
        let refused = validate::period(period, self.max_is_on(gates), max);
        self.refuse(Stage::Validate, refused);
        if !self.verdict.errors.is_empty() {
            return;
        }
        let on = |set: Option<Set>| set.map(|set| set.on);
        let written = period
            .filter(|period| period.at.is_some())
            .map(|period| period.ns);
        let max = on(max).or(self.platform.then_some(true));
        self.verdict.valid = true;
        self.verdict.stage = Stage::Ok;
        self.verdict.effective = Some(effective(release, max, on(reduce), written));
    }
}

const GATES: &str = "featureGates";

/// The place of a value that was filled in and that nobody wrote.
const FILLED_IN: Position = Position {
    line: u32::MAX,
    column: u32::MAX,
};

/// The main file as it is after defaulting, as far as the back-off is concerned.
fn base(period: Option<Period>, gates: &[Node]) -> Node {
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
    if let Some(period) = period {
        let value = text(&format!("{}ns", period.ns), period.at.unwrap_or(FILLED_IN));
        let field = (text("maxContainerRestartPeriod", at), value);
        entries.push((text("crashLoopBackOff", at), mapping(vec![field])));
    }
    let mut all_gates = mapping(Vec::new());
    for gates in gates {
        merge(&mut all_gates, gates.clone());
    }
    entries.push((text(GATES, at), all_gates));
    mapping(entries)
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
        entries.iter_mut().for_each(|(_, value)| sort(value));
    }
}
