//! Accessibility: axe-core, fetched for the test run and kept in the target directory, never in git.

use crate::house::kept;
use crate::page::Page;
use serde_json::{Value, json};
use std::process::Command;
use std::sync::OnceLock;

const AXE: &str = "axe-core@4.14.0";

/// The script, fetched by npm when it is not there yet.
fn script() -> &'static str {
    static SCRIPT: OnceLock<String> = OnceLock::new();
    SCRIPT.get_or_init(|| {
        let dir = kept().with_file_name("npm");
        let file = dir.join("axe").join("package").join("axe.min.js");
        if !file.exists() {
            std::fs::create_dir_all(dir.join("axe")).unwrap();
            let run = |command: &mut Command| {
                let done = command.current_dir(&dir).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                assert!(done.status.success(), "{AXE} cannot be fetched: {command:?} failed\n{said}");
                String::from_utf8_lossy(&done.stdout).trim().lines().last().unwrap_or_default().to_string()
            };
            let packed = run(Command::new("npm").args(["pack", "--silent", AXE]));
            run(Command::new("tar").args(["-xzf", &packed, "-C", "axe"]));
        }
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    })
}

/// Findings of axe-core that are serious or critical, as sentences.
pub async fn serious(page: &Page) -> Vec<String> {
    serious_in(page, "html").await
}

/// The same for a part of the page.
pub async fn serious_in(page: &Page, part: &str) -> Vec<String> {
    page.client.execute(script(), vec![]).await.unwrap();
    let found = page
        .see_with(
            // One rule leaves counters on the map out: which of the figures of a stack or a crowded box count as visible
            // text depends on what lies on what.
            "const crowded = [...document.querySelectorAll('#pieces [data-piece]')].map((e) => `[data-piece=\"${e.dataset.piece}\"]`);
            const found = await axe.run(args.part, { resultTypes: ['violations'] });
            for (const v of found.violations) if (v.id === 'label-content-name-mismatch') v.nodes = v.nodes.filter((n) => !crowded.some((piece) => n.target.join(' ').includes(piece)));
            found.violations = found.violations.filter((v) => v.nodes.length);
            return found.violations.filter((v) => args.impacts.includes(v.impact)).map((v) =>
              `${v.impact} ${v.id}: ${v.help}\\n` + v.nodes.slice(0, 6).map((n) => `    ${n.target.join(' ')}  ${n.html.slice(0, 140)}  ${(n.any[0] ?? n.all[0] ?? n.none[0])?.message ?? ''}`).join('\\n'))",
            json!({ "part": part, "impacts": ["serious", "critical"] }),
        )
        .await;
    let Value::Array(found) = found else { unreachable!("a list") };
    found.iter().map(|line| line.as_str().unwrap().to_string()).collect()
}
