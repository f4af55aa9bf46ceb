//! One browser: looking, waiting, pointing, clicking, typing, taking pictures.

use crate::house::kept;
use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions, WheelAction, WheelActions,
};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// How long anything may take before a test gives up on it, in milliseconds; `RHINE_PATIENCE` for the impatient.
fn patience() -> u64 {
    std::env::var("RHINE_PATIENCE").ok().and_then(|ms| ms.parse().ok()).unwrap_or(40_000)
}

/// What every question may use: what the page knows and what is being answered.
const NEARBY: &str = "const { known } = await import('/js/state.js'); const { choice } = await import('/js/offers.js');
const onScreen = (point) => { const box = document.getElementById('stage').getBoundingClientRect();
  const [x, y] = known.board.view.toScreen(point); return [x + box.left, y + box.top]; };";

#[derive(Clone, Debug)]
pub struct Page {
    pub client: Client,
    pub address: SocketAddr,
}

impl Page {
    pub fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub async fn goto(&self, path: &str) {
        self.client.goto(&self.at(path)).await.unwrap();
    }

    /// The inside of the window in this size, as on a phone or a screen.
    pub async fn open_size(&self, width: u32, height: u32) {
        self.client.set_window_size(width, height).await.unwrap();
        let inner = self.client.execute("return [innerWidth, innerHeight]", vec![]).await.unwrap();
        let missing = |n: usize, wanted: u32| wanted + wanted - u32::try_from(inner[n].as_u64().unwrap()).unwrap();
        self.client.set_window_size(missing(0, width), missing(1, height)).await.unwrap();
    }

    /// Runs the body of an async function in the page; the arguments are `args`.
    async fn run(&self, script: &str, args: Value) -> Result<Value, String> {
        let script = format!(
            "const args = arguments[0], done = arguments[1];
            (async () => {{ {script} }})().then((value) => done({{ value: value ?? null }}), (error) => done({{ error: String(error?.stack ?? error) }}))"
        );
        let answer = self.client.execute_async(&script, vec![args]).await.map_err(|error| error.to_string())?;
        match answer["error"].as_str() {
            Some(error) => Err(error.into()),
            None => Ok(answer["value"].clone()),
        }
    }

    /// What a script finds in the page.
    pub async fn see(&self, script: &str) -> Value {
        self.see_with(script, Value::Null).await
    }

    pub async fn see_with(&self, script: &str, args: Value) -> Value {
        self.run(script, args).await.unwrap_or_else(|error| panic!("{error}\nin {script}"))
    }

    /// What a script finds that may use `known`, `choice` and `onScreen`.
    pub async fn ask(&self, script: &str, args: Value) -> Value {
        self.see_with(&format!("{NEARBY} {script}"), args).await
    }

    /// Waits until a script finds something, and gives it.
    pub async fn until(&self, what: &str, script: &str) -> Value {
        self.until_with(what, script, Value::Null).await
    }

    pub async fn until_with(&self, what: &str, script: &str, args: Value) -> Value {
        let patience = patience();
        let wait = format!(
            "const look = async () => {{ {script} }};
            for (const begun = performance.now(); ;) {{
              const found = await look();
              if (found) return found;
              if (performance.now() - begun > {patience}) throw new Error('never seen');
              await new Promise((next) => setTimeout(next, 15));
            }}"
        );
        self.run(&wait, args).await.unwrap_or_else(|error| panic!("waiting until {what}: {error}"))
    }

    /// The same with `known`, `choice` and `onScreen`.
    pub async fn until_known(&self, what: &str, script: &str, args: Value) -> Value {
        self.until_with(what, &format!("{NEARBY} {script}"), args).await
    }

    /// Waits for the table page: connected, and everything drawn once.
    pub async fn seated(&self) {
        let script = "return location.pathname.startsWith('/table/') && document.querySelector('#banner h2') !== null";
        let begun = std::time::Instant::now();
        // The script is cut short when the page changes under it.
        while !self.run(script, Value::Null).await.is_ok_and(|found| found == true) {
            assert!(begun.elapsed() < Duration::from_millis(patience()), "the table page is never drawn");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        self.rest().await;
    }

    /// Waits until the browser is at another address.
    pub async fn left(&self, old: &str) {
        let begun = std::time::Instant::now();
        while self.client.current_url().await.unwrap().as_str() == old {
            assert!(begun.elapsed() < Duration::from_millis(patience()), "the page never leaves {old}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until nothing flies or walks.
    pub async fn rest(&self) {
        self.until_known(
            "the page is at rest",
            "if (document.getAnimations().some((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Infinity)) return false;
            const view = known.board.view; const before = [view.x, view.y, view.k].join();
            await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
            const { front, growing } = known.board.plates;
            return before === [view.x, view.y, view.k].join() && view.settled === view.k && front.k === view.k && !growing",
            Value::Null,
        )
        .await;
    }

    /// Clicks an element as a mouse does; it must be there, in view and covered by nothing.
    pub async fn click(&self, css: &str) {
        self.until_with(&format!("{css} is there"), "return document.querySelector(args) !== null", json!(css)).await;
        let mut tries = 0;
        loop {
            let found = self.client.find(Locator::Css(css)).await;
            let clicked = match found {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                // Drawn anew between looking and clicking.
                Err(error) if tries < 20 => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    assert!(tries < 20, "{css} cannot be clicked: {error}");
                }
                Err(error) => panic!("{css} cannot be clicked: {error}"),
            }
        }
    }

    pub async fn click_at(&self, x: f64, y: f64) {
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(mouse).await.unwrap();
    }

    pub async fn point_at(&self, x: f64, y: f64) {
        let mouse = MouseActions::new("mouse".into());
        let there = PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y };
        self.client.perform_actions(mouse.then(there)).await.unwrap();
    }

    pub async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x: from.0, y: from.1 })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::MoveTo { duration: Some(Duration::from_millis(30)), x: to.0, y: to.1 })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(mouse).await.unwrap();
    }

    #[expect(clippy::cast_possible_truncation, reason = "points of a screen")]
    pub async fn wheel(&self, x: f64, y: f64, by: i64) {
        let duration = Some(Duration::ZERO);
        let turn = WheelAction::Scroll { duration, x: x as i64, y: y as i64, delta_x: 0, delta_y: by };
        self.client.perform_actions(WheelActions::new("wheel".into()).then(turn)).await.unwrap();
    }

    /// A key by itself; see `fantoccini::key::Key` for those that print nothing.
    pub async fn press(&self, key: char) {
        let keys = KeyActions::new("keys".into());
        let keys = keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
        self.client.perform_actions(keys).await.unwrap();
    }

    /// A key while another is held.
    pub async fn press_with(&self, held: char, key: char) {
        let keys = KeyActions::new("keys".into())
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key })
            .then(KeyAction::Up { value: held });
        self.client.perform_actions(keys).await.unwrap();
    }

    /// Where a thing (`p12`, `s7`) is on the screen once it can be clicked. If it is out of view or something
    /// lies over it, the map is dragged as a player would.
    pub async fn reach(&self, thing: &str) -> (f64, f64) {
        let mut found = Value::Null;
        for _ in 0..12 {
            self.rest().await;
            found = self.ask(FIND, json!(thing)).await;
            let at = |key: &str| (found[key][0].as_f64().unwrap(), found[key][1].as_f64().unwrap());
            if found["free"] == true {
                return at("at");
            }
            assert!(!found["from"].is_null(), "no free place of the map to drag {thing} to: {found}");
            self.drag(at("from"), at("to")).await;
        }
        panic!("{thing} cannot be brought into view: {found}");
    }

    /// Clicks a counter or a spot on the map.
    pub async fn click_thing(&self, thing: &str) {
        let (x, y) = self.reach(thing).await;
        self.click_at(x, y).await;
    }

    /// Clicks where a counter is drawn, and only if nothing else lies there: no dragging, no other of its stack.
    pub async fn click_very(&self, piece: u64) {
        self.rest().await;
        let script = "const held = known.board.counters.get(args); const at = onScreen(held.at);
            const over = document.elementFromPoint(...at)?.closest('[data-piece]');
            return over && Number(over.dataset.piece) === args ? at : { what: document.elementFromPoint(...at)?.outerHTML?.slice(0, 160) ?? 'outside the window', at }";
        let at = self.ask(script, json!(piece)).await;
        assert!(at.is_array(), "counter {piece} does not lie open to a click: {at}");
        self.click_at(at[0].as_f64().unwrap(), at[1].as_f64().unwrap()).await;
    }

    /// Whether a spot is on the stage with nothing over it but the board.
    pub async fn in_view(&self, spot: u64) -> bool {
        self.rest().await;
        let script = "const [x, y] = onScreen(known.places.centre(args)); return document.elementFromPoint(x, y)?.closest('#board') != null";
        self.ask(script, json!(spot)).await == true
    }

    pub async fn text(&self, css: &str) -> String {
        let text = self.see_with("return document.querySelector(args)?.innerText ?? ''", json!(css)).await;
        text.as_str().unwrap().into()
    }

    /// A command of Chromium's own protocol.
    pub async fn chrome(&self, command: &str, parameters: Value) -> Value {
        self.client.issue_cmd(Chrome { command: command.into(), parameters }).await.unwrap()
    }

    /// Light or dark, and whether things move, as the system of the visitor has it.
    pub async fn wishes(&self, scheme: &str, motion: &str) {
        let wishes = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", motion)];
        let features = wishes.map(|(name, value)| json!({ "name": name, "value": value }));
        self.chrome("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    pub async fn lamp(&self, scheme: &str) {
        self.wishes(scheme, "reduce").await;
    }

    /// A phone: its size, its density, fingers.
    pub async fn become_phone(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.chrome("Emulation.setDeviceMetricsOverride", size).await;
        self.chrome("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 2 })).await;
    }

    /// A finger touches and lets go.
    pub async fn tap_at(&self, x: f64, y: f64) {
        let finger = TouchActions::new("finger".into())
            .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(finger).await.unwrap();
    }

    /// Keeps a picture under `pictures/NAME.png`.
    pub async fn picture(&self, name: &str) {
        let bytes = self.client.screenshot().await.unwrap();
        std::fs::write(kept().join(format!("{name}.png")), bytes).unwrap();
    }

    pub(crate) async fn keep_evidence(&self, name: &str) {
        if let Ok(bytes) = self.client.screenshot().await {
            let _ = std::fs::write(kept().join(format!("{name}.png")), bytes);
        }
    }
}

#[derive(Debug)]
struct Chrome {
    command: String,
    parameters: Value,
}

impl WebDriverCompatibleCommand for Chrome {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "cmd": self.command, "params": self.parameters }).to_string()))
    }
}

pub(crate) fn timeouts() -> fantoccini::wd::TimeoutConfiguration {
    let limit = Some(Duration::from_millis(patience() + 5_000));
    fantoccini::wd::TimeoutConfiguration::new(limit, limit, Some(Duration::ZERO))
}

/// Where a thing is, whether it can be clicked there, and if not, how to drag the map.
const FIND: &str = "
const n = Number(args.slice(1));
const piece = args.startsWith('p');
const fanned = piece ? document.querySelector(`#fan [data-piece=\"${n}\"]`) : null;
const counter = piece ? known.board.counters.get(n) : null;
if (piece && !counter) throw new Error(`${args} is not on the map`);
let at = onScreen(piece ? counter.at : known.places.centre(n));
if (fanned) { const box = fanned.querySelector('.body').getBoundingClientRect(); at = [box.left + box.width / 2, box.top + box.height / 2]; }
const spot = piece ? counter.counter.at : n;
const clear = (x, y, hit) => {
  const over = document.elementFromPoint(x, y);
  if (!over?.closest('#board')) return false;
  if (!hit) return !over.closest('#fan');
  const there = over.closest('[data-piece]');
  if (fanned) return there === fanned;
  return !there ? !piece : Number(there.dataset.spot) === spot && !there.closest('#fan');
};
if (clear(at[0], at[1], true)) return { at, free: true };
const stage = document.getElementById('stage').getBoundingClientRect();
const goals = [];
for (let y = stage.top + 90; y < stage.bottom - 60; y += 40) for (let x = stage.left + 60; x < stage.right - 60; x += 40) if (clear(x, y, false)) goals.push([x, y]);
const mid = [(stage.left + stage.right) / 2, (stage.top + stage.bottom) / 2];
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
if (!goals.length) return { at, from: null };
// Cards hang at the spot and move with it: a drag in place would not help, so aim well inside the free part.
goals.sort((a, b) => far(a, mid) - far(b, mid));
const goal = goals[0];
const by = [goal[0] - at[0], goal[1] - at[1]];
let best = null;
// A hand that goes down on a counter takes it up, and the map stays.
const bare = goals.filter(([x, y]) => !document.elementFromPoint(x, y).closest('[data-piece]'));
for (const from of bare.length ? bare : goals) {
  const to = [Math.max(stage.left + 5, Math.min(stage.right - 5, from[0] + by[0])), Math.max(stage.top + 5, Math.min(stage.bottom - 5, from[1] + by[1]))];
  const gain = far(to, from);
  if (!best || gain > best.gain) best = { from, to, gain };
}
return { at, from: best.from, to: best.to, why: document.elementFromPoint(...at)?.outerHTML?.slice(0, 120) ?? 'nothing' };";
