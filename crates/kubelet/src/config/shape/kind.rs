//! A kind cluster: patches of the kubelet's configuration are texts inside the file.

use document::{DUPLICATE_LIMIT, Error, Node, TEXT_LIMIT};

use super::{Found, KIND, empty, group_of, kind_of, kubernetes};
use crate::config::{
    files::{VALUE_LIMIT, size},
    merge::merge,
    nested,
};

/// The most patches in a kind cluster.
const PATCH_LIMIT: usize = 100;

pub(super) fn is_cluster(node: &Node) -> bool {
    group_of(node) == "kind.x-k8s.io" && kind_of(node) == Some("Cluster")
}

fn refusal(patch: &Node, message: String) -> Error {
    Error {
        at: Some(patch.at),
        path: "kubeadmConfigPatches".to_owned(),
        message,
    }
}

/// Merges the patches of a cluster. Those of single nodes count when there are no others.
///
/// # Errors
///
/// When a patch is no YAML, or the patches together are beyond a limit. An alias is a patch of its own.
pub(super) fn find(text: &str, cluster: &Node, mut duplicates: Vec<Error>) -> Result<Found, Error> {
    let patches_of = |node: &Node| {
        let patches = node.get("kubeadmConfigPatches").map(Node::elements);
        patches.unwrap_or_default().to_vec()
    };
    let nodes = cluster.get("nodes").map(Node::elements).unwrap_or_default();
    let mut merged: Option<Node> = None;
    let mut flags = Vec::new();
    let mut remarks = Vec::new();
    let everywhere = patches_of(cluster);
    let on_nodes: Vec<Node> = nodes.iter().flat_map(patches_of).collect();
    if let Some(patch) = everywhere.iter().chain(&on_nodes).nth(PATCH_LIMIT) {
        return Err(refusal(
            patch,
            format!("more than {PATCH_LIMIT} patches: expected fewer"),
        ));
    }
    let too_large = |patch: &Node| {
        refusal(
            patch,
            "the patches are too large together: expected smaller ones".to_owned(),
        )
    };
    let (mut bytes, mut values) = (TEXT_LIMIT, VALUE_LIMIT);
    for (patch, for_all) in everywhere
        .iter()
        .map(|patch| (patch, true))
        .chain(on_nodes.iter().map(|patch| (patch, false)))
    {
        let length = patch.text().unwrap_or_default().len();
        bytes = bytes.checked_sub(length).ok_or_else(|| too_large(patch))?;
        let (document, more) = nested::read(text, patch)?;
        values = values
            .checked_sub(size(&document))
            .ok_or_else(|| too_large(patch))?;
        if kind_of(&document) != Some(KIND) {
            flags.extend(kubernetes::node_registration_gates(&document));
            continue;
        }
        let left = DUPLICATE_LIMIT.saturating_sub(duplicates.len());
        duplicates.extend(more.into_iter().take(left));
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
    found.flags = flags;
    for remark in remarks {
        found.note(remark);
    }
    Ok(found)
}
