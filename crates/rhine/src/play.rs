//! A game in the terminal: typed notation, bots in the other seats.

use crate::paint::{ASKING, BAD, FAINT, RULE, STRONG, in_style, say, write};
use crate::replay::{ending, open};
use crate::{chart, find, prompt, scenario, setup};
use anyhow::{Context, Result, bail, ensure};
use referee::{Awaits, Banner, CitedNote, Consent, Decision, NotesByViewer, Ref, Refusal, Seat, Seeded, Viewer};
use shelf::{KNOWN_BOTS, LiveMatch, Shelf, is_bot};
use std::io::BufRead;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(clap::Args)]
pub(crate) struct Options {
    game: String,
    /// With options: `basic+weather`. The first if none is named.
    scenario: Option<String>,
    /// Who sits where: human, easy, medium, hard, random. A human against medium bots if nothing is said.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    seats: Vec<String>,
    /// The same seed gives the same dice.
    #[arg(long)]
    seed: Option<u64>,
    /// Go on with a saved match.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

const HELP: &str = "  what the game calls it: an action, such as one of those `?` lists
  ?                 what may be done now
  ? ACTION          what is left to choose in an action of that list
  NUMBER [NAMES]    an action of that list by its number, with what you choose in it
  why ACTION        whether it is lawful, and by which rule not
  odds ACTION       the odds before you commit
  map [SPOT]        the map, or what lies around a spot
  log [N]           what happened, the last N decisions
  undo              take your last decision back
  save FILE         keep the match
  quit              leave";

const HUMAN: &str = "human";

pub(crate) fn run(shelf: &Shelf, options: &Options) -> Result<ExitCode> {
    let game = find(shelf, &options.game)?;
    let kit = game.kit();
    let mut seats = options.seats.clone();
    let known = |seat: &&String| *seat != HUMAN && !is_bot(seat);
    if let Some(unknown) = seats.iter().find(known) {
        bail!("nobody is called `{unknown}`; known: {HUMAN}, {}", KNOWN_BOTS.join(", "));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs());
    let seed = options.seed.unwrap_or(now);
    let mut dice = Seeded(seed);
    let table = match &options.load {
        None => game.begin(&setup(&**game, options.scenario.as_deref())?, &mut dice)?,
        Some(file) => open(shelf, file)?.whole().with_context(|| file.display().to_string())?,
    };
    ensure!(table.kit().id == kit.id, "that is a match of {}", table.kit().id);
    // A match that begins with a position names no scenario: everybody may be asked.
    let everybody: Vec<Seat> = (0..u8::try_from(kit.seats.len())?).map(Seat).collect();
    let playing = match table.setup().scenario.as_str() {
        "" => &everybody,
        id => &scenario(&**game, id)?.seats,
    };
    if seats.is_empty() {
        seats = (0..playing.len()).map(|i| if i == 0 { HUMAN } else { "medium" }.into()).collect();
    }
    ensure!(seats.len() == playing.len(), "this scenario has {} seats, not {}", playing.len(), seats.len());
    let mut by_seat = vec![String::new(); kit.seats.len()];
    for (seat, who) in playing.iter().zip(seats) {
        by_seat[seat.index()] = who;
    }
    let seats = by_seat;
    let names = playing.iter().map(|seat| format!("{} {}", kit.seats[seat.index()].short, seats[seat.index()]));
    let names: Vec<_> = names.collect();
    say(format_args!(
        "{}  {}",
        in_style(STRONG, &kit.title),
        in_style(FAINT, format!("{} · seed {seed}", names.join(", ")))
    ));
    say(in_style(FAINT, "`?` lists what may be done, `help` the rest."));
    let mut terminal = Terminal { table, seats, dice, thoughts: Seeded(!seed), banner: Banner::default() };
    terminal.play(&mut std::io::stdin().lock());
    Ok(ExitCode::SUCCESS)
}

struct Terminal {
    table: Box<dyn LiveMatch>,
    /// Human, or the name of a bot.
    seats: Vec<String>,
    dice: Seeded,
    thoughts: Seeded,
    /// As last shown.
    banner: Banner,
}

enum Next {
    Again,
    Quit,
}

impl Terminal {
    fn play(&mut self, input: &mut dyn BufRead) {
        loop {
            self.show_banner();
            let decision = match self.table.awaits() {
                Awaits::Decision(decision) => decision,
                Awaits::Over(_) => return say(ending(&*self.table)),
            };
            let who = self.seats[decision.seat.index()].clone();
            if who != HUMAN {
                if let Err(refusal) = self.bot_decides(decision.seat, &who) {
                    return say(in_style(BAD, format_args!("{who} is at a loss: {refusal}")));
                }
                continue;
            }
            self.ask(decision);
            let mut line = String::new();
            match input.read_line(&mut line) {
                Ok(0) | Err(_) => return say("\nThe input ends, and with it the match."),
                Ok(_) => {}
            }
            if let Next::Quit = self.command(decision, line.trim()) {
                return;
            }
        }
    }

    fn short(&self, seat: Seat) -> &str {
        self.table.kit().seats.get(seat.index()).map_or("?", |look| &look.short)
    }

    /// Through whose eyes bots' moves are told: the only human's, or the public's.
    fn viewer(&self) -> Viewer {
        let mut humans = self.seats.iter().enumerate().filter(|(_, who)| *who == HUMAN);
        match (humans.next(), humans.next()) {
            (Some((seat, _)), None) => Viewer::Seat(Seat(u8::try_from(seat).unwrap_or(u8::MAX))),
            _ => Viewer::Public,
        }
    }

    /// Through the eyes of whoever is asked.
    fn eyes(&self) -> Viewer {
        self.table.awaits().seat().map_or(Viewer::Public, Viewer::Seat)
    }

    fn show_banner(&mut self) {
        let banner = self.table.scene(Viewer::Public).banner;
        if banner != self.banner {
            let text = [banner.turn.as_str(), banner.phase.as_str()]
                .iter()
                .filter(|part| !part.is_empty())
                .copied()
                .collect::<Vec<_>>();
            say(format_args!("\n{}", in_style(STRONG, format_args!("── {} ──", text.join(" · ")))));
            self.banner = banner;
        }
    }

    fn ask(&self, decision: Decision) {
        let rule = in_style(RULE, format_args!("[{}]", decision.rule));
        let seat = in_style(ASKING, self.short(decision.seat));
        write(format_args!("{seat} {} {rule} > ", decision.question));
    }

    fn bot_decides(&mut self, seat: Seat, bot: &str) -> Result<(), Refusal> {
        let action = self.table.think(seat, bot, &mut self.thoughts)?;
        let told = self.table.play_text(seat, &action, &mut self.dice)?;
        // A secret choice is told as far as the viewer may know it: in the notes, not in the notation.
        say(in_style(ASKING, self.short(seat)));
        self.tell(&told, self.viewer());
        Ok(())
    }

    fn tell(&self, told: &NotesByViewer, viewer: Viewer) {
        told.of(viewer).iter().for_each(show_note);
    }

    fn command(&mut self, decision: Decision, line: &str) -> Next {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let seat = decision.seat;
        match first {
            "" => {}
            "help" => say(HELP),
            "quit" | "exit" => return Next::Quit,
            "?" if rest.is_empty() => say(prompt::offers(&self.table.offers(seat))),
            "?" => self.show_opening(seat, rest),
            "why" => match self.table.ask_text(seat, rest) {
                Ok(_) => say("  It is lawful."),
                Err(refusal) => self.explain(&refusal),
            },
            "odds" => match self.table.ask_text(seat, rest) {
                Ok(Some(forecast)) => say(prompt::forecast(&forecast)),
                Ok(None) => say("  Nothing in it is left to chance, or nothing is known of it."),
                Err(refusal) => self.explain(&refusal),
            },
            "undo" => match self.table.undo(seat, Consent::NotAsked) {
                Ok(()) => say("  Taken back."),
                Err(refusal) => self.explain(&refusal),
            },
            "map" => self.show_map(seat, rest),
            "log" => self.show_log(seat, rest),
            "save" if rest.is_empty() => say("  save FILE"),
            "save" => match std::fs::write(rest, self.table.write()) {
                Ok(()) => say(format_args!("  {} decisions are in {rest}.", self.table.entries())),
                Err(error) => say(in_style(BAD, format_args!("  {rest}: {error}"))),
            },
            _ => self.act(seat, line),
        }
        Next::Again
    }

    fn act(&mut self, seat: Seat, line: &str) {
        let mut words = line.split_whitespace();
        let number = words.next().and_then(|word| word.parse::<u16>().ok());
        let played = match number.and_then(|number| number.checked_sub(1)) {
            None => self.table.play_text(seat, line, &mut self.dice),
            Some(offer) => {
                let words: Vec<_> = words.collect();
                let picked = self.table.open(seat, offer).map(|open| {
                    let scene = self.table.scene(Viewer::Seat(seat));
                    prompt::pick(self.table.kit(), &scene, &open, &words)
                });
                match picked {
                    Err(refusal) => Err(refusal),
                    Ok(Err(what)) => return say(in_style(BAD, format_args!("  {what}"))),
                    Ok(Ok(pick)) => self.table.play(seat, offer, pick, &mut self.dice),
                }
            }
        };
        match played {
            Ok(told) => self.tell(&told, Viewer::Seat(seat)),
            Err(refusal) => self.explain(&refusal),
        }
    }

    /// A refusal with the rule it stands on.
    fn explain(&self, refusal: &Refusal) {
        let Refusal::Illegal(illegal) = refusal else { return say(in_style(BAD, format_args!("  {refusal}"))) };
        let meant = match illegal.about {
            Ref::Nothing => String::new(),
            about => format!(": {}", prompt::thing(self.table.kit(), &self.table.scene(self.eyes()), about)),
        };
        say(in_style(BAD, format_args!("  {refusal}{meant}")));
        if let Some(entry) = self.table.kit().rules.iter().find(|entry| entry.id == illegal.rule.0) {
            say(in_style(FAINT, crate::paint::wrapped(&format!("{}: {}", entry.title, entry.text), "  ", 100)));
        }
    }

    fn show_opening(&self, seat: Seat, words: &str) {
        let offers = self.table.offers(seat);
        let by_number = words.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let found = by_number.or_else(|| offers.iter().position(|offer| offer.text.starts_with(words)));
        let Some((index, offer)) = found.and_then(|i| Some((i, offers.get(i)?))) else {
            return say(format_args!("  Nothing like `{words}` is offered; `?` lists what is."));
        };
        match self.table.open(seat, u16::try_from(index).unwrap_or(u16::MAX)) {
            Ok(open) => {
                let scene = self.table.scene(Viewer::Seat(seat));
                say(prompt::opening(self.table.kit(), &scene, offer, &open));
            }
            Err(refusal) => self.explain(&refusal),
        }
    }

    fn show_map(&self, seat: Seat, around: &str) {
        let kit = self.table.kit();
        let spot = kit.spots.iter().position(|spot| spot.name == around).and_then(|i| u16::try_from(i).ok());
        if !around.is_empty() && spot.is_none() {
            return say(format_args!("  There is no spot `{around}`."));
        }
        let scene = self.table.scene(Viewer::Seat(seat));
        write(chart::draw(kit, &scene, spot.map(referee::Spot)));
        scene.facts.iter().for_each(|fact| {
            say(format_args!("{} {}", in_style(RULE, format_args!("[{}]", fact.rule)), fact.text));
        });
        let scores: Vec<_> =
            scene.scores.iter().map(|s| format!("{} {} {}", self.short(s.seat), s.points, s.unit)).collect();
        if !scores.is_empty() {
            say(scores.join(", "));
        }
    }

    fn show_log(&self, seat: Seat, last: &str) {
        let story = self.table.log(Viewer::Seat(seat), 0);
        let last = last.parse().unwrap_or(10);
        for told in &story[story.len().saturating_sub(last)..] {
            let own = told.seat == seat || self.viewer() == Viewer::Public;
            let action = if own { format!(" {}", told.action) } else { String::new() };
            say(format_args!("{}{}", in_style(ASKING, self.short(told.seat)), in_style(STRONG, action)));
            told.notes.iter().for_each(show_note);
        }
    }
}

fn show_note(told: &CitedNote) {
    let rule = in_style(RULE, format_args!("{:>9}", format!("[{}]", told.rule)));
    say(format_args!("  {rule} {}", told.note.text));
}
