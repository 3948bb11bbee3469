//! The data of a figure as a table.

use figure::Table;
use yew::{AttrValue, Html, Properties, component, html};

/// A table with headers.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) id: AttrValue,
    /// What the table lists, for a screen reader.
    pub(crate) title: AttrValue,
    pub(crate) table: Table,
}

#[component]
pub(crate) fn DataTable(props: &Props) -> Html {
    let Table { columns, rows, .. } = &props.table;
    html! {
        // The region scrolls, so the keyboard must be able to reach it.
        <div class="scroll" id={&props.id} role="region" aria-label={&props.title} tabindex="0">
            <table class="data">
                <thead>
                    <tr>{ for columns.iter().map(|column| html! { <th scope="col">{column}</th> }) }</tr>
                </thead>
                <tbody>
                    { for rows.iter().map(|row| html! {
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
