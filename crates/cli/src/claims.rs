//! `crashloop claims`: every number of KEP-4603 and KEP-5593, recomputed.

use crate::args::{Claims, ClaimsFormat};
use crate::problem::Problem;
use std::io::{self, Write};

/// Computes all claims and writes them with their verdicts.
pub(crate) fn claims(args: &Claims, out: &mut impl Write) -> Result<(), Problem> {
    let claims = ::claims::evaluated();
    match args.format {
        ClaimsFormat::Table => write!(out, "{}", ::claims::text(&claims))?,
        ClaimsFormat::Markdown => write!(out, "{}", ::claims::markdown(&claims))?,
        ClaimsFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, &claims).map_err(io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
