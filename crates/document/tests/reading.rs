//! Reading text: positions, limits, duplicates, aliases and JSON.

use document::{
    DEPTH_LIMIT, DOCUMENT_LIMIT, NODE_LIMIT, Node, Position, Scalar, TEXT_LIMIT, Value, read, read_all,
    read_lenient,
};
use proptest::prelude::*;

fn refusal(text: &str) -> String {
    match read_all(text) {
        Ok(nodes) => format!("accepted: {nodes:?}"),
        Err(error) => error.to_string(),
    }
}

fn at(node: &Node) -> (u32, u32) {
    (node.at.line, node.at.column)
}

#[test]
fn nodes_know_where_they_begin() {
    let root = read("größe: 1\nlist:\n  - a\n  - {b: \"c\"}\n").unwrap();
    assert_eq!(at(&root), (1, 1));
    assert_eq!(at(root.get("größe").unwrap()), (1, 8));
    let list = root.get("list").unwrap().elements();
    assert_eq!(at(&list[0]), (3, 5));
    assert_eq!(at(list[1].get("b").unwrap()), (4, 9));
}

#[test]
fn json_is_read_by_the_same_reader() {
    let text = "\u{feff}{\r\n\t\"a\": [1, -2.5e3, true, null, \"x\\\"\\/\\u00e9\"],\r\n\t\t\"b\":{}\r\n}\r\n";
    let root = read(text).unwrap();
    let a = root.get("a").unwrap().elements();
    let scalars: Vec<_> = a.iter().map(|node| node.scalar().unwrap()).collect();
    assert_eq!(
        scalars,
        [
            Scalar::Integer(1),
            Scalar::Float(-2500.0),
            Scalar::Bool(true),
            Scalar::Null,
            Scalar::Text("x\"/é")
        ]
    );
    assert_eq!(root.get("b").unwrap().value, Value::Mapping(Vec::new()));
    assert_eq!(at(root.get("b").unwrap()), (3, 7));
}

#[test]
fn surrogate_pairs_of_json_are_one_character() {
    let text = "{\"é\": \"\\ud83d\\ude00 \\\\ud83d \\\"\\uD83D\\uDE00\", \"b\": 1,\r\n \"c\": [\"\\ud83d\\ude00\", 2]}";
    let root = read(text).unwrap();
    assert_eq!(root.get("é").unwrap().text(), Some("😀 \\ud83d \"😀"));
    assert_eq!(at(root.get("b").unwrap()), (1, 51));
    assert_eq!(at(&root.get("c").unwrap().elements()[1]), (2, 24));
    let refused = |text: &str| read(text).unwrap_err().at.unwrap();
    let lone = "{\"a\": \"\\ud83d\\ude00\", \"b\": \"\\ud83d\"}";
    assert_eq!(refused(lone).line, 1);
    assert!((23..40).contains(&refused(lone).column), "{}", refusal(lone));
    for text in [
        r#"["\ude00\ud83d"]"#,
        r#"["\ud83dx"]"#,
        r#"["\ud83d\ud83d\ude00"]"#,
        r#"["\ud83d\u+e00"]"#,
    ] {
        assert_eq!(refused(text).line, 1, "{text}");
    }
    let plain = read(r#"{a: \ud83d\ude00, b: '"\ud83d\ude00'}"#).unwrap();
    assert_eq!(plain.get("a").unwrap().text(), Some(r"\ud83d\ude00"));
    assert_eq!(plain.get("b").unwrap().text(), Some(r#""\ud83d\ude00"#));
}

#[test]
fn quotes_blocks_and_the_str_tag_make_strings() {
    let root = read("[5, '5', \"5\", !!str 5, ! 5, !other 5, ~, '~']").unwrap();
    let strings: Vec<_> = root
        .elements()
        .iter()
        .map(|node| matches!(node.scalar(), Some(Scalar::Text(_))))
        .collect();
    assert_eq!(strings, [false, true, true, true, true, false, false, true]);
    let block = read("a: |\n  5\n").unwrap();
    assert_eq!(block.get("a").unwrap().scalar(), Some(Scalar::Text("5\n")));
}

#[test]
fn syntax_errors_have_a_place() {
    assert!(refusal("a: 1\nb: [1, 2\n").starts_with("line "));
    let error = read_all("a: 1\n  b: 2\n").unwrap_err();
    assert_eq!(error.at.unwrap().line, 2, "{error}");
}

#[test]
fn a_repeated_key_names_both_places() {
    let text = "a:\n  - x: 1\n    y: 2\n    x: 3\n";
    assert_eq!(
        refusal(text),
        "line 4, column 5: a[0]: key \"x\" repeats the one at line 2, column 5: expected it once"
    );
    let lenient = read_lenient(text).unwrap();
    assert_eq!(lenient.duplicates.len(), 1);
    let entry = &lenient.nodes[0].get("a").unwrap().elements()[0];
    assert_eq!(entry.get("x").unwrap().scalar(), Some(Scalar::Integer(3)));
    assert_eq!(entry.entries().len(), 2);
}

#[test]
fn aliases_and_merge_keys_are_resolved() {
    let text = "
base: &base {a: 1, b: 2}
more: &more {b: 3, c: 4}
one: {<<: *base, b: 5}
two: {<<: [*base, *more]}
three: {'<<': 6}
";
    let root = read(text).unwrap();
    let number = |path: [&str; 2]| root.get(path[0])?.get(path[1])?.scalar();
    assert_eq!(number(["one", "a"]), Some(Scalar::Integer(1)));
    assert_eq!(number(["one", "b"]), Some(Scalar::Integer(5)));
    assert_eq!(number(["two", "b"]), Some(Scalar::Integer(2)));
    assert_eq!(number(["two", "c"]), Some(Scalar::Integer(4)));
    assert_eq!(number(["three", "<<"]), Some(Scalar::Integer(6)));
    assert_eq!(root.get("one").unwrap().entries().len(), 2);
}

#[test]
fn merged_values_that_are_no_mappings_are_refused_where_they_stand() {
    let cases = [
        ("a: {<<: 5}", "line 1, column 9: a.<<"),
        ("a:\n  <<:\n    5\n  b: 6\n", "line 3, column 5: a.<<"),
        ("a:\n  <<: |\n    text\n\nb: 6\n", "line 3, column 5: a.<<"),
        ("a:\n  <<:\n  b: 6\n", "line 2, column 5: a.<<"),
        ("a: &a 5\nb:\n  c: 6\n  <<: *a\n", "line 4, column 7: b.<<"),
        ("a: &a [{}, 5]\nb: {<<: *a}\n", "line 2, column 9: b.<<"),
        (
            "a: &a 5\nb:\n  <<:\n  - {}\n  - *a\n",
            "line 5, column 5: b.<<[1]",
        ),
        ("- <<: [{}, [\n    {}], {}]\n", "line 1, column 12: [0].<<[1]"),
    ];
    for (text, place) in cases {
        assert_eq!(
            refusal(text),
            format!("{place}: the merge key << needs a mapping or a list of mappings"),
            "{text}"
        );
    }
    let key = "a:\n  ? [b,\n    c]\n  : d\n";
    assert_eq!(
        refusal(key),
        "line 2, column 5: a: a sequence or mapping as a key: expected a scalar"
    );
}

#[test]
fn keys_are_scalars() {
    assert!(refusal("? [a]\n: b\n").contains("expected a scalar"));
}

#[test]
fn one_document_is_asked_for() {
    assert_eq!(
        read("").unwrap_err().to_string(),
        "the text is empty: expected a document"
    );
    assert_eq!(
        read("a: 1\n---\nb: 2\n").unwrap_err().to_string(),
        "line 3, column 1: a second document begins here: expected only one"
    );
    assert_eq!(read_all("---\n---\na: 1\n").unwrap().len(), 2);
}

#[test]
fn work_is_bounded() {
    assert!(refusal(&" ".repeat(TEXT_LIMIT + 1)).contains("expected at most 1048576"));

    let nested = |levels: u32| "[".repeat(levels as usize) + &"]".repeat(levels as usize);
    assert!(read(&nested(DEPTH_LIMIT)).is_ok());
    assert!(refusal(&nested(DEPTH_LIMIT + 1)).contains("at most 64 levels"));
    assert!(read(&"[".repeat(500_000)).is_err());

    let list = |values: u32| format!("[{}]", "1,".repeat(values as usize));
    assert!(read(&list(NODE_LIMIT - 1)).is_ok());
    assert!(refusal(&list(NODE_LIMIT)).contains("more than 100000 values"));

    let documents = |count: usize| "--- 1\n".repeat(count);
    assert_eq!(
        read_all(&documents(DOCUMENT_LIMIT)).unwrap().len(),
        DOCUMENT_LIMIT
    );
    assert!(refusal(&documents(DOCUMENT_LIMIT + 1)).contains("more than 100 documents"));
}

#[test]
fn aliases_cannot_blow_up() {
    let level = |n: u32, width: usize| {
        let below = format!("*a{}, ", n - 1).repeat(width);
        format!("a{n}: &a{n} [{below}]\n")
    };
    let base = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    let laughs = base.to_owned() + &(1..9).map(|n| level(n, 10)).collect::<String>();
    assert!(refusal(&laughs).contains("more than 100000 values"));

    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(500_000), "*a, ".repeat(100));
    assert!(refusal(&long).contains("bytes of values"));

    let deep = base.to_owned() + &(1..=DEPTH_LIMIT).map(|n| level(n, 1)).collect::<String>();
    assert!(refusal(&deep).contains("at most 64 levels"));

    assert!(refusal("&a [*a]").contains("inside the node"));

    let anchored = |levels: u32, values: usize| {
        let starts: Vec<String> = (0..levels).map(|level| format!("&a{level} [")).collect();
        starts.concat() + &"x,".repeat(values) + &"]".repeat(levels as usize)
    };
    assert!(read(&anchored(2, 49_000)).is_ok());
    assert!(refusal(&anchored(DEPTH_LIMIT, 49_000)).contains("values, counted once for each anchor"));
    let bytes = anchored(DEPTH_LIMIT, 1).replace('x', &"x".repeat(1_000_000));
    assert!(refusal(&bytes).contains("bytes of values, counted once for each anchor"));
}

/// Whether a position is in the text or directly behind the end of one of its lines.
fn inside(text: &str, at: Position) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A carriage return on its own ends a line in YAML.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let Some(line) = text.split('\n').nth(at.line as usize - 1) else {
        return false;
    };
    at.column >= 1 && at.column as usize <= line.chars().count() + 1
}

fn check_places(text: &str, node: &Node) -> Result<(), TestCaseError> {
    prop_assert!(inside(text, node.at), "{:?} is outside", node.at);
    for element in node.elements() {
        check_places(text, element)?;
    }
    for (key, value) in node.entries() {
        check_places(text, key)?;
        check_places(text, value)?;
    }
    Ok(())
}

fn check(text: &str) -> Result<(), TestCaseError> {
    match read_all(text) {
        Ok(nodes) => nodes.iter().try_for_each(|node| check_places(text, node)),
        Err(error) => {
            if let Some(at) = error.at {
                prop_assert!(inside(text, at), "{error} is outside");
            }
            Ok(())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_read_or_refused_inside_itself(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn text_like_yaml_is_read_or_refused_inside_itself(
        text in "([a-c]{1,2}|: |- |\n|\n  |\\{|\\}|\\[|\\]|, |\"|'|&a |\\*a|<<|!!str |\\| |\\|\n|> |# |---\n|\\.\\.\\.\n|\t|\\? |%|0x1|\r\n|é|\u{feff}|\\\\ud83d|\\\\ude00){0,40}"
    ) {
        check(&text)?;
    }
}
