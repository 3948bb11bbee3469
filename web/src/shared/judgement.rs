//! What the page asks the judge of configuration files, and what it is told, as texts.
//!
//! The two are programs of their own with memories of their own, so their values are written out
//! and read back: a list of texts, each after its length in bytes; what may
//! be absent is a list of none or one.

use kubelet::{Platform, Release};

/// A policy whose configuration is wanted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The initial delay in nanoseconds.
    pub initial_ns: i64,
    /// The maximum delay in nanoseconds.
    pub max_ns: i64,
    /// The release of the kubelets.
    pub release: Release,
    /// Where they run.
    pub platform: Platform,
}

/// The configuration that was wanted, or why there is none, as sentences.
pub type Written = Result<String, Vec<String>>;

/// The files that a kubelet is started with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The main file, if there is one.
    pub main: Option<File>,
    /// The drop-ins, in any order.
    pub drop_ins: Vec<File>,
    /// The value of `--feature-gates`, empty without one.
    pub gates: String,
}

/// A named text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// What the judge says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What every release makes of the files, oldest first.
    pub judgements: Vec<Judgement>,
    /// What changes from a release to the next, as sentences.
    pub changes: Vec<String>,
}

/// What a kubelet of one release makes of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The release.
    pub release: Release,
    /// Whether the kubelet starts.
    pub valid: bool,
    /// What kind of file was recognised, as a sentence.
    pub recognised: String,
    /// The policy, when the kubelet starts.
    pub effect: Option<Effect>,
    /// Why it does not start.
    pub errors: Vec<Note>,
    /// What it ignores, and what is odd.
    pub warnings: Vec<Note>,
    /// Traps that the file is in or near, as sentences.
    pub advice: Vec<String>,
}

/// The back-off policy that a file gives a kubelet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The initial delay in nanoseconds.
    pub initial_ns: i64,
    /// The maximum delay in nanoseconds.
    pub max_ns: i64,
    /// Why they are what they are, as sentences.
    pub reasons: Vec<String>,
}

/// Something about a place in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The file, where it has a name.
    pub file: Option<String>,
    /// Line and column, from 1; empty for the file as a whole.
    pub place: Option<(u32, u32)>,
    /// The field; empty for the file as a whole.
    pub field: String,
    /// The kubelet's own words where it has some.
    pub message: String,
    /// What probably was meant.
    pub hint: Option<String>,
}

/// Writes a question for [`read_question()`].
#[must_use]
pub fn write_question(question: &Question) -> String {
    let mut writer = Writer::default();
    writer.list(question.main.as_slice(), Writer::file);
    writer.list(&question.drop_ins, Writer::file);
    writer.text(&question.gates);
    writer.0
}

/// Reads what [`write_question()`] wrote; `None` for anything else.
#[must_use]
pub fn read_question(text: &str) -> Option<Question> {
    let mut reader = Reader(text);
    let question = Question {
        main: reader.list(Reader::file)?.pop(),
        drop_ins: reader.list(Reader::file)?,
        gates: reader.owned()?,
    };
    reader.0.is_empty().then_some(question)
}

/// The first text of what [`write_wanted()`] writes. A question begins with a number.
const WANTED: &str = "wanted";

/// Writes what is wanted for [`read_wanted()`].
#[must_use]
pub fn write_wanted(wanted: &Wanted) -> String {
    let mut writer = Writer::default();
    writer.text(WANTED);
    writer.text(&wanted.initial_ns.to_string());
    writer.text(&wanted.max_ns.to_string());
    writer.text(&wanted.release.to_string());
    let place = Platform::ALL
        .iter()
        .position(|&platform| platform == wanted.platform);
    writer.text(&place.unwrap_or_default().to_string());
    writer.0
}

/// Reads what [`write_wanted()`] wrote; `None` for anything else.
#[must_use]
pub fn read_wanted(text: &str) -> Option<Wanted> {
    let mut reader = Reader(text);
    if reader.text()? != WANTED {
        return None;
    }
    let wanted = Wanted {
        initial_ns: reader.text()?.parse().ok()?,
        max_ns: reader.text()?.parse().ok()?,
        release: reader.text()?.parse().ok()?,
        platform: *Platform::ALL.get(reader.text()?.parse::<usize>().ok()?)?,
    };
    reader.0.is_empty().then_some(wanted)
}

/// Writes a configuration for [`read_written()`].
#[must_use]
pub fn write_written(written: &Written) -> String {
    let mut writer = Writer::default();
    match written {
        Ok(text) => writer.texts(core::slice::from_ref(text)),
        Err(reasons) => {
            writer.texts(&[]);
            writer.texts(reasons);
        }
    }
    writer.0
}

/// Reads what [`write_written()`] wrote; `None` for anything else.
#[must_use]
pub fn read_written(text: &str) -> Option<Written> {
    let mut reader = Reader(text);
    let written = match reader.list(Reader::owned)?.pop() {
        Some(text) => Ok(text),
        None => Err(reader.list(Reader::owned)?),
    };
    reader.0.is_empty().then_some(written)
}

/// Writes an answer for [`read()`].
#[must_use]
pub fn write(answer: &Answer) -> String {
    let mut writer = Writer::default();
    writer.list(&answer.judgements, Writer::judgement);
    writer.texts(&answer.changes);
    writer.0
}

/// Reads what [`write()`] wrote; `None` for anything else.
#[must_use]
pub fn read(text: &str) -> Option<Answer> {
    let mut reader = Reader(text);
    let answer = Answer {
        judgements: reader.list(Reader::judgement)?,
        changes: reader.list(Reader::owned)?,
    };
    reader.0.is_empty().then_some(answer)
}

#[derive(Default)]
struct Writer(String);

impl Writer {
    fn text(&mut self, text: &str) {
        self.0.push_str(&text.len().to_string());
        self.0.push(':');
        self.0.push_str(text);
    }

    fn list<T>(&mut self, items: &[T], write: fn(&mut Self, &T)) {
        self.text(&items.len().to_string());
        for item in items {
            write(self, item);
        }
    }

    fn texts(&mut self, texts: &[String]) {
        self.list(texts, |writer, text| writer.text(text));
    }

    fn file(&mut self, file: &File) {
        self.text(&file.name);
        self.text(&file.text);
    }

    fn judgement(&mut self, judgement: &Judgement) {
        self.text(&judgement.release.to_string());
        self.text(if judgement.valid { "1" } else { "0" });
        self.text(&judgement.recognised);
        self.list(judgement.effect.as_slice(), |writer, effect| {
            writer.text(&effect.initial_ns.to_string());
            writer.text(&effect.max_ns.to_string());
            writer.texts(&effect.reasons);
        });
        self.list(&judgement.errors, Self::note);
        self.list(&judgement.warnings, Self::note);
        self.texts(&judgement.advice);
    }

    fn note(&mut self, note: &Note) {
        self.list(note.file.as_slice(), |writer, file| writer.text(file));
        self.list(note.place.as_slice(), |writer, (line, column)| {
            writer.text(&line.to_string());
            writer.text(&column.to_string());
        });
        self.text(&note.field);
        self.text(&note.message);
        self.list(note.hint.as_slice(), |writer, hint| writer.text(hint));
    }
}

struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn text(&mut self) -> Option<&'a str> {
        let (length, rest) = self.0.split_once(':')?;
        let (text, rest) = rest.split_at_checked(length.parse().ok()?)?;
        self.0 = rest;
        Some(text)
    }

    fn list<T>(&mut self, read: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length: u32 = self.text()?.parse().ok()?;
        (0..length).map(|_| read(self)).collect()
    }

    fn flag(&mut self) -> Option<bool> {
        match self.text()? {
            "1" => Some(true),
            "0" => Some(false),
            _ => None,
        }
    }

    fn owned(&mut self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    fn file(&mut self) -> Option<File> {
        Some(File {
            name: self.owned()?,
            text: self.owned()?,
        })
    }

    fn judgement(&mut self) -> Option<Judgement> {
        Some(Judgement {
            release: self.text()?.parse().ok()?,
            valid: self.flag()?,
            recognised: self.owned()?,
            effect: self
                .list(|reader| {
                    Some(Effect {
                        initial_ns: reader.text()?.parse().ok()?,
                        max_ns: reader.text()?.parse().ok()?,
                        reasons: reader.list(Self::owned)?,
                    })
                })?
                .pop(),
            errors: self.list(Self::note)?,
            warnings: self.list(Self::note)?,
            advice: self.list(Self::owned)?,
        })
    }

    fn note(&mut self) -> Option<Note> {
        Some(Note {
            file: self.list(Self::owned)?.pop(),
            place: self
                .list(|reader| Some((reader.text()?.parse().ok()?, reader.text()?.parse().ok()?)))?
                .pop(),
            field: self.owned()?,
            message: self.owned()?,
            hint: self.list(Self::owned)?.pop(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn note() -> impl Strategy<Value = Note> {
        (
            any::<Option<String>>(),
            any::<Option<(u32, u32)>>(),
            ".*",
            ".*",
            any::<Option<String>>(),
        )
            .prop_map(|(file, place, field, message, hint)| Note {
                file,
                place,
                field,
                message,
                hint,
            })
    }

    fn judgement() -> impl Strategy<Value = Judgement> {
        let effect =
            (any::<i64>(), any::<i64>(), any::<Vec<String>>()).prop_map(|(initial_ns, max_ns, reasons)| {
                Effect {
                    initial_ns,
                    max_ns,
                    reasons,
                }
            });
        (
            prop::sample::select(Release::ALL.to_vec()),
            any::<bool>(),
            ".*",
            prop::option::of(effect),
            prop::collection::vec(note(), 0..4),
            prop::collection::vec(note(), 0..4),
            prop::collection::vec(".*", 0..3),
        )
            .prop_map(
                |(release, valid, recognised, effect, errors, warnings, advice)| Judgement {
                    release,
                    valid,
                    recognised,
                    effect,
                    errors,
                    warnings,
                    advice,
                },
            )
    }

    prop_compose! {
        fn answer()(
            judgements in prop::collection::vec(judgement(), 0..3),
            changes in prop::collection::vec(".*", 0..3),
        ) -> Answer {
            Answer { judgements, changes }
        }
    }

    fn file() -> impl Strategy<Value = File> {
        (".*", ".*").prop_map(|(name, text)| File { name, text })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(answer in answer()) {
            prop_assert_eq!(read(&write(&answer)), Some(answer));
        }

        #[test]
        fn what_is_asked_is_read(
            main in prop::option::of(file()),
            drop_ins in prop::collection::vec(file(), 0..3),
            gates in ".*",
        ) {
            let question = Question { main, drop_ins, gates };
            prop_assert_eq!(read_question(&write_question(&question)), Some(question));
        }

        #[test]
        fn what_is_wanted_and_written_is_read(
            initial_ns in any::<i64>(),
            max_ns in any::<i64>(),
            release in prop::sample::select(Release::ALL.to_vec()),
            platform in prop::sample::select(Platform::ALL.to_vec()),
            written in any::<Result<String, Vec<String>>>(),
        ) {
            let wanted = Wanted { initial_ns, max_ns, release, platform };
            prop_assert_eq!(read_wanted(&write_wanted(&wanted)), Some(wanted));
            prop_assert_eq!(read_question(&write_wanted(&wanted)), None);
            prop_assert_eq!(read_written(&write_written(&written)), Some(written));
        }

        #[test]
        fn a_piece_is_not_taken_for_the_whole(answer in answer(), at in any::<prop::sample::Index>()) {
            let whole = write(&answer);
            let cut = at.index(whole.len());
            if whole.is_char_boundary(cut) {
                prop_assert_eq!(read(&whole[..cut]), None);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9:]{0,40}|.{0,40}") {
            if let Some(answer) = read(&text) {
                prop_assert_eq!(read(&write(&answer)), Some(answer));
            }
            if let Some(question) = read_question(&text) {
                prop_assert_eq!(read_question(&write_question(&question)), Some(question));
            }
        }
    }
}
