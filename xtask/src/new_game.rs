//! A game of one's own, to begin with: Ford under another name, on the shelf.

use crate::{cargo, root, target};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// What a game is called in its different places.
struct Name {
    /// `river-crossing`: crate, command line, match files.
    id: String,
    /// `river_crossing`, in code.
    module: String,
    /// `RiverCrossing`, the type that answers `referee::Game`.
    kind: String,
    /// `River Crossing`, on the box.
    title: String,
}

impl Name {
    fn read(id: &str) -> Result<Name> {
        let word = |word: &str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase());
        if !id.split('-').all(word) {
            bail!("`{id}` is no id of a game: write small letters, words joined by `-`, as in river-crossing");
        }
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let words: Vec<String> = id.split('-').map(capital).collect();
        Ok(Name { id: id.into(), module: id.replace('-', "_"), kind: words.concat(), title: words.join(" ") })
    }

    /// A line of Ford's under this name.
    fn in_line(&self, line: &str) -> String {
        // The river has a ford, whatever the game is called.
        if line.contains("Hexside::Ford") || line == "    Ford," {
            return line.into();
        }
        if line == "game ford" {
            return format!("game {}", self.id);
        }
        line.replace("title: \"Ford\"", &format!("title: {:?}", self.title))
            .replace("imprint: \"Ford,", &format!("imprint: \"{},", self.title))
            .replace("id: \"ford\"", &format!("id: {:?}", self.id))
            .replace("game: \"ford\"", &format!("game: {:?}", self.id))
            .replace("name = \"ford\"", &format!("name = {:?}", self.id))
            .replace("use ford::", &format!("use {}::", self.module))
            .replace("Ford", &self.kind)
    }

    /// A whole file of Ford's, and how many lines of it changed.
    fn in_text(&self, text: &str) -> (String, usize) {
        // The first word of the embedded files is the game's.
        let text =
            text.replace("Files::embedded(\n        \"ford\"", &format!("Files::embedded(\n        {:?}", self.id));
        let mut changed = usize::from(text.contains(&format!("Files::embedded(\n        {:?}", self.id)));
        let mut copy = String::with_capacity(text.len());
        for line in text.lines() {
            let named = self.in_line(line);
            changed += usize::from(named != line);
            copy += &named;
            copy.push('\n');
        }
        (copy, changed)
    }
}

/// `cargo xtask new-game river-crossing`
pub(crate) fn new_game(id: &str) -> Result<()> {
    let name = Name::read(id)?;
    let mut changed = copy_ford(&root().join("crates"), &name)?;
    let Name { id, module, kind, .. } = &name;
    changed += insert(&root().join("Cargo.toml"), "ford = { path", &format!("{id} = {{ path = \"crates/{id}\" }}"))?;
    let shelf = root().join("crates/shelf");
    changed += insert(&shelf.join("Cargo.toml"), "ford.workspace", &format!("{id}.workspace = true"))?;
    changed += insert(&shelf.join("src/lib.rs"), "        ford::files()", &format!("        {module}::files(),"))?;
    let boxed = format!("        {id:?} => Ok(Shelved::boxed({module}::{kind}::new(files)?)),");
    changed += insert(&shelf.join("src/lib.rs"), "        \"ford\" =>", &boxed)?;
    println!(
        "crates/{id}: Ford under another name, {changed} lines changed. Go on with step 2 of docs/ADDING_A_GAME.md."
    );
    Ok(())
}

/// Makes such a game beside the house, with the house's crates, and runs all of its tests.
pub(crate) fn try_out() -> Result<()> {
    let name = Name::read("river-crossing")?;
    let house = root();
    let beside = target().join("new-game");
    let _ = fs::remove_dir_all(&beside);
    let changed = copy_ford(&beside.join("crates"), &name)? + 4;
    if changed >= 200 {
        bail!("a copy of Ford takes {changed} changed lines; the guide promises fewer than 200");
    }
    let workspace = fs::read_to_string(house.join("Cargo.toml"))?;
    let line = |line: &str| match line {
        line if line.starts_with("members") => "members = [\"crates/*\"]".into(),
        line if line.starts_with("exclude") || line.starts_with("default-members") => String::new(),
        line => line.replace("path = \"", &format!("path = \"{}/", house.display())),
    };
    let of_packages_here = |section: &str| section.starts_with("[profile.") && section.contains(".package.");
    let sections = sections(&workspace).into_iter().filter(|section| !of_packages_here(section));
    let workspace: Vec<String> = sections.flat_map(str::lines).map(line).collect();
    fs::write(beside.join("Cargo.toml"), workspace.join("\n"))?;
    fs::copy(house.join("Cargo.lock"), beside.join("Cargo.lock"))?;
    println!("a copy of Ford: {changed} lines changed");
    let manifest = beside.join("Cargo.toml").display().to_string();
    let to = target().display().to_string();
    cargo(&["test", "--quiet", "--manifest-path", &manifest], &[("CARGO_TARGET_DIR", &to)])
}

/// Splits a TOML file before each line that begins with `[`.
fn sections(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = text.match_indices("\n[").map(|(at, _)| at + 1).collect();
    starts.insert(0, 0);
    starts.push(text.len());
    starts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}

fn copy_ford(crates: &Path, name: &Name) -> Result<usize> {
    let to = crates.join(&name.id);
    if to.exists() {
        bail!("there is a crates/{} already", name.id);
    }
    copy(&root().join("crates/ford"), &to, name)
}

fn copy(from: &Path, to: &Path, name: &Name) -> Result<usize> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    let mut changed = 0;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let (from, to) = {
            let entry = entry?;
            (entry.path(), to.join(entry.file_name()))
        };
        if from.is_dir() {
            changed += copy(&from, &to, name)?;
            continue;
        }
        let text = fs::read_to_string(&from).with_context(|| from.display().to_string())?;
        let code = from.extension().is_some_and(|kind| kind == "rs" || kind == "case") || from.ends_with("Cargo.toml");
        let (copy, lines) = if code { name.in_text(&text) } else { (text, 0) };
        changed += lines;
        fs::write(&to, copy).with_context(|| to.display().to_string())?;
    }
    Ok(changed)
}

/// Puts a line after the one that begins so.
fn insert(file: &Path, after: &str, line: &str) -> Result<usize> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let Some(at) = text.find(&format!("\n{after}")) else {
        bail!("{}: no line begins with `{}`", file.display(), after.trim());
    };
    let end = text[at + 1..].find('\n').map_or(text.len(), |end| at + 1 + end);
    fs::write(file, format!("{}\n{line}{}", &text[..end], &text[end..]))?;
    Ok(1)
}
