//! The committed JSON Schema is the one that the types give.

use scenario::Scenario;

#[test]
fn the_committed_schema_is_current() {
    let schema = serde_json::to_string_pretty(&schemars::schema_for!(Scenario)).expect("a schema") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/scenario.schema.json");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(path, &schema).expect("written");
    }
    let committed = std::fs::read_to_string(path).expect("the committed schema");
    assert!(
        committed == schema,
        "the schema has changed: run with UPDATE_SCHEMA=1 and look at the difference"
    );
}
