//! What configuration files do in the chosen release, and in all others; and the file for a policy.

use std::rc::Rc;

use backoff::GoDuration;
use kubelet::Release;
use shared::judgement::{self, Effect, File, Judgement, Note, Question};
use sim::Policy;
use sim::limits::MAX_NAME;
use yew::{AttrValue, Callback, Html, Properties, classes, component, html, use_memo};

use crate::adopt;
use crate::files::files;
use crate::judging::{Answer, use_judge};
use crate::matrix::matrix;
use crate::pasted::{Action, Pasted};
use crate::snippet::Snippet;
use crate::texts;

/// What was pasted, and for which release.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) pasted: Rc<Pasted>,
    pub(crate) release: Release,
    /// The policies that a file can be written for.
    pub(crate) policies: Vec<Policy>,
    pub(crate) send: Callback<Action>,
}

#[component]
pub(crate) fn Configuration(props: &Props) -> Html {
    let Props {
        pasted,
        release,
        policies,
        send,
    } = props;
    let (told, late) = use_judge(question(pasted).as_ref().map(judgement::write_question));
    let answer = use_memo(told, |told| told.clone().read(judgement::read));
    html! {
        <div class="configuration">
            {files(pasted, send)}
            {verdicts(&answer, late, pasted, *release)}
            <Snippet policies={policies.clone()} release={*release} />
        </div>
    }
}

/// What the judge is asked, `None` without any file or with too large a text.
fn question(pasted: &Pasted) -> Option<Question> {
    if pasted.is_too_large() {
        return None;
    }
    let file = |name: &AttrValue, text: &AttrValue| File {
        name: name.to_string(),
        text: text.to_string(),
    };
    let main = (!pasted.text.trim().is_empty()).then(|| {
        file(
            pasted.file.as_ref().unwrap_or(&AttrValue::default()),
            &pasted.text,
        )
    });
    if main.is_none() && pasted.drop_ins.is_empty() {
        return None;
    }
    Some(Question {
        main,
        drop_ins: pasted
            .drop_ins
            .iter()
            .map(|(name, text)| file(name, text))
            .collect(),
        gates: pasted.gates.to_string(),
    })
}

fn verdicts(answer: &Answer<judgement::Answer>, late: bool, pasted: &Pasted, release: Release) -> Html {
    let (judgements, changes): (&[Judgement], &[String]) = match answer {
        Answer::Told(answer) => (&answer.judgements, &answer.changes),
        _ => (&[], &[]),
    };
    html! {
        <div class="verdicts">
            <section class="panel" aria-labelledby="verdict-heading" aria-live="polite" aria-busy={late.to_string()}>
                <div class="head">
                    <h2 id="verdict-heading">{texts::VERDICT}</h2>
                    if late { <span class="muted late">{texts::ASKED_AGAIN}</span> }
                    <span class="muted">{texts::kubernetes(release)}</span>
                </div>
                { match answer {
                    Answer::Nothing if pasted.is_too_large() => html! { <p class="muted">{texts::VERDICT_TOO_LARGE}</p> },
                    Answer::Nothing => html! { <p class="muted">{texts::VERDICT_EMPTY}</p> },
                    Answer::Asked => html! { <p class="muted">{texts::ASKED}</p> },
                    Answer::Failed(reason) => html! { <p class="field-error">{reason}</p> },
                    Answer::Told(_) => judgements
                        .iter()
                        .find(|judgement| judgement.release == release)
                        .map(|judgement| judged(judgement, pasted.file.as_deref()))
                        .unwrap_or_default(),
                } }
            </section>
            if !judgements.is_empty() {
                <section class="panel" aria-labelledby="matrix-heading">
                    <h2 id="matrix-heading">{texts::ALL_RELEASES}</h2>
                    {matrix(judgements, release)}
                    if !changes.is_empty() {
                        <h3>{texts::CHANGES}</h3>
                        <ul id="changes">{ for changes.iter().map(|change| html! { <li>{change}</li> }) }</ul>
                    }
                </section>
            }
        </div>
    }
}

fn judged(judgement: &Judgement, file: Option<&str>) -> Html {
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
                        move |_| adopt(policy.clone())
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
                        if note.file.is_some() || note.place.is_some() {
                            <span class="place">{texts::place(note.file.as_deref(), note.place)}</span>
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

/// The effective policy under a name that says where it comes from.
pub(crate) fn policy(effect: &Effect, file: Option<&str>, release: Release) -> Policy {
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
