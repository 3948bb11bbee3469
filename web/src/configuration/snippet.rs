//! The configuration that gives a policy, as each platform has it.

use kubelet::{Platform, Release, what_if};
use shared::clipboard::copy;
use shared::judgement::{self, Wanted};
use shared::select::{choice_row, words};
use sim::Policy;
use yew::{AttrValue, Callback, Html, Properties, component, html, use_effect_with, use_state_eq};

use crate::judging::{Answer, use_judge};
use crate::texts;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) policies: Vec<Policy>,
    pub(crate) release: Release,
}

/// The panel that writes it.
#[component]
pub(crate) fn Snippet(props: &Props) -> Html {
    let Props { policies, release } = props;
    let (policy, platform) = (use_state_eq(|| 0), use_state_eq(|| 0));
    let copied = use_state_eq(|| None::<bool>);
    let chosen = (*policy).min(policies.len().saturating_sub(1));
    let wanted = policies.get(chosen).map(|policy| {
        let engine = policy.engine();
        let reasons = what_if(&engine, *release);
        if reasons.is_empty() {
            Ok(Wanted {
                initial_ns: engine.first_ns(),
                max_ns: engine.max_ns(),
                release: *release,
                platform: Platform::ALL[*platform % Platform::ALL.len()],
            })
        } else {
            Err(reasons.into_iter().map(|why| why.reason).collect::<Vec<_>>())
        }
    });
    let question = wanted.as_ref().and_then(|wanted| wanted.as_ref().ok());
    let (told, _) = use_judge(question.map(judgement::write_wanted));
    let told = told.read(judgement::read_written);
    let answer = match wanted {
        Some(Err(reasons)) => Answer::Told(Err(reasons)),
        _ => told,
    };
    // What was copied is not what is shown any more.
    use_effect_with(answer.clone(), {
        let set = copied.setter();
        move |_| set.set(None)
    });
    let choose = |state: &yew::UseStateHandle<usize>| {
        let set = state.setter();
        Callback::from(move |at| set.set(at))
    };
    html! {
        <section class="panel" id="snippet" aria-labelledby="snippet-heading">
            <div class="head">
                <h2 id="snippet-heading">{texts::WRITE}</h2>
                <span class="muted">{texts::kubernetes(*release)}</span>
            </div>
            {choice_row(
                "snippet-policy".to_owned(),
                texts::WRITE_POLICY,
                policies.iter().map(|policy| AttrValue::from(policy.name.clone())).collect(),
                chosen,
                choose(&policy),
            )}
            {choice_row(
                "snippet-platform".to_owned(),
                texts::WRITE_PLATFORM,
                words(&Platform::ALL.map(Platform::title)),
                *platform,
                choose(&platform),
            )}
            { match answer {
                Answer::Told(Ok(text)) => html! {
                    <>
                        <pre tabindex="0">{&text}</pre>
                        <div class="line">
                            <button
                                type="button"
                                onclick={
                                    let set = copied.setter();
                                    move |_| {
                                        let set = set.clone();
                                        copy(&text, Callback::from(move |done| set.set(Some(done))));
                                    }
                                }
                            >{texts::COPY}</button>
                            <span class="muted" role="status">
                                { match *copied {
                                    Some(true) => texts::SNIPPET_COPIED,
                                    Some(false) => texts::SNIPPET_NOT_COPIED,
                                    None => "",
                                } }
                            </span>
                        </div>
                    </>
                },
                Answer::Told(Err(reasons)) => html! {
                    <>
                        <p class="field-error">{texts::NOT_WRITTEN}</p>
                        <ul>{ for reasons.iter().map(|why| html! { <li>{why}</li> }) }</ul>
                    </>
                },
                Answer::Failed(reason) => html! { <p class="field-error">{reason}</p> },
                Answer::Nothing | Answer::Asked => html! {},
            } }
        </section>
    }
}
