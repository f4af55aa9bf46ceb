//! What our documents point at is there: links between Markdown files, their headings, and paths in the text.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold nothing of ours to read.
const PASSED_OVER: [&str; 4] = ["target", ".git", "corpus", "node_modules"];

/// Every link that leads nowhere, as `file:line: link`.
pub(crate) fn dead_links(root: &Path) -> std::io::Result<Vec<String>> {
    let mut files = vec![];
    markdown_below(root, &mut files)?;
    files.sort();
    let mut dead = vec![];
    for file in files {
        let shown = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let text = fs::read_to_string(&file)?;
        for (line, target) in targets(&text) {
            if !leads_somewhere(root, &file, &target) {
                dead.push(format!("{shown}:{line}: {}", target.text()));
            }
        }
    }
    Ok(dead)
}

fn markdown_below(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !PASSED_OVER.contains(&&*name) {
            markdown_below(&path, files)?;
        } else if path.extension().is_some_and(|end| end == "md") {
            files.push(path);
        }
    }
    Ok(())
}

/// What a document points at.
enum Target<'t> {
    /// `[words](here)`, from the folder of the document.
    Link(&'t str),
    /// A path in backquotes, from the root.
    Path(&'t str),
}

impl Target<'_> {
    fn text(&self) -> &str {
        match self {
            Target::Link(text) | Target::Path(text) => text,
        }
    }
}

/// With the lines they stand in. Nothing counts inside a fenced block.
fn targets(text: &str) -> Vec<(usize, Target<'_>)> {
    let mut found = vec![];
    for (number, line) in outside_fences(text) {
        let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        let links = links.map(|(link, _)| link).filter(|link| !link.contains(':'));
        found.extend(links.map(|link| (number, Target::Link(link))));
        let quoted = line.split('`').skip(1).step_by(2).filter(|words| is_path(words));
        found.extend(quoted.map(|path| (number, Target::Path(path))));
    }
    found
}

fn outside_fences(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((i + 1, line))
    })
}

/// A path of ours, and not a pattern such as `crates/GAME/data/`.
fn is_path(words: &str) -> bool {
    let ours = ["crates/", "docs/", "fuzz/", "xtask/"].iter().any(|folder| words.starts_with(folder));
    ours && !words.contains("my-game") && !words.contains(['<', '*', ' ', '{']) && !words.contains("/GAME/")
}

fn leads_somewhere(root: &Path, from: &Path, target: &Target) -> bool {
    let link = match target {
        Target::Path(path) => return root.join(path).exists(),
        Target::Link(link) => link,
    };
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    let file = if path.is_empty() { from.into() } else { from.parent().unwrap_or(root).join(path) };
    if heading.is_empty() {
        return file.exists();
    }
    let text = fs::read_to_string(file).unwrap_or_default();
    outside_fences(&text).any(|(_, line)| line.starts_with('#') && anchor(line) == heading)
}

/// `## What is promised` is reached by `#what-is-promised`.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_documents_point_at_what_is_there() {
        let dead = dead_links(&crate::root()).unwrap();
        assert!(dead.is_empty(), "these lead nowhere:\n{}", dead.join("\n"));
    }

    #[test]
    fn a_dead_link_is_found() {
        let folder = std::env::temp_dir().join(format!("rhine-links-{}", std::process::id()));
        fs::create_dir_all(folder.join("docs")).unwrap();
        fs::write(folder.join("docs/A.md"), "# One thing\n\n```\n[no](link)\n```\n").unwrap();
        let text = "[a](docs/A.md), [b](docs/A.md#one-thing), [c](https://example.org)\n\
                    [d](docs/B.md) `crates/none.rs` `crates/GAME/data/`\n\
                    [e](docs/A.md#another) [f](#here)\n# Here\n";
        fs::write(folder.join("README.md"), text).unwrap();
        let dead = dead_links(&folder);
        fs::remove_dir_all(&folder).unwrap();
        let expected = ["README.md:2: docs/B.md", "README.md:2: crates/none.rs", "README.md:3: docs/A.md#another"];
        assert_eq!(dead.unwrap(), expected);
    }
}
