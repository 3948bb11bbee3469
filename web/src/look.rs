//! How a field looks: its text, the stop of its slider, and what is wrong with it.

use sim::{Invalid, Scenario};
use yew::AttrValue;

use crate::field::Field;
use crate::scale::Scale;
use crate::state::Typed;
use crate::value::Value;

/// How a field looks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) field: Field,
    /// What stands in the field.
    pub(crate) text: AttrValue,
    /// The value in force.
    pub(crate) value: Value,
    /// The stops of the slider and the position it is at.
    pub(crate) slider: Option<(Scale, usize)>,
    /// What is wrong with the text, or with the value in this scenario.
    pub(crate) error: Option<AttrValue>,
}

/// What the looks of all fields depend on.
#[derive(Copy, Clone)]
pub(crate) struct Looks<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) typed: &'a Typed,
    /// The fields that the simulator refuses.
    pub(crate) invalid: &'a [Invalid],
}

impl Looks<'_> {
    /// How a field looks, `None` where the scenario has no such field.
    pub(crate) fn of(self, field: Field) -> Option<Look> {
        let value = field.value(self.scenario)?;
        let typed = self.typed.get(field);
        let slider = field
            .scale()
            .zip(value.whole())
            .map(|(scale, whole)| (scale, scale.position(whole)));
        let error = typed
            .and_then(|text| field.parse(self.scenario, text).err())
            .or_else(|| self.refused(field))
            .map(AttrValue::from);
        Some(Look {
            field,
            text: typed.cloned().unwrap_or_else(|| value.to_string().into()),
            value,
            slider,
            error,
        })
    }

    fn refused(self, field: Field) -> Option<String> {
        let refusal = self
            .invalid
            .iter()
            .find(|invalid| field.is_meant_by(&invalid.field));
        refusal.map(|invalid| invalid.message.clone())
    }
}
