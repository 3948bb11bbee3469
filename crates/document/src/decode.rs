//! From nodes to values, by serde.

use std::fmt;

use serde::{
    Deserializer,
    de::{
        self, DeserializeSeed, EnumAccess, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
        VariantAccess, Visitor, value::StrDeserializer,
    },
    forward_to_deserialize_any,
};

use crate::{Error, Node, Scalar, Value, nearest, shorten};

/// Reads a value from a node.
#[derive(Copy, Clone)]
pub(crate) struct Decoder<'a>(pub(crate) &'a Node);

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(None, message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Unit => "null".to_owned(),
            Unexpected::Map => "a mapping".to_owned(),
            Unexpected::Seq => "a sequence".to_owned(),
            Unexpected::Str(text) => format!("string {:?}", shorten(text)),
            other => other.to_string(),
        };
        Self::new(
            None,
            format!("found {found}, expected {}", in_words(&expected.to_string())),
        )
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        Self::new(None, unknown("field", field, known))
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Self {
        Self::new(None, unknown("value", variant, known))
    }
}

/// Serde names Rust types, which say nothing to who wrote the document.
fn in_words(expected: &str) -> String {
    match expected {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" => {
            format!("an integer in the range of {expected}")
        }
        "f32" | "f64" => "a number".to_owned(),
        _ if expected.starts_with("struct ") => "a mapping".to_owned(),
        _ => expected.to_owned(),
    }
}

fn unknown(what: &str, found: &str, known: &'static [&'static str]) -> String {
    let found = &shorten(found);
    if let Some(meant) = nearest(found, known.iter().copied()) {
        format!("unknown {what} {found:?}, did you mean {meant:?}?")
    } else if known.is_empty() {
        format!("unknown {what} {found:?}, none is expected here")
    } else {
        format!("unknown {what} {found:?}, expected {}", known.join(", "))
    }
}

impl<'a> Decoder<'a> {
    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.0.value {
            Value::Sequence(elements) => visitor.visit_seq(Elements {
                rest: elements.iter().enumerate(),
            }),
            Value::Mapping(entries) => visitor.visit_map(Entries {
                rest: entries.iter(),
                value: None,
            }),
            Value::Scalar { .. } => match self.0.scalar() {
                Some(Scalar::Bool(value)) => visitor.visit_bool(value),
                Some(Scalar::Integer(value)) => visitor.visit_i64(value),
                Some(Scalar::Unsigned(value)) => visitor.visit_u64(value),
                Some(Scalar::Float(value)) => visitor.visit_f64(value),
                Some(Scalar::Text(text)) => visitor.visit_str(text),
                Some(Scalar::Null) | None => visitor.visit_unit(),
            },
        }
    }

    /// A number keeps its text when a string is asked for: 1.30 is not 1.3.
    fn visit_text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (self.0.scalar(), self.0.text()) {
            (Some(Scalar::Integer(_) | Scalar::Unsigned(_) | Scalar::Float(_)), Some(text)) => {
                visitor.visit_str(text)
            }
            _ => self.visit(visitor),
        }
    }

    fn named(self) -> Result<(&'a Node, Option<&'a Node>), Error> {
        match &self.0.value {
            Value::Scalar { .. } => Ok((self.0, None)),
            Value::Mapping(entries) => match entries.as_slice() {
                [(name, value)] => Ok((name, Some(value))),
                _ => Err(Error::new(
                    None,
                    format!("found a mapping with {} keys, expected one", entries.len()),
                )),
            },
            Value::Sequence(_) => Err(Error::new(
                None,
                "found a sequence, expected a word or a mapping with one key",
            )),
        }
    }
}

impl<'de> Deserializer<'de> for Decoder<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit(visitor).map_err(|error| error.or_at(self.0.at))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_text(visitor).map_err(|error| error.or_at(self.0.at))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
        .map_err(|error| error.or_at(self.0.at))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor
            .visit_newtype_struct(self)
            .map_err(|error| error.or_at(self.0.at))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.named()
            .and_then(|(name, value)| visitor.visit_enum(Variant { name, value }))
            .map_err(|error| error.or_at(self.0.at))
    }

    /// What serde derives would take a sequence for the fields in order.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if matches!(self.0.value, Value::Sequence(_)) {
            return Err(<Error as de::Error>::invalid_type(Unexpected::Seq, &visitor).or_at(self.0.at));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char bytes byte_buf unit unit_struct seq tuple tuple_struct map
    }
}

struct Elements<'a> {
    rest: std::iter::Enumerate<std::slice::Iter<'a, Node>>,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some((index, node)) = self.rest.next() else {
            return Ok(None);
        };
        seed.deserialize(Decoder(node))
            .map(Some)
            .map_err(|error| error.or_at(node.at).under_index(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Entries<'a> {
    rest: std::slice::Iter<'a, (Node, Node)>,
    value: Option<(&'a str, &'a Node)>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        let text = key.text().unwrap_or_default();
        self.value = Some((text, value));
        seed.deserialize(word(text))
            .map(Some)
            .map_err(|error| error.or_at(key.at).under_key(text))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((key, node)) = self.value.take() else {
            return Err(de::Error::custom("a value was asked for before its key"));
        };
        seed.deserialize(Decoder(node))
            .map_err(|error| error.or_at(node.at).under_key(key))
    }
}

/// A key is always a string: `on` names the field `on`.
fn word(text: &str) -> StrDeserializer<'_, Error> {
    text.into_deserializer()
}

struct Variant<'a> {
    name: &'a Node,
    value: Option<&'a Node>,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Content<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'a>), Error> {
        let name = self.name.text().unwrap_or_default();
        let variant = seed
            .deserialize(word(name))
            .map_err(|error| error.or_at(self.name.at))?;
        let content = Content {
            name,
            value: self.value,
        };
        Ok((variant, content))
    }
}

/// What stands behind the name of a variant.
struct Content<'a> {
    name: &'a str,
    value: Option<&'a Node>,
}

impl Content<'_> {
    fn decode<T>(self, read: impl FnOnce(Decoder<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let Some(node) = self.value else {
            let name = shorten(self.name);
            return Err(Error::new(
                None,
                format!("{name:?} needs a value, as in {{{name}: …}}"),
            ));
        };
        read(Decoder(node)).map_err(|error| error.or_at(node.at).under_key(self.name))
    }
}

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.value {
            Some(node) if !node.is_null() => Err(Error::new(
                Some(node.at),
                format!("{:?} takes no value", shorten(self.name)),
            )
            .under_key(self.name)),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.decode(|decoder| seed.deserialize(decoder))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.decode(|decoder| decoder.deserialize_any(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.decode(|decoder| decoder.deserialize_struct("", fields, visitor))
    }
}
