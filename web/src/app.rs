//! The page as a whole: one state, results derived from it, and the parts that show both.

use sim::Refusal;
use yew::{
    AttrValue, Html, MouseEvent, classes, component, html, use_callback, use_effect_with, use_reducer_eq,
};

use crate::address::use_address;
use crate::browser;
use crate::components::chart::{Pointed, Screen};
use crate::configuring::use_configuration;
use crate::look::Looks;
use crate::media::{use_media, use_pixel_ratio};
use crate::run::{Status, use_run};
use crate::state::{Action, Cursor, State, Theme, View};
use crate::texts;
use crate::views::answer::Answer;
use crate::views::bar::Bar;
use crate::views::figures::figures;
use crate::views::node::node;
use crate::views::notices::notices;
use crate::views::numbers::Numbers;
use crate::views::policies::policies;
use crate::views::timeline::{Timeline, drawn};
use crate::views::workload::workload;

#[component]
pub(crate) fn App() -> Html {
    let state = use_reducer_eq(|| State::open(&browser::fragment(), browser::stored_theme()));
    let send = use_callback(state.dispatcher(), |action: Action, dispatcher| {
        dispatcher.dispatch(action);
    });
    use_address(&state, send.clone());
    use_configuration(&state, send.clone());
    let (picture, status, command) = use_run(&state.scenario, state.lanes.container());
    let point = {
        let lane = state.cursor.map_or(0, |cursor| cursor.lane);
        use_callback((send.clone(), lane), |pointed: Pointed, (send, lane)| {
            let lane = pointed.lane.unwrap_or(*lane);
            send.emit(Action::Cursor(Some(Cursor {
                at_ns: pointed.at_ns,
                lane,
            })));
        })
    };
    let ratio = use_pixel_ratio();
    let system_dark = use_media("(prefers-color-scheme: dark)");
    use_effect_with(state.theme, |&theme| browser::apply_theme(theme));
    let dark = match state.theme {
        Theme::Auto => system_dark,
        Theme::Light => false,
        Theme::Dark => true,
    };
    let screen = Screen { dark, ratio };
    let looks = Looks {
        scenario: &state.scenario,
        typed: &state.typed,
        invalid: match &status {
            Status::Refused(refusal) => match &**refusal {
                Refusal::Invalid(fields) => fields,
                Refusal::TooLarge { .. } | Refusal::TooManySeeds { .. } => &[],
            },
            _ => &[],
        },
    };
    let running = matches!(status, Status::Running(_));
    let stale = !matches!(
        status,
        Status::Shown | Status::Running(None) | Status::Spreading(_)
    );
    let link: AttrValue = if state.sharing {
        format!("{}#{}", browser::address(), state.fragment()).into()
    } else {
        AttrValue::default()
    };
    let scenario = &state.scenario;
    let notices = notices(&state.notices, &status, picture.is_some(), &command, &send);
    html! {
        <>
            if state.view == View::Playground {
                <a class="skip" href="#results" onclick={|event: MouseEvent| skip(&event)}>{texts::SKIP}</a>
            }
            <Bar
                view={state.view}
                release={scenario.release}
                model={scenario.model}
                theme={state.theme}
                sharing={state.sharing}
                {link}
                send={&send}
            />
            { match state.view {
                // The part itself follows in the document.
                View::Configuration => html! { <div class="page single notices">{notices}</div> },
                View::Playground => html! {
                    <main class="page">
                        {notices}
                        <section class="controls" aria-label={texts::SCENARIO}>
                            {policies(looks, &send)}
                            {workload(looks, &send)}
                            {node(looks, &send)}
                        </section>
                        <section
                            class={classes!("results", stale.then_some("stale"))}
                            id="results"
                            aria-busy={running.then_some("true")}
                            tabindex="-1"
                            aria-label={texts::RESULTS}
                        >
                            if let Some(picture) = picture {
                                <Answer picture={picture.clone()} />
                                <Timeline
                                    picture={picture.clone()}
                                    lanes={state.lanes}
                                    {screen}
                                    cursor={state.cursor}
                                    point={&point}
                                    send={&send}
                                />
                                {figures(&picture, drawn(state.lanes), screen, state.cursor, &point)}
                                <Numbers {picture} />
                            }
                        </section>
                    </main>
                },
            } }
        </>
    }
}

/// Moves the focus by script: the fragment of the address belongs to the scenario.
fn skip(event: &MouseEvent) {
    event.prevent_default();
    let results = gloo::utils::document().get_element_by_id("results");
    if let Some(results) =
        results.and_then(|element| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(element).ok())
    {
        let _ = results.focus();
    }
}
