//! The files below the folder of `--config-dir`.

use crate::problem::Problem;
use crate::source::Source;
use kubelet::config::File;
use std::fs::{self, DirEntry};
use std::path::Path;

/// The most entries below the folder.
const ENTRY_LIMIT: usize = 1_000;

/// The deepest folder inside the folder.
const DEPTH_LIMIT: usize = 16;

/// Reads the folder as `filepath.WalkDir` goes through it: links to folders are not followed. Files that no kubelet
/// would read come without their text.
///
/// # Errors
///
/// When something cannot be read, or is beyond a limit.
pub(super) fn read(folder: &Path) -> Result<Vec<File>, Problem> {
    let mut files = Vec::new();
    walk(folder, &folder.display().to_string(), 0, &mut files)?;
    Ok(files)
}

fn walk(folder: &Path, name: &str, depth: usize, files: &mut Vec<File>) -> Result<(), Problem> {
    let refuse = |why: String| Problem::refused(format!("{name}: {why}"));
    let entries = fs::read_dir(folder).map_err(|error| refuse(format!("cannot be opened: {error}")))?;
    for entry in entries {
        let entry = entry.map_err(|error| refuse(format!("cannot be read: {error}")))?;
        let name = format!(
            "{}/{}",
            name.trim_end_matches('/'),
            entry.file_name().to_string_lossy()
        );
        if entry.file_type().is_ok_and(|of| of.is_dir()) {
            if depth == DEPTH_LIMIT {
                return Err(Problem::refused(format!(
                    "{name}: deeper than {DEPTH_LIMIT} folders"
                )));
            }
            walk(&entry.path(), &name, depth + 1, files)?;
        } else {
            let text = text_of(&entry, &name)?;
            files.push(File { name, text });
        }
        if files.len() > ENTRY_LIMIT {
            return Err(refuse(format!("more than {ENTRY_LIMIT} files")));
        }
    }
    Ok(())
}

fn text_of(entry: &DirEntry, name: &str) -> Result<String, Problem> {
    let path = entry.path();
    let read = path.extension().is_some_and(|ending| {
        ["conf", "yaml", "yml", "json"]
            .iter()
            .any(|known| ending == *known)
    });
    // A name that is nothing but .conf has that ending in Go.
    let read = read || entry.file_name() == ".conf";
    if !read {
        return Ok(String::new());
    }
    // Opening a named pipe would wait for a writer. What cannot be looked at is refused when it is opened.
    if fs::metadata(&path).is_ok_and(|of| !of.is_file()) {
        return Err(Problem::refused(format!("{name}: not a regular file")));
    }
    Ok(Source::read(&path)?.text)
}
