// @ts-check
// The time line: scrub, step, play, back to now; branch, file, link to watch.
/** @import { Standing } from "../types" */
import { analyse } from "./analysis.js";
import { api } from "./api.js";
import { $, esc, ico, put, still } from "./dom.js";
import { sideClass } from "./counters.js";
import { animate, places, showEntry, toast } from "./notes.js";
import { known, on, ring } from "./state.js";

/** @type {Map<number, Standing>} */
const past = new Map();
let playing = 0;
let speed = 1;
let wanted = -1;

export function startReplay() {
  for (const topic of /** @type {const} */ (["update", "shown", "log"])) on(topic, draw);
  const bar = $("replay");
  bar.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-replay]") : null;
    if (button instanceof HTMLElement) act(button.dataset["replay"] ?? "");
  });
  bar.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === "range") {
      clearTimeout(playing);
      playing = 0;
      goTo(Number(event.target.value));
      draw();
    }
  });
  bar.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement) speed = Number(event.target.value);
  });
}

/** @param {string} verb */
export function act(verb) {
  const at = known.past ?? known.update.entries;
  if (verb === "first") return (pause(), goTo(0));
  if (verb === "back") return (pause(), goTo(at - 1));
  if (verb === "forward") return (pause(), goTo(at + 1));
  if (verb === "last") return backToNow();
  if (verb === "play") return playing ? pause() : run();
  if (verb === "analyse") return void analyse(known.past ?? Math.max(0, known.update.entries - 1));
  if (verb === "branch") return branch();
  if (verb === "file") return download();
  if (verb === "link") return copy(location.href, "The link to this table is copied: whoever opens it watches.");
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  draw();
}

function run() {
  if (known.past === null) known.past = 0;
  const step = async () => {
    const next = (known.past ?? 0) + 1;
    if (!playing) return;
    if (next >= known.update.entries) return backToNow();
    await goTo(next, true);
    if (playing) playing = window.setTimeout(step, 700 / speed);
  };
  playing = window.setTimeout(step, 0);
  goTo(known.past ?? 0);
}

export function backToNow() {
  clearTimeout(playing);
  playing = 0;
  wanted = -1;
  known.past = null;
  known.shown = { scene: known.update.scene, awaits: known.update.awaits };
  known.board.draw(known.shown.scene);
  ring("shown");
}

/** Shows the table as it stood after so many entries. @param {number} entries */
export async function goTo(entries, walk = false) {
  const n = Math.max(0, Math.min(known.update.entries, entries));
  if (n === known.update.entries && !playing) return backToNow();
  wanted = n;
  const standing = await standingAt(n);
  if (!standing || wanted !== n) return;
  const before = places(known.shown.scene);
  known.past = n;
  known.shown = { scene: standing.scene, awaits: standing.awaits };
  known.board.draw(standing.scene);
  ring("shown");
  const told = known.told.find((t) => t.entry === n - 1);
  if (walk && told && !still()) await animate([told], new Map(), before, 1 / speed);
  else showEntry(n - 1);
}

/** The table as it stood after so many entries. @param {number} n */
export async function standingAt(n) {
  const kept = past.get(n);
  if (kept) return kept;
  try {
    const standing = await api.standing(known.id, n);
    if (past.size > 400) past.clear();
    past.set(n, standing);
    return standing;
  } catch (problem) {
    toast("", problem instanceof Error ? problem.message : String(problem));
    return null;
  }
}

/** What was kept of the past is void from an entry on. @param {number} entry */
export function forgetFrom(entry) {
  for (const n of past.keys()) if (n > entry) past.delete(n);
}

async function branch() {
  const at = known.past ?? known.update.entries;
  try {
    const made = await api.branch(known.id, at);
    location.href = `/table/${encodeURIComponent(made.id)}`;
  } catch (problem) {
    toast("", `No branch: ${problem instanceof Error ? problem.message : problem}`);
  }
}

async function download() {
  const response = await fetch(api.fileAddress(known.id));
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    return void toast("", answer.error ?? "The file is not to be had now.");
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = `${known.kit.id}-${known.id}.match`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}

/** @param {string} text @param {string} words */
export async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    toast("", words);
  } catch {
    prompt("Copy this:", text);
  }
}

/** Where turns begin, as the log heads them; of many only some are numbered. @param {number} entries */
function turnMarks(entries) {
  const begins = known.told.filter((told) => told.notes.some((note) => note.heading === "turn")).map((told) => told.entry + 1);
  const all = [0, ...begins.filter((entry) => entry > 1)];
  const each = Math.ceil(all.length / 16);
  return all.map((entry, i) => `<i data-css="left:${(entry / Math.max(1, entries)) * 100}%">${i % each ? "" : `<b>${i + 1}</b>`}</i>`).join("");
}

function draw() {
  if (!known.update) return;
  const { entries } = known.update;
  const at = known.past ?? entries;
  const fights = known.told
    .filter((told) => told.notes.some((note) => note.shows.kind === "roll"))
    .map((told) => `<i class="${sideClass(known.kit, told.seat)}" data-css="left:${((told.entry + 1) / Math.max(1, entries)) * 100}%"></i>`);
  const turns = turnMarks(entries);
  /** @param {string} verb @param {string} icon @param {string} words @param {string} kind */
  const button = (verb, icon, words, kind = "") => `<button class="r-btn ${kind}" data-replay="${verb}" aria-label="${words}" title="${words}">${ico(icon)}</button>`;
  const { banner } = known.shown.scene;
  const bar = $("replay");
  // Built once: a slider that is drawn anew falls out of the hand that drags it.
  if (!bar.querySelector("input"))
    bar.innerHTML = `<div class="r-btns" data-part="go"></div><div class="r-track"><div class="r-turns" aria-hidden="true"></div><div class="r-fights" aria-hidden="true"></div><input type="range" min="0" aria-label="Decision"></div><div class="r-where"></div><select class="btn small" aria-label="Speed of the replay">${[0.5, 1, 2, 4].map((s) => `<option value="${s}" ${s === speed ? "selected" : ""}>${s}×</option>`).join("")}</select><div class="r-btns" data-part="keep">${button("analyse", "eye", "Analyse: what would a bot do here?", "line")}${button("branch", "branch", "Begin a new match from here", "line")}${button("file", "down", "Download the match file", "line")}${button("link", "share", "Copy the link to watch", "line")}</div>`;
  /** @param {string} css */
  const part = (css) => /** @type {Element} */ (bar.querySelector(css));
  const going = document.activeElement instanceof HTMLElement && part("[data-part=go]").contains(document.activeElement) ? document.activeElement.dataset["replay"] : undefined;
  put(part("[data-part=go]"), `${button("first", "first", "To the beginning (Home)")}${button("back", "back", "One decision back ([)")}${button("play", playing ? "pause" : "play", playing ? "Stop" : "Play (P)", "main")}${button("forward", "forward", "One decision on (])")}${button("last", "last", "Back to now (End)")}`);
  if (going) /** @type {HTMLElement | null} */ (bar.querySelector(`[data-replay="${going}"]`))?.focus();
  put(part(".r-turns"), turns);
  put(part(".r-fights"), fights.join(""));
  put(part(".r-where"), `<div class="r-say"><b>${esc(banner.turn)} · ${esc(banner.phase)}</b><small>${known.past === null ? "Live" : "Replay"} · decision ${at} of ${entries}</small></div>`);
  const slider = /** @type {HTMLInputElement} */ (part("input"));
  slider.max = String(entries);
  // The hand is ahead of the table: what it wants stands on the slider.
  slider.value = String(wanted >= 0 ? wanted : at);
  slider.setAttribute("aria-valuetext", `decision ${at} of ${entries}`);
}
