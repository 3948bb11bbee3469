//! What the first load fetches, and whether it keeps to the budget.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::problem::{Explain, Problem, Result};
use crate::process::answer;

/// The first load: page, style, scripts, program and fonts, with brotli 11.
const BUDGET_BYTES: u64 = 220 * 1024;

/// Node compresses, because it is needed anyway and a compressor of our own would make this
/// program slower to build.
const COMPRESS: &str = "\
const { brotliCompressSync, constants } = require('node:zlib');
for (const file of process.argv.slice(1)) {
  const bytes = require('node:fs').readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  console.log(bytes.length, brotliCompressSync(bytes, { params }).length);
}
";

/// One file of the first load.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    name: String,
    raw: u64,
    brotli: u64,
}

/// Prints the table and refuses what is over the budget.
pub(crate) fn check(dist: &Path) -> Result<()> {
    let entries = measured(dist, &first_load(dist)?)?;
    println!("{:>10} {:>10}  file", "raw", "brotli 11");
    for entry in &entries {
        println!("{:>10} {:>10}  {}", entry.raw, entry.brotli, entry.name);
    }
    let raw: u64 = entries.iter().map(|entry| entry.raw).sum();
    let brotli: u64 = entries.iter().map(|entry| entry.brotli).sum();
    println!("{raw:>10} {brotli:>10}  first load");
    println!("{:>10} {BUDGET_BYTES:>10}  budget", "");
    if brotli <= BUDGET_BYTES {
        return Ok(());
    }
    Err(Problem::new(
        format!(
            "The first load has {} bytes more than the budget of {BUDGET_BYTES}",
            brotli - BUDGET_BYTES
        ),
        "make the largest file above smaller, or load it later",
    ))
}

/// The files that index.html and its styles name, in the order of their names.
pub(crate) fn first_load(dist: &Path) -> Result<Vec<String>> {
    const REMEDY: &str = "run `cargo xtask build`";
    let read = |name: &str| fs::read_to_string(dist.join(name)).explain(dist.join(name).display(), REMEDY);
    let mut names = vec!["index.html".to_owned()];
    names.extend(html_references(&read("index.html")?));
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        next += 1;
        if Path::new(&name).extension().is_some_and(|kind| kind == "css") {
            for found in css_references(&read(&name)?) {
                if !names.contains(&found) {
                    names.push(found);
                }
            }
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// Relative files in `src="…"`, and in `href="…"` of links.
fn html_references(html: &str) -> Vec<String> {
    html.split('<')
        .filter_map(|tag| {
            let tag = tag.split('>').next().unwrap_or_default();
            let word = tag.split_whitespace().next().unwrap_or_default();
            let attribute = match word {
                "link" => "href",
                "script" | "img" => "src",
                _ => return None,
            };
            local(quoted(tag, &format!(" {attribute}=\""), '"')?)
        })
        .collect()
}

/// Relative files in `url(…)`, with or without quotes.
fn css_references(css: &str) -> Vec<String> {
    css.split("url(")
        .skip(1)
        .filter_map(|rest| {
            let inner = rest.split(')').next().unwrap_or_default();
            local(inner.trim().trim_matches(['"', '\'']))
        })
        .collect()
}

fn quoted<'a>(text: &'a str, opening: &str, closing: char) -> Option<&'a str> {
    let start = text.find(opening)? + opening.len();
    text[start..].split(closing).next()
}

/// The name in dist/, unless it is data, a fragment or another origin.
fn local(reference: &str) -> Option<String> {
    let path = reference.split(['?', '#']).next()?.trim_start_matches("./");
    (!path.is_empty() && !path.contains(':') && !path.starts_with('/')).then(|| path.to_owned())
}

fn measured(dist: &Path, names: &[String]) -> Result<Vec<Entry>> {
    let told = answer(
        Command::new("node")
            .args(["-e", COMPRESS])
            .args(names)
            .current_dir(dist),
    )
    .ok_or_else(|| {
        Problem::new(
            format!("Node could not compress {}", names.join(", ")),
            "run `cargo xtask build`",
        )
    })?;
    Ok(names
        .iter()
        .zip(told.lines())
        .filter_map(|(name, line)| {
            let (raw, brotli) = line.split_once(' ')?;
            Some(Entry {
                name: name.clone(),
                raw: raw.parse().ok()?,
                brotli: brotli.parse().ok()?,
            })
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = r##"<!doctype html><html><head>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./main-1.css"/>
<script src="./boot-2.js" type="module"></script>
<link rel="modulepreload" href="./web-3.js" crossorigin="anonymous"><link rel="preload" href="./web-3_bg.wasm" as="fetch">
<link rel="canonical" href="https://example.org/">
</head><body><a href="./LICENSE">licence</a><a href="#main">skip</a></body></html>"##;

    #[test]
    fn counts_what_the_page_fetches_and_not_what_it_links_to() {
        assert_eq!(
            html_references(HTML),
            ["main-1.css", "boot-2.js", "web-3.js", "web-3_bg.wasm"]
        );
    }

    #[test]
    fn counts_fonts_that_styles_name() {
        let css = r#"@font-face { src: url("./sans.woff2") format("woff2"), url(mono.woff2); }
            .x { background: url('data:image/png;base64,AA') } .y { mask: url(#m) }"#;
        assert_eq!(css_references(css), ["sans.woff2", "mono.woff2"]);
    }

    #[test]
    fn a_first_load_is_measured_whole() {
        let dist = std::env::temp_dir().join(format!("xtask-size-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        for (name, text) in [
            ("index.html", HTML.to_owned()),
            ("main-1.css", "a { background: url(dot.svg) }".to_owned()),
            ("dot.svg", "<svg/>".to_owned()),
            ("boot-2.js", "x".repeat(10_000)),
            ("web-3.js", "y".to_owned()),
            ("web-3_bg.wasm", "z".to_owned()),
            ("LICENSE", "never counted".to_owned()),
        ] {
            fs::write(dist.join(name), text).unwrap();
        }
        let names = first_load(&dist).unwrap();
        let expected = [
            "boot-2.js",
            "dot.svg",
            "index.html",
            "main-1.css",
            "web-3.js",
            "web-3_bg.wasm",
        ];
        assert_eq!(names, expected);
        let entries = measured(&dist, &names).unwrap();
        assert_eq!(entries.len(), expected.len());
        assert_eq!(entries[0].raw, 10_000);
        assert!(entries[0].brotli < 100, "{entries:?}");
        assert_eq!(check(&dist), Ok(()));
        // Random letters do not compress below six bits each.
        let mut state = 1_u64;
        let noise: String = (0..400_000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                char::from(b'0' + u8::try_from(state >> 58).unwrap())
            })
            .collect();
        fs::write(dist.join("web-3.js"), noise).unwrap();
        let problem = check(&dist).unwrap_err();
        assert!(problem.what.contains("budget of 225280"), "{problem}");
        fs::remove_dir_all(&dist).unwrap();
        assert!(first_load(&dist).unwrap_err().remedy.contains("build"));
    }
}
