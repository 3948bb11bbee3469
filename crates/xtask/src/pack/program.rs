//! Short names for what a WebAssembly program and its glue call each other by.
//!
//! wasm-bindgen makes names unique with a hash of 16 digits, which stands in the program and in the
//! glue and cannot be compressed.

const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;
/// The only kind that wasm-bindgen imports.
const FUNCTION: u8 = 0;

/// What was renamed, to what.
pub(super) type Renamed = Vec<(String, String)>;

/// The program with short names. `None` for what is no program or imports more than functions.
pub(super) fn shorten(program: &[u8]) -> Option<(Vec<u8>, Renamed)> {
    let (magic, sections) = program.split_at_checked(8)?;
    if !magic.starts_with(b"\0asm") {
        return None;
    }
    let mut short = magic.to_vec();
    let mut renamed = Renamed::new();
    let mut reader = Reader(sections);
    while !reader.0.is_empty() {
        let id = reader.byte()?;
        let body = reader.sized()?;
        let body = match id {
            IMPORTS | EXPORTS => with_short_names(body, id == IMPORTS, &mut renamed)?,
            _ => body.to_vec(),
        };
        short.push(id);
        put_sized(&mut short, &body);
    }
    Some((short, renamed))
}

fn with_short_names(body: &[u8], imports: bool, renamed: &mut Renamed) -> Option<Vec<u8>> {
    let mut reader = Reader(body);
    let mut short = Vec::new();
    let count = reader.number()?;
    put_number(&mut short, count);
    for _ in 0..count {
        if imports {
            put_sized(&mut short, reader.sized()?);
        }
        let name = std::str::from_utf8(reader.sized()?).ok()?;
        if is_hashed(name) {
            let next = format!("${}", base36(renamed.len()));
            put_sized(&mut short, next.as_bytes());
            renamed.push((name.to_owned(), next));
        } else {
            put_sized(&mut short, name.as_bytes());
        }
        let kind = reader.byte()?;
        if imports && kind != FUNCTION {
            return None;
        }
        short.push(kind);
        put_number(&mut short, reader.number()?);
    }
    reader.0.is_empty().then_some(short)
}

fn is_hashed(name: &str) -> bool {
    let digits = name.bytes().rev().take_while(u8::is_ascii_hexdigit).count();
    name.len() > 16 && digits >= 16
}

fn base36(mut number: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]);
        number /= 36;
        if number == 0 {
            break;
        }
    }
    digits.iter().rev().copied().map(char::from).collect()
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// An unsigned LEB128 number.
    fn number(&mut self) -> Option<u32> {
        let mut number = 0_u32;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn sized(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }
}

fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7F).unwrap_or_default() | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or_default());
}

fn put_sized(bytes: &mut Vec<u8>, content: &[u8]) {
    put_number(bytes, u32::try_from(content.len()).unwrap_or(u32::MAX));
    bytes.extend_from_slice(content);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with one imported and two exported functions, and a section that is none of both.
    fn program(import: &str, export: &str) -> Vec<u8> {
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        bytes.push(1);
        put_sized(&mut bytes, &[1, 0x60, 0, 0]);
        let mut imports = vec![1];
        put_sized(&mut imports, b"./web_bg.js");
        put_sized(&mut imports, import.as_bytes());
        imports.extend([FUNCTION, 0]);
        bytes.push(IMPORTS);
        put_sized(&mut bytes, &imports);
        let mut exports = vec![2];
        for name in ["judge", export] {
            put_sized(&mut exports, name.as_bytes());
            exports.extend([FUNCTION, 0]);
        }
        bytes.push(EXPORTS);
        put_sized(&mut bytes, &exports);
        bytes
    }

    #[test]
    fn hashed_names_become_short_and_others_stay() {
        let (import, export) = ("__wbg_log_0123456789abcdef", "invoke__hfedcba9876543210");
        let (short, renamed) = shorten(&program(import, export)).unwrap();
        assert_eq!(short, program("$0", "$1"));
        assert_eq!(
            renamed,
            [
                (import.to_owned(), "$0".to_owned()),
                (export.to_owned(), "$1".to_owned())
            ]
        );
        let (same, renamed) = shorten(&short).unwrap();
        assert_eq!((same, renamed), (short, vec![]));
    }

    #[test]
    fn what_is_no_such_program_is_left_alone() {
        let whole = program("a", "b");
        assert_eq!(shorten(b"not a program"), None);
        for end in 9..whole.len() {
            let cut = shorten(&whole[..end]);
            assert!(cut.is_none() || whole.starts_with(&cut.unwrap().0), "{end}");
        }
        let memory = [
            b"\0asm\x01\0\0\0".as_slice(),
            &[2, 8, 1, 1, b'm', 1, b'n', 2, 0, 1],
        ]
        .concat();
        assert_eq!(shorten(&memory), None);
    }

    #[test]
    fn numbers_survive() {
        for number in [0, 1, 127, 128, 16_383, 16_384, u32::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            assert_eq!(Reader(&bytes).number(), Some(number));
        }
        assert_eq!(base36(0), "0");
        assert_eq!(base36(36 * 36 + 35), "10z");
    }
}
