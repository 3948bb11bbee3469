//! Drawing in CSS pixels for a backend that counts its own.

use plotters_backend::BackendCoord;

use crate::shapes::dashes;
use crate::strokes::Stroke;
use crate::text::{ScaledType, Type};
use crate::theme::Color;

/// How CSS pixels become a backend's pixels.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Grid {
    /// Where the figure's top left corner is, in CSS pixels.
    pub(crate) origin: (f64, f64),
    /// Backend pixels for each CSS pixel.
    pub(crate) scale: f64,
    /// Backend pixels for each pixel that will be seen; edges are put on multiples of it.
    pub(crate) step: i32,
}

impl Grid {
    /// The seen pixel's edge nearest to a horizontal position.
    pub(crate) fn x(&self, css: f64) -> i32 {
        self.snap(css + self.origin.0)
    }

    /// The seen pixel's edge nearest to a vertical position.
    pub(crate) fn y(&self, css: f64) -> i32 {
        self.snap(css + self.origin.1)
    }

    /// A length of at least one seen pixel.
    pub(crate) fn length(&self, css: f64) -> i32 {
        self.snap(css).max(self.step)
    }

    /// The width of a line whose middle is on an edge: an even number of seen pixels, so that its
    /// own edges are on edges too.
    pub(crate) fn stroke(&self, css: f64) -> i32 {
        self.length(css / 2.0) * 2
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the cast saturates far outside of every figure"
    )]
    fn snap(&self, css: f64) -> i32 {
        (css * self.scale / f64::from(self.step)).round() as i32 * self.step
    }
}

/// Records what is drawn. Positions are CSS pixels, points are backend pixels.
pub(crate) struct Pen {
    strokes: Vec<Stroke>,
    pub(crate) grid: Grid,
}

impl Pen {
    pub(crate) const fn new(grid: Grid) -> Self {
        Self {
            strokes: Vec::new(),
            grid,
        }
    }

    /// What was drawn, the lowest first.
    pub(crate) fn finish(self) -> Vec<Stroke> {
        self.strokes
    }

    /// Fills a rectangle whose edges are on seen pixels.
    pub(crate) fn rect(&mut self, (left, top): (f64, f64), (right, bottom): (f64, f64), color: Color) {
        let from = (self.grid.x(left), self.grid.y(top));
        let to = (self.grid.x(right), self.grid.y(bottom));
        self.bar(from, to, color);
    }

    /// Fills a rectangle given in backend pixels.
    pub(crate) fn bar(&mut self, from: BackendCoord, to: BackendCoord, color: Color) {
        if from.0 < to.0 && from.1 < to.1 {
            self.strokes.push(Stroke::Bar { from, to, color });
        }
    }

    /// A horizontal hairline. Filled rather than stroked: backends disagree on where a stroke of
    /// one pixel lies.
    pub(crate) fn across(&mut self, left: f64, right: f64, y: f64, color: Color) {
        let top = self.grid.y(y);
        let to = (self.grid.x(right), top + self.grid.length(1.0));
        self.bar((self.grid.x(left), top), to, color);
    }

    /// A vertical hairline.
    pub(crate) fn down(&mut self, x: f64, top: f64, bottom: f64, color: Color) {
        let left = self.grid.x(x);
        let to = (left + self.grid.length(1.0), self.grid.y(bottom));
        self.bar((left, self.grid.y(top)), to, color);
    }

    /// Strokes a line through points.
    pub(crate) fn path(&mut self, points: &[BackendCoord], width: i32, color: Color) {
        if points.len() < 2 {
            return;
        }
        self.strokes.push(Stroke::Path {
            points: points.to_vec(),
            width: width.unsigned_abs(),
            color,
        });
    }

    /// Strokes a line of two pixels with a dash, given in CSS pixels.
    pub(crate) fn line(&mut self, points: &[BackendCoord], color: Color, dash: &[f64]) {
        let width = self.grid.stroke(2.0);
        let pattern: Vec<i32> = dash.iter().map(|&part| self.grid.length(part)).collect();
        match dashes(points, &pattern, width) {
            Some(polygon) => self.fill(&polygon, color),
            None => self.path(points, width, color),
        }
    }

    /// Fills a polygon given by points.
    pub(crate) fn fill(&mut self, points: &[BackendCoord], color: Color) {
        if points.len() < 3 {
            return;
        }
        let points = points.to_vec();
        self.strokes.push(Stroke::Polygon { points, color });
    }

    /// Fills a circle around a point.
    pub(crate) fn dot(&mut self, center: BackendCoord, radius: f64, color: Color) {
        let radius = self.grid.length(radius).unsigned_abs();
        self.strokes.push(Stroke::Dot {
            center,
            radius,
            color,
        });
    }

    /// Draws a text, its vertical middle at `y`.
    pub(crate) fn text(&mut self, text: &str, x: f64, y: f64, kind: Type) {
        let at = (self.grid.x(x), self.grid.y(y));
        let scale = self.grid.scale;
        self.strokes.push(Stroke::Text {
            text: text.to_owned(),
            style: ScaledType { kind, scale },
            at,
        });
    }
}
