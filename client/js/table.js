// @ts-check
// The table page: connect, keep the last update, call the others.
/** @import { ToClient, Told, Update } from "../types" */
import { api } from "./api.js";
import { startAnalysis } from "./analysis.js";
import { startAnnouncing } from "./announce.js";
import { startBanner } from "./banner.js";
import { Board } from "./board.js";
import { startBriefing } from "./briefing.js";
import { giveParts } from "./dice.js";
import { paint } from "./counters.js";
import { startDigest } from "./digest.js";
import { startDialogs } from "./dialogs.js";
import { $, afar, afterFrame, esc, narrow } from "./dom.js";
import { startDrag } from "./drag.js";
import { startEnding } from "./ending.js";
import { startHighlights } from "./highlights.js";
import { startKeys } from "./keys.js";
import { animate, lasting, passing, places, startNotes, toast } from "./notes.js";
import { leadToDecision, seenWhole } from "./leading.js";
import { choice } from "./offers.js";
import { keepLast, lastSeen, startOffline } from "./offline.js";
import { startCounts } from "./counts.js";
import { startOdds } from "./odds.js";
import { startOverlays } from "./overlays.js";
import { startPanel } from "./panel.js";
import { startPhone } from "./phone.js";
import { startPointer } from "./pointer.js";
import { sendPace, startPace, tempo } from "./pace.js";
import { copy, forgetFrom, startReplay } from "./replay.js";
import { onSettings, settings } from "./settings.js";
import { startRuler } from "./ruler.js";
import { Socket } from "./socket.js";
import { forgetSketches, sendSketch, startSketch, takeSketch } from "./sketch.js";
import { startSound } from "./sound.js";
import { does, known, on, ring, seatName, spotOf } from "./state.js";
import { startTopBar } from "./topbar.js";
import { startTraining } from "./training.js";
import { startTray } from "./tray.js";
import { showRefusal } from "./whynot.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
start().catch((problem) => fail(problem instanceof Error ? problem.message : String(problem)));

async function start() {
  await api.me();
  known.id = id;
  // Without a line the match is shown as it was seen last.
  const kept = await api.match(id).then((match) => ((known.match = match), null), async (problem) => (problem instanceof TypeError && (await lastSeen(id))) || Promise.reject(problem));
  if (kept) known.match = kept.match;
  known.seats = known.match.seats;
  // With its letters, or everything is laid out twice.
  const letters = [500, 700].map((weight) => document.fonts.load(`${weight} 10px "Archivo Narrow"`).catch(() => []));
  const [kit, sheet] = await Promise.all([api.kit(known.match.game), api.sheet(known.match.game), ...letters]);
  known.kit = kit;
  paint(kit);
  known.board = new Board($("stage"), $("world"), kit, sheet);
  known.places = known.board.places;
  // A map that is looked at as a whole gets the room of the time line, which opens on demand.
  $("table").classList.toggle("roads", seenWhole());
  // With a bar of actions.
  if (seenWhole()) known.board.view.clear = 90;
  startDialogs();
  startHighlights();
  startBanner();
  startTray();
  startOdds();
  startCounts();
  startNotes();
  startTopBar();
  startPanel();
  startPace();
  startBriefing();
  startDigest();
  startEnding();
  startReplay();
  startAnalysis();
  startRuler();
  startSketch();
  startPointer();
  startDrag();
  startSound();
  startKeys();
  startPhone();
  startAnnouncing();
  startTraining();
  known.socket = new Socket(id, receive, (state) => {
    known.lost = state === "lost";
    if (state === "open") {
      sendPace();
      forgetSketches();
      sendSketch();
    }
    line();
    if (known.update) ring("line");
  });
  startOverlays();
  if (kept) {
    known.lost = true;
    take({ ...kept.update, told_from: 0, told: kept.told });
    line(`No connection: as it stood ${new Date(kept.when).toLocaleString()}`);
  }
  startOffline();
  let keeping = 0;
  on("update", () => {
    clearTimeout(keeping);
    if (!known.lost) keeping = window.setTimeout(keepLast, 1500);
  });
  // Another palette, other letters on it.
  onSettings(() => {
    known.board.wear();
    if (known.update) ring("shown");
  });
  addEventListener("resize", () => {
    known.board.view.measure();
    known.board.view.apply();
  });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (button instanceof HTMLElement) copy(new URL(button.dataset["copy"] ?? "", location.href).href, "The invitation is copied. Send it to one person: it works once.");
  });
}

/** @param {ToClient} message */
function receive(message) {
  switch (message.type) {
    case "welcome":
      known.match = message.match;
      known.seats = message.match.seats;
      known.chat = message.chat;
      known.note = message.note;
      return ring("chat");
    case "table":
      known.seats = message.seats;
      known.undoAsked = message.undo;
      known.watching = message.watching;
      if (known.update) giveParts(known.socket, known.seats, known.update.dice);
      return ring("seats");
    case "update":
      giveParts(known.socket, known.seats, message.dice);
      return take(message);
    case "dice":
      if (known.update) known.update = { ...known.update, dice: { hash: message.hash, seed: message.seed, parts: message.parts } };
      return;
    case "said":
      known.chat = [...known.chat.filter((said) => said.n !== message.n), message];
      return ring("chat");
    case "sketch":
      return takeSketch(message.by, message.name, message.marks);
    case "refused":
      choice.sent = false;
      ring("choice");
      if (message.kind === "cannot_undo") return void toast("", message.why);
      return showRefusal(message, message.about);
    case "stale":
      choice.sent = false;
      return;
    case "undo_declined":
      return void toast("", `${does(message.by, "would", "would")} rather not take that back.`);
    case "error":
      choice.sent = false;
      ring("choice");
      return void toast("", message.what);
    case "standstill":
      return void toast("", message.what ?? "Play goes on.");
    case "again":
      known.again = message.id;
      toast("", `${message.by || "Somebody"} has laid the table for another game.`);
      return ring("seats");
    case "ended":
      return fail(message.what);
    default:
  }
}

/** @param {Update} update */
function take(update) {
  const first = !known.update;
  const before = known.update?.viewer;
  const fresh = first ? [] : update.told.filter((told) => told.entry >= known.told.length || told.entry >= update.told_from);
  known.told = [...known.told.filter((told) => told.entry < update.told_from), ...lasting(update.told)];
  forgetFrom(update.told_from);
  known.update = update;
  /** @type {Map<number, SVGGElement>} */
  const gone = new Map();
  const from = known.shown ? places(known.shown.scene) : new Map();
  if (known.past === null) {
    const kept = new Set(update.scene.counters.map((c) => c.piece));
    for (const [piece, held] of known.board.counters) if (!kept.has(piece)) gone.set(piece, /** @type {SVGGElement} */ (held.element.cloneNode(true)));
    known.shown = { scene: update.scene, awaits: update.awaits };
    known.board.draw(update.scene);
  }
  if (first) {
    // The map first, everything round it in the next frame: one long frame would be felt.
    open(update);
    return void afterFrame(() => {
      ring("update");
      if (known.past === null) leadToDecision();
      if (update.told_from > 0) fetchStory(update.told_from);
    });
  }
  ring("update");
  const rate = tempo(fresh);
  const moving = known.past === null && rate > 0 && fresh.length && fresh.length < 20 ? animate(fresh, gone, from, rate) : Promise.resolve();
  // What was told may have led the eye away from what is asked now.
  moving.then(() => known.update.seq === update.seq && known.past === null && leadToDecision());
  if (before !== update.viewer && update.yours && settings.curtain && known.kit.secrets) curtain(update, fresh);
}

/** The first look: what is in play, well in view. @param {Update} update */
function open(update) {
  const points = update.scene.counters.filter((c) => !known.places.isBox(c.at)).map((c) => known.places.centre(c.at));
  const mine = update.offers.flatMap((offer) => {
    const at = offer.about?.startsWith("p") ? update.scene.counters.find((c) => `p${c.piece}` === offer.about)?.at : undefined;
    return at === undefined || known.places.isBox(at) ? [] : [known.places.centre(at)];
  });
  // Unless the window is small.
  if (seenWhole() && !narrow()) return known.board.view.fit();
  const focus = [...update.scene.focus.on, ...update.scene.focus.by].map(spotOf).filter((at) => at !== undefined && !known.places.isBox(at));
  if (focus.length) return known.board.view.frameOf(focus.map((at) => known.places.centre(/** @type {number} */ (at))), 260, afar() ? 1 : 0.7, afar() ? 1.25 : 0.95);
  if (points.length) return known.board.view.frameOf(mine.length > 2 ? mine : points, 130);
  // Everybody waits beside the map: then the map itself, and none of its boxes.
  const [left = 0, top = 0, width = 0, height = 0] = update.scene.part ?? known.kit.sheet_box;
  const ground = known.kit.spots.flatMap((spot, i) => {
    const [x, y] = known.places.centre(i);
    return known.places.isBox(i) || x < left || y < top || x > left + width || y > top + height ? [] : [known.places.centre(i)];
  });
  known.board.view.frameOf(ground, 40, 0.45);
}

/** The part of the log that a hello does not bring. @param {number} upTo */
async function fetchStory(upTo) {
  const story = await api.story(known.id);
  known.told = [...story.told.filter((told) => told.entry < upTo), ...known.told];
  ring("log");
}

/**
 * Two people at one screen: nobody sees the other's secrets. What lies open to both for a moment stands on the curtain.
 * @param {Update} update
 * @param {Told[]} fresh
 */
function curtain(update, fresh) {
  const key = `rhine-no-curtain-${known.id}`;
  if (sessionStorage.getItem(key)) return;
  const place = $("curtain");
  const once = fresh.slice(-6).map((told) => passing(told.notes)).join("");
  place.hidden = false;
  place.innerHTML = `<div><h2>${esc(seatName(update.viewer))}, it is your turn</h2><p>${esc(update.awaits.kind === "decision" ? update.awaits.question : "")}</p>${once ? `<div class="once"><small>Open to both, once</small>${once}</div>` : ""}<p class="row"><button class="btn accent">I am ready: show the map</button><button class="btn quiet" data-never>No more curtains at this table</button></p></div>`;
  for (const button of place.querySelectorAll("button"))
    button.addEventListener("click", () => {
      if (button.hasAttribute("data-never")) sessionStorage.setItem(key, "1");
      place.hidden = true;
      place.replaceChildren();
      $("board").focus({ preventScroll: true });
    });
  place.querySelector("button")?.focus();
}

/** @param {string} text */
function line(text = "Reconnecting…") {
  document.querySelector(".lost-line")?.remove();
  if (!known.lost) return;
  const words = document.createElement("div");
  words.className = "lost-line";
  words.setAttribute("role", "status");
  words.textContent = text;
  $("stage").append(words);
}

/** @param {string} what */
function fail(what) {
  const place = $("curtain");
  place.hidden = false;
  place.innerHTML = `<div role="alert"><h2>This table cannot be shown</h2><p>${esc(what)}</p><a class="btn accent" href="/">Back to the shelf</a></div>`;
}
