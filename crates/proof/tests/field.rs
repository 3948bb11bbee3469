//! What people saw of crash loops has to come out of the simulator, but for named outliers.

use proof::field::{Check, Row, Verdict, judged};

#[test]
fn cases_from_the_field_come_out() {
    let rows = judged().expect("the cases can be judged");
    let ids = |verdict| -> Vec<&str> {
        rows.iter()
            .filter(|row: &&Row| row.verdict == verdict)
            .map(|row| row.id.as_str())
            .collect()
    };
    // Of the 32 cases with waits, a start or a count, without F62, a hand model met 23, and one more
    // with a younger loop.
    let by_hand = rows
        .iter()
        .filter(|row| matches!(row.check, Check::Waits | Check::Start | Check::Count) && row.id != "F62");
    let (fitting, others): (Vec<&Row>, Vec<&Row>) = by_hand.partition(|row| row.verdict == Verdict::Fits);
    assert_eq!(fitting.len() + others.len(), 32);
    assert!(fitting.len() >= 23, "{others:#?}");
    assert_eq!(ids(Verdict::Rebased), ["F52"]);
    assert_eq!(ids(Verdict::Illustrative), ["F53"]);
    assert_eq!(ids(Verdict::Outlier), ["F19", "F20", "F31", "F35", "F37", "F62"]);
    // The data names what makes each of them different.
    for row in rows.iter().filter(|row| row.verdict != Verdict::Fits) {
        assert!(row.cause.is_some(), "{row:?}");
    }
}
