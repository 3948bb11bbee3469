//! One or more Kubernetes documents: a bare file, or one for kubeadm.

use document::{Error, Node};

use super::{Found, KIND, arguments, empty, group_of, kind_of, walk};

/// Finds the `KubeletConfiguration`, or what stands in its place.
pub(super) fn find(documents: Vec<Node>, duplicates: Vec<Error>) -> Found {
    let kubeadm = documents.iter().any(|node| group_of(node) == "kubeadm.k8s.io");
    let flags = documents.iter().flat_map(node_registration_gates).collect();
    let count = documents.len();
    let own = documents.iter().position(|node| kind_of(node) == Some(KIND));
    let index = own.unwrap_or(0);
    let Some(node) = documents.into_iter().nth(index) else {
        // Not reached: the caller has at least one document.
        return Found::new(empty(), "An empty file.", duplicates);
    };
    let line = node.at.line;
    if kubeadm {
        let mut found = match own {
            None => Found::new(
                empty(),
                "A kubeadm file without a KubeletConfiguration document: the kubelet keeps its defaults.",
                Vec::new(),
            ),
            Some(_) => Found::new(
                node,
                format!(
                    "A kubeadm file with {count} documents: the KubeletConfiguration at line {line} is judged."
                ),
                duplicates,
            ),
        };
        found.flags = flags;
        return found;
    }
    let mut found = Found::new(node, "A KubeletConfiguration file.", duplicates);
    found.bare = true;
    if own.is_none() {
        "A file without a KubeletConfiguration.".clone_into(&mut found.recognised);
    }
    if count > 1 {
        found.recognised =
            format!("A file with {count} documents: the KubeletConfiguration at line {line} is judged.");
        found.note(if index == 0 {
            "A kubelet reads only the first document of its file and ignores the others."
        } else {
            "A kubelet reads only the first document of its file, which is not this one."
        });
    }
    found
}

/// The gates among the `kubeletExtraArgs` of a kubeadm document.
pub(super) fn node_registration_gates(document: &Node) -> Vec<Node> {
    let arguments =
        walk(document, &["nodeRegistration"]).and_then(|registration| registration.get("kubeletExtraArgs"));
    arguments::feature_gates(arguments)
}
