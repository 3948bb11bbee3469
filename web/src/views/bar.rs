//! The bar: what is simulated with, and what concerns the page as a whole.

use kubelet::Release;
use shared::select::{select, words};
use sim::Model;
use yew::{AttrValue, Callback, Html, Properties, classes, component, html};

use super::share::Share;
use crate::state::{Action, Theme, View};
use crate::texts;

const MODELS: [Model; 3] = [Model::Documented, Model::BackoffObject, Model::KubeletRelease];
const THEMES: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

/// What the bar shows.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) view: View,
    pub(crate) release: Release,
    pub(crate) model: Model,
    pub(crate) theme: Theme,
    pub(crate) sharing: bool,
    /// The link to the page, while it is shared.
    pub(crate) link: AttrValue,
    pub(crate) send: Callback<Action>,
}

#[component]
pub(crate) fn Bar(props: &Props) -> Html {
    let send = &props.send;
    let tab = |view: View, name: &'static str| {
        let current = props.view == view;
        html! {
            <button
                type="button"
                class={classes!("tab", current.then_some("current"))}
                aria-current={current.then_some("page")}
                onclick={send.reform(move |_| Action::View(view))}
            >{name}</button>
        }
    };
    let release = Release::ALL
        .iter()
        .position(|&release| release == props.release)
        .unwrap_or(0);
    let theme = THEMES.iter().position(|&theme| theme == props.theme).unwrap_or(0);
    html! {
        <header class="bar">
            <h1>{texts::NAME}</h1>
            <nav class="tabs" aria-label={texts::NAME}>
                {tab(View::Playground, texts::PLAYGROUND)}
                {tab(View::Configuration, texts::CONFIGURATION)}
            </nav>
            <div class="bar-controls">
                {select(
                    "release".into(),
                    Some(texts::RELEASE),
                    Release::ALL.iter().map(|&release| texts::kubernetes(release).into()).collect(),
                    release,
                    send.reform(|at: usize| Action::Release(Release::ALL[at.min(Release::ALL.len() - 1)])),
                )}
                {models(props.model, send)}
                <Share sharing={props.sharing} link={&props.link} {send} />
                {select(
                    "theme".into(),
                    Some(texts::THEME),
                    words(&THEMES.map(texts::theme)),
                    theme,
                    send.reform(|at: usize| Action::Theme(THEMES[at.min(THEMES.len() - 1)])),
                )}
            </div>
        </header>
    }
}

fn models(chosen: Model, send: &Callback<Action>) -> Html {
    html! {
        <fieldset class="segments">
            <legend class="unseen">{texts::MODEL}</legend>
            { for MODELS.into_iter().map(|model| html! {
                <label class="segment">
                    <input
                        type="radio"
                        name="model"
                        checked={chosen == model}
                        onchange={send.reform(move |_| Action::Model(model))}
                    />
                    <span>{texts::model(model)}</span>
                </label>
            }) }
        </fieldset>
    }
}
