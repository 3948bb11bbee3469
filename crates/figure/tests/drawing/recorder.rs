//! A backend that keeps the boxes of what is drawn.

use std::convert::Infallible;

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// A text and the box that it needs, in backend pixels.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) says: String,
    pub(crate) size: f64,
    pub(crate) left: i32,
    pub(crate) right: i32,
    pub(crate) top: i32,
    pub(crate) bottom: i32,
}

impl Text {
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Keeps texts, the extent of everything else, and how many calls and points there were.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) size: (u32, u32),
    pub(crate) texts: Vec<Text>,
    pub(crate) calls: usize,
    pub(crate) points: usize,
    /// Least and greatest of all coordinates.
    pub(crate) extent: Option<(BackendCoord, BackendCoord)>,
}

impl Recorder {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        Self {
            size: (width, height),
            ..Self::default()
        }
    }

    fn point(&mut self, (x, y): BackendCoord) {
        self.points += 1;
        let (least, greatest) = self.extent.unwrap_or(((x, y), (x, y)));
        self.extent = Some((
            (least.0.min(x), least.1.min(y)),
            (greatest.0.max(x), greatest.1.max(y)),
        ));
    }
}

impl DrawingBackend for Recorder {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, _color: BackendColor) -> Drawn {
        self.point(at);
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        _style: &S,
        _fill: bool,
    ) -> Drawn {
        self.calls += 1;
        self.point(from);
        self.point(to);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        _style: &S,
    ) -> Drawn {
        self.calls += 1;
        path.into_iter().for_each(|at| self.point(at));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vertices: I,
        _style: &S,
    ) -> Drawn {
        self.calls += 1;
        vertices.into_iter().for_each(|at| self.point(at));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        _radius: u32,
        _style: &S,
        _fill: bool,
    ) -> Drawn {
        self.calls += 1;
        self.point(center);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.calls += 1;
        let Ok((_, (width, height))) = style.layout_box(text) else {
            return Ok(());
        };
        let left = match style.anchor().h_pos {
            HPos::Left => at.0,
            HPos::Center => at.0 - width / 2,
            HPos::Right => at.0 - width,
        };
        self.texts.push(Text {
            says: text.to_owned(),
            size: style.size(),
            left,
            right: left + width,
            top: at.1 - height / 2,
            bottom: at.1 - height / 2 + height,
        });
        Ok(())
    }
}
