//! Weight and speed. Bytes are asserted; times are only reported, this is not the reader's machine.

use crate::common::{SCREEN, begin};
use browser_tests::{Page, at_table, report};
use serde_json::Value;

/// Bytes over the wire since the page was opened: documents, scripts, styles, data.
pub(crate) async fn weight(page: &Page) -> u64 {
    let script =
        "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
        return all.reduce((sum, entry) => sum + entry.transferSize, 0)";
    page.see(script).await.as_u64().unwrap()
}

/// Nothing is kept in the browser, and nobody in it answers for the table.
pub(crate) async fn forget(page: &Page) {
    page.chrome("Network.enable", serde_json::json!({})).await;
    page.chrome("Network.clearBrowserCache", serde_json::json!({})).await;
    page.chrome("Network.setBypassServiceWorker", serde_json::json!({ "bypass": true })).await;
}

#[test]
fn the_first_page_is_light() {
    at_table("weight", async |house| {
        let page = house.visitor(SCREEN).await;
        let lobby = weight(&page).await;
        report(&format!("lobby: {:.0} KB over the wire", lobby as f64 / 1024.0));
        assert!(lobby > 5_000, "the measure sees nothing: {lobby}");
        assert!(lobby <= 300 * 1024, "the lobby weighs {lobby} bytes");
        page.picture("lobby").await;
        for game in ["Ford", "Hürtgen Forest", "Race to the Rhine", "D-Day to the Rhine"] {
            page.goto("/").await;
            page.until("the shelf is drawn", "return document.querySelector('#shelf .game') !== null").await;
            begin(&page, game, "bot", 0, "easy").await;
            // As somebody meets it who follows a link.
            forget(&page).await;
            let table = page.client.current_url().await.unwrap();
            page.client.goto("about:blank").await.unwrap();
            page.client.goto(table.as_str()).await.unwrap();
            page.seated().await;
            let bytes = weight(&page).await;
            report(&format!("table of {game}: {:.0} KB over the wire", bytes as f64 / 1024.0));
            assert!((50 * 1024..700 * 1024).contains(&bytes), "{game}: {bytes}");
        }
    });
}

#[test]
fn the_map_pans_and_zooms() {
    at_table("frames", async |house| {
        let page = house.visitor(SCREEN).await;
        begin(&page, "Hürtgen Forest", "bot", 0, "easy").await;
        // Somebody comes back to the table.
        page.chrome("Page.addScriptToEvaluateOnNewDocument", serde_json::json!({ "source": LONGEST })).await;
        page.client.refresh().await.unwrap();
        page.seated().await;
        let longest = page.see("return Math.max(...window.longest)").await;
        report(&format!("the table of the forest opens: longest frame {:.0} ms", longest.as_f64().unwrap()));
        // Three zooms for people to look at.
        for (name, keys) in [("far", "0"), ("mid", "0++++"), ("near", "0+++++++")] {
            for key in keys.chars() {
                page.press(key).await;
                page.rest().await;
            }
            page.picture(&format!("hurtgen-{name}")).await;
        }
        let k = "return known.board.view.k";
        let before = page.ask(k, Value::Null).await.as_f64().unwrap();
        page.wheel(700.0, 450.0, 240).await;
        page.until_known("the wheel zooms", "return known.board.view.k < args", before.into()).await;
        let x = "return known.board.view.x";
        let before = page.ask(x, Value::Null).await.as_f64().unwrap();
        page.drag((800.0, 500.0), (700.0, 460.0)).await;
        page.until_known("a drag pans", "return known.board.view.x < args - 50", before.into()).await;
        // When a zoom comes to rest, no frame shows the map at another scale than the frames before and after it.
        let rest = page.ask(SAME, Value::Null).await;
        let (off, longest) = (rest[0].as_f64().unwrap(), rest[1].as_f64().unwrap());
        report(&format!("from the whole map of the forest to near, and at rest: longest frame {longest:.0} ms"));
        assert!(off < 0.02, "a frame was drawn {off} larger or smaller than it should be");
        // The sheet was drawn in steps, and now it is there in the scale of the view; of the numbers those in view and no more.
        page.rest().await;
        let drawn = page.ask(DRAWN, Value::Null).await;
        assert_eq!(
            drawn,
            serde_json::json!([true, true, true, true]),
            "sharp, all of it, every number in view, not all numbers"
        );
        // Whoever turns the wheel sees the map from afar around what was drawn: nothing of the sheet is drawn on the way.
        page.until_known(
            "the sheet from afar is ready",
            "const { base } = known.board.plates; return base?.k > 0 && !base.element.matches('.pale')",
            Value::Null,
        )
        .await;
        let outwards = page.ask(OUTWARDS, Value::Null).await;
        assert_eq!(
            outwards,
            serde_json::json!([1, true]),
            "the sheet was drawn at other scales on the way, or more of it"
        );
        // From near to the whole map: drawn once more and not on the way, and no counter moves by itself.
        page.wishes("dark", "no-preference").await;
        let flown = page.ask(OUT, Value::Null).await;
        page.wishes("dark", "reduce").await;
        assert_eq!(flown[0], 1, "the map was drawn anew so often on its way");
        assert!(flown[1].as_f64().unwrap() < 10.0, "{} parts of counters moved by themselves", flown[1]);
        // While the map is moved nothing is laid out: that is what made frames long.
        page.ask("known.board.view.fit()", Value::Null).await;
        page.rest().await;
        let before = layouts(&page).await;
        page.ask(PAN, Value::Null).await;
        let made = layouts(&page).await - before;
        report(&format!("panning over 100 frames: {made} layouts"));
        assert!(made < 20.0, "{made} layouts while the map was moved");
        // A trace: events as fast as frames come, from whole map to near and about.
        for (name, script) in [("panning", PAN), ("zooming", ZOOM)] {
            let trace = page.ask(script, Value::Null).await;
            let mut frames: Vec<f64> = trace.as_array().unwrap().iter().map(|ms| ms.as_f64().unwrap()).collect();
            frames.sort_by(f64::total_cmp);
            let (median, worst) = (frames[frames.len() / 2], frames[frames.len() - 1]);
            report(&format!(
                "{name} on the whole map of the forest: median frame {median:.1} ms, 95 % {:.1} ms, worst {worst:.1} ms, {} frames, without a graphics card",
                frames[frames.len() * 95 / 100],
                frames.len()
            ));
            assert!(frames.len() > 50);
        }
    });
}

/// How often the page has been laid out.
async fn layouts(page: &Page) -> f64 {
    page.chrome("Performance.enable", serde_json::json!({})).await;
    let all = page.chrome("Performance.getMetrics", serde_json::json!({})).await;
    let found = all["metrics"].as_array().unwrap().iter().find(|metric| metric["name"] == "LayoutCount");
    found.unwrap()["value"].as_f64().unwrap()
}

/// Every frame of a page from its first one on.
const LONGEST: &str = "window.longest = []; let last = 0; const frame = (now) => { if (last) window.longest.push(now - last); last = now; requestAnimationFrame(frame); }; requestAnimationFrame(frame);";

/// A flight from near to the whole map: at how many new scales it is drawn, and how many parts of it are animated at most.
const OUT: &str = "
const { view } = known.board; view.fit(); view.zoom(5); await new Promise((next) => setTimeout(next, 900));
const widths = new Set([view.world.style.width]); let most = 0;
view.fit(true);
for (let i = 0; i < 60; i++) {
  await new Promise((next) => requestAnimationFrame(next));
  widths.add(view.world.style.width); most = Math.max(most, document.getAnimations().length);
}
return [widths.size - 1, most];
";

/// Whether the sheet is drawn at the scale of the view, all of it; whether all numbers of hexes in view are written, and some are not.
const DRAWN: &str = "
const { view, plates, places } = known.board;
for (let i = 0; i < 40; i++) await new Promise((next) => requestAnimationFrame(next));
const [left, top, right, bottom] = view.seen();
const there = new Set([...document.querySelectorAll('.numbers text')].filter((text) => text.getClientRects().length).map((text) => text.textContent));
const hexes = known.kit.spots.filter((spot) => spot.shape.kind === 'hex');
const seen = hexes.filter(({ at: [x, y] }) => x > left && x < right && y > top && y < bottom);
return [plates.front.k === view.k, plates.front.part === null && !plates.growing, seen.length > 10 && seen.every((spot) => there.has(spot.name)), there.size < hexes.length];
";

/// The wheel outwards, a notch a frame: in how many sizes the sheet was laid out, and whether it was cut to what had been drawn.
const OUTWARDS: &str = "
const { view, plates } = known.board; const { front } = plates; const sizes = new Set([front.element.style.width]); let cut = true;
for (let i = 0; i < 12; i++) {
  document.getElementById('board').dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 60, clientX: 600, clientY: 420 }));
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  if (plates.growing || plates.front !== front) break;
  sizes.add(front.element.style.width); cut &&= front.part !== null;
}
return [sizes.size, cut];
";

/// How far the drawn size of the map is from what the view says, at worst.
const SAME: &str = "
const { view } = known.board; view.fit(); await new Promise((next) => setTimeout(next, 600));
view.zoom(5);
let [worst, longest, last] = [0, 0, performance.now()];
for (let i = 0; i < 60; i++) {
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  longest = Math.max(longest, performance.now() - last); last = performance.now();
  worst = Math.max(worst, Math.abs(view.world.getBoundingClientRect().width / (view.sheet[2] * view.k) - 1));
  if (i > 24 && view.settled === view.k) break;
}
return [worst, longest]";

pub(crate) const PAN: &str = "
known.board.view.fit(); await new Promise((next) => setTimeout(next, 0));
return frames(100, (i) => {
  const at = { pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0, buttons: 1, clientX: 700 + 200 * Math.sin(i / 9), clientY: 450 + 120 * Math.cos(i / 7) };
  if (i === 0) document.getElementById('board').dispatchEvent(new PointerEvent('pointerdown', at));
  document.getElementById('board').dispatchEvent(new PointerEvent('pointermove', at));
  if (i === 99) document.getElementById('board').dispatchEvent(new PointerEvent('pointerup', at));
});
function frames(n, each) {
  return new Promise((done) => {
    const times = []; let last = 0, i = 0;
    const step = (now) => { if (last) times.push(now - last); last = now; if (i >= n) return done(times); each(i++); requestAnimationFrame(step); };
    requestAnimationFrame(step);
  });
}";

pub(crate) const ZOOM: &str = "
return new Promise((done) => {
  const times = []; let last = 0, i = 0;
  const step = (now) => {
    if (last) times.push(now - last); last = now;
    if (i >= 100) return done(times);
    document.getElementById('board').dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: i % 50 < 25 ? -60 : 60, clientX: 600, clientY: 420 }));
    i++; requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
});";
