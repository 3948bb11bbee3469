//! Reading a scenario document: YAML or JSON, with every error at its place.

use document::{Error, Node, Value};

use crate::Scenario;
use crate::limits;

impl Scenario {
    /// Reads a scenario from YAML or JSON and checks its limits.
    ///
    /// # Errors
    /// Each error names line, column and field, what was found and what is allowed. Text that
    /// is no scenario gives one error; fields beyond their limits are listed all at once.
    pub fn from_text(text: &str) -> Result<Self, Vec<Error>> {
        let node = document::read(text).map_err(|error| vec![error])?;
        let scenario: Self = document::from_node(&node).map_err(|error| vec![error])?;
        let invalid = limits::check(&scenario);
        if invalid.is_empty() {
            return Ok(scenario);
        }
        Err(invalid
            .into_iter()
            .map(|invalid| Error {
                at: Some(nearest(&node, &invalid.field).at),
                path: invalid.field,
                message: invalid.message,
            })
            .collect())
    }
}

/// The node at a path such as `workload[0].run.fixed`, or the deepest one on the way to it.
fn nearest<'a>(root: &'a Node, path: &str) -> &'a Node {
    let mut node = root;
    for piece in path.split(['.', '[']) {
        let next = match &node.value {
            Value::Sequence(items) => piece
                .strip_suffix(']')
                .and_then(|index| index.parse().ok())
                .and_then(|index: usize| items.get(index)),
            _ => node.get(piece),
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}
