//! `rhine verify`: a match played at a real table, its file downloaded, judged, forged and judged again.

#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../../server/tests/table/common.rs"]
mod common;

use common::{Person, lay, settings};
use serde_json::json;
use std::path::Path;
use std::process::Command;

fn verify(file: &Path, text: &str) -> (String, bool) {
    verify_with(file, text, &[])
}

fn verify_with(file: &Path, text: &str, more: &[&str]) -> (String, bool) {
    std::fs::write(file, text).expect("a file");
    let mut rhine = Command::new(env!("CARGO_BIN_EXE_rhine"));
    let done = rhine.arg("verify").arg(file).args(more).output().expect("it runs");
    (String::from_utf8(done.stdout).expect("text"), done.status.success())
}

#[test]
fn a_turned_roll_is_found_with_its_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let laid = lay(settings(dir.path()));
    let ada = Person::new(laid.address, "Ada");
    let bots = json!([{ "kind": "bot", "name": "random" }, { "kind": "bot", "name": "random" }]);
    let file = dir.path().join("a.match");
    let id = ada.open("ford", "dusk", &bots)["id"].as_str().expect("an id").to_string();
    let mut line = ada.connect(&id);
    line.hello(None);
    while !line.over() {
        line.until("update");
    }
    let text = ada.get(&format!("/api/matches/{id}/file")).text();
    let (said, fair) = verify(&file, &text);
    assert!(fair && said.starts_with("fair") && said.contains("follows from the seed"), "{said}");

    // Whose file it is.
    let key = ada.get("/api/table").json()["key"].as_str().expect("a key").to_string();
    assert!(said.contains("signed") && said.contains(&key), "{said}");
    assert!(verify_with(&file, &text, &["--table", &key]).1);
    let (said, other) = verify_with(&file, &text, &["--table", &"0".repeat(64)]);
    assert!(!other && said.contains("another table"), "{said}");
    let unsigned: String =
        text.lines().filter(|line| !line.starts_with("signature ")).fold(String::new(), |all, line| all + line + "\n");
    let (said, fair) = verify(&file, &unsigned);
    assert!(fair && said.contains("unsigned") && said.contains("made up"), "{said}");
    assert!(!verify_with(&file, &unsigned, &["--table", &key]).1);
    let (said, fair) = verify(&file, &text.replacen("dusk\n", "dusk\n// a comment\n", 1));
    assert!(!fair && said.contains("forged"), "{said}");

    // One roll of an entry is turned, not of the deal.
    let rolled = |at: &usize| {
        let line = text[at + 3..].lines().next().unwrap_or_default();
        line.starts_with(|c: char| c.is_ascii_digit()) && !text[..*at].ends_with("\ndeal")
    };
    let rolls = text.match_indices(" ! ").map(|(at, _)| at).filter(rolled);
    // A short game may end without one; then there is nothing to forge.
    let Some(at) = rolls.last() else { return };
    let mut forged = text.clone().into_bytes();
    forged[at + 3] = if forged[at + 3] == b'1' { b'2' } else { b'1' };
    let forged = String::from_utf8(forged).expect("text");
    let number = text[..at].lines().count();
    let (said, fair) = verify(&file, &forged);
    assert!(!fair && said.contains(&format!("line {number}")), "line {number} is not named: {said}");

    // A better forger leaves the fingerprints out and ends the file there: the seed still gives him away.
    let end = forged[at..].find('\n').map_or(forged.len(), |end| at + end);
    let bare: Vec<&str> = forged[..end].lines().map(|line| line.split(" @").next().unwrap_or(line)).collect();
    let (said, fair) = verify(&file, &(bare.join("\n") + "\n"));
    assert!(!fair && said.contains(&format!("line {number}: roll")), "line {number} is not named: {said}");
}

/// A file of a table from before people had a part in the dice, and before files were signed.
#[test]
fn an_older_file_is_still_judged() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = include_str!("files/dice-of-the-table-alone.match");
    let (said, fair) = verify(&dir.path().join("old.match"), text);
    assert!(fair && said.contains("which the table made alone") && said.contains("unsigned"), "{said}");
    let (said, fair) = verify(&dir.path().join("old.match"), &text.replace(" ! 6 ", " ! 5 "));
    assert!(!fair && said.contains("but the seed gives 6"), "{said}");
    // Whatever a file says of its dice, it is judged.
    let most = u64::MAX;
    for silly in [
        format!(
            "dice 2\ndice-gap 0 {most}\ndice-gap 1 {most}\ndice-gap {most} 7\ndice-part {most} 255 {}\n",
            "a".repeat(64)
        ),
        "dice 3\n".into(),
        "dice 2\ndice-gap 1\n".into(),
        "dice 2\ndice-part 0 nobody 12\n".into(),
        "dice-from -1\nsignature 12\n".into(),
    ] {
        let text = text.replace("dice-seed ", "dice-secret ").replace("dice-hash ", &format!("{silly}dice-hash "));
        let (said, fair) = verify(&dir.path().join("silly.match"), &text);
        assert!(!fair && !said.is_empty(), "{silly}: {said}");
    }
}
