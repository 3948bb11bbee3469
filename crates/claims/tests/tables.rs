//! The computed tables.

use claims::{evaluated, markdown, text};

#[test]
fn the_text_table() {
    insta::assert_snapshot!(text(&evaluated()));
}

#[test]
fn the_markdown_table() {
    insta::assert_snapshot!(markdown(&evaluated()));
}

#[test]
fn a_markdown_row_has_six_cells() {
    for line in markdown(&evaluated()).lines().take_while(|line| !line.is_empty()) {
        let bars = line.replace("\\|", "").matches('|').count();
        assert_eq!(bars, 7, "{line}");
    }
}

#[test]
fn json_holds_the_claim_and_what_was_computed() {
    let json = serde_json::to_value(evaluated()).unwrap();
    let rows = json.as_array().unwrap();
    let row = rows
        .iter()
        .find(|row| row["id"] == "5593-excess-requests-10s")
        .unwrap();
    assert_eq!(row["kep"], "KEP-5593");
    assert_eq!(row["claimed"], serde_json::json!([568]));
    assert_eq!(row["about"], true);
    assert_eq!(row["verdict"]["kind"], "slip");
    assert_eq!(row["verdict"]["scaled"]["exponent"], 1);
    assert_eq!(row["verdict"]["scaled"]["value"], serde_json::json!([5683.333]));
    assert_eq!(row["readings"][0]["value"], serde_json::json!([5481.666]));
    assert_eq!(row["readings"][0]["agrees"], false);
    assert!(row["permalink"].as_str().unwrap().starts_with("v1;"));
}
