//! The data of a figure as a table, and the figure in words.

mod caption;
mod rows;

pub use caption::caption;

use crate::kind::Kind;
use crate::view::View;

/// The most rows of a table. Its caption says so where some are left out.
pub(crate) const MAX_ROWS: usize = 1000;

/// The data of a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The figure in words, with its most important numbers.
    pub caption: String,
    /// The names of the columns, with units.
    pub columns: Vec<String>,
    /// The rows, at most 1000, each as long as there are columns. A cell without a value is empty.
    pub rows: Vec<Vec<String>>,
}

/// The data of a figure as a table. Times are exact.
#[must_use]
pub fn table(kind: Kind, view: &View) -> Table {
    let mut table = match kind {
        Kind::Timeline => rows::attempts(view),
        Kind::Starts | Kind::Requests | Kind::Calls | Kind::Cpu => rows::rates(kind, view),
        Kind::Restarts => rows::restarts(view),
        Kind::Delays => rows::delays(view),
    };
    table.caption = caption(kind, view);
    if table.rows.len() > MAX_ROWS {
        table.rows.truncate(MAX_ROWS);
        table.caption.push_str(" The table holds the first 1,000 rows.");
    }
    table
}

impl Table {
    /// The columns' names and the rows as comma-separated values (RFC 4180).
    ///
    /// A cell that a spreadsheet would take for a formula gets an apostrophe before it: names come
    /// with links that anyone can make.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for row in core::iter::once(&self.columns).chain(&self.rows) {
            for (at, cell) in row.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                push_cell(&mut text, cell);
            }
            text.push_str("\r\n");
        }
        text
    }
}

fn push_cell(text: &mut String, cell: &str) {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if !formula && !cell.contains([',', '"', '\r', '\n']) {
        text.push_str(cell);
        return;
    }
    text.push('"');
    if formula {
        text.push('\'');
    }
    text.push_str(&cell.replace('"', "\"\""));
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_what_has_to_be_quoted() {
        let table = Table {
            columns: vec!["a,b".to_owned(), "c".to_owned()],
            rows: vec![vec!["say \"no\"".to_owned(), "=1+1".to_owned()]],
            ..Table::default()
        };
        assert_eq!(table.csv(), "\"a,b\",c\r\n\"say \"\"no\"\"\",\"'=1+1\"\r\n");
    }
}
