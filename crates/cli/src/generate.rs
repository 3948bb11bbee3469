//! Completions and manual pages, generated from the command line's own description.

use crate::args::Cli;
use crate::problem::Problem;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

/// Writes the completion script of a shell.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> Result<(), Problem> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "crashloop", &mut script);
    Ok(out.write_all(&script)?)
}

/// Writes the manual page of the program, or with a folder the pages of all subcommands into it.
pub(crate) fn man(dir: Option<&Path>, out: &mut impl Write) -> Result<(), Problem> {
    let command = Cli::command();
    match dir {
        None => Ok(clap_mangen::Man::new(command).render(out)?),
        Some(dir) => clap_mangen::generate_to(command, dir)
            .map_err(|error| Problem::refused(format!("{}: cannot be written: {error}", dir.display()))),
    }
}
