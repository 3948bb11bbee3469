//! The configuration files that the page holds, what happens to them, and what is too large for it.

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

/// What happens to the files.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// The main configuration was typed or pasted.
    Paste(AttrValue),
    /// Feature gates were typed.
    Gates(AttrValue),
    /// Files were chosen and are being read.
    Files,
    /// A file was read: its name and its text.
    File(AttrValue, AttrValue),
    /// A drop-in is taken away.
    RemoveDropIn(usize),
    /// All files are taken away.
    Clear,
    /// A file was not taken, with the reason.
    FileRefused(AttrValue),
}

/// The largest text that is read, in bytes. Kubelet configurations have a few kilobytes; one of
/// this size is judged for all releases within a second or two.
pub(crate) const TEXT_LIMIT: usize = 256 * 1024;

/// The most that all drop-ins together may have, in bytes.
const DROP_INS_LIMIT: usize = 1024 * 1024;

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

    pub(crate) fn apply(&mut self, action: Action) {
        match action {
            Action::Paste(text) => self.paste(text),
            Action::Gates(gates) => self.gates = gates,
            Action::Files => self.problems.clear(),
            Action::File(name, text) => self.take(name, text),
            Action::RemoveDropIn(at) => {
                if at < self.drop_ins.len() {
                    self.drop_ins.remove(at);
                }
            }
            Action::Clear => *self = Self::default(),
            Action::FileRefused(problem) => self.refuse(problem),
        }
    }

    fn paste(&mut self, text: AttrValue) {
        (self.text, self.file) = (text, None);
        self.problems.clear();
        if self.is_too_large() {
            self.refuse(too_large(texts::THE_TEXT, self.text.len()));
        }
    }

    /// Takes a file as the main one or as a drop-in, which takes the place of one of the same name.
    fn take(&mut self, name: AttrValue, text: AttrValue) {
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

    fn refuse(&mut self, problem: AttrValue) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(mut pasted: Pasted, actions: impl IntoIterator<Item = Action>) -> Pasted {
        for action in actions {
            pasted.apply(action);
        }
        pasted
    }

    fn paste(text: &str) -> Action {
        Action::Paste(text.to_owned().into())
    }

    #[test]
    fn files_are_main_or_drop_ins_by_their_ending() {
        let file = |name: &'static str, text: &'static str| Action::File(name.into(), text.into());
        let pasted = after(
            Pasted::default(),
            [
                Action::Files,
                file("20-b.conf", "b"),
                file("kubelet.yaml", "main"),
                file("10-a.conf", "a"),
                file("20-b.conf", "c"),
            ],
        );
        assert_eq!(pasted.text, "main");
        let drop_ins = pasted.drop_ins.iter().map(|(name, text)| (&**name, &**text));
        assert_eq!(
            drop_ins.collect::<Vec<_>>(),
            [("10-a.conf", "a"), ("20-b.conf", "c")]
        );
        let typed = after(pasted.clone(), [paste("other"), Action::RemoveDropIn(0)]);
        assert_eq!((typed.drop_ins.len(), &typed.file), (1, &None));
        assert_eq!(after(pasted, [Action::Clear]), Pasted::default());
    }

    #[test]
    fn a_refused_file_leaves_the_pasted_text_alone() {
        let pasted = after(
            Pasted::default(),
            [paste("kind: X"), Action::FileRefused("too large".into())],
        );
        assert_eq!(pasted.text, "kind: X");
        assert_eq!(pasted.problems, ["too large"]);
    }

    #[test]
    fn a_text_beyond_the_limit_stays_and_is_explained_until_it_is_shorter() {
        let most = "#".repeat(TEXT_LIMIT);
        let pasted = after(Pasted::default(), [paste(&most)]);
        assert!(!pasted.is_too_large() && pasted.problems.is_empty());
        let long = format!("{most}ü");
        let pasted = after(pasted, [paste(&long)]);
        assert!(pasted.is_too_large());
        assert_eq!(pasted.text, long);
        let [problem] = &pasted.problems[..] else {
            panic!("{:?}", pasted.problems)
        };
        assert!(
            problem.contains("257 kB") && problem.contains("256 kB"),
            "{problem}"
        );
        let pasted = after(pasted, [paste(&most)]);
        assert!(!pasted.is_too_large() && pasted.problems.is_empty());
    }

    #[test]
    fn drop_ins_are_bounded_together() {
        let file = |name: &str, bytes: usize| Action::File(name.to_owned().into(), "#".repeat(bytes).into());
        let pasted = after(
            Pasted::default(),
            [
                file("a.conf", DROP_INS_LIMIT / 2),
                file("b.conf", DROP_INS_LIMIT / 2),
                file("c.conf", 1),
                file("b.conf", 7),
            ],
        );
        let names = pasted.drop_ins.iter().map(|(name, text)| (&**name, text.len()));
        assert_eq!(
            names.collect::<Vec<_>>(),
            [("a.conf", DROP_INS_LIMIT / 2), ("b.conf", 7)]
        );
        let [problem] = &pasted.problems[..] else {
            panic!("{:?}", pasted.problems)
        };
        assert!(problem.starts_with("c.conf "), "{problem}");
    }
}
