//! What the judge of configuration files tells the page, as a text.
//!
//! The two are programs of their own with memories of their own, so their values are written out
//! and read back: a list of texts, each after its length in bytes; what may
//! be absent is a list of none or one.

use kubelet::Release;

/// What a kubelet of one release makes of a file.
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
    /// Line and column, from 1; empty for the file as a whole.
    pub place: Option<(u32, u32)>,
    /// The field; empty for the file as a whole.
    pub field: String,
    /// The kubelet's own words where it has some.
    pub message: String,
    /// What probably was meant.
    pub hint: Option<String>,
}

/// Writes judgements for [`read()`].
#[must_use]
pub fn write(judgements: &[Judgement]) -> String {
    let mut writer = Writer::default();
    writer.list(judgements, Writer::judgement);
    writer.0
}

/// Reads what [`write()`] wrote; `None` for anything else.
#[must_use]
pub fn read(text: &str) -> Option<Vec<Judgement>> {
    let mut reader = Reader(text);
    let judgements = reader.list(Reader::judgement)?;
    reader.0.is_empty().then_some(judgements)
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
        (any::<Option<(u32, u32)>>(), ".*", ".*", any::<Option<String>>()).prop_map(
            |(place, field, message, hint)| Note {
                place,
                field,
                message,
                hint,
            },
        )
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

    proptest! {
        #[test]
        fn what_is_written_is_read(judgements in prop::collection::vec(judgement(), 0..4)) {
            prop_assert_eq!(read(&write(&judgements)), Some(judgements));
        }

        #[test]
        fn a_piece_is_not_taken_for_the_whole(judgements in prop::collection::vec(judgement(), 1..3), at in any::<prop::sample::Index>()) {
            let whole = write(&judgements);
            let cut = at.index(whole.len());
            if whole.is_char_boundary(cut) {
                prop_assert_eq!(read(&whole[..cut]), None);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9:]{0,40}|.{0,40}") {
            if let Some(judgements) = read(&text) {
                prop_assert_eq!(read(&write(&judgements)), Some(judgements));
            }
        }
    }
}
