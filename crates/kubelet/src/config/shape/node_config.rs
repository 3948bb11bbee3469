//! `NodeConfig` of Amazon EKS, read by nodeadm (awslabs/amazon-eks-ami `nodeadm/doc/api.md` and
//! `nodeadm/internal/kubelet/config.go`).

use document::{Error, Node};

use super::{Found, Layer, arguments, empty, kind_of, walk};
use crate::config::merge::merge;

const KIND: &str = "NodeConfig";

/// Whether the documents are for nodeadm.
pub(super) fn is(documents: &[Node]) -> bool {
    documents
        .iter()
        .any(|node| kind_of(node) == Some(KIND) || (kind_of(node).is_none() && has_config(node)))
}

fn has_config(node: &Node) -> bool {
    walk(node, &["spec", "kubelet", "config"]).is_some()
}

/// Merges the configurations of all documents, as nodeadm does with its sources.
pub(super) fn find(documents: &[Node], duplicates: Vec<Error>) -> Found {
    let mut found = Found::new(
        empty(),
        "An EKS NodeConfig: the part under spec.kubelet.config is judged. Since 1.29 nodeadm hands it to the kubelet \
         as a drop-in over a file of its own.",
        duplicates,
    );
    found.layer = Layer::NodeConfig;
    let mut configured = 0;
    for document in documents {
        add(&mut found, document);
        configured += usize::from(has_config(document));
    }
    if configured == 0 {
        "An EKS NodeConfig without spec.kubelet.config: the kubelet keeps its defaults."
            .clone_into(&mut found.recognised);
    }
    found
}

/// Adds a document that wins over what is there; false when it is no `NodeConfig`.
pub(in crate::config) fn add(found: &mut Found, document: &Node) -> bool {
    if !is(std::slice::from_ref(document)) {
        return false;
    }
    if let Some(config) = walk(document, &["spec", "kubelet", "config"]) {
        if found.node.entries().is_empty() {
            found.node = config.clone();
        } else {
            merge(&mut found.node, config.clone());
        }
    }
    let flags = walk(document, &["spec", "kubelet"]).and_then(|kubelet| kubelet.get("flags"));
    found.flags.extend(arguments::feature_gates(flags));
    true
}
