//! The figures below the timeline.

use figure::{Kind, Lanes};
use yew::{Callback, Html, Properties, component, html, use_callback};

use crate::components::chart::{PlainChart, Pointed, Shown};
use crate::run::Picture;
use crate::state::{Action, Cursor};

/// What the figures show.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) picture: Picture,
    pub(crate) lanes: Lanes,
    pub(crate) dark: bool,
    pub(crate) ratio: f64,
    pub(crate) cursor: Option<Cursor>,
    pub(crate) send: Callback<Action>,
}

#[component]
pub(crate) fn Figures(props: &Props) -> Html {
    let Props { picture, lanes, dark, ratio, cursor, send } = props;
    let lane = cursor.map_or(0, |cursor| cursor.lane);
    let onpoint = use_callback((send.clone(), lane), |pointed: Pointed, (send, lane)| {
        send.emit(Action::Cursor(Some(Cursor { at_ns: pointed.at_ns, lane: *lane })));
    });
    html! {
        <div class="figures">
            { for [Kind::Requests, Kind::Starts, Kind::Restarts, Kind::Delays].map(|kind| html! {
                <PlainChart
                    key={kind.id()}
                    shown={Shown { kind, picture: picture.clone(), lanes: *lanes, dark: *dark }}
                    ratio={*ratio}
                    cursor_ns={cursor.filter(|_| kind.has_time_axis()).map(|cursor| cursor.at_ns)}
                    onpoint={&onpoint}
                />
            }) }
        </div>
    }
}
