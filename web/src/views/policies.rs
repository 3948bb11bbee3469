//! The policies that are compared, a card each.

use std::rc::Rc;

use kubelet::{Release, snippet, what_if};
use sim::limits::MAX_POLICIES;
use sim::presets::{self, Preset};
use sim::{Policy, Refusal, Reset, Scenario};
use yew::{AttrValue, Callback, Html, InputEvent, Properties, TargetCast, classes, component, html, use_memo};

use crate::components::field_row::FieldRow;
use crate::components::select::Select;
use crate::components::swatch::{Swatch, policy_class};
use crate::field::{Field, PolicyField};
use crate::look::{Look, Looks};
use crate::state::{Action, Growth, Texts};
use crate::texts;

/// What all policy cards depend on.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) scenario: Rc<Scenario>,
    pub(crate) texts: Rc<Texts>,
    pub(crate) refusal: Option<Rc<Refusal>>,
    pub(crate) send: Callback<Action>,
}

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

#[component]
pub(crate) fn Policies(props: &Props) -> Html {
    let Props { scenario, texts: typed, refusal, send } = props;
    let presets = use_memo((), |()| presets::all());
    let looks = Looks { scenario, texts: typed, refusal: refusal.as_deref() };
    let room = scenario.policies.len() < MAX_POLICIES;
    html! {
        <section class="policies" aria-labelledby="policies-heading">
            <h2 class="unseen" id="policies-heading">{texts::POLICIES}</h2>
            { for scenario.policies.iter().enumerate().map(|(at, policy)| html! {
                <Card
                    key={at}
                    {at}
                    policy={policy.clone()}
                    looks={FIELDS.map(|field| looks.of(Field::Policy(at, field)))}
                    release={scenario.release}
                    baseline={scenario.baseline as usize == at}
                    alone={scenario.policies.len() == 1}
                    {room}
                    presets={Rc::clone(&presets)}
                    send={send}
                />
            }) }
            if room {
                <button type="button" class="add" onclick={send.reform(|_| Action::AddPolicy)}>{texts::ADD_POLICY}</button>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct CardProps {
    at: usize,
    policy: Policy,
    looks: [Option<Look>; 8],
    release: Release,
    baseline: bool,
    alone: bool,
    room: bool,
    presets: Rc<Vec<Preset>>,
    send: Callback<Action>,
}

#[component]
fn Card(props: &CardProps) -> Html {
    let CardProps { at, policy, looks, baseline, alone, room, presets, send, .. } = props;
    let at = *at;
    let look = |wanted: PolicyField| FIELDS.iter().position(|&field| field == wanted).and_then(|n| looks[n].clone());
    let row = |field: PolicyField, label: &'static str, wide: bool| match look(field) {
        Some(look) => html! { <FieldRow {label} {look} send={send} {wide} /> },
        None => html! {},
    };
    let preset = presets.iter().position(|preset| preset.policy == Policy { name: preset.policy.name.clone(), ..policy.clone() });
    let mut options: Vec<AttrValue> = vec![texts::PRESET_NONE.into()];
    options.extend(presets.iter().map(|preset| AttrValue::from(preset.policy.name.clone())));
    let choose = {
        let (presets, send) = (Rc::clone(presets), send.clone());
        Callback::from(move |chosen: usize| {
            if let Some(preset) = chosen.checked_sub(1).and_then(|chosen| presets.get(chosen)) {
                send.emit(Action::Replace(at, preset.policy.clone()));
            }
        })
    };
    let growth = Growth::ALL.iter().position(|&growth| growth == Growth::of(&policy.shape)).unwrap_or(0);
    let twice = policy.reset == Reset::TwiceMax;
    let preset_id = format!("preset-{at}");
    let growth_id = format!("growth-{at}");
    let reset_id = format!("reset-{at}");
    html! {
        <article class={classes!("panel", "card", policy_class(at))} aria-label={policy.name.clone()}>
            <div class="card-head">
                <Swatch policy={at} />
                if let Some(look) = look(PolicyField::Name) {
                    <Name {look} send={send} />
                }
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
            <div class="row choice">
                <label for={preset_id.clone()}>{texts::PRESET}</label>
                <Select id={preset_id} {options} chosen={preset.map_or(0, |preset| preset + 1)} onchoose={choose} />
                if let Some(preset) = preset.and_then(|preset| presets.get(preset)) {
                    <p class="source">
                        {preset.about}{" "}<a href={preset.source} target="_blank" rel="noreferrer">{"Source"}</a>
                    </p>
                }
            </div>
            {row(PolicyField::Initial, texts::INITIAL, false)}
            {row(PolicyField::Multiplier, texts::MULTIPLIER, false)}
            {row(PolicyField::Max, texts::MAXIMUM, false)}
            {row(PolicyField::Delay, texts::DELAY, false)}
            {row(PolicyField::Steps, texts::STEPS, true)}
            <details>
                <summary>{texts::MORE}</summary>
                <div class="row choice">
                    <label for={growth_id.clone()}>{texts::GROWTH}</label>
                    <Select
                        id={growth_id}
                        options={Growth::ALL.map(|growth| AttrValue::from(texts::growth(growth))).to_vec()}
                        chosen={growth}
                        onchoose={send.reform(move |n: usize| Action::Growth(at, Growth::ALL[n.min(2)]))}
                    />
                </div>
                <div class="row choice">
                    <label for={reset_id.clone()}>{texts::RESET}</label>
                    <Select
                        id={reset_id}
                        options={vec![texts::RESET_AFTER.into(), texts::RESET_TWICE.into()]}
                        chosen={usize::from(twice)}
                        onchoose={send.reform(move |n| Action::ResetTwiceMax(at, n == 1))}
                    />
                </div>
                {row(PolicyField::ResetAfter, texts::RESET_TIME, false)}
                {row(PolicyField::Jitter, texts::JITTER, false)}
            </details>
            <Possible policy={policy.clone()} release={props.release} />
            <div class="card-foot">
                if *room {
                    <button type="button" class="quiet" aria-label={texts::duplicate(&policy.name)} onclick={send.reform(move |_| Action::CopyPolicy(at))}>
                        {texts::DUPLICATE}
                    </button>
                }
                if !alone {
                    <button type="button" class="quiet" aria-label={texts::remove(&policy.name)} onclick={send.reform(move |_| Action::RemovePolicy(at))}>
                        {texts::REMOVE}
                    </button>
                }
            </div>
        </article>
    }
}

#[derive(Properties, PartialEq)]
struct NameProps {
    look: Look,
    send: Callback<Action>,
}

#[component]
fn Name(props: &NameProps) -> Html {
    let NameProps { look, send } = props;
    let field = look.field;
    let id = field.id();
    let error_id = format!("{id}-error");
    let invalid = look.error.is_some();
    html! {
        <>
            <h3>
                <input
                    class="name"
                    {id}
                    type="text"
                    autocomplete="off"
                    value={&look.text}
                    aria-label={texts::POLICY_NAME}
                    aria-invalid={invalid.then_some("true")}
                    aria-describedby={invalid.then(|| error_id.clone())}
                    oninput={send.reform(move |event: InputEvent| {
                        let input: web_sys::HtmlInputElement = event.target_unchecked_into();
                        Action::Type(field, input.value().into())
                    })}
                    onblur={send.reform(move |_| Action::Leave(field))}
                />
            </h3>
            if let Some(error) = &look.error {
                <p class="field-error" id={error_id} role="alert">{error}</p>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct PossibleProps {
    policy: Policy,
    release: Release,
}

/// What a kubelet must be told to do this, or why none can.
#[component]
fn Possible(props: &PossibleProps) -> Html {
    let release = props.release;
    let engine = props.policy.engine();
    let reasons = what_if(&engine, release);
    if reasons.is_empty() {
        return match snippet(&engine, release) {
            Some(snippet) => html! {
                <details class="possible">
                    <summary>{texts::SNIPPET}</summary>
                    <p class="source">{texts::snippet(release)}</p>
                    <pre tabindex="0">{snippet}</pre>
                </details>
            },
            None => html! {},
        };
    }
    html! {
        <details class="what-if">
            <summary><span class="badge">{texts::WHAT_IF}</span></summary>
            <p class="source">{texts::what_if_no_kubelet(release)}</p>
            <ul>{ for reasons.iter().map(|reason| html! { <li>{&reason.reason}</li> }) }</ul>
        </details>
    }
}
