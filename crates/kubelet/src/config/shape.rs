//! Where in a file the kubelet's configuration stands: the files that people really have.

mod arguments;
mod kamaji;
mod kind;
mod kubernetes;
mod node_config;
mod terraform;

use document::{Documents, Error, Node, Position, Value, read_lenient, shorten};

use super::{Finding, fields::KUBELET_CONFIGURATION};
pub(super) use node_config::add as add_node_config;

/// The group and version of the kubelet's configuration.
pub(super) const API_VERSION: &str = "kubelet.config.k8s.io/v1beta1";

/// The kind of the kubelet's configuration.
pub(super) const KIND: &str = "KubeletConfiguration";

/// The kubelet's configuration that was found in a file.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) node: Node,
    /// What kind of file it is and which part of it is judged, as a sentence.
    pub(super) recognised: String,
    /// How the configuration reaches the kubelet.
    pub(super) layer: Layer,
    /// Whether apiVersion and kind must stand there; elsewhere a tool supplies them.
    pub(super) bare: bool,
    /// The platform sets the Max gate where it offers the field, and has fields of its own.
    pub(super) platform: bool,
    /// Gates that the file sets for the whole cluster.
    pub(super) cluster_gates: Option<Node>,
    /// Values of the kubelet's `--feature-gates` that the file sets.
    pub(super) flags: Vec<Node>,
    pub(super) duplicates: Vec<Error>,
    /// What is odd about the file itself.
    pub(super) notes: Vec<Finding>,
}

/// How a configuration reaches the kubelet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// As the file of `--config`.
    File,
    /// Since 1.29 as a drop-in over a file that the tool writes, as nodeadm does it.
    NodeConfig,
    /// Not at all: the document sets flags only.
    Flags,
}

impl Found {
    fn new(node: Node, recognised: impl Into<String>, duplicates: Vec<Error>) -> Self {
        Self {
            node,
            recognised: recognised.into(),
            layer: Layer::File,
            bare: false,
            platform: false,
            cluster_gates: None,
            flags: Vec::new(),
            duplicates,
            notes: Vec::new(),
        }
    }

    fn note(&mut self, text: impl Into<String>) {
        self.notes.push(Finding::whole(text));
    }

    /// Whether this is a `NodeConfig` of Amazon EKS.
    pub(super) fn is_node_config(&self) -> bool {
        self.layer == Layer::NodeConfig
    }
}

/// Finds the kubelet's configuration in a file.
///
/// # Errors
///
/// When the text is no YAML, a document nested in it is none, or a patch in it nests too deeply.
pub(super) fn find(text: &str) -> Result<Option<Found>, Error> {
    let read = read_lenient(text);
    let known = read
        .as_ref()
        .is_ok_and(|documents| documents.nodes.iter().any(has_known_key));
    if !known && let Some(found) = terraform::find(text) {
        return Ok(Some(found));
    }
    let Documents { nodes, duplicates } = read?;
    let documents: Vec<Node> = nodes.into_iter().filter(|node| !node.is_null()).collect();
    if documents.is_empty() {
        return Ok(None);
    }
    if let Some(cluster) = documents.iter().find(|node| kind::is_cluster(node)) {
        return kind::find(text, cluster, duplicates).map(Some);
    }
    if node_config::is(&documents) {
        return Ok(Some(node_config::find(&documents, duplicates)));
    }
    if let Some(found) = kamaji::find(&documents)? {
        return Ok(Some(found));
    }
    if let [only] = documents.as_slice()
        && let Some(flags) = only.get("kubelet-arg")
    {
        return Ok(Some(k3s(flags)));
    }
    let own = documents.iter().any(|node| kind_of(node) == Some(KIND));
    if !own {
        for document in &documents {
            if let Some(found) = wrapped(document, &duplicates) {
                return Ok(Some(found));
            }
        }
    }
    Ok(Some(kubernetes::find(documents, duplicates)))
}

/// Whether this is a mapping as one of the files in YAML or JSON has it. Terraform may happen to read as a mapping too.
fn has_known_key(document: &Node) -> bool {
    document
        .entries()
        .iter()
        .filter_map(|(key, _)| key.text())
        .any(|key| {
            matches!(key, "apiVersion" | "kind" | "kubelet-arg")
                || WRAPPERS.iter().any(|wrapper| wrapper.path.first() == Some(&key))
                || KUBELET_CONFIGURATION.fields.iter().any(|field| field.0 == key)
        })
}

/// A document with the configuration inside.
fn wrapped(document: &Node, duplicates: &[Error]) -> Option<Found> {
    let inside = WRAPPERS.iter().find_map(|wrapper| {
        let fits = wrapper.kind.is_none_or(|kind| kind_of(document) == Some(kind));
        let inner = walk(document, wrapper.path).filter(|_| fits)?;
        Some((wrapper, inner))
    });
    let Some((wrapper, node)) = inside else {
        let kubelet = walk(document, &["machine", "kubelet"])?;
        let mut found = Found::new(
            empty(),
            "A Talos machine configuration without machine.kubelet.extraConfig: the kubelet keeps its defaults.",
            Vec::new(),
        );
        found.flags = arguments::feature_gates(kubelet.get("extraArgs"));
        return Some(found);
    };
    let mut found = Found::new(node.clone(), wrapper.recognised, duplicates.to_vec());
    if let Some((_, above)) = wrapper.path.split_last() {
        found.flags = arguments::feature_gates(walk(document, above).and_then(|node| node.get("extraArgs")));
    }
    match wrapper.special {
        Special::None => {}
        Special::Gke => {
            found.platform = true;
            found.note(
                "GKE checks this file itself and sets the feature gates of its nodes; it is judged as if the \
                 gate for the maximum were on.",
            );
        }
        Special::OpenShift => {
            let gates = node
                .entries()
                .iter()
                .find(|(key, _)| key.text() == Some("featureGates"));
            if let Some((key, _)) = gates {
                found.notes.push(Finding::at(
                    key.at,
                    "featureGates",
                    "the machine-config operator refuses a KubeletConfig that sets FeatureGates and does not apply it",
                    Some("Feature gates are set for the whole cluster, in its FeatureGate object.".to_owned()),
                ));
            }
        }
    }
    Some(found)
}

struct Wrapper {
    path: &'static [&'static str],
    /// The kind that the document must have, where the path alone is not enough.
    kind: Option<&'static str>,
    recognised: &'static str,
    special: Special,
}

#[derive(Copy, Clone)]
enum Special {
    None,
    Gke,
    OpenShift,
}

/// Where other files keep a configuration of the kubelet.
const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        path: &["kubeletconfig"],
        kind: None,
        recognised: "The answer of a kubelet's configz endpoint: its merged configuration, under kubeletconfig.",
        special: Special::None,
    },
    Wrapper {
        path: &["kubeletConfig"],
        kind: None,
        recognised: "A GKE node system configuration: the part under kubeletConfig is judged.",
        special: Special::Gke,
    },
    Wrapper {
        path: &["machine", "kubelet", "extraConfig"],
        kind: None,
        recognised: "A Talos machine configuration: the part under machine.kubelet.extraConfig is judged.",
        special: Special::None,
    },
    Wrapper {
        path: &["config"],
        kind: Some("KubeletConfig"),
        recognised: "A Talos KubeletConfig document: the part under config is judged.",
        special: Special::None,
    },
    Wrapper {
        path: &["spec", "kubeletConfig"],
        kind: None,
        recognised: "An OpenShift KubeletConfig: the part under spec.kubeletConfig is judged.",
        special: Special::OpenShift,
    },
];

/// A configuration of k3s or RKE2: `kubelet-arg` is a flag or a list of flags.
fn k3s(flags: &Node) -> Found {
    let mut found = Found::new(
        empty(),
        "A k3s or RKE2 configuration: the feature gates under kubelet-arg are judged, over the kubelet's defaults.",
        Vec::new(),
    );
    found.layer = Layer::Flags;
    found.flags = arguments::feature_gates(Some(flags));
    for (name, value) in arguments::list(flags) {
        if matches!(name, "config" | "config-dir") {
            let value = shorten(value.text);
            found.note(format!(
                "kubelet-arg names {name}={value}, which is not looked into: judge it together with these flags."
            ));
        }
    }
    found
}

fn walk<'a>(node: &'a Node, path: &[&str]) -> Option<&'a Node> {
    path.iter()
        .try_fold(node, |node, key| node.get(key))
        .filter(|node| matches!(node.value, Value::Mapping(_)))
}

fn kind_of(node: &Node) -> Option<&str> {
    node.get("kind")?.text()
}

fn group_of(node: &Node) -> &str {
    node.get("apiVersion")
        .and_then(Node::text)
        .and_then(|version| version.split('/').next())
        .unwrap_or_default()
}

fn empty() -> Node {
    Node {
        value: Value::Mapping(Vec::new()),
        at: Position { line: 1, column: 1 },
    }
}
