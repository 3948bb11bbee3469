//! The mark beside a number that says how sure it is and where it comes from.

use yew::{Html, html};

use crate::sources::Source;

/// The number, its mark and the place where it is said.
pub(crate) fn source_mark(source: Source) -> Html {
    let Source {
        mark,
        number,
        place,
        link,
    } = source;
    let place = match link {
        Some(link) => html! { <a href={link} target="_blank" rel="noreferrer">{place}</a> },
        None => html! { {place} },
    };
    html! { <p class="source"><em class="mark">{mark.name()}</em>{" "}{number}{", "}{place}</p> }
}
