//! Makes a built page smaller to fetch: one style sheet instead of several, scripts without
//! indentation and comments, and short names between a program and its glue.

mod program;

use std::fs;
use std::path::Path;

use crate::problem::{Explain, Result};

const REMEDY: &str = "build the page again";

/// Packs what Trunk left in dist/.
pub(crate) fn pack(dist: &Path) -> Result<()> {
    join_styles(dist)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(dist).explain(dist.display(), REMEDY)? {
        let entry = entry.explain(dist.display(), REMEDY)?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    for script in &names {
        let Some(stem) = script.strip_suffix(".js") else {
            continue;
        };
        let mut text = lean(&read(dist, script)?);
        let program = format!("{stem}_bg.wasm");
        if names.contains(&program) {
            let path = dist.join(&program);
            let bytes = fs::read(&path).explain(path.display(), REMEDY)?;
            if let Some((bytes, renamed)) = program::shorten(&bytes) {
                for (long, short) in &renamed {
                    text = text.replace(long, short);
                }
                fs::write(&path, bytes).explain(path.display(), REMEDY)?;
            }
        }
        write(dist, script, &text)?;
    }
    Ok(())
}

fn read(dist: &Path, name: &str) -> Result<String> {
    let path = dist.join(name);
    fs::read_to_string(&path).explain(path.display(), REMEDY)
}

fn write(dist: &Path, name: &str, text: &str) -> Result<()> {
    let path = dist.join(name);
    fs::write(&path, text).explain(path.display(), REMEDY)
}

/// Puts the style sheets of index.html into one, in their order: it compresses better than its parts.
fn join_styles(dist: &Path) -> Result<()> {
    let html = read(dist, "index.html")?;
    let (html, sheets) = one_sheet(&html);
    let [first, ..] = &sheets[..] else {
        return Ok(());
    };
    let mut style = String::new();
    for sheet in &sheets {
        style.push_str(&read(dist, sheet)?);
    }
    for sheet in &sheets {
        let path = dist.join(sheet);
        fs::remove_file(&path).explain(path.display(), REMEDY)?;
    }
    let name = joined_name(first, &sheets);
    write(dist, &name, &style)?;
    write(dist, "index.html", &html.replace(first.as_str(), &name))
}

/// The page with its first sheet only, and the names of all.
fn one_sheet(html: &str) -> (String, Vec<String>) {
    const BEFORE: &str = "<link rel=\"stylesheet\" href=\"./";
    const AFTER: &str = "\"/>";
    let mut sheets = Vec::new();
    let mut left = String::new();
    let mut rest = html;
    while let Some((before, link)) = rest.split_once(BEFORE) {
        let Some((name, after)) = link.split_once(AFTER) else {
            break;
        };
        left.push_str(before);
        if sheets.is_empty() {
            left.extend([BEFORE, name, AFTER]);
        }
        sheets.push(name.to_owned());
        rest = after;
    }
    left.push_str(rest);
    (left, sheets)
}

/// A name that changes with any of the sheets: Trunk's names end in a hash of what is in the file.
fn joined_name(first: &str, sheets: &[String]) -> String {
    let hashes = sheets.iter().filter_map(|sheet| {
        let (_, hash) = sheet.strip_suffix(".css")?.rsplit_once('-')?;
        u64::from_str_radix(hash, 16).ok()
    });
    let mixed = hashes.fold(0_u64, |all, hash| all.rotate_left(1) ^ hash);
    if mixed == 0 {
        first.to_owned()
    } else {
        format!("style-{mixed:016x}.css")
    }
}

/// A script without indentation, empty lines and whole-line comments. None of ours has a text that
/// goes over lines.
fn lean(script: &str) -> String {
    let mut lean = String::new();
    let mut comment = false;
    for line in script.lines().map(str::trim) {
        comment |= line.starts_with("/*");
        if !comment && !line.is_empty() && !line.starts_with("//") {
            lean.push_str(line);
            lean.push('\n');
        }
        comment &= !line.ends_with("*/");
    }
    lean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_become_one_with_a_name_that_follows_from_all() {
        let html = r#"<head><link rel="icon" href="data:,">
<link rel="stylesheet" href="./a-00000000000000f1.css"/>
<link rel="stylesheet" href="./b-00000000000000f2.css"/><script src="./boot-1.js"></script></head>"#;
        let (html, sheets) = one_sheet(html);
        assert_eq!(sheets, ["a-00000000000000f1.css", "b-00000000000000f2.css"]);
        assert_eq!(
            html,
            "<head><link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"./a-00000000000000f1.css\"/>\n\
             <script src=\"./boot-1.js\"></script></head>"
        );
        let name = joined_name(&sheets[0], &sheets);
        assert_eq!(name, "style-0000000000000110.css");
        assert_ne!(joined_name(&sheets[0], &sheets[..1]), name);
        assert_eq!(joined_name("plain.css", &["plain.css".to_owned()]), "plain.css");
    }

    #[test]
    fn scripts_lose_what_only_people_read() {
        let script = "// Starts.\n\n/**\n * Says `no` // really.\n */\nfunction f() {\n    return \"// kept\"; // kept too\n}\n/* One line. */\nf();\n";
        assert_eq!(
            lean(script),
            "function f() {\nreturn \"// kept\"; // kept too\n}\nf();\n"
        );
    }
}
