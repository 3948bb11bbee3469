//! What a configuration file does in the chosen release, and in all others.

use std::rc::Rc;

use backoff::GoDuration;
use judgement::{Effect, Judgement, Note};
use kubelet::Release;
use sim::Policy;
use sim::limits::MAX_NAME;
use web_sys::{Event, HtmlInputElement, HtmlTextAreaElement};
use yew::{AttrValue, Callback, Html, InputEvent, Properties, TargetCast, classes, component, html};

use super::drop::{LIMIT, read};
use crate::judging::{Answer, use_judgements};
use crate::state::{Action, Pasted};
use crate::texts;

/// What was pasted, and for which release.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) pasted: Rc<Pasted>,
    pub(crate) release: Release,
    pub(crate) send: Callback<Action>,
}

#[component]
pub(crate) fn Configuration(props: &Props) -> Html {
    let Props {
        pasted,
        release,
        send,
    } = props;
    let answer = use_judgements(&pasted.text);
    html! {
        <div class="configuration">
            <section class="panel source-text" aria-labelledby="config-heading">
                <h2 id="config-heading">{texts::CONFIGURATION}</h2>
                <p>{texts::CONFIG_INTRO}{" "}{texts::CONFIG_FORMS}{" "}{texts::config_limit(LIMIT)}</p>
                <div class="line">
                    <label class="button">
                        {texts::CHOOSE_FILE}
                        <input
                            class="unseen"
                            id="config-file"
                            type="file"
                            accept=".yaml,.yml,.json,.conf,.txt"
                            onchange={
                                let send = send.clone();
                                move |event: Event| {
                                    let input: HtmlInputElement = event.target_unchecked_into();
                                    if let Some(file) = input.files().and_then(|files| files.get(0)) {
                                        read(file, send.clone());
                                    }
                                    // So that the same file can be chosen again after a change.
                                    input.set_value("");
                                }
                            }
                        />
                    </label>
                    <button type="button" class="quiet" onclick={send.reform(|_| Action::Paste(texts::EXAMPLE_CONFIG.into()))}>
                        {texts::EXAMPLE}
                    </button>
                    if !pasted.text.is_empty() {
                        <button type="button" class="quiet" onclick={send.reform(|_| Action::Paste(AttrValue::default()))}>
                            {texts::CLEAR}
                        </button>
                    }
                </div>
                if let Some(problem) = &pasted.problem {
                    <p class="field-error" role="alert">{problem}</p>
                }
                <label for="config-text">{texts::CONFIG_TEXT}</label>
                <textarea
                    id="config-text"
                    rows="18"
                    spellcheck="false"
                    autocomplete="off"
                    value={&pasted.text}
                    placeholder={texts::EXAMPLE_CONFIG}
                    oninput={send.reform(|event: InputEvent| {
                        let area: HtmlTextAreaElement = event.target_unchecked_into();
                        Action::Paste(area.value().into())
                    })}
                />
                if let Some(file) = &pasted.file {
                    <p class="muted">{texts::config_from(file)}</p>
                }
            </section>
            {verdicts(&answer, *release, pasted.file.as_deref(), send)}
        </div>
    }
}

fn verdicts(answer: &Answer, release: Release, file: Option<&str>, send: &Callback<Action>) -> Html {
    let judgements: &[Judgement] = match answer {
        Answer::Judged(judgements) => judgements,
        _ => &[],
    };
    html! {
        <div class="verdicts">
            <section class="panel" aria-labelledby="verdict-heading" aria-live="polite">
                <div class="head">
                    <h2 id="verdict-heading">{texts::VERDICT}</h2>
                    <span class="muted">{texts::kubernetes(release)}</span>
                </div>
                { match answer {
                    Answer::Nothing => html! { <p class="muted">{texts::VERDICT_EMPTY}</p> },
                    Answer::Asked => html! { <p class="muted">{texts::ASKED}</p> },
                    Answer::Failed(reason) => html! { <p class="field-error">{reason}</p> },
                    Answer::Judged(_) => judgements
                        .iter()
                        .find(|judgement| judgement.release == release)
                        .map(|judgement| judged(judgement, file, send))
                        .unwrap_or_default(),
                } }
            </section>
            if !judgements.is_empty() {
                <section class="panel" aria-labelledby="matrix-heading">
                    <h2 id="matrix-heading">{texts::ALL_RELEASES}</h2>
                    {matrix(judgements, release)}
                </section>
            }
        </div>
    }
}

fn judged(judgement: &Judgement, file: Option<&str>, send: &Callback<Action>) -> Html {
    html! {
        <>
            <p class={classes!("outcome", if judgement.valid { "good" } else { "bad" })} id="verdict">
                {if judgement.valid { texts::VALID } else { texts::NOT_VALID }}
            </p>
            <p>{&judgement.recognised}</p>
            if let Some(effect) = &judgement.effect {
                <h3>{texts::EFFECT}</h3>
                <p id="effect">{texts::effect(effect.initial_ns, effect.max_ns)}</p>
                <ul>{ for effect.reasons.iter().map(|reason| html! { <li>{reason}</li> }) }</ul>
                <button
                    type="button"
                    class="primary"
                    onclick={
                        let policy = policy(effect, file, judgement.release);
                        send.reform(move |_| Action::Adopt(policy.clone()))
                    }
                >{texts::USE_AS_POLICY}</button>
            }
            if !judgement.advice.is_empty() {
                <h3>{texts::ADVICE}</h3>
                <ul id="advice">{ for judgement.advice.iter().map(|advice| html! { <li>{advice}</li> }) }</ul>
            }
            {findings(texts::ERRORS, "errors", &judgement.errors)}
            {findings(texts::WARNINGS, "warnings", &judgement.warnings)}
        </>
    }
}

fn findings(heading: &'static str, id: &'static str, notes: &[Note]) -> Html {
    if notes.is_empty() {
        return html! {};
    }
    html! {
        <>
            <h3>{heading}</h3>
            <ul class={classes!("findings", id)} {id}>
                { for notes.iter().map(|note| html! {
                    <li>
                        if let Some((line, column)) = note.place {
                            <span class="place">{texts::place(line, column)}</span>
                        }
                        if !note.field.is_empty() { <code>{&note.field}</code> }
                        <p class="message">{&note.message}</p>
                        if let Some(hint) = &note.hint { <p class="hint">{hint}</p> }
                    </li>
                }) }
            </ul>
        </>
    }
}

fn matrix(judgements: &[Judgement], chosen: Release) -> Html {
    let delay = |ns: Option<i64>| match ns {
        Some(ns) => GoDuration::from_nanos(ns).short().to_string(),
        None => texts::BEYOND.to_owned(),
    };
    html! {
        <div class="scroll" role="region" aria-label={texts::RELEASES_TABLE} tabindex="0">
            <table class="data" id="matrix">
                <thead>
                    <tr>
                        { for [
                            texts::COLUMN_RELEASE,
                            texts::COLUMN_STARTS,
                            texts::COLUMN_INITIAL,
                            texts::COLUMN_MAXIMUM,
                            texts::COLUMN_NOTES,
                        ].map(|column| html! { <th scope="col">{column}</th> }) }
                    </tr>
                </thead>
                <tbody>
                    { for judgements.iter().map(|judgement| {
                        let effect = judgement.effect.as_ref();
                        html! {
                            <tr class={classes!((judgement.release == chosen).then_some("chosen"))}>
                                <th scope="row">{judgement.release.to_string()}</th>
                                <td>{if judgement.valid { texts::YES } else { texts::NO }}</td>
                                <td>{delay(effect.map(|effect| effect.initial_ns))}</td>
                                <td>{delay(effect.map(|effect| effect.max_ns))}</td>
                                <td>{texts::notes(judgement.errors.len(), judgement.warnings.len())}</td>
                            </tr>
                        }
                    }) }
                </tbody>
            </table>
        </div>
    }
}

/// The effective policy under a name that says where it comes from.
fn policy(effect: &Effect, file: Option<&str>, release: Release) -> Policy {
    let printable: Option<String> = file.map(|file| {
        file.chars()
            .filter(|c| !c.is_control())
            .take(MAX_NAME - 10)
            .collect()
    });
    Policy::exponential(
        &texts::policy_from_config(printable.as_deref(), release),
        GoDuration::from_nanos(effect.initial_ns),
        GoDuration::from_nanos(effect.max_ns),
    )
}
