//! A player who answers any decision of any game by clicking: what offers are about, hexes, counters, buttons.

use crate::page::Page;
use referee::{Dice as _, Seeded};
use serde_json::{Value, json};

/// What the page asks at the moment.
const ASKED: &str = "
const { update } = known;
const { settings } = await import('/js/settings.js');
const only = update.offers.length === 1 ? update.offers[0].open : null;
const forced = settings.forced && only !== null && (only.kind === 'nothing' || (only.kind === 'amount' && only.least === only.most)
  || (only.kind === 'some' && (only.of.length === only.least || only.most === 0))
  || (only.kind === 'counts' && (only.most === 0 || only.of.reduce((sum, heap) => sum + heap.most, 0) === only.least)));
return { seq: update.seq, entries: update.entries, over: update.awaits.kind === 'over', yours: update.yours, viewer: update.viewer,
  rule: update.awaits.rule, question: update.awaits.question ?? '', phase: update.scene.banner.phase, turn: update.scene.tracks[0],
  banner: update.scene.banner.turn, forced, undo: update.undo,
  offers: update.offers.map((o) => ({ about: o.about, label: o.label, text: o.text, kind: o.open?.kind ?? null })) };";

#[derive(Debug)]
pub struct Player {
    pub dice: Seeded,
    /// What was played: `label: text`, for reports.
    pub played: Vec<String>,
    /// Whether moves go to where one has to stop: next to the enemy.
    pub daring: bool,
}

/// A decision as the page shows it.
#[derive(Clone, Debug)]
pub struct Asked(pub Value);

impl Asked {
    pub fn over(&self) -> bool {
        self.0["over"] == true
    }

    pub fn seq(&self) -> u64 {
        self.0["seq"].as_u64().unwrap()
    }

    pub fn turn(&self) -> i64 {
        self.0["turn"].as_i64().unwrap()
    }

    pub fn word(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_default()
    }

    pub fn offers(&self) -> &[Value] {
        self.0["offers"].as_array().unwrap()
    }

    /// Indexes of the offers that fit.
    pub fn which(&self, fits: impl Fn(&Value) -> bool) -> Vec<usize> {
        self.offers().iter().enumerate().filter(|(_, offer)| fits(offer)).map(|(n, _)| n).collect()
    }

    pub fn about_things(&self) -> Vec<usize> {
        self.which(|offer| !offer["about"].is_null())
    }

    pub fn plain(&self) -> Vec<usize> {
        self.which(|offer| offer["about"].is_null())
    }
}

pub async fn asked(page: &Page) -> Asked {
    Asked(page.ask(ASKED, Value::Null).await)
}

/// Waits until this page is asked something, or the match is over. A curtain is drawn aside.
pub async fn my_turn(page: &Page) -> Asked {
    page.until_known(
        "it is my turn",
        "return known.update.awaits.kind === 'over' || (known.update.yours && !choice.sent)",
        Value::Null,
    )
    .await;
    if page.see("return !document.getElementById('curtain').hidden").await == true {
        page.click("#curtain .btn.accent").await;
    }
    asked(page).await
}

impl Player {
    pub fn new(seed: u64) -> Player {
        Player { dice: Seeded(seed), played: vec![], daring: false }
    }

    pub fn pick(&mut self, of: usize) -> usize {
        usize::from(self.dice.pick(u16::try_from(of).unwrap()))
    }

    /// Something about a thing on the map if there is any, else a button.
    pub fn eager(&mut self, asked: &Asked) -> usize {
        let things = asked.about_things();
        if things.is_empty() {
            let plain = asked.plain();
            plain[self.pick(plain.len())]
        } else {
            things[self.pick(things.len())]
        }
    }

    /// Answers with this offer, by clicks, and waits until the table has taken it.
    pub async fn answer(&mut self, page: &Page, asked: &Asked, offer: usize) {
        if asked.0["forced"] == true {
            // The page plays by itself what leaves nothing to choose.
            return taken(page, asked.seq()).await;
        }
        self.begin(page, asked, offer).await;
        self.finish(page, asked.seq(), offer).await;
        let line = &asked.offers()[offer];
        self.played.push(format!("{}: {}", line["label"].as_str().unwrap(), line["text"].as_str().unwrap()));
    }

    /// Clicks until the offer is open.
    pub async fn begin(&mut self, page: &Page, asked: &Asked, offer: usize) {
        const BEGUN: &str = "return known.update.seq !== args.seq || choice.sent || choice.warned === args.offer || (choice.offer === args.offer && choice.open !== null)";
        let args = json!({ "offer": offer, "seq": asked.seq() });
        if page.ask(BEGUN, args.clone()).await == true {
            return;
        }
        // A card that lies open for something else hangs at its hex and may hide this one wherever the map is dragged.
        if page.ask("return choice.offer !== null && choice.open !== null", Value::Null).await == true {
            page.press(char::from(fantoccini::key::Key::Escape)).await;
        }
        let Some(thing) = asked.offers()[offer]["about"].as_str() else {
            page.click(&format!("#banner [data-do=begin][data-offer='{offer}']")).await;
            page.until_known("the offer is open", BEGUN, args.clone()).await;
            if page.ask("return choice.warned !== null", Value::Null).await == true {
                page.click("#banner .warn [data-do=confirm]").await;
            }
            return;
        };
        for _ in 0..6 {
            // What concerns one thing alone is listed without being asked.
            if page.ask("return choice.menu?.offers.includes(args) ?? false", json!(offer)).await == true {
                page.click(&format!("#float .menu [data-offer='{offer}']")).await;
                page.until_known("the offer is open", BEGUN, args.clone()).await;
                return;
            }
            // A deck or a card lies on a mat.
            if thing.starts_with('t') {
                page.click(&format!("#panel [data-mat='{thing}']")).await;
            } else {
                page.click_thing(thing).await;
            }
            let script = format!(
                "const look = () => {{ {BEGUN} }}; const begun = performance.now();
                while (performance.now() - begun < 3000) {{
                  if (look()) return 'open';
                  if (choice.menu?.offers.includes(args.offer)) return 'menu';
                  if (document.querySelector(`#fan [data-piece=\"${{args.thing.slice(1)}}\"]`)) return 'fan';
                  await new Promise((next) => setTimeout(next, 15));
                }} return 'nothing'"
            );
            let args = json!({ "offer": offer, "seq": asked.seq(), "thing": thing });
            match page.ask(&script, args).await.as_str().unwrap() {
                "open" => return,
                "menu" => {
                    page.click(&format!("#float .menu [data-offer='{offer}']")).await;
                    page.until_known("the offer is open", BEGUN, json!({ "offer": offer, "seq": asked.seq() })).await;
                    return;
                }
                _ => {}
            }
        }
        panic!("clicking {thing} does not open {}", asked.offers()[offer]);
    }

    /// Finishes what is open: a hex (an empty one, away from the enemy unless daring), counters, an amount,
    /// or nothing but a button.
    pub async fn finish(&mut self, page: &Page, seq: u64, offer: usize) {
        let open = page
            .ask(
                "if (known.update.seq !== args.seq || choice.sent || choice.offer !== args.offer) return null;
                const { open } = choice; if (open.kind !== 'path') return open;
                const ends = open.legs.filter((l) => l.end);
                const free = ends.filter((l) => l.stop === args.daring && !known.board.stack(l.spot).length);
                return { kind: 'path', ends: (free.length ? free : ends).map((l) => l.spot) }",
                json!({ "seq": seq, "offer": offer, "daring": self.daring }),
            )
            .await;
        match open["kind"].as_str() {
            None => {}
            Some("path") => {
                let ends = open["ends"].as_array().unwrap();
                let end = ends[self.pick(ends.len())].as_u64().unwrap();
                self.go_to(page, seq, end).await;
            }
            Some("some") => self.some(page, seq, &open).await,
            Some("amount") => {
                let (least, most) = (open["least"].as_u64().unwrap(), open["most"].as_u64().unwrap());
                let wanted = least + self.pick(usize::try_from(most - least + 1).unwrap()) as u64;
                loop {
                    let amount = page.ask("return choice.amount", Value::Null).await.as_u64().unwrap();
                    let (button, next) = match amount.cmp(&wanted) {
                        std::cmp::Ordering::Less => ("[data-do=more]", amount + 1),
                        std::cmp::Ordering::Equal => break,
                        std::cmp::Ordering::Greater => ("[data-do=less]", amount - 1),
                    };
                    page.click(button).await;
                    page.until_known("the amount changes", "return choice.amount === args", json!(next)).await;
                }
                confirm(page, seq).await;
            }
            Some(_) => confirm(page, seq).await,
        }
        taken(page, seq).await;
    }

    /// Clicks the hex at the end of a way; on a phone the button after it.
    pub async fn go_to(&mut self, page: &Page, seq: u64, end: u64) {
        for _ in 0..4 {
            page.click_thing(&format!("s{end}")).await;
            let script = "const begun = performance.now();
                while (performance.now() - begun < 3000) {
                  if (known.update.seq !== args.seq || choice.sent) return 'sent';
                  const button = document.querySelector('#banner [data-do=confirm]:not([disabled])');
                  if (button && choice.path.at(-1) === args.end) return 'confirm';
                  await new Promise((next) => setTimeout(next, 15));
                } return 'nothing'";
            match page.ask(script, json!({ "seq": seq, "end": end })).await.as_str().unwrap() {
                "sent" => return,
                "confirm" => return page.click("#banner [data-do=confirm]").await,
                _ => {}
            }
        }
        panic!("clicking s{end} does not end the move");
    }

    /// Chooses counters: as many as may take part, the first by a click on the map, the others in the card.
    async fn some(&mut self, page: &Page, seq: u64, open: &Value) {
        let of: Vec<String> = open["of"].as_array().unwrap().iter().map(|r| r.as_str().unwrap().into()).collect();
        if page
            .ask("const { wantsOnePlace } = await import('/js/editing.js'); return wantsOnePlace()", Value::Null)
            .await
            == true
        {
            let place = &of[self.pick(of.len())];
            page.click_thing(place).await;
            // A finger chooses first.
            page.until_known(
                "the place is chosen",
                "return known.update.seq !== args.seq || choice.sent || choice.chosen.has(args.place)",
                json!({ "seq": seq, "place": place }),
            )
            .await;
            return confirm(page, seq).await;
        }
        let most = usize::try_from(open["most"].as_u64().unwrap()).unwrap();
        let mut by_map = true;
        for thing in of.iter().take(most) {
            if page.ask("return choice.chosen.has(args)", json!(thing)).await == true {
                continue;
            }
            if by_map && thing.starts_with('p') {
                by_map = false;
                self.toggle_on_map(page, thing).await;
            } else {
                page.click(&format!("#float [data-toggle='{thing}']")).await;
            }
            page.until_known("it takes part", "return choice.chosen.has(args)", json!(thing)).await;
        }
        // Not every set is lawful; leave some out until the table agrees.
        for round in 0..40 {
            let script = "const { ready } = await import('/js/editing.js');
                return choice.answer !== null && (ready() ? 'ready' : choice.answer.lawful === false ? 'no' : false)";
            let verdict = page.until_known("the table judges the choice", script, Value::Null).await;
            if verdict == "ready" {
                return confirm(page, seq).await;
            }
            let thing = &of[self.pick(of.len())];
            let before = page.ask("return choice.chosen.has(args)", json!(thing)).await;
            page.click(&format!("#float [data-toggle='{thing}']")).await;
            let args = json!({ "thing": thing, "before": before, "round": round });
            let changed = "return choice.chosen.has(args.thing) !== args.before || document.querySelector('[data-card=whynot]') !== null";
            page.until_known("the choice changes", changed, args).await;
        }
        panic!("no lawful choice found among {of:?}");
    }

    async fn toggle_on_map(&mut self, page: &Page, thing: &str) {
        for _ in 0..4 {
            page.click_thing(thing).await;
            let script = "const begun = performance.now();
                while (performance.now() - begun < 2000) {
                  if (choice.chosen.has(args)) return 'on';
                  if (document.querySelector(`#fan [data-piece=\"${args.slice(1)}\"]`)) return 'fan';
                  await new Promise((next) => setTimeout(next, 15));
                } return 'nothing'";
            if page.ask(script, json!(thing)).await == "on" {
                return;
            }
        }
        panic!("clicking {thing} does not add it");
    }
}

/// The golden button: in the card with the odds, or in the banner.
async fn confirm(page: &Page, seq: u64) {
    const CAN: &str = "return known.update.seq !== args || choice.sent || [...document.querySelectorAll('#float [data-do=confirm], #banner [data-do=confirm]')].some((b) => !b.disabled)";
    page.until_known("there is something to confirm", CAN, json!(seq)).await;
    if page.ask("return known.update.seq !== args || choice.sent", json!(seq)).await == true {
        return;
    }
    page.click("#float [data-do=confirm]:not([disabled]), #banner [data-do=confirm]:not([disabled])").await;
}

/// The table has taken the decision.
pub async fn taken(page: &Page, seq: u64) {
    page.until_known("the table takes the decision", "return known.update.seq !== args", json!(seq)).await;
}
