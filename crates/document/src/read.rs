//! From text to nodes, within limits.

use std::{borrow::Cow, collections::HashMap};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};

use crate::{
    DEPTH_LIMIT, DOCUMENT_LIMIT, Error, NODE_LIMIT, Node, Position, TEXT_LIMIT, Value, shorten,
    surrogates::Replaced,
};

/// Scalars may grow to this many bytes when aliases are expanded.
const EXPANDED_LIMIT: usize = 2 * TEXT_LIMIT;

/// The most repeated keys that [`read_lenient`] lists.
pub const DUPLICATE_LIMIT: usize = 100;

/// What a lenient reader made of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Documents {
    /// The documents in order.
    pub nodes: Vec<Node>,
    /// The keys that are repeated in a mapping, the first [`DUPLICATE_LIMIT`] of them. The last value of such a key
    /// is the one that is kept.
    pub duplicates: Vec<Error>,
}

/// Reads every document and forgives repeated keys: the last one wins, as in a lenient Kubernetes decoder.
///
/// # Errors
///
/// When the text is no YAML or is beyond a limit.
pub fn read_lenient(text: &str) -> Result<Documents, Error> {
    if text.len() > TEXT_LIMIT {
        return Err(Error::new(
            None,
            format!("the text has {} bytes: expected at most {TEXT_LIMIT}", text.len()),
        ));
    }
    // Editors on Windows write the mark; it is no part of the text and has no column.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    read_events(text, |at| at).or_else(|error| match Replaced::new(text) {
        Some(replaced) => read_events(&replaced.text, |at| replaced.written(at)),
        None => Err(error),
    })
}

/// Reads every document. `written` finds the places of the text in the one that messages are about.
fn read_events(text: &str, written: impl Fn(Position) -> Position) -> Result<Documents, Error> {
    let end = inside(
        text,
        Position {
            line: u32::MAX,
            column: u32::MAX,
        },
    );
    let mut reader = Reader::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = inside(text, position(*error.marker()));
            Error::new(Some(written(at)), error.info().to_owned())
        })?;
        let at = written(position(span.start).min(end));
        reader
            .take(event, at)
            .map_err(|message| reader.error(reader.at, message))?;
    }
    Ok(Documents {
        nodes: reader.documents,
        duplicates: reader.duplicates,
    })
}

fn position(mark: Marker) -> Position {
    // The text limit keeps both far below u32::MAX.
    let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position {
        line: narrow(mark.line()),
        column: narrow(mark.col() + 1),
    }
}

/// The place itself, or the end of its line or text when the parser counted line breaks that are missing there.
fn inside(text: &str, at: Position) -> Position {
    let mut last = Position { line: 1, column: 1 };
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\r' if letters.peek() == Some(&'\n') => {}
            '\r' | '\n' if last.line == at.line => break,
            '\r' | '\n' => {
                last.line += 1;
                last.column = 1;
            }
            _ => last.column += 1,
        }
    }
    at.min(last)
}

/// A sequence or mapping whose end was not read yet.
struct Open {
    at: Position,
    anchor: usize,
    /// Nodes and scalar bytes read before it, to know its own size at the end.
    before: Size,
    items: Items,
}

impl Open {
    /// Whether the next node is the value of a merge key.
    fn merges(&self) -> bool {
        matches!(&self.items, Items::Mapping { key: Some(key), .. } if is_merge_key(key))
    }
}

enum Items {
    Sequence(Vec<Node>),
    Mapping {
        entries: Vec<(Node, Node)>,
        /// Where each key stands in `entries`.
        index: HashMap<String, usize>,
        key: Option<Node>,
    },
}

#[derive(Copy, Clone, Default)]
struct Size {
    nodes: u32,
    bytes: usize,
}

impl Size {
    /// Counts more values, `which` are of that sort.
    fn grow(&mut self, by: Self, which: &str) -> Result<(), String> {
        self.nodes = self.nodes.saturating_add(by.nodes);
        self.bytes = self.bytes.saturating_add(by.bytes);
        if self.nodes > NODE_LIMIT {
            return Err(format!(
                "more than {NODE_LIMIT} values, {which}: expected a smaller document"
            ));
        }
        if self.bytes > EXPANDED_LIMIT {
            return Err(format!(
                "more than {EXPANDED_LIMIT} bytes of values, {which}: expected a smaller document"
            ));
        }
        Ok(())
    }
}

/// An anchored node with what its copy costs.
struct Anchored {
    node: Node,
    size: Size,
    depth: u32,
}

#[derive(Default)]
struct Reader {
    /// Where the node begins that was read last.
    at: Option<Position>,
    documents: Vec<Node>,
    duplicates: Vec<Error>,
    open: Vec<Open>,
    anchors: HashMap<usize, Anchored>,
    size: Size,
    /// The sizes of everything under an anchor, which is kept twice.
    anchored: Size,
}

impl Reader {
    fn take(&mut self, event: Event<'_>, at: Position) -> Result<(), String> {
        self.at = Some(at);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let before = self.size;
                let size = Size {
                    nodes: 1,
                    bytes: text.len(),
                };
                self.size.grow(size, "with aliases expanded")?;
                let value = Value::Scalar {
                    quoted: is_string(style, tag.as_ref()),
                    text: text.into_owned(),
                };
                self.finish(Node { value, at }, anchor, before)
            }
            Event::SequenceStart(anchor, _) => self.begin(at, anchor, Items::Sequence(Vec::new())),
            Event::MappingStart(anchor, _) => {
                let items = Items::Mapping {
                    entries: Vec::new(),
                    index: HashMap::new(),
                    key: None,
                };
                self.begin(at, anchor, items)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(anchor) => self.alias(anchor),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn begin(&mut self, at: Position, anchor: usize, items: Items) -> Result<(), String> {
        let before = self.size;
        self.size
            .grow(Size { nodes: 1, bytes: 0 }, "with aliases expanded")?;
        self.check_depth(1)?;
        self.open.push(Open {
            at,
            anchor,
            before,
            items,
        });
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        // The parser pairs every end with a start.
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        self.at = Some(open.at);
        let value = match open.items {
            Items::Sequence(elements) => Value::Sequence(elements),
            Items::Mapping { entries, index, .. } => Value::Mapping(merge(entries, index)),
        };
        self.finish(Node { value, at: open.at }, open.anchor, open.before)
    }

    fn alias(&mut self, anchor: usize) -> Result<(), String> {
        let Some(anchored) = self.anchors.get(&anchor) else {
            return Err("this alias stands inside the node that it refers to".to_owned());
        };
        let (size, depth) = (anchored.size, anchored.depth);
        self.size.grow(size, "with aliases expanded")?;
        self.check_depth(depth)?;
        // Only now is the copy known to be affordable.
        match self.anchors.get(&anchor).map(|found| found.node.clone()) {
            Some(node) => self.place(node),
            None => Ok(()),
        }
    }

    fn check_depth(&self, more: u32) -> Result<(), String> {
        let open = u32::try_from(self.open.len()).unwrap_or(u32::MAX);
        if open.saturating_add(more) > DEPTH_LIMIT {
            return Err(format!(
                "nested too deeply: expected at most {DEPTH_LIMIT} levels"
            ));
        }
        Ok(())
    }

    /// A node is complete: it is remembered under its anchor and put in its place.
    fn finish(&mut self, node: Node, anchor: usize, before: Size) -> Result<(), String> {
        if anchor != 0 {
            let size = Size {
                nodes: self.size.nodes - before.nodes,
                bytes: self.size.bytes - before.bytes,
            };
            self.anchored
                .grow(size, "counted once for each anchor around them")?;
            let anchored = Anchored {
                size,
                depth: node.depth(),
                node: node.clone(),
            };
            self.anchors.insert(anchor, anchored);
        }
        self.place(node)
    }

    fn place(&mut self, node: Node) -> Result<(), String> {
        self.check_merged(&node)?;
        let Some(open) = self.open.last_mut() else {
            if self.documents.len() == DOCUMENT_LIMIT {
                return Err(format!(
                    "more than {DOCUMENT_LIMIT} documents: expected a smaller file"
                ));
            }
            self.documents.push(node);
            return Ok(());
        };
        match &mut open.items {
            Items::Sequence(elements) => elements.push(node),
            Items::Mapping { key: key @ None, .. } => {
                if node.text().is_none() {
                    return Err("a sequence or mapping as a key: expected a scalar".to_owned());
                }
                *key = Some(node);
            }
            Items::Mapping { entries, index, key } => {
                let Some(key) = key.take() else {
                    return Ok(());
                };
                let text = key.text().unwrap_or_default();
                if let Some(&earlier) = index.get(text) {
                    let message = format!(
                        "key {:?} repeats the one at {}: expected it once",
                        shorten(text),
                        entries[earlier].0.at
                    );
                    let at = key.at;
                    entries[earlier] = (key, node);
                    if self.duplicates.len() < DUPLICATE_LIMIT {
                        let error = self.error(Some(at), message);
                        self.duplicates.push(error);
                    }
                } else {
                    index.insert(text.to_owned(), entries.len());
                    entries.push((key, node));
                }
            }
        }
        Ok(())
    }

    /// What the merge key `<<` takes: a mapping, or mappings in a sequence.
    fn check_merged(&self, node: &Node) -> Result<(), String> {
        let is_mapping = |node: &Node| matches!(node.value, Value::Mapping(_));
        let fits = match (self.open.as_slice(), &node.value) {
            ([.., open], Value::Sequence(elements)) if open.merges() => elements.iter().all(is_mapping),
            ([.., open], _) if open.merges() => is_mapping(node),
            (
                [
                    ..,
                    around,
                    Open {
                        items: Items::Sequence(_),
                        ..
                    },
                ],
                _,
            ) if around.merges() => is_mapping(node),
            _ => true,
        };
        if fits {
            Ok(())
        } else {
            Err("the merge key << needs a mapping or a list of mappings".to_owned())
        }
    }

    /// An error with the path of the node that is being read.
    fn error(&self, at: Option<Position>, message: String) -> Error {
        let mut error = Error::new(at, message);
        for open in self.open.iter().rev() {
            error = match &open.items {
                Items::Sequence(elements) => error.under_index(elements.len()),
                Items::Mapping { key: Some(key), .. } => error.under_key(key.text().unwrap_or_default()),
                Items::Mapping { key: None, .. } => error,
            };
        }
        error
    }
}

/// Whether a scalar is a string whatever its text looks like.
fn is_string(style: ScalarStyle, tag: Option<&Cow<'_, Tag>>) -> bool {
    match tag {
        Some(tag) if tag.is_yaml_core_schema() => tag.suffix == "str",
        Some(tag) if tag.handle.is_empty() && tag.suffix == "!" => true,
        _ => style != ScalarStyle::Plain,
    }
}

fn is_merge_key(key: &Node) -> bool {
    matches!(&key.value, Value::Scalar { text, quoted: false } if text == "<<")
}

/// Resolves the merge key `<<`: entries of the mapping itself win over merged ones, and earlier merged ones over
/// later ones.
fn merge(mut entries: Vec<(Node, Node)>, mut index: HashMap<String, usize>) -> Vec<(Node, Node)> {
    let place = index.get("<<").copied();
    let Some(place) = place.filter(|&place| is_merge_key(&entries[place].0)) else {
        return entries;
    };
    let (_, merged) = entries.remove(place);
    let sources = match merged.value {
        Value::Sequence(sources) => sources,
        _ => vec![merged],
    };
    for source in sources {
        // Whatever is no mapping was refused at its place.
        let Value::Mapping(more) = source.value else {
            continue;
        };
        for (key, value) in more {
            let text = key.text().unwrap_or_default();
            if !index.contains_key(text) {
                index.insert(text.to_owned(), 0);
                entries.push((key, value));
            }
        }
    }
    entries
}
