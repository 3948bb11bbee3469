//! The files that a kubelet is started with, and how places in several files live side by side.

use document::{Error, Node, Position, Value, read_lenient};

use super::{Finding, flags, merge::merge, shape, shape::Found};

/// A named text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The name that findings give to it; for a drop-in its path, with `/` between folders.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// What a kubelet is started with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The file of `--config`, or a document of another tool that contains one. Without it the built-in defaults
    /// are the base.
    pub main: Option<File>,
    /// The files below the folder of `--config-dir`, in any order: all of them, since a kubelet chooses by name.
    /// When the main file is an EKS `NodeConfig`, also those of `/etc/eks/nodeadm.d`.
    pub drop_ins: Vec<File>,
    /// The value of `--feature-gates`; several of them are joined by commas.
    pub feature_gates: Option<String>,
}

/// The most drop-in files.
pub const DROP_IN_LIMIT: usize = 200;

/// The most values in all drop-ins together, and in all patches of a kind cluster, aliases expanded.
pub(super) const VALUE_LIMIT: usize = 200_000;

/// Every file has its own range of lines, so that the nodes of several files can be merged and still tell where they
/// come from. A text of `document::TEXT_LIMIT` bytes has fewer lines.
const LINES: u32 = 1 << 21;

/// The line within its file.
pub(super) fn line_in_file(line: u32) -> u32 {
    (line - 1) % LINES + 1
}

/// The files after reading, before any release has judged them.
#[derive(Debug)]
pub(super) struct Read {
    /// The names of the files by their range of lines.
    names: Vec<Option<String>>,
    /// The main file: absent, refused by the reader, or empty, or found.
    pub(super) main: Option<Result<Option<Found>, Error>>,
    /// The drop-ins of the kubelet, in the order in which it applies them.
    pub(super) drop_ins: Vec<DropIn>,
    /// What `--feature-gates` says, wherever it was found.
    pub(super) flags: Result<Option<Node>, Finding>,
    /// What is odd about the files, for every release.
    pub(super) notes: Vec<Finding>,
    /// The limit that the drop-ins are beyond: nothing is judged then.
    pub(super) beyond: Option<Finding>,
}

/// A drop-in that was read.
#[derive(Debug)]
pub(super) struct DropIn {
    pub(super) name: String,
    pub(super) document: Result<Document, Finding>,
}

/// A document and the keys that are repeated in it.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) node: Node,
    pub(super) duplicates: Vec<Error>,
}

impl Read {
    /// Reads a single text without a name.
    pub(super) fn text(text: &str) -> Self {
        Self::new(Some((None, text)), &[], None)
    }

    /// Reads several files.
    pub(super) fn files(files: &Files) -> Self {
        let main = files.main.as_ref();
        Self::new(
            main.map(|file| (Some(file.name.clone()), file.text.as_str())),
            &files.drop_ins,
            files.feature_gates.as_deref(),
        )
    }

    fn new(main: Option<(Option<String>, &str)>, drop_ins: &[File], gates: Option<&str>) -> Self {
        let mut read = Self {
            names: vec![main.as_ref().and_then(|(name, _)| name.clone())],
            main: main.map(|(_, text)| shape::find(text)),
            drop_ins: Vec::new(),
            flags: Ok(None),
            notes: Vec::new(),
            beyond: None,
        };
        read.read_drop_ins(drop_ins);
        read.read_flags(gates);
        read
    }

    fn read_drop_ins(&mut self, files: &[File]) {
        // filepath.WalkDir goes through each folder by name, so a path is ordered by its parts.
        let mut files: Vec<&File> = files.iter().collect();
        files.sort_by_cached_key(|file| file.name.split('/').map(str::to_owned).collect::<Vec<_>>());
        if let Some(file) = files.get(DROP_IN_LIMIT) {
            let text = format!("more than {DROP_IN_LIMIT} drop-in files: expected fewer");
            self.beyond = Some(Finding::whole(text).of(Some(&file.name)));
            return;
        }
        let mut left = VALUE_LIMIT;
        for file in files {
            let index = u32::try_from(self.names.len()).unwrap_or(0);
            let ending = file
                .name
                .rsplit('/')
                .next()
                .and_then(|name| name.rsplit_once('.'));
            match (ending, &mut self.main) {
                (Some((_, "conf")), _) => {
                    self.names.push(Some(file.name.clone()));
                    let document = read_document(&file.text, index * LINES);
                    let size = document.as_ref().map_or(0, |document| size(&document.node));
                    let Some(rest) = left.checked_sub(size) else {
                        let text =
                            "the drop-ins are too large together: this one and those after it are not read";
                        self.notes.push(Finding::whole(text).of(Some(&file.name)));
                        return;
                    };
                    left = rest;
                    self.drop_ins.push(DropIn {
                        name: file.name.clone(),
                        document,
                    });
                }
                (Some((_, "yaml" | "yml" | "json")), Some(Ok(Some(found)))) if found.is_node_config() => {
                    self.names.push(Some(file.name.clone()));
                    if let Err(finding) = add_node_config(found, file, index * LINES) {
                        self.notes.push(finding);
                    }
                }
                _ => self.notes.push(Finding {
                    file: Some(file.name.clone()),
                    hint: Some("Only names that end in .conf are, in lower case.".to_owned()),
                    ..Finding::whole("this file is not read")
                }),
            }
        }
    }

    fn read_flags(&mut self, given: Option<&str>) {
        let index = u32::try_from(self.names.len()).unwrap_or(0);
        self.names.push(Some(flags::FLAG.to_owned()));
        let place = Position {
            line: index * LINES + 1,
            column: 1,
        };
        let in_files = match &self.main {
            Some(Ok(Some(found))) => found.flags.as_slice(),
            _ => &[],
        };
        let texts = in_files
            .iter()
            .filter_map(|node| Some((node.text()?, node.at)))
            .chain(given.map(|text| (text, place)));
        let mut all: Option<Node> = None;
        for (text, at) in texts {
            match (flags::read(text, at), &mut all) {
                (Err(finding), _) => {
                    self.flags = Err(finding);
                    return;
                }
                (Ok(more), Some(all)) => merge(all, more),
                (Ok(more), all @ None) => *all = Some(more),
            }
        }
        self.flags = Ok(all);
    }

    /// Says of a finding in which file it is, and where in that file.
    pub(super) fn locate(&self, finding: &mut Finding) {
        let Some(at) = &mut finding.at else {
            return;
        };
        let index = usize::try_from((at.line - 1) / LINES).unwrap_or(0);
        at.line = line_in_file(at.line);
        if let (None, Some(name)) = (&finding.file, self.names.get(index)) {
            finding.file.clone_from(name);
        }
    }

    /// The name of the main file.
    pub(super) fn main_name(&self) -> Option<&String> {
        self.names.first()?.as_ref()
    }
}

/// Values in a node, long texts counted as several.
pub(super) fn size(node: &Node) -> usize {
    1 + match &node.value {
        Value::Scalar { text, .. } => text.len() / 32,
        Value::Sequence(elements) => elements.iter().map(size).sum(),
        Value::Mapping(entries) => entries.iter().map(|(key, value)| size(key) + size(value)).sum(),
    }
}

/// The first document of a text, moved down by that many lines.
fn read_document(text: &str, lines: u32) -> Result<Document, Finding> {
    let moved = |mut error: Error| {
        if let Some(at) = &mut error.at {
            at.line += lines;
        }
        error
    };
    if text.is_empty() {
        return Err(Finding::whole("the kubelet config file was empty"));
    }
    let documents = read_lenient(text).map_err(|error| Finding::from(moved(error)))?;
    let mut node = documents.nodes.into_iter().next().unwrap_or(Node {
        value: Value::Scalar {
            text: String::new(),
            quoted: false,
        },
        at: Position { line: 1, column: 1 },
    });
    move_down(&mut node, lines);
    // What is left of an empty document is null, which has no kind.
    if node.is_null() {
        node.value = Value::Mapping(Vec::new());
    }
    Ok(Document {
        node,
        duplicates: documents.duplicates.into_iter().map(moved).collect(),
    })
}

fn move_down(node: &mut Node, lines: u32) {
    node.at.line += lines;
    match &mut node.value {
        Value::Scalar { .. } => {}
        Value::Sequence(elements) => elements.iter_mut().for_each(|node| move_down(node, lines)),
        Value::Mapping(entries) => {
            for (key, value) in entries {
                move_down(key, lines);
                move_down(value, lines);
            }
        }
    }
}

/// A file of `/etc/eks/nodeadm.d` wins over the user data.
fn add_node_config(found: &mut Found, file: &File, lines: u32) -> Result<(), Finding> {
    let document = read_document(&file.text, lines).map_err(|finding| finding.of(Some(&file.name)))?;
    if shape::add_node_config(found, &document.node) {
        Ok(())
    } else {
        Err(Finding::at(
            document.node.at,
            "kind",
            "this is no NodeConfig and is not used",
            None,
        ))
    }
}
