//! Where in a file the kubelet's configuration stands: the files that people really have.

use std::collections::HashMap;

use document::{Documents, Error, Node, Value, read_lenient};

use super::nested;

/// The group and version of the kubelet's configuration.
pub(super) const API_VERSION: &str = "kubelet.config.k8s.io/v1beta1";

/// The kind of the kubelet's configuration.
pub(super) const KIND: &str = "KubeletConfiguration";

/// The most patches in a kind cluster.
const PATCH_LIMIT: usize = 100;

/// The kubelet's configuration that was found in a file.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) node: Node,
    /// What kind of file it is and which part of it is judged, as a sentence.
    pub(super) recognised: String,
    /// Whether apiVersion and kind must stand there; elsewhere a tool supplies them.
    pub(super) bare: bool,
    /// The platform sets the Max gate where it offers the field, and has fields of its own.
    pub(super) platform: bool,
    /// Gates that the file sets for the whole cluster.
    pub(super) cluster_gates: Option<Node>,
    pub(super) duplicates: Vec<Error>,
    /// What is odd about the file itself.
    pub(super) notes: Vec<String>,
}

impl Found {
    fn new(node: Node, recognised: impl Into<String>, duplicates: Vec<Error>) -> Self {
        Self {
            node,
            recognised: recognised.into(),
            bare: false,
            platform: false,
            cluster_gates: None,
            duplicates,
            notes: Vec::new(),
        }
    }
}

/// Finds the kubelet's configuration in a file.
///
/// # Errors
///
/// When the text is no YAML, or a document nested in it is none.
pub(super) fn find(text: &str) -> Result<Option<Found>, Error> {
    let Documents { nodes, duplicates } = read_lenient(text)?;
    let documents: Vec<Node> = nodes.into_iter().filter(|node| !node.is_null()).collect();
    if documents.is_empty() {
        return Ok(None);
    }
    if let Some(kind) = documents.iter().find(|node| is_kind_cluster(node)) {
        return kind_cluster(text, kind, duplicates).map(Some);
    }
    if let [only] = documents.as_slice() {
        for (path, recognised) in WRAPPERS {
            if let Some(inner) = walk(only, path) {
                let mut found = Found::new(inner.clone(), *recognised, duplicates);
                found.platform = *path == GKE;
                if found.platform {
                    found.notes.push(
                        "GKE checks this file itself and sets the feature gates of its nodes; it is judged as if the \
                         gate for the maximum were on."
                            .to_owned(),
                    );
                }
                return Ok(Some(found));
            }
        }
    }
    Ok(Some(documents_of(documents, duplicates)))
}

const GKE: &[&str] = &["kubeletConfig"];

/// Where other files keep a configuration of the kubelet.
const WRAPPERS: &[(&[&str], &str)] = &[
    (
        &["kubeletconfig"],
        "The answer of a kubelet's configz endpoint: its merged configuration, under kubeletconfig.",
    ),
    (
        GKE,
        "A GKE node system configuration: the part under kubeletConfig is judged.",
    ),
    (
        &["machine", "kubelet", "extraConfig"],
        "A Talos machine configuration: the part under machine.kubelet.extraConfig is judged.",
    ),
    (
        &["spec", "kubelet", "config"],
        "An EKS NodeConfig: the part under spec.kubelet.config is judged.",
    ),
    (
        &["spec", "kubeletConfig"],
        "An OpenShift KubeletConfig: the part under spec.kubeletConfig is judged.",
    ),
];

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

/// One or more Kubernetes documents: a bare file, or one for kubeadm.
fn documents_of(documents: Vec<Node>, duplicates: Vec<Error>) -> Found {
    let kubeadm = documents.iter().any(|node| group_of(node) == "kubeadm.k8s.io");
    let count = documents.len();
    let own = documents.iter().position(|node| kind_of(node) == Some(KIND));
    let index = own.unwrap_or(0);
    let Some(node) = documents.into_iter().nth(index) else {
        // Not reached: the caller has at least one document.
        return Found::new(empty(), "An empty file.", duplicates);
    };
    let line = node.at.line;
    if kubeadm && own.is_none() {
        return Found::new(
            empty(),
            "A kubeadm file without a KubeletConfiguration document: the kubelet keeps its defaults.",
            Vec::new(),
        );
    }
    if kubeadm {
        return Found::new(
            node,
            format!(
                "A kubeadm file with {count} documents: the KubeletConfiguration at line {line} is judged."
            ),
            duplicates,
        );
    }
    let mut found = Found::new(node, "A KubeletConfiguration file.", duplicates);
    found.bare = true;
    if own.is_none() {
        "A file without a KubeletConfiguration.".clone_into(&mut found.recognised);
    }
    if count > 1 {
        found.recognised =
            format!("A file with {count} documents: the KubeletConfiguration at line {line} is judged.");
        found.notes.push(if index == 0 {
            "A kubelet reads only the first document of its file and ignores the others.".to_owned()
        } else {
            "A kubelet reads only the first document of its file, which is not this one.".to_owned()
        });
    }
    found
}

fn empty() -> Node {
    Node {
        value: Value::Mapping(Vec::new()),
        at: document::Position { line: 1, column: 1 },
    }
}

fn is_kind_cluster(node: &Node) -> bool {
    group_of(node) == "kind.x-k8s.io" && kind_of(node) == Some("Cluster")
}

/// A kind cluster: patches of the kubelet's configuration are texts inside the file.
fn kind_cluster(text: &str, cluster: &Node, mut duplicates: Vec<Error>) -> Result<Found, Error> {
    let patches_of = |node: &Node| {
        let patches = node.get("kubeadmConfigPatches").map(Node::elements);
        patches.unwrap_or_default().to_vec()
    };
    let nodes = cluster.get("nodes").map(Node::elements).unwrap_or_default();
    let mut merged: Option<Node> = None;
    let mut remarks = Vec::new();
    let everywhere = patches_of(cluster);
    let on_nodes: Vec<Node> = nodes.iter().flat_map(patches_of).collect();
    if let Some(patch) = everywhere.iter().chain(&on_nodes).nth(PATCH_LIMIT) {
        return Err(Error {
            at: Some(patch.at),
            path: "kubeadmConfigPatches".to_owned(),
            message: format!("more than {PATCH_LIMIT} patches: expected fewer"),
        });
    }
    for (patch, for_all) in everywhere
        .iter()
        .map(|patch| (patch, true))
        .chain(on_nodes.iter().map(|patch| (patch, false)))
    {
        let (document, more) = nested::read(text, patch)?;
        if kind_of(&document) != Some(KIND) {
            continue;
        }
        duplicates.extend(more);
        match &mut merged {
            None => merged = Some(document),
            Some(target) if for_all => merge(target, document),
            Some(_) => remarks.push(format!(
                "The patch at line {} is for one node and is not judged here.",
                document.at.line
            )),
        }
    }
    let recognised = match &merged {
        Some(node) => format!(
            "A kind cluster: the KubeletConfiguration patch at line {} is judged, with the cluster's feature gates.",
            node.at.line
        ),
        None => {
            "A kind cluster without a KubeletConfiguration patch: only its feature gates reach the kubelet."
                .to_owned()
        }
    };
    let mut found = Found::new(merged.unwrap_or_else(empty), recognised, duplicates);
    found.cluster_gates = cluster.get("featureGates").cloned();
    found.notes = remarks;
    Ok(found)
}

/// A JSON merge patch: mappings merge, everything else replaces, null removes.
fn merge(target: &mut Node, patch: Node) {
    let Value::Mapping(more) = patch.value else {
        *target = patch;
        return;
    };
    let Value::Mapping(entries) = &mut target.value else {
        target.value = Value::Mapping(more);
        return;
    };
    let text = |key: &Node| key.text().unwrap_or_default().to_owned();
    let places = more.iter().enumerate();
    let places: HashMap<String, usize> = places.map(|(place, (key, _))| (text(key), place)).collect();
    let mut more: Vec<_> = more.into_iter().map(Some).collect();
    entries.retain_mut(|(key, value)| {
        let place = places.get(&text(key));
        match place.and_then(|place| more[*place].take()) {
            None => true,
            Some((_, patch)) if patch.is_null() => false,
            Some((_, patch)) => {
                merge(value, patch);
                true
            }
        }
    });
    entries.extend(more.into_iter().flatten());
}
