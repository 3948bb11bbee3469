//! What the looks of a timeline mean.

use super::Row;
use super::life::{fill, hatch};
use super::marks::MARK;
use crate::columns::Look;
use crate::frame::NARROW;
use crate::pen::Pen;
use crate::shapes::Comb;
use crate::text::{SMALL, TEXT, Type};
use crate::theme::{Color, Theme};
use crate::view::{Lanes, View};

/// Height of a row.
const ROW: f64 = 20.0;

/// Explains what occurs in the lanes, at the top.
pub(super) struct Legend {
    /// `None` for the mark of a restart.
    items: Vec<Option<Look>>,
}

impl Legend {
    /// Whatever takes a two-hundredth of a lane or more is explained; the rest cannot be seen.
    pub(super) fn of(view: &View, rows: &[Row]) -> Self {
        let (from, to) = view.range();
        let mut seen = [false; Look::ALL.len()];
        for row in rows {
            let mut spent = [0; Look::ALL.len()];
            for segment in row.outcome.timeline.segments(row.container) {
                let shown = segment.to_ns.min(to) - segment.from_ns.max(from);
                spent[Look::from(segment.phase) as usize] += shown.max(0);
            }
            for (seen, spent) in seen.iter_mut().zip(spent) {
                *seen |= spent >= (to - from) / 200 && spent > 0;
            }
        }
        let looks = Look::ALL.into_iter();
        let mut items: Vec<Option<Look>> = looks
            .filter(|&look| look != Look::Pending && seen[look as usize])
            .map(Some)
            .collect();
        items.push(None);
        Self { items }
    }

    /// Whether the policy of all lanes has to be named, which takes a row of its own where the
    /// figure is narrow.
    fn named(view: &View) -> Option<usize> {
        match view.lanes {
            Lanes::PerPolicy { .. } => None,
            Lanes::PerContainer { policy, .. } => Some(policy),
        }
    }

    pub(super) fn height(&self, view: &View, width: f64) -> f64 {
        let rows = self.places(width).last().map_or(0.0, |&(_, row)| row + 1.0);
        let own = Self::named(view).is_some() && width < NARROW;
        ROW * (rows + f64::from(u8::from(own)))
    }

    /// Where each item begins, and in which row: at the right, or from the left in as many rows as
    /// it takes where the figure is narrow.
    fn places(&self, width: f64) -> Vec<(f64, f64)> {
        let widths = || self.items.iter().map(|&item| item_width(item));
        let (mut x, mut row) = (0.0, 0.0);
        if width >= NARROW {
            x = width - 10.0 - widths().sum::<f64>();
        }
        widths()
            .map(|own| {
                if x > 0.0 && x + own > width {
                    (x, row) = (0.0, row + 1.0);
                }
                let place = (x, row);
                x += own;
                place
            })
            .collect()
    }

    pub(super) fn draw(&self, pen: &mut Pen, theme: &Theme, view: &View, width: f64) {
        let places = self.places(width);
        let mut top = ROW / 2.0;
        let named = Self::named(view).and_then(|policy| {
            let named = view.scenario.policies.get(policy)?;
            Some((Type::new(TEXT, theme.policy(policy)).bold(), &named.name))
        });
        if let Some((kind, name)) = named {
            let beside = places.first().map_or(width, |&(x, _)| x - 20.0);
            let room = if width < NARROW { width } else { beside };
            pen.text(&kind.elide(name, room), 0.0, top, kind);
            if width < NARROW {
                top += ROW;
            }
        }
        let small = Type::new(SMALL, theme.muted);
        for (&item, (x, row)) in self.items.iter().zip(places) {
            let y = top + row * ROW;
            swatch(pen, theme, item, x, y);
            pen.text(item_name(item), x + swatch_width(item) + 5.0, y, small);
        }
    }
}

fn item_name(item: Option<Look>) -> &'static str {
    item.map_or("restart", Look::name)
}

const fn swatch_width(item: Option<Look>) -> f64 {
    match item {
        Some(_) => 14.0,
        None => MARK,
    }
}

fn item_width(item: Option<Look>) -> f64 {
    swatch_width(item) + 5.0 + Type::new(SMALL, Color::hex(0)).width(item_name(item)) + 10.0
}

fn swatch(pen: &mut Pen, theme: &Theme, item: Option<Look>, x: f64, y: f64) {
    let grid = pen.grid;
    let Some(look) = item else {
        return pen.rect((x, y - 7.0), (x + MARK, y + 7.0), theme.text);
    };
    let half = if look == Look::Completed { 2.0 } else { 5.0 };
    pen.rect((x, y - half), (x + 14.0, y + half), fill(theme, look));
    if look == Look::Running {
        pen.rect((x, y - 3.0), (x + 14.0, y + 3.0), theme.running_ground());
    }
    if look == Look::Waiting {
        let mut stripes = Comb::new(grid.y(y + half));
        stripes.hatch((grid.x(x), grid.x(x + 14.0)), grid.y(y - half), hatch(grid));
        pen.fill(stripes.points(), theme.hatch);
    }
}
