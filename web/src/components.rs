//! Building blocks that know nothing of the page as a whole.

pub(crate) mod button;
pub(crate) mod chart;
pub(crate) mod data_table;
pub(crate) mod field_row;
pub(crate) mod source_mark;
pub(crate) mod swatch;
