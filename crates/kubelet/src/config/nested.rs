//! Documents that are texts inside another document.

use document::{Error, Node, Position, Value, read_lenient};

/// Reads the document inside a scalar of `text`. Every position is that of the outer text.
///
/// # Errors
///
/// When the inner text is no YAML. A scalar without a document gives a null.
pub(super) fn read(text: &str, scalar: &Node) -> Result<(Node, Vec<Error>), Error> {
    let inner = scalar.text().unwrap_or_default();
    let place = Place::find(text, scalar.at, inner);
    let documents = read_lenient(inner).map_err(|error| place.outer_error(error))?;
    let duplicates = documents.duplicates;
    let duplicates = duplicates.into_iter().map(|error| place.outer_error(error));
    let mut node = documents.nodes.into_iter().next().unwrap_or(Node {
        value: Value::Scalar {
            text: String::new(),
            quoted: false,
        },
        at: Position { line: 1, column: 1 },
    });
    place.move_node(&mut node);
    Ok((node, duplicates.collect()))
}

/// How positions in an inner text become positions in the outer one.
enum Place {
    /// A block scalar: the same lines, further down and indented.
    Block { lines: u32, columns: u32 },
    /// Quotes or folding moved the letters: everything stands where the scalar begins.
    Elsewhere(Position),
}

impl Place {
    /// A block is known by its lines, which stand unchanged below the scalar's header.
    fn find(text: &str, at: Position, inner: &str) -> Self {
        let blank = inner.lines().take_while(|line| line.trim().is_empty());
        let blank = u32::try_from(blank.count()).unwrap_or(0);
        // The reader places a block at its first letter, and an empty one at its header.
        for header in [at.line.saturating_sub(1 + blank), at.line] {
            let outer = text.lines().skip(header as usize);
            let mut indent = None;
            let same = inner
                .lines()
                .zip(outer.chain(std::iter::repeat("")))
                .all(|(inner, outer)| {
                    if inner.trim().is_empty() {
                        return outer.trim().is_empty();
                    }
                    let more = outer.len().checked_sub(inner.len());
                    let fits = outer.ends_with(inner)
                        && more.is_some_and(|more| outer[..more].bytes().all(|letter| letter == b' '));
                    fits && more == *indent.get_or_insert(more)
                });
            if let (true, Some(Some(indent))) = (same, indent) {
                return Self::Block {
                    lines: header,
                    columns: u32::try_from(indent).unwrap_or(0),
                };
            }
        }
        Self::Elsewhere(at)
    }

    fn outer(&self, at: Position) -> Position {
        match self {
            Self::Block { lines, columns } => Position {
                line: at.line + lines,
                column: at.column + columns,
            },
            Self::Elsewhere(at) => *at,
        }
    }

    fn outer_error(&self, error: Error) -> Error {
        Error {
            at: error.at.map(|at| self.outer(at)),
            ..error
        }
    }

    fn move_node(&self, node: &mut Node) {
        node.at = self.outer(node.at);
        match &mut node.value {
            Value::Scalar { .. } => {}
            Value::Sequence(elements) => elements.iter_mut().for_each(|node| self.move_node(node)),
            Value::Mapping(entries) => {
                for (key, value) in entries {
                    self.move_node(key);
                    self.move_node(value);
                }
            }
        }
    }
}
