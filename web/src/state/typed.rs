//! Texts of fields as they were typed.

use sim::Scenario;
use yew::AttrValue;

use crate::field::Field;

/// Texts of fields that have the focus or cannot be read, as they were typed. There are seldom
/// more than two, so a list is searched.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Typed(Vec<(Field, AttrValue)>);

impl Typed {
    /// The text of a field.
    pub(crate) fn get(&self, field: Field) -> Option<&AttrValue> {
        self.iter().find(|(at, _)| *at == field).map(|(_, text)| text)
    }

    /// All texts with their fields.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Field, AttrValue)> {
        self.0.iter()
    }

    pub(super) fn insert(&mut self, field: Field, text: AttrValue) {
        self.remove(field);
        self.0.push((field, text));
    }

    pub(super) fn remove(&mut self, field: Field) {
        self.0.retain(|(at, _)| *at != field);
    }

    /// Gives every text the field that `to` says, and drops those that it gives none.
    pub(super) fn move_to(&mut self, to: impl Fn(Field) -> Option<Field>) {
        self.0.retain_mut(|(field, _)| match to(*field) {
            Some(moved) => {
                *field = moved;
                true
            }
            None => false,
        });
    }

    /// Drops texts of fields that are gone, and readable ones that another change has overtaken.
    /// What was refused `before` and is allowed by another change comes into force.
    pub(super) fn follow(&mut self, before: &Scenario, scenario: &mut Scenario) {
        self.0.retain(|(field, text)| {
            let Some(value) = field.value(scenario) else {
                return false;
            };
            match field.parse(scenario, text) {
                Ok(typed) if typed != value => {
                    if field.parse(before, text).is_err() {
                        field.set(scenario, typed);
                    }
                    false
                }
                _ => true,
            }
        });
    }
}
