//! The mark beside a number that says how sure it is and where it comes from.

use yew::{Html, Properties, component, html};

use crate::sources::Source;

/// A source to mark.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) source: Source,
}

#[component]
pub(crate) fn SourceMark(props: &Props) -> Html {
    let Source { mark, number, place, link } = props.source;
    let place = match link {
        Some(link) => html! { <a href={link} target="_blank" rel="noreferrer">{place}</a> },
        None => html! { {place} },
    };
    html! { <p class="source"><em class="mark">{mark.name()}</em>{" "}{number}{", "}{place}</p> }
}
