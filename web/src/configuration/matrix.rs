//! The same files in every release.

use backoff::GoDuration;
use kubelet::Release;
use shared::judgement::Judgement;
use yew::{Html, classes, html};

use crate::texts;

/// A row for each release.
pub(crate) fn matrix(judgements: &[Judgement], chosen: Release) -> Html {
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
                                <td>{texts::notes(judgement.errors.len(), judgement.warnings.len(), judgement.advice.len())}</td>
                            </tr>
                        }
                    }) }
                </tbody>
            </table>
        </div>
    }
}
