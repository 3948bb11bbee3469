//! Comparing single values with their limits.

use backoff::{Factor, GoDuration};

use super::MAX_NAME;
use crate::Invalid;

#[derive(Default)]
pub(super) struct Check {
    pub(super) found: Vec<Invalid>,
}

impl Check {
    pub(super) fn refuse(&mut self, field: &str, message: String) {
        self.found.push(Invalid {
            field: field.to_owned(),
            message,
        });
    }

    pub(super) fn count(&mut self, field: &str, found: usize, max: usize) {
        if found == 0 || found > max {
            self.refuse(field, format!("found {found} of them, allowed are 1 to {max}"));
        }
    }

    pub(super) fn number(&mut self, field: &str, found: u32, min: u32, max: u32) {
        if found < min || found > max {
            self.refuse(field, format!("found {found}, allowed are {min} to {max}"));
        }
    }

    pub(super) fn duration(&mut self, field: &str, found: GoDuration, min: GoDuration, max: GoDuration) {
        if found < min || found > max {
            let (found, min, max) = (found.short(), min.short(), max.short());
            self.refuse(field, format!("found {found}, allowed are {min} to {max}"));
        }
    }

    pub(super) fn factor(&mut self, field: &str, found: Factor, min: Factor, max: Factor) {
        if found < min || found > max {
            self.refuse(field, format!("found {found}, allowed are {min} to {max}"));
        }
    }

    pub(super) fn name(&mut self, field: &str, found: &str) {
        let length = found.chars().count();
        if length == 0 || length > MAX_NAME {
            self.refuse(
                field,
                format!("found {length} characters, allowed are 1 to {MAX_NAME}"),
            );
        } else if found.chars().any(char::is_control) {
            self.refuse(
                field,
                "found a control character, allowed are printable ones".to_owned(),
            );
        }
    }
}
