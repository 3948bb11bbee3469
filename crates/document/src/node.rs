//! The tree that a document is.

use crate::{Position, Scalar};

/// A value and the place where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it begins. A node that came through an alias stands where its anchor is.
    pub at: Position,
}

/// A scalar, a sequence or a mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A single value. An empty plain one is null.
    Scalar {
        /// The text, unquoted and with escapes resolved.
        text: String,
        /// Whether the text is a string whatever it looks like: it was quoted, a block or tagged `!!str`.
        quoted: bool,
    },
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in the order of the text. Keys are scalars, and no two have the same text.
    Mapping(Vec<(Node, Node)>),
}

impl Node {
    /// What the scalar means under the rules of YAML 1.1, or nothing for a sequence or a mapping.
    #[must_use]
    pub fn scalar(&self) -> Option<Scalar<'_>> {
        match &self.value {
            Value::Scalar { text, quoted: true } => Some(Scalar::Text(text)),
            Value::Scalar { text, .. } => Some(Scalar::resolve(text)),
            _ => None,
        }
    }

    /// The text of a scalar as it was written, or nothing for a sequence or a mapping.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Whether this is a null, written as `null`, `~` or nothing.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.scalar() == Some(Scalar::Null)
    }

    /// The entries of a mapping; none for anything else.
    #[must_use]
    pub fn entries(&self) -> &[(Node, Node)] {
        match &self.value {
            Value::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// The elements of a sequence; none for anything else.
    #[must_use]
    pub fn elements(&self) -> &[Node] {
        match &self.value {
            Value::Sequence(elements) => elements,
            _ => &[],
        }
    }

    /// How deeply sequences and mappings are nested: 0 for a scalar, at most [`DEPTH_LIMIT`](crate::DEPTH_LIMIT) for what was
    /// read.
    #[must_use]
    pub fn depth(&self) -> u32 {
        match &self.value {
            Value::Scalar { .. } => 0,
            Value::Sequence(elements) => 1 + elements.iter().map(Self::depth).max().unwrap_or(0),
            Value::Mapping(entries) => 1 + entries.iter().map(|(_, value)| value.depth()).max().unwrap_or(0),
        }
    }

    /// The value under a key of a mapping.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()
            .iter()
            .find(|(name, _)| name.text() == Some(key))
            .map(|(_, value)| value)
    }
}
