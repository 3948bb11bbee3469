//! `crashloop render`: a figure as SVG, PNG or CSV.

mod png;

use crate::args::{Render, ThemeName};
use crate::problem::Problem;
use crate::scenario::Simulated;
use figure::{Theme, View};
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// A file to write, and the form that the ending of its name asks for.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    path: PathBuf,
    form: Form,
}

#[derive(Copy, Clone, Debug)]
enum Form {
    Svg,
    Png,
    Csv,
}

impl FromStr for Output {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let path = PathBuf::from(text);
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Form::Svg,
            Some("png") => Form::Png,
            Some("csv") => Form::Csv,
            _ => return Err("the name must end in .svg, .png or .csv"),
        };
        Ok(Self { path, form })
    }
}

/// Draws the figure to the output file, or as SVG to `out`.
pub(crate) fn render(args: &Render, out: &mut impl Write) -> Result<(), Problem> {
    let simulated = Simulated::new(&args.scenario)?;
    let view = View {
        spread: simulated.spread.as_ref(),
        ..View::whole(&simulated.scenario, &simulated.results)
    };
    let kind = args.figure;
    let theme = match args.theme {
        ThemeName::Light => Theme::LIGHT,
        ThemeName::Dark => Theme::DARK,
    };
    let bytes = match args.output.as_ref().map_or(Form::Svg, |output| output.form) {
        Form::Svg => figure::svg(kind, &view, &theme, args.width).into_bytes(),
        Form::Png => png::encode(&figure::svg(kind, &view, &theme, args.width), args.scale)?,
        Form::Csv => figure::table(kind, &view).csv().into_bytes(),
    };
    match &args.output {
        None => Ok(out.write_all(&bytes)?),
        Some(Output { path, .. }) => std::fs::write(path, &bytes)
            .map_err(|error| Problem::refused(format!("{}: cannot be written: {error}", path.display()))),
    }
}
