//! The policies that are compared, a card each.

use kubelet::{Release, snippet, what_if};
use shared::select::{choice_row, select, words};
use sim::limits::MAX_POLICIES;
use sim::presets;
use sim::{Model, Policy, Reset};
use yew::{AttrValue, Callback, Html, Properties, classes, component, html, use_memo};

use crate::components::button::quiet_button;
use crate::components::field_row::{field_row, name_field};
use crate::components::swatch::{policy_class, swatch};
use crate::field::{Field, PolicyField};
use crate::look::{Look, Looks};
use crate::state::{Action, Growth};
use crate::texts;

const FIELDS: [PolicyField; 8] = [
    PolicyField::Name,
    PolicyField::Initial,
    PolicyField::Multiplier,
    PolicyField::Max,
    PolicyField::Delay,
    PolicyField::Steps,
    PolicyField::ResetAfter,
    PolicyField::Jitter,
];

/// The cards, and a way to add one.
pub(crate) fn policies(looks: Looks, send: &Callback<Action>) -> Html {
    let scenario = looks.scenario;
    let room = scenario.policies.len() < MAX_POLICIES;
    let own_release_matters = scenario.model == Model::KubeletRelease;
    html! {
        <section class="policies" aria-labelledby="policies-heading">
            <h2 class="unseen" id="policies-heading">{texts::POLICIES}</h2>
            { for scenario.policies.iter().enumerate().map(|(at, policy)| html! {
                <Card
                    key={at}
                    {at}
                    policy={policy.clone()}
                    looks={FIELDS.map(|field| looks.of(Field::Policy(at, field)))}
                    release={scenario.release_of(at)}
                    of_scenario={own_release_matters.then_some(scenario.release)}
                    baseline={scenario.baseline as usize == at}
                    alone={scenario.policies.len() == 1}
                    {room}
                    {send}
                />
            }) }
            if room {
                <button type="button" class="add" onclick={send.reform(|_| Action::AddPolicy)}>{texts::ADD_POLICY}</button>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct Props {
    at: usize,
    policy: Policy,
    looks: [Option<Look>; 8],
    /// The release of its kubelet.
    release: Release,
    /// The release that it has unless told otherwise, where the model tells releases apart.
    of_scenario: Option<Release>,
    baseline: bool,
    alone: bool,
    room: bool,
    send: Callback<Action>,
}

#[component]
fn Card(props: &Props) -> Html {
    let Props {
        at,
        policy,
        looks,
        release,
        of_scenario,
        baseline,
        alone,
        room,
        send,
    } = props;
    let at = *at;
    let [name, initial, multiplier, max, delay, steps, reset_after, jitter] =
        looks.each_ref().map(Option::as_ref);
    let growth = Growth::ALL
        .iter()
        .position(|&growth| growth == Growth::of(&policy.shape))
        .unwrap_or(0);
    html! {
        <article class={classes!("panel", "card", policy_class(at))} aria-label={policy.name.clone()}>
            <div class="card-head">
                {swatch(at)}
                {name_field(texts::POLICY_NAME, name, send)}
                <label class="baseline">
                    <input
                        type="radio"
                        name="baseline"
                        checked={*baseline}
                        onchange={send.reform(move |_| Action::Baseline(at))}
                    />
                    {texts::BASELINE}
                </label>
            </div>
            <Preset {at} policy={policy.clone()} {send} />
            {field_row(texts::INITIAL, initial, None, send)}
            {field_row(texts::MULTIPLIER, multiplier, None, send)}
            {field_row(texts::MAXIMUM, max, None, send)}
            {field_row(texts::DELAY, delay, None, send)}
            {field_row(texts::STEPS, steps, None, send)}
            if let Some(of_scenario) = *of_scenario {
                {own_release(at, policy.release, of_scenario, send)}
            }
            <details>
                <summary>{texts::MORE}</summary>
                {choice_row(
                    format!("growth-{at}"),
                    texts::GROWTH,
                    words(&Growth::ALL.map(texts::growth)),
                    growth,
                    send.reform(move |n: usize| Action::Growth(at, Growth::ALL[n.min(2)])),
                )}
                {choice_row(
                    format!("reset-{at}"),
                    texts::RESET,
                    words(&[texts::RESET_AFTER, texts::RESET_TWICE]),
                    usize::from(policy.reset == Reset::TwiceMax),
                    send.reform(move |n| Action::ResetTwiceMax(at, n == 1)),
                )}
                {field_row(texts::RESET_TIME, reset_after, None, send)}
                {field_row(texts::JITTER, jitter, None, send)}
            </details>
            {possible(policy, *release)}
            <div class="card-foot">
                if *room {
                    {quiet_button(texts::DUPLICATE, texts::duplicate(&policy.name), send.reform(move |_| Action::CopyPolicy(at)))}
                }
                if !alone {
                    {quiet_button(texts::REMOVE, texts::remove(&policy.name), send.reform(move |_| Action::RemovePolicy(at)))}
                }
            </div>
        </article>
    }
}

/// Which release the kubelet with a policy has.
fn own_release(at: usize, own: Option<Release>, of_scenario: Release, send: &Callback<Action>) -> Html {
    let options = Release::ALL
        .iter()
        .map(|&release| texts::kubernetes(release).into());
    let options = std::iter::once(texts::release_of_all(of_scenario).into()).chain(options);
    let chosen = own.and_then(|own| Release::ALL.iter().position(|&release| release == own));
    choice_row(
        format!("release-{at}"),
        texts::POLICY_RELEASE,
        options.collect(),
        chosen.map_or(0, |chosen| chosen + 1),
        send.reform(move |chosen: usize| {
            let release = chosen.checked_sub(1).and_then(|chosen| Release::ALL.get(chosen));
            Action::PolicyRelease(at, release.copied())
        }),
    )
}

#[derive(Properties, PartialEq)]
struct PresetProps {
    at: usize,
    policy: Policy,
    send: Callback<Action>,
}

/// The presets, and where the policy comes from when it is one of them.
#[component]
fn Preset(props: &PresetProps) -> Html {
    let PresetProps { at, policy, send } = props;
    let at = *at;
    let presets = use_memo((), |()| presets::all());
    let preset = presets.iter().position(|preset| {
        let own = &preset.policy;
        (&own.shape, own.reset, own.jitter) == (&policy.shape, policy.reset, policy.jitter)
    });
    let names = presets
        .iter()
        .map(|preset| AttrValue::from(preset.policy.name.clone()));
    let options = std::iter::once(AttrValue::from(texts::PRESET_NONE))
        .chain(names)
        .collect();
    let choose = {
        let (presets, send) = (presets.clone(), send.clone());
        Callback::from(move |chosen: usize| {
            if let Some(preset) = chosen.checked_sub(1).and_then(|chosen| presets.get(chosen)) {
                send.emit(Action::Replace(at, preset.policy.clone()));
            }
        })
    };
    let id = AttrValue::from(format!("preset-{at}"));
    html! {
        <div class="row choice">
            <label for={id.clone()}>{texts::PRESET}</label>
            {select(id, None, options, preset.map_or(0, |preset| preset + 1), choose)}
            if let Some(preset) = preset.map(|preset| &presets[preset]) {
                <p class="source">
                    {preset.about}{" "}<a href={preset.source} target="_blank" rel="noreferrer">{texts::SOURCE}</a>
                </p>
            }
        </div>
    }
}

/// What a kubelet must be told to do this, or why none can.
fn possible(policy: &Policy, release: Release) -> Html {
    let engine = policy.engine();
    let reasons = what_if(&engine, release);
    if !reasons.is_empty() {
        return html! {
            <details class="what-if">
                <summary><span class="badge">{texts::WHAT_IF}</span></summary>
                <p class="source">{texts::what_if_no_kubelet(release)}</p>
                <ul>{ for reasons.iter().map(|reason| html! { <li>{&reason.reason}</li> }) }</ul>
            </details>
        };
    }
    match snippet(&engine, release) {
        Some(snippet) => html! {
            <details class="possible">
                <summary>{texts::SNIPPET}</summary>
                <p class="source">{texts::snippet(release)}</p>
                <pre tabindex="0">{snippet}</pre>
            </details>
        },
        None => html! {},
    }
}
