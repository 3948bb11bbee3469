//! A figure with what belongs to it: its heading, the canvas, a caption in words, the same data as
//! a table, and files to take away.

mod canvas;
mod export;

use figure::{Kind, Lanes, Theme};
use yew::{Html, Properties, component, html, use_memo, use_state_eq};

pub(crate) use canvas::{Canvas, Pointed};
use export::exports;

use super::data_table::data_table;
use crate::run::Picture;
use crate::texts;

/// What a figure shows and how.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) kind: Kind,
    pub(crate) picture: Picture,
    pub(crate) lanes: Lanes,
    pub(crate) screen: Screen,
}

/// What the screen asks of a drawing.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Screen {
    /// Whether it is dark.
    pub(crate) dark: bool,
    /// Device pixels for each CSS pixel.
    pub(crate) ratio: f64,
}

impl Shown {
    /// The view for the drawing functions.
    pub(crate) fn view(&self) -> figure::View<'_> {
        figure::View {
            lanes: self.lanes,
            spread: self.picture.spread.as_deref(),
            ..figure::View::whole(&self.picture.scenario, &self.picture.results)
        }
    }

    /// The colours for the drawing functions.
    pub(crate) const fn theme(&self) -> &'static Theme {
        if self.screen.dark {
            &Theme::DARK
        } else {
            &Theme::LIGHT
        }
    }
}

/// A figure and what stands between its heading and its caption.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) shown: Shown,
    pub(crate) children: Html,
}

#[component]
pub(crate) fn Chart(props: &Props) -> Html {
    let Props { shown, children } = props;
    let kind = shown.kind;
    let caption = use_memo((shown.picture.clone(), shown.lanes), {
        let shown = shown.clone();
        move |_| figure::caption(kind, &shown.view())
    });
    let open = use_state_eq(|| false);
    // A table costs more than its drawing, so nobody pays for a closed one.
    let table = open.then(|| figure::table(kind, &shown.view()));
    let toggle = {
        let (set, open) = (open.setter(), *open);
        move |_| set.set(!open)
    };
    // The name of the axis says so too, but a narrow screen cuts it and nobody reads a canvas out.
    let banded = !matches!(kind, Kind::Timeline | Kind::Delays);
    let heading = format!("{}-heading", kind.id());
    let table_id = format!("{}-table", kind.id());
    html! {
        <figure class="panel chart" id={kind.id()} aria-labelledby={heading.clone()}>
            <div class="head">
                <h2 id={heading}>{kind.title()}</h2>
                <div class="actions">
                    <button
                        type="button"
                        class="quiet"
                        aria-label={texts::table_of(kind.title())}
                        aria-expanded={if *open { "true" } else { "false" }}
                        aria-controls={open.then(|| table_id.clone())}
                        onclick={toggle}
                    >
                        {texts::TABLE}
                    </button>
                    {exports(shown)}
                </div>
            </div>
            {children.clone()}
            <figcaption>
                {table.as_ref().map_or(&*caption, |table| &table.caption)}
                if let Some(spread) = shown.picture.spread.as_ref().filter(|_| banded) {
                    {" "}{texts::band(spread.runs.len())}
                }
            </figcaption>
            if let Some(table) = &table {
                {data_table(table_id, kind.title(), table)}
            }
        </figure>
    }
}
