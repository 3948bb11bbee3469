//! The configuration files that the page holds, and what is too large for it.

use yew::AttrValue;

use crate::texts;

/// What a kubelet is started with, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pasted {
    /// The text of the main file.
    pub(crate) text: AttrValue,
    /// The name of the file it came from.
    pub(crate) file: Option<AttrValue>,
    /// The names and texts of drop-ins, in the order in which a kubelet applies them.
    pub(crate) drop_ins: Vec<(AttrValue, AttrValue)>,
    /// The value of `--feature-gates`.
    pub(crate) gates: AttrValue,
    /// Why the last files were not taken, or the text is not judged.
    pub(crate) problems: Vec<AttrValue>,
}

/// The largest text that is read, in bytes. Kubelet configurations have a few kilobytes; one of
/// this size is judged for all releases within a second or two.
pub(crate) const TEXT_LIMIT: usize = 256 * 1024;

/// The most that all drop-ins together may have, in bytes.
pub(super) const DROP_INS_LIMIT: usize = 1024 * 1024;

/// Whether a file is a drop-in, by its ending: a kubelet reads no others from its folder of drop-ins.
pub(crate) fn is_drop_in(name: &str) -> bool {
    name.as_bytes().ends_with(b".conf")
}

/// What to say about a text beyond [`TEXT_LIMIT`].
#[expect(clippy::cast_precision_loss, reason = "no text has 2^53 bytes")]
pub(crate) fn too_large(what: &str, bytes: usize) -> AttrValue {
    texts::too_large(what, bytes as f64, TEXT_LIMIT).into()
}

impl Pasted {
    /// Whether the text is longer than is judged. It was typed or pasted then and stays as it is.
    pub(crate) fn is_too_large(&self) -> bool {
        self.text.len() > TEXT_LIMIT
    }

    pub(super) fn paste(&mut self, text: AttrValue) {
        (self.text, self.file) = (text, None);
        self.problems.clear();
        if self.is_too_large() {
            self.refuse(too_large(texts::THE_TEXT, self.text.len()));
        }
    }

    /// Takes a file as the main one or as a drop-in, which takes the place of one of the same name.
    pub(super) fn take(&mut self, name: AttrValue, text: AttrValue) {
        if !is_drop_in(&name) {
            (self.text, self.file) = (text, Some(name));
            return;
        }
        let others = self.drop_ins.iter().filter(|(other, _)| *other != name);
        if others.map(|(_, text)| text.len()).sum::<usize>() + text.len() > DROP_INS_LIMIT {
            self.refuse(texts::drop_ins_too_large(&name, DROP_INS_LIMIT).into());
            return;
        }
        self.drop_ins.retain(|(other, _)| *other != name);
        let at = self.drop_ins.partition_point(|(other, _)| *other < name);
        self.drop_ins.insert(at, (name, text));
    }

    pub(super) fn refuse(&mut self, problem: AttrValue) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}
