//! What the page has to say about the scenario as a whole.

use sim::Refusal;
use sim::permalink::Notice;
use yew::{Callback, Html, html};

use crate::run::{Command, Status};
use crate::state::Action;
use crate::texts;

/// Notices about the link, and what came of the simulation. `drawn` is whether there are pictures.
pub(crate) fn notices(
    notices: &[Notice],
    status: &Status,
    drawn: bool,
    command: &Callback<Command>,
    send: &Callback<Action>,
) -> Html {
    let pictures = if drawn {
        texts::PICTURES_BEFORE
    } else {
        texts::PICTURES_NONE
    };
    html! {
        <>
            if !notices.is_empty() {
                <div class="notice warning" role="alert" id="link-notices">
                    <p><strong>{texts::NOTICES}</strong></p>
                    <ul>
                        { for notices.iter().map(|notice| html! {
                            <li><code>{&notice.found}</code>{" "}{&notice.message}</li>
                        }) }
                    </ul>
                    <button type="button" onclick={send.reform(|_| Action::DismissNotices)}>{texts::DISMISS}</button>
                </div>
            }
            { match status {
                Status::Shown | Status::Running(None) | Status::Spreading(None) => html! {},
                Status::Running(Some(progress)) | Status::Spreading(Some(progress)) => html! {
                    <div class="notice under-way" role="status">
                        <label for="progress">{if matches!(status, Status::Spreading(_)) { texts::SPREADING } else { "" }}{texts::progress(*progress)}</label>
                        <progress id="progress" max={progress.of.to_string()} value={progress.done.to_string()}></progress>
                        <button type="button" onclick={command.reform(|_| Command::Cancel)}>{texts::CANCEL}</button>
                    </div>
                },
                Status::Cancelled => html! {
                    <div class="notice" role="status">
                        <p>{texts::CANCELLED}{" "}{pictures}</p>
                        <button type="button" onclick={command.reform(|_| Command::Again)}>{texts::AGAIN}</button>
                    </div>
                },
                Status::Refused(refusal) => html! {
                    <div class="notice error" role="alert" id="refusal">
                        <p><strong>{texts::NOT_SIMULATED}{" "}{pictures}</strong></p>
                        {refused(refusal)}
                    </div>
                },
            } }
        </>
    }
}

fn refused(refusal: &Refusal) -> Html {
    match refusal {
        Refusal::Invalid(fields) => html! {
            <ul>
                { for fields.iter().map(|invalid| html! {
                    <li><code>{&invalid.field}</code>{" "}{&invalid.message}</li>
                }) }
            </ul>
        },
        Refusal::TooLarge { .. } | Refusal::TooManySeeds { .. } => html! { <p>{refusal.to_string()}</p> },
    }
}
