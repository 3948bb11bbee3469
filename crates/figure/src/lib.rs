//! Figures of simulation results: drawings, and the same data as tables and words.
//!
//! Every figure is one function over any plotters [`DrawingBackend`]: a canvas, the SVG of
//! [`svg()`], or a test's recorder. Only the backend trait is used, not plotters' chart layer: that
//! one measures text by laying it out in the page, and its axes know nothing of time.
//!
//! Lengths are CSS pixels; [`Size::scale`] turns them into the backend's pixels. Times are
//! nanoseconds since the scenario began. Floats appear only here, at the drawing edge.
//!
//! [`DrawingBackend`]: plotters_backend::DrawingBackend

mod band;
mod columns;
mod delays;
mod draw;
mod frame;
mod kind;
mod labels;
mod legend;
mod loads;
mod names;
mod pen;
mod plot;
mod restarts;
mod series;
mod shapes;
mod strokes;
mod svg;
mod table;
mod text;
mod theme;
mod ticks;
mod timeline;
mod view;
mod words;

pub use draw::{draw, height};
pub use kind::Kind;
pub use plot::{Lane, Plot};
pub use svg::svg;
pub use table::{Table, caption, table};
pub use theme::{Color, FONT, Theme};
pub use view::{Lanes, Size, View};
