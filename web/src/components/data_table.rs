//! The data of a figure as a table.

use figure::Table;
use yew::{Html, html};

/// A table with headers; `title` says what it lists, for a screen reader.
pub(crate) fn data_table(id: String, title: &'static str, table: &Table) -> Html {
    html! {
        // The region scrolls, so the keyboard must be able to reach it.
        <div class="scroll" {id} role="region" aria-label={title} tabindex="0">
            <table class="data">
                <thead>
                    <tr>{ for table.columns.iter().map(|column| html! { <th scope="col">{column}</th> }) }</tr>
                </thead>
                <tbody>
                    { for table.rows.iter().map(|row| html! {
                        <tr>
                            { for row.iter().enumerate().map(|(at, cell)| if at == 0 {
                                html! { <th scope="row">{cell}</th> }
                            } else {
                                html! { <td>{cell}</td> }
                            }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}
