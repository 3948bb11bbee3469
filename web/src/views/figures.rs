//! The figures below the timeline.

use figure::{Kind, Lanes};
use yew::{Callback, Html, html};

use crate::components::chart::{Canvas, Chart, Pointed, Screen, Shown};
use crate::run::Picture;
use crate::state::Cursor;

const ALL: [Kind; 6] = [
    Kind::Requests,
    Kind::Starts,
    Kind::Calls,
    Kind::Cpu,
    Kind::Restarts,
    Kind::Delays,
];

/// All figures but the timeline. Those over time move the playhead and show it.
pub(crate) fn figures(
    picture: &Picture,
    lanes: Lanes,
    screen: Screen,
    cursor: Option<Cursor>,
    point: &Callback<Pointed>,
) -> Html {
    html! {
        <div class="figures">
            { for ALL.into_iter().filter(|kind| kind.is_known_to(picture.scenario.model)).map(|kind| {
                let shown = Shown { kind, picture: picture.clone(), lanes, screen };
                let cursor_ns = cursor.filter(|_| kind.has_time_axis()).map(|cursor| cursor.at_ns);
                html! {
                    <Chart key={kind.id()} shown={shown.clone()}>
                        <Canvas {shown} {cursor_ns} {point} />
                    </Chart>
                }
            }) }
        </div>
    }
}
