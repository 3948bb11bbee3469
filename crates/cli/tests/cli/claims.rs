//! `crashloop claims`: the three formats and the counts of verdicts.

use super::run;
use serde_json::Value;

#[test]
fn every_format_has_every_claim() {
    let json: Value = serde_json::from_str(&run(&["claims", "--format", "json"]).good()).unwrap();
    let claims = json.as_array().unwrap();
    let table = run(&["claims"]).good();
    let markdown = run(&["claims", "--format", "markdown"]).good();
    for claim in claims {
        let (id, says) = (claim["id"].as_str().unwrap(), claim["says"].as_str().unwrap());
        assert!(table.contains(&format!("\n{id} ")), "{id}");
        assert!(markdown.contains(&format!("| {says} |")), "{id}");
    }
    let slips = claims.iter().filter(|claim| claim["verdict"]["kind"] == "slip");
    let total = format!("{} claims: ", claims.len());
    let slips = format!(", slip {},", slips.count());
    for text in [&table, &markdown] {
        let last = text.lines().last().unwrap();
        assert!(last.starts_with(&total) && last.contains(&slips), "{last}");
    }
}

#[test]
fn an_unknown_format_is_wrong_usage() {
    assert!(
        run(&["claims", "--format", "csv"])
            .misused()
            .contains("possible values: table, json, markdown")
    );
}
