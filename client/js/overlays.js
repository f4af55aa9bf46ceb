// @ts-check
// Overlays by buttons and keys: those the game names, hex names, what is reconstructed, and the settings.
/** @import { Ref } from "../types" */
import { $, esc, ico, put } from "./dom.js";
import { ring as drawRing, supplyLines, zone } from "./drawings.js";
import { briefing, openBriefing } from "./briefing.js";
import { openSettings, openHelp } from "./dialogs.js";
import { rulerOn, toggleRuler } from "./ruler.js";
import { hasMarks, isNoting, isShared, toggleNoting, toggleShared, wipe } from "./sketch.js";
import { set, settings } from "./settings.js";
import { hideCard, showCard } from "./cards.js";
import { indexOf, isPiece, isSpot, known, nameOfRef, on, ring, spotOf } from "./state.js";

/** Names of overlays that are switched on. @type {Set<string>} */
export const shownOverlays = new Set();
/** What an overlay about one thing is about: the counter pointed at last. @type {Ref} */
let about = null;
let asked = 0;

const OWN = ["numbers", "unsure"];

export function startOverlays() {
  on("update", () => refresh());
  on("shown", () => refresh());
  on("overlays", drawRail);
  $("rail").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const { overlay, tool } = button.dataset;
    if (overlay) toggleOverlay(overlay);
    if (tool === "colours") set("colourBlind", !settings.colourBlind);
    if (tool === "chrome") set("chrome", document.documentElement.dataset["chrome"] === "dark" ? "light" : "dark");
    if (tool === "ruler") toggleRuler();
    if (tool === "wipe") wipe();
    if (tool === "note") toggleNoting();
    if (tool === "share") toggleShared();
    if (tool === "settings") openSettings();
    if (tool === "help") openHelp();
    if (tool === "briefing") openBriefing();
    drawRail();
  });
  drawRail();
}

/** @param {string} name */
export function toggleOverlay(name) {
  if (shownOverlays.has(name)) shownOverlays.delete(name);
  else shownOverlays.add(name);
  refresh();
  ring("overlays");
}

/** Overlays about one thing follow the counter that was pointed at. @param {Ref} ref */
export function overlaysAbout(ref) {
  if (ref === about || ref === null) return;
  about = ref;
  if ([...shownOverlays].some((name) => !OWN.includes(name))) refresh();
}

/** The key of an overlay: the first free letter of its name. */
export function overlayKeys() {
  /** @type {Map<string, string>} */
  const keys = new Map([["n", "numbers"], ["b", "unsure"]]);
  const taken = new Set(["u", "e", "p", "n", "b", "m", "f", "h", "c"]);
  for (const { name } of known.kit.overlays) {
    const words = name.split(/[-\s]/);
    const letters = [...words.map((w) => w.charAt(0)), ...name.replace(/[^a-z]/gi, "")].map((c) => c.toLowerCase());
    const key = letters.find((c) => /[a-z]/.test(c) && !taken.has(c));
    if (key) {
      taken.add(key);
      keys.set(key, name);
    }
  }
  return keys;
}

async function refresh() {
  const stage = $("stage");
  stage.dataset["show"] = OWN.filter((name) => shownOverlays.has(name)).join(" ");
  known.board.numbers.show(known.board.view);
  const mine = ++asked;
  const names = known.kit.overlays.map((o) => o.name);
  const parts = await Promise.all(
    [...shownOverlays].filter((name) => names.includes(name)).map(async (name) => ({ name, refs: known.past === null ? await known.socket.overlay(name, about) : [] })),
  );
  if (mine !== asked) return;
  const html = parts.map(({ name, refs: all }) => {
    // First what is marked; then, behind nothing each, lines.
    const [refs = [], ...ways] = parted(all);
    const tone = `tone-${names.indexOf(name) % 5}`;
    const spots = new Set(refs.map((ref) => (isSpot(ref) ? indexOf(ref) : undefined)).filter((s) => s !== undefined));
    const pieces = refs.filter(isPiece).map(spotOf).filter((s) => s !== undefined);
    return zone(known.places, /** @type {Set<number>} */ (spots), `zoc-soft ${tone}`) + pieces.map((s) => drawRing(known.places, /** @type {number} */ (s), "found")).join("") + supplyLines(known.places, ways.map((way) => way.map(indexOf)), tone);
  });
  put(known.board.layers.zones, html.join(""));
  legend(parts.map(({ name }) => name), new Set(parts.flatMap(({ name, refs }) => (refs.includes(null) ? [name] : []))));
}

/** @param {Ref[]} refs @returns {Ref[][]} */
function parted(refs) {
  /** @type {Ref[][]} */
  const parts = [[]];
  for (const ref of refs)
    if (ref === null) parts.push([]);
    else parts.at(-1)?.push(ref);
  return parts;
}

/** What the colours on the map mean, and about whom. @param {string[]} shown @param {Set<string>} lined which have lines */
function legend(shown, lined) {
  if (!shown.length) return void hideCard("legend");
  const rows = known.kit.overlays.flatMap((overlay, i) => (shown.includes(overlay.name) ? [`<li><i class="tone-${i % 5}"></i><span>${esc(overlay.title)}<small>${esc(overlay.about)}</small></span></li>${lined.has(overlay.name) ? `<li><i class="line tone-${i % 5}"></i><span><small>The lines it comes by</small></span></li>` : ""}`] : []));
  const whose = about === null ? "" : `<p class="soft">Pointed at: ${esc(nameOfRef(about))}</p>`;
  showCard("legend", "legend-card", `<ul>${rows.join("")}</ul>${whose}`, { place: "corner", label: "What the colours mean", role: "note" });
}

function drawRail() {
  const keys = new Map([...overlayKeys()].map(([key, name]) => [name, key.toUpperCase()]));
  /** @param {string} name @param {string} icon @param {string} words @param {string} title */
  const tool = (name, icon, words, title) =>
    `<button class="tool" data-overlay="${esc(name)}" aria-pressed="${shownOverlays.has(name)}" title="${esc(title)} (${keys.get(name) ?? ""})">${ico(icon)}<small>${esc(words)}</small></button>`;
  const game = known.kit.overlays.map(({ name, title, about, icon }) => tool(name, icon, title, about));
  /** @param {string} id @param {string} icon @param {string} words @param {string} title */
  const plain = (id, icon, words, title, pressed = "") => `<button class="tool" data-tool="${id}" ${pressed} title="${title}">${ico(icon)}<small>${words}</small></button>`;
  put(
    $("rail"),
    `${game.join("")}<hr>${tool("numbers", "numbers", "Numbers", "Names of the spots at every zoom")}${tool("unsure", "unsure", "Rebuilt", "Shade what is reconstructed")}${plain("ruler", "reach", "Ruler", "Measure from place to place", `aria-pressed="${rulerOn()}"`)}${plain("note", "talk", "Note", "Put a few words on a place of the map", `aria-pressed="${isNoting()}"`)}${hasMarks() ? plain("share", "share", "Show marks", "Show my marks and notes to the others", `aria-pressed="${isShared()}"`) + plain("wipe", "undo", "Wipe", "Take my own marks off the map") : ""}<span class="gap"></span>${briefing() ? plain("briefing", "flag", "Briefing", "What wins, and what to do first") : ""}${plain("colours", "eye", "Colours", "Palette for colour-blind people", `aria-pressed="${settings.colourBlind}"`)}${plain("chrome", "sun", "Light", "Light or dark")}${plain("settings", "gear", "Settings", "Settings")}${plain("help", "help", "Keys", "All keys (?)")}`,
  );
}
