// @ts-check
// Everything by keys: a cursor on the map, the next counter that can act, confirm, back, overlays, replay.
/** @import { Ref } from "../types" */
import { closeAnalysis } from "./analysis.js";
import { announce } from "./announce.js";
import { closeBriefing } from "./briefing.js";
import { $, put } from "./dom.js";
import { spoken } from "./counters.js";
import { openHelp } from "./dialogs.js";
import { closeDigest } from "./digest.js";
import { closeEnding } from "./ending.js";
import { ring as drawRing } from "./drawings.js";
import { count, hover, ready, step } from "./editing.js";
import { begin, cancel, choice, confirm, endingOffer, plainOffers, undo } from "./offers.js";
import { pointAt } from "./pointing.js";
import { whyNotRef } from "./whynot.js";
import { overlayKeys, overlaysAbout, toggleOverlay } from "./overlays.js";
import { openTab, searchRules, tabs } from "./panel.js";
import { card } from "./pointer.js";
import { hideCard } from "./cards.js";
import { skip } from "./pace.js";
import { act as replay } from "./replay.js";
import { indexOf, isPiece, known, mayAct, on, spotOf } from "./state.js";

/** The spot the cursor is on. @type {number | null} */
let cursor = null;
/** Which counter of a stack. */
let level = 0;
/** @type {Record<string, number>} */
const DIRECTIONS = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

export function startKeys() {
  document.addEventListener("keydown", press);
  $("board").addEventListener("blur", () => put(layer(), ""));
  $("board").addEventListener("focus", () => $("board").matches(":focus-visible") && drawCursor());
  on("update", () => {
    level = 0;
  });
  // Whoever takes the mouse has put the cursor down.
  document.addEventListener("pointerdown", () => {
    cursor = null;
    put(layer(), "");
  });
}

function layer() {
  let group = known.board.layers.cursor.querySelector(".cursor");
  if (!group) {
    group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "cursor");
    known.board.layers.cursor.prepend(group);
  }
  return group;
}

/** @param {KeyboardEvent} event */
function press(event) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.matches("input:not([type=range]), textarea, select") || document.querySelector("dialog[open]")) {
    if (event.key === "Escape") target?.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey) return;
  const done = event.altKey ? pressAlt(event) : handle(event, target);
  if (done) event.preventDefault();
}

/** @param {KeyboardEvent} event */
function pressAlt(event) {
  const n = Number(event.code.replace("Digit", ""));
  const offer = plainOffers()[n - 1];
  if (!n || offer === undefined) return false;
  begin(offer);
  return true;
}

/** @param {KeyboardEvent} event @param {HTMLElement | null} target @returns {boolean} */
function handle(event, target) {
  const onBoard = target === $("board") || target === document.body || target === null;
  const { key } = event;
  const slider = target?.matches("input[type=range]") ?? false;
  if (choice.open?.kind === "counts" && key in DIRECTIONS && onBoard) {
    const heaps = choice.open.of.length;
    if (key === "ArrowUp" || key === "ArrowDown") count(choice.heap, key === "ArrowUp" ? 1 : -1);
    else count((choice.heap + (key === "ArrowRight" ? 1 : heaps - 1)) % heaps, 0);
    return true;
  }
  if (key in DIRECTIONS && onBoard) return moveCursor(DIRECTIONS[key] ?? 0, event.shiftKey);
  if (key === "Tab" && target === $("board") && mayAct()) return nextThing(event.shiftKey ? -1 : 1, true);
  switch (key) {
    case "Escape":
      hideCard("hover");
      known.board.unfan();
      return cancel() || closeEnding() || closeAnalysis() || closeDigest() || closeBriefing();
    case "Enter":
      return onBoard ? enter(event.shiftKey) : false;
    case " ":
      return onBoard ? fan() : false;
    case ".":
      return nextThing(1, false);
    case ",":
      return nextThing(-1, false);
    case "+":
    case "=":
      if (choice.open?.kind === "amount") return (step(1), true);
      return (known.board.view.zoom(1.25, undefined, true), true);
    case "-":
      if (choice.open?.kind === "amount") return (step(-1), true);
      return (known.board.view.zoom(0.8, undefined, true), true);
    case "0":
      return (known.board.view.fit(true), true);
    case "[":
      return (replay("back"), true);
    case "]":
      return (replay("forward"), true);
    case "Home":
      return slider ? false : (replay("first"), true);
    case "End":
      return slider ? false : (replay("last"), true);
    case "?":
      return (openHelp(), true);
    case "/":
      return (searchRules(), true);
  }
  const letter = key.toLowerCase();
  if (letter === "u") return (undo(), true);
  if (letter === "s" && !mayAct() && known.past === null) return (skip(), true);
  if (letter === "p") return (replay("play"), true);
  if (letter === "d") return ($("banner").focus(), true);
  if (letter === "e") return end();
  const tab = tabs()[Number(key) - 1];
  if (tab) return (openTab(tab[0]), true);
  const overlay = overlayKeys().get(letter);
  if (overlay && key.length === 1) return (toggleOverlay(overlay), true);
  return false;
}

/** The end of the phase, or the last button; if there is none, why not. */
function end() {
  if (choice.warned !== null) return (confirm(), true);
  if (!mayAct() || (choice.offer !== null && !choice.alone)) return false;
  const ending = endingOffer();
  const last = ending >= 0 ? ending : plainOffers().at(-1);
  if (last === undefined) whyNotRef(null);
  else begin(last);
  return true;
}

/** @param {number} degrees @param {boolean} diagonal */
function moveCursor(degrees, diagonal) {
  if (cursor === null) cursor = start();
  else {
    // In a grid of hexes the sideways keys go up, or down with shift.
    const sideways = degrees % 180 === 0;
    const slanted = sideways ? (degrees === 0 ? (diagonal ? 30 : -30) : diagonal ? 150 : 210) : degrees;
    cursor = known.places.towards(cursor, slanted) ?? known.places.towards(cursor, degrees) ?? cursor;
  }
  level = 0;
  $("board").focus();
  drawCursor();
  return true;
}

function start() {
  const first = mayAct() ? known.update.offers.map((o) => spotOf(o.about)).find((s) => s !== undefined) : undefined;
  return first ?? known.places.at(known.board.view.toSheet(innerWidth / 2, innerHeight / 2)) ?? 0;
}

function drawCursor() {
  if (cursor === null) return;
  put(layer(), drawRing(known.places, cursor, "focus"));
  known.board.view.reveal(known.places.centre(cursor), 70);
  hover(cursor);
  const spot = known.kit.spots[cursor];
  const stack = known.board.stack(cursor);
  const leg = choice.open?.kind === "path" ? choice.open.legs.find((l) => l.spot === cursor) : undefined;
  const inReach = choice.open?.kind === "path" ? (leg?.end ? ", in reach" : ", out of reach") : "";
  announce(`${spot?.name}, ${spot?.about}${inReach}. ${stack.map((c) => spoken(known.kit, c)).join(". ") || "empty"}`);
}

/** @param {number} by @param {boolean} mayLeave */
function nextThing(by, mayLeave) {
  if (!mayAct()) return false;
  const open = choice.open;
  const refs = open?.kind === "some" ? open.of : open?.kind === "path" ? open.legs.filter((l) => l.end).map((l) => /** @type {Ref} */ (`s${l.spot}`)) : known.update.offers.map((o) => o.about);
  const things = [...new Set(refs)].filter((ref) => ref !== null && spotOf(ref) !== undefined);
  if (!things.length) return false;
  const here = things.findIndex((ref) => spotOf(ref) === cursor && (!isPiece(ref) || pieceHere() === indexOf(ref)));
  const next = here + by;
  // Tab leaves the map after the last counter, so that the keyboard is never caught.
  if (mayLeave && here >= 0 && (next < 0 || next >= things.length)) {
    cursor = null;
    put(layer(), "");
    return false;
  }
  const ref = things[(next + things.length) % things.length] ?? null;
  cursor = spotOf(ref) ?? cursor;
  if (cursor !== null && isPiece(ref)) level = Math.max(0, known.board.stack(cursor).findIndex((c) => c.piece === indexOf(ref)));
  $("board").focus();
  drawCursor();
  return true;
}

function pieceHere() {
  return cursor === null ? undefined : known.board.stack(cursor)[level]?.piece;
}

/** @param {boolean} shift */
function enter(shift) {
  if (choice.warned !== null) return (confirm(), true);
  if (cursor === null) {
    if (choice.offer !== null && ready()) return (confirm(), true);
    const [only, ...more] = plainOffers();
    if (only !== undefined && !more.length && known.update.offers.length === 1) return (begin(only), true);
    return false;
  }
  const { open } = choice;
  const refs = known.board.stack(cursor).map((c) => /** @type {Ref} */ (`p${c.piece}`));
  // On something that takes no part, Enter confirms what was picked.
  const takesPart = open?.kind === "some" && [...refs, `s${cursor}`].some((ref) => open.of.includes(/** @type {Ref} */ (ref)));
  if (choice.offer !== null && open && open.kind !== "path" && !takesPart && ready()) return (confirm(), true);
  if (refs[level]) overlaysAbout(refs[level] ?? null);
  pointAt({ piece: pieceHere(), spot: cursor, shift });
  return true;
}

function fan() {
  if (cursor === null) return false;
  const stack = known.board.stack(cursor);
  if (stack.length > 1) {
    if (known.board.fanned === cursor) level = (level + 1) % stack.length;
    else known.board.fan(cursor);
    const counter = stack[level];
    if (counter) announce(spoken(known.kit, counter));
  }
  card(pieceHere(), cursor);
  return true;
}
