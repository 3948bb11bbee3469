//! The parts of the page.

pub(crate) mod answer;
pub(crate) mod bar;
pub(crate) mod figures;
pub(crate) mod node;
pub(crate) mod notices;
pub(crate) mod numbers;
pub(crate) mod policies;
pub(crate) mod share;
pub(crate) mod timeline;
pub(crate) mod workload;
