//! What the programs of the page share: their texts to each other, the crash report, and building
//! blocks of both that show something.

pub mod clipboard;
pub mod crash;
pub mod judgement;
pub mod select;
pub mod texts;
