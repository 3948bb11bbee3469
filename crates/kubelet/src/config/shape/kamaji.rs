//! Control planes of Kamaji, which patch the configuration that Kamaji writes.

use document::{DEPTH_LIMIT, Error, Node, Position, Value};

use super::{Found, empty, group_of, walk};

/// Where the patches stand in a `TenantControlPlane` and in a `KamajiControlPlane`.
const PATHS: [&[&str]; 2] = [&["spec", "kubernetes", "kubelet"], &["spec", "kubelet"]];

/// Finds the patches and applies those that matter, over a configuration without the field.
///
/// # Errors
///
/// When a patch would nest the configuration more deeply than a text may be.
pub(super) fn find(documents: &[Node]) -> Result<Option<Found>, Error> {
    let patches = documents
        .iter()
        .filter(|node| {
            matches!(
                group_of(node),
                "kamaji.clastix.io" | "controlplane.cluster.x-k8s.io"
            )
        })
        .find_map(|node| {
            PATHS
                .iter()
                .find_map(|path| walk(node, path)?.get("configurationJSONPatches"))
        });
    let Some(patches) = patches else {
        return Ok(None);
    };
    let mut found = Found::new(
        empty(),
        "A Kamaji control plane: its kubelet's configurationJSONPatches are judged.",
        Vec::new(),
    );
    for patch in patches.elements() {
        let text = |key| patch.get(key).and_then(Node::text).unwrap_or_default();
        let path: Vec<&str> = text("path").split('/').skip(1).collect();
        match (text("op"), patch.get("value")) {
            ("add" | "replace", Some(value)) => {
                // What goes through the configuration afterwards relies on the limit of the reader.
                if path.len() + value.depth() as usize > DEPTH_LIMIT as usize {
                    return Err(Error {
                        at: Some(patch.at),
                        path: "configurationJSONPatches".to_owned(),
                        message: format!(
                            "path and value nest too deeply: expected at most {DEPTH_LIMIT} levels"
                        ),
                    });
                }
                set(&mut found.node, patch.at, &path, Some(value));
            }
            ("remove", _) => set(&mut found.node, patch.at, &path, None),
            _ => {}
        }
    }
    found.note(
        "Kamaji built on Kubernetes 1.35 was seen to write maxContainerRestartPeriod: 5m0s itself. Kubelets before \
         1.35 then need a patch that removes /crashLoopBackOff.",
    );
    Ok(Some(found))
}

/// Sets or removes what stands at a path.
fn set(target: &mut Node, at: Position, path: &[&str], value: Option<&Node>) {
    let (Some((name, rest)), Value::Mapping(entries)) = (path.split_first(), &mut target.value) else {
        return;
    };
    let place = entries.iter().position(|(key, _)| key.text() == Some(name));
    match (rest, place, value) {
        ([], Some(place), None) => {
            entries.remove(place);
        }
        ([], Some(place), Some(value)) => entries[place].1 = value.clone(),
        ([], None, Some(value)) => {
            let key = Node {
                value: Value::Scalar {
                    text: (*name).to_owned(),
                    quoted: true,
                },
                at,
            };
            entries.push((key, value.clone()));
        }
        (rest, Some(place), value) => set(&mut entries[place].1, at, rest, value),
        _ => {}
    }
}
