// @ts-check
// Analysis of a match that was played: at every decision what a bot would have done, what was done, and how the bots
// judge the position, along the time line.
/** @import { AdviceView, AdvisedView, CurvePoint } from "../types" */
import { api } from "./api.js";
import { hideCard, showCard } from "./cards.js";
import { sideClass } from "./counters.js";
import { curveHtml } from "./curves.js";
import { march, ring as drawRing } from "./drawings.js";
import { $, esc, ico, narrow, put } from "./dom.js";
import { places, whole } from "./notes.js";
import { act as replay, goTo } from "./replay.js";
import { capital, known, on, seatName, spotOf } from "./state.js";

/** The hand may run along the time line: advice is asked for when it rests, in milliseconds. */
const REST = 220;

let open = false;
let waiting = 0;
/** @type {Map<number, AdviceView>} */
const kept = new Map();
/** @type {CurvePoint[]} */
let curve = [];
let trouble = "";

export function startAnalysis() {
  for (const topic of /** @type {const} */ (["shown", "update", "log"])) on(topic, follow);
  document.addEventListener("click", (event) => {
    const at = event.target instanceof Element ? event.target.closest("[data-analysis]") : null;
    if (!(at instanceof HTMLElement)) return;
    const verb = at.dataset["analysis"];
    if (verb === "close") closeAnalysis();
    if (verb === "branch") replay("branch");
    if (verb === "show") show(kept.get(known.past ?? -1)?.best[Number(at.dataset["n"])]);
    if (verb === "at") goTo(Number(at.dataset["n"]));
  });
}

/** Begins at a decision. @param {number} at */
export async function analyse(at) {
  open = true;
  trouble = "";
  goTo(at);
  try {
    curve = (await api.curve(known.id)).points;
  } catch {
    curve = [];
  }
  follow();
}

export function closeAnalysis() {
  if (!open) return false;
  open = false;
  follow();
  return true;
}

function follow() {
  clearTimeout(waiting);
  if (!open || known.past === null) return void hideCard("analysis");
  const at = known.past;
  draw(at);
  if (kept.has(at)) return;
  waiting = window.setTimeout(async () => {
    try {
      kept.set(at, await api.advice(known.id, at));
    } catch (problem) {
      trouble = problem instanceof Error ? problem.message : String(problem);
    }
    if (open && known.past === at) draw(at);
  }, REST);
}

/** @param {number} at */
function draw(at) {
  const advice = kept.get(at);
  const { awaits } = known.shown;
  const played = known.told.find((told) => told.entry === at);
  const said = played?.notes.find((note) => !note.heading || note.heading === "battle")?.text ?? played?.action ?? "";
  const best = advice?.best.map((one, n) => `<li><button class="btn quiet" data-analysis="show" data-n="${n}" aria-pressed="false"><b>${one.gain >= 0 ? "+" : "−"}${Math.abs(one.gain)}</b><span>${esc(words(one))}</span></button></li>`).join("");
  const whose = awaits.kind === "decision" ? seatName(awaits.seat) : "";
  const html =
    `<header><div><small>Decision ${at} of ${known.update.entries}${whose ? `, ${esc(whose)}` : ""}</small><h4>${esc(awaits.kind === "decision" ? awaits.question : "The end")}</h4></div><button class="btn quiet small" data-analysis="close" aria-label="Put it away">✕</button></header>` +
    curveHtml(curve.slice(0, -1).filter((point) => point.worth.length).map((point) => ({ at: point.at, values: point.worth })), at, "How the bots judge the position") +
    (awaits.kind === "over" ? "" : `<h5>What a bot would do</h5>${best === undefined ? `<p class="soft">${esc(trouble || "Thinking…")}</p>` : `<ol class="best">${best || '<li class="soft">Nothing that makes sense.</li>'}</ol>`}`) +
    (said ? `<h5>What was done</h5><p>${esc(said)}</p>` : "") +
    `<footer class="row"><button class="btn small" data-analysis="at" data-n="${at - 1}" ${at > 0 ? "" : "disabled"}>${ico("back")}Before</button><button class="btn small" data-analysis="at" data-n="${at + 1}" ${at < known.update.entries ? "" : "disabled"}>Next${ico("forward")}</button><button class="btn small" data-analysis="branch">${ico("branch")}Play on from here</button></footer>`;
  showCard("analysis", "digest analysis", html, { place: narrow() ? "corner" : "panel", label: "Analysis", role: "group" });
}

/** What it says of itself; not how dice fell that were thrown only to try it out. @param {AdvisedView} one */
const words = ({ note, action }) => capital((note && note.shows.kind !== "roll" && note.shows.kind !== "throw" && note.text) || action);

/** Draws a piece of advice on the map. @param {AdvisedView | undefined} one */
function show(one) {
  const { awaits } = known.shown;
  if (!one?.note || awaits.kind !== "decision") return;
  const { shows } = one.note;
  const side = sideClass(known.kit, awaits.seat);
  if (shows.kind === "path") {
    const way = whole(shows.spots, places(known.shown.scene).get(shows.piece));
    put(known.board.layers.trails, `<g class="${side}">${march(known.places, way, { classes: "past", cut: 27, from: 6, dots: false, width: 6 })}</g>`);
    const end = way.at(-1);
    if (end !== undefined) known.board.view.reveal(known.places.centre(end));
    return;
  }
  const spot = shows.kind === "flash" ? spotOf(shows.about) : shows.kind === "placed" ? shows.at : undefined;
  if (spot === undefined) return;
  put(known.board.layers.trails, `<g class="${side}">${drawRing(known.places, spot, "found")}</g>`);
  known.board.view.reveal(known.places.centre(spot));
  $("board").focus({ preventScroll: true });
}
