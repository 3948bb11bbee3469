//! The value of `--feature-gates`.

use document::{Node, Position, TEXT_LIMIT, Value, shorten};

use super::Finding;

/// The name that findings give to the flag.
pub(super) const FLAG: &str = "--feature-gates";

/// Reads `A=true,B=false` into a mapping, as `MapStringBool` does (component-base `cli/flag/map_string_bool.go`). A
/// gate that is named twice has its last value. Everything stands at the place of the text.
///
/// # Errors
///
/// With the text of the kubelet, which does not start.
pub(super) fn read(text: &str, at: Position) -> Result<Node, Finding> {
    let refuse = |error: &str, hint: &str| {
        let shown = shorten(text);
        Finding::at(
            at,
            "",
            format!("failed to parse kubelet flag: invalid argument {shown:?} for {FLAG:?} flag: {error}"),
            Some(hint.to_owned()),
        )
    };
    if text.len() > TEXT_LIMIT {
        return Err(Finding::at(
            at,
            "",
            format!(
                "the value has {} bytes: expected at most {TEXT_LIMIT}",
                text.len()
            ),
            None,
        ));
    }
    let mut entries: Vec<(Node, Node)> = Vec::new();
    for (count, pair) in text.split(',').filter(|pair| !pair.is_empty()).enumerate() {
        if count == PAIR_LIMIT {
            return Err(Finding::at(
                at,
                "",
                format!("more than {PAIR_LIMIT} feature gates: expected fewer"),
                None,
            ));
        }
        let Some((name, value)) = pair.split_once('=') else {
            return Err(refuse(
                "malformed pair, expect string=bool",
                "Write it as NAME=true,OTHER=false.",
            ));
        };
        let (name, value) = (name.trim(), value.trim());
        let Some(on) = parse_bool(value) else {
            let (name, value) = (shorten(name), shorten(value));
            return Err(refuse(
                &format!(
                    "invalid value of {name}: {value}, err: strconv.ParseBool: parsing {value:?}: invalid syntax"
                ),
                "Write true or false.",
            ));
        };
        let scalar = |text: &str| Node {
            value: Value::Scalar {
                text: text.to_owned(),
                quoted: false,
            },
            at,
        };
        entries.retain(|(key, _)| key.text() != Some(name));
        entries.push((scalar(name), scalar(if on { "true" } else { "false" })));
    }
    Ok(Node {
        value: Value::Mapping(entries),
        at,
    })
}

/// More gates than any release has.
const PAIR_LIMIT: usize = 1_000;

/// Go's `strconv.ParseBool`.
fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Position = Position { line: 1, column: 1 };

    #[test]
    fn pairs_are_read_and_the_last_one_counts() {
        let node = read("A=true,, B = f ,A=0,C=T", START).unwrap();
        let pairs: Vec<_> = node
            .entries()
            .iter()
            .map(|(key, value)| (key.text().unwrap(), value.text().unwrap()))
            .collect();
        assert_eq!(pairs, [("B", "false"), ("A", "false"), ("C", "true")]);
        assert_eq!(read("", START).unwrap().entries(), []);
    }

    #[test]
    fn the_kubelets_own_words_refuse_the_rest() {
        let message = |text| read(text, START).unwrap_err().message;
        assert_eq!(
            message("one"),
            "failed to parse kubelet flag: invalid argument \"one\" for \"--feature-gates\" flag: malformed pair, \
             expect string=bool"
        );
        assert_eq!(
            message("A=true,one=foo"),
            "failed to parse kubelet flag: invalid argument \"A=true,one=foo\" for \"--feature-gates\" flag: invalid \
             value of one: foo, err: strconv.ParseBool: parsing \"foo\": invalid syntax"
        );
        let many = "A=1,".repeat(PAIR_LIMIT + 1);
        assert!(message(&many).contains("more than 1000"));
    }
}
