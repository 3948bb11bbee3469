//! The one place that reads YAML and JSON.
//!
//! Text becomes [`Node`]s that know where they stand, and nodes become any type that serde can deserialize. Every
//! error names the line, the column and the path of what was refused. JSON is read as YAML flow style, so both go
//! the same way. Only the surrogate pairs of JSON's escapes are more than YAML has.
//!
//! Scalars follow YAML 1.1, as the YAML library inside Kubernetes reads them: `yes` and `on` are booleans and
//! `0o17` is a number. A plain number keeps its text when a string is asked for, so `release: 1.30` stays `1.30`.
//!
//! All work is bounded by [`TEXT_LIMIT`], [`DEPTH_LIMIT`], [`NODE_LIMIT`] and [`DOCUMENT_LIMIT`].

mod decode;
mod error;
mod nearest;
mod node;
mod read;
mod scalar;
mod shown;
mod surrogates;

pub use error::{Error, Position};
pub use nearest::nearest;
pub use node::{Node, Value};
pub use read::{DUPLICATE_LIMIT, Documents, read_lenient};
pub use scalar::Scalar;
use serde::de::DeserializeOwned;
pub use shown::{escape, shorten};

/// The longest text that is read, in bytes. Scalars may take twice as much once aliases are expanded.
pub const TEXT_LIMIT: usize = 1 << 20;

/// The deepest nesting of sequences and mappings.
pub const DEPTH_LIMIT: u32 = 64;

/// The most scalars, sequences and mappings in one text, with aliases expanded.
pub const NODE_LIMIT: u32 = 100_000;

/// The most documents in one text.
pub const DOCUMENT_LIMIT: usize = 100;

/// Reads every document of the text. An empty text has none.
///
/// # Errors
///
/// When the text is no YAML, is beyond a limit, or repeats a key in a mapping.
pub fn read_all(text: &str) -> Result<Vec<Node>, Error> {
    let mut documents = read_lenient(text)?;
    if documents.duplicates.is_empty() {
        Ok(documents.nodes)
    } else {
        Err(documents.duplicates.swap_remove(0))
    }
}

/// Reads a text that holds exactly one document.
///
/// # Errors
///
/// As [`read_all`], and when there is no document or more than one.
pub fn read(text: &str) -> Result<Node, Error> {
    let mut nodes = read_all(text)?;
    if let Some(second) = nodes.get(1) {
        return Err(Error::new(
            Some(second.at),
            "a second document begins here: expected only one",
        ));
    }
    nodes
        .pop()
        .ok_or_else(|| Error::new(None, "the text is empty: expected a document"))
}

/// Turns a node into a value.
///
/// # Errors
///
/// When the node does not have the form of `T`: the error names the place and the path below the node.
pub fn from_node<T: DeserializeOwned>(node: &Node) -> Result<T, Error> {
    T::deserialize(decode::Decoder(node))
}

/// Reads a text that holds exactly one document and turns it into a value.
///
/// # Errors
///
/// As [`read`] and [`from_node`].
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    from_node(&read(text)?)
}
