//! Reading files that are dropped or picked.

use js_sys::Uint8Array;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;
use yew::Callback;

use crate::pasted::{Action, TEXT_LIMIT, is_drop_in};
use crate::texts;

/// Reads files and reports their texts, or why one was not taken: of several main files all but the
/// first.
pub(crate) fn read_all(files: impl IntoIterator<Item = File>, send: &Callback<Action>) {
    send.emit(Action::Files);
    let mut main: Option<String> = None;
    for file in files {
        let name = file.name();
        match &main {
            Some(first) if !is_drop_in(&name) => {
                send.emit(Action::FileRefused(texts::second_main(&name, first).into()));
                continue;
            }
            None if !is_drop_in(&name) => main = Some(name),
            _ => {}
        }
        read(file, send.clone());
    }
}

fn read(file: File, send: Callback<Action>) {
    let name = file.name();
    #[expect(clippy::cast_precision_loss, reason = "the limit is far below 2^53")]
    if file.size() > TEXT_LIMIT as f64 {
        send.emit(Action::FileRefused(
            texts::too_large(&name, file.size(), TEXT_LIMIT).into(),
        ));
        return;
    }
    spawn_local(async move {
        let text = match JsFuture::from(file.array_buffer()).await {
            Ok(bytes) => text_of(&name, Uint8Array::new(&bytes).to_vec()),
            Err(_) => Err(texts::file_unreadable(&name)),
        };
        send.emit(match text {
            Ok(text) => Action::File(name.into(), text.into()),
            Err(problem) => Action::FileRefused(problem.into()),
        });
    });
}

/// The text of a file. A browser's own reading would put marks where it is not UTF-8.
fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| match error.as_bytes() {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => texts::file_utf16(name),
        _ => texts::file_not_utf8(name, error.utf8_error().valid_up_to() + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf8_is_refused_with_its_name_and_byte() {
        let read = |bytes: &[u8]| text_of("node.yaml", bytes.to_vec());
        assert_eq!(
            read("kind: X # Größe".as_bytes()),
            Ok("kind: X # Größe".to_owned())
        );
        let latin = read(b"# Gr\xF6\xDFe\n").unwrap_err();
        assert!(
            latin.starts_with("node.yaml ") && latin.contains("byte 5 "),
            "{latin}"
        );
        for utf16 in [b"\xFF\xFEk\0", b"\xFE\xFF\0k"] {
            let refusal = read(utf16).unwrap_err();
            assert!(
                refusal.starts_with("node.yaml ") && refusal.contains("UTF-16"),
                "{refusal}"
            );
        }
    }
}
