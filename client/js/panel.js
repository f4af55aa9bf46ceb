// @ts-check
// The panel: tabs, and below them overview and score.
import { $, chip, esc, ico, narrow, num, put } from "./dom.js";
import { sideClass } from "./counters.js";
import { gaugeHtml } from "./ending.js";
import { chartsHtml } from "./charts.js";
import { showLog, unfold } from "./log.js";
import { showEntry } from "./notes.js";
import { cardFace } from "./things.js";
import { hideCard, showCard } from "./cards.js";
import { hasMats, matsHtml } from "./mats.js";
import { begin, choice, offersAbout, openAbout } from "./offers.js";
import { pointAt, pointAtThing } from "./pointing.js";
import { looking, rulesHtml, rulesList } from "./rules.js";
import { counterOf, known, on, ring, seatName, unitFor } from "./state.js";
import { keepNote, readTalk, resign, sayNow, talkHtml, talkUnread } from "./talk.js";
import { unitsHtml } from "./units.js";

/** @typedef {"mats" | "log" | "charts" | "units" | "rules" | "talk"} Tab */
/** @import { Ref } from "../types" */
/** @type {[Tab, string, string][]} */
const TABS = [["log", "Log", "log"], ["charts", "Charts", "chart"], ["units", "Units", "unit"], ["rules", "Rules", "book"], ["talk", "Talk", "talk"]];

/** Mats stand first, where a game has any. @returns {[Tab, string, string][]} */
export const tabs = () => (hasMats() ? [["mats", "Mats", "layers"], ...TABS] : TABS);

/** @type {Tab} */
let tab = "log";
/** The one that is drawn. @type {Tab | null} */
let drawn = null;
/** The tab the player chose; the page may leave it only for a moment. @type {Tab | null} */
let chosen = null;

export function startPanel() {
  const panel = $("panel");
  panel.innerHTML = `<div role="tablist" class="tabs" aria-label="Panels"></div><div id="aside" class="aside"></div><div role="tabpanel" class="tabbody" id="tabbody" tabindex="0"></div><div class="foot" id="foot"></div>`;
  on("update", () => {
    // Where there are mats, they are what one wants to see.
    if (chosen === null) tab = chosen = hasMats() ? "mats" : "log";
  });
  for (const topic of /** @type {const} */ (["update", "shown", "log", "chat", "tab", "seats"])) on(topic, draw);
  on("choice", () => (tab === "units" || tab === "charts" || tab === "mats") && draw());
  on("choice", follow);
  known.board.view.listeners.push(drawEye);
  panel.addEventListener("click", click);
  panel.addEventListener("pointerover", peek);
  panel.addEventListener("pointerleave", () => hideCard("face"));
  panel.addEventListener("focusin", peek);
  panel.addEventListener("input", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.id !== "rule-search") return;
    looking.words = event.target.value;
    looking.rule = "";
    put($("rule-list"), rulesList());
  });
  panel.addEventListener("submit", (event) => {
    event.preventDefault();
    sayNow();
  });
  panel.addEventListener("change", (event) => {
    if (event.target instanceof HTMLTextAreaElement) keepNote(event.target.value);
  });
  panel.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLElement) || event.target.getAttribute("role") !== "tab") return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const all = tabs();
    const next = all[(all.findIndex((t) => t[0] === tab) + by + all.length) % all.length];
    if (next) openTab(next[0]);
    document.getElementById(`tab-${tab}`)?.focus();
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const rule = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
    if (rule instanceof HTMLElement) openRule(rule.dataset["rule"] ?? "");
  });
}

/** Charts come up by themselves while a player weighs odds, and go back afterwards. A question that came by itself leaves the log open: it says why it is asked. */
function follow() {
  if (narrow()) return;
  const odds = choice.answer?.forecast?.chart != null && !choice.alone;
  const wanted = odds && chosen === "log" ? "charts" : (chosen ?? "log");
  if (wanted !== tab) {
    tab = wanted;
    draw();
  }
}

/** @param {Tab} name */
export function openTab(name, toggle = false) {
  const panel = $("panel");
  if (toggle && narrow() && panel.hasAttribute("data-open") && tab === name) panel.removeAttribute("data-open");
  else panel.setAttribute("data-open", "");
  tab = chosen = name;
  if (name === "talk") readTalk();
  ring("tab");
  if (name !== "log") $("tabbody").scrollTop = 0;
}

/** @param {string} rule */
export function openRule(rule) {
  looking.words = "";
  looking.rule = rule;
  openTab("rules");
  document.querySelector(`[data-rule-entry="${CSS.escape(rule)}"]`)?.scrollIntoView({ block: "center" });
}

export function searchRules() {
  openTab("rules");
  document.getElementById("rule-search")?.focus();
}

/** @param {MouseEvent} event */
function click(event) {
  if (!(event.target instanceof Element)) return;
  /** @param {string} name */
  const data = (name) => /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest(`[data-${name}]`) : null)?.dataset[name];
  const giving = data("resign");
  if (giving) return resign(giving);
  const name = tabs().find((t) => t[0] === data("tab"));
  if (name) return openTab(name[0], true);
  if (event.target.closest("[data-rule]")) return;
  const mat = data("mat");
  if (mat !== undefined) return matClick(/** @type {Ref} */ (mat || null));
  const fold = event.target.closest("[data-unfold]");
  if (fold) return unfold(fold);
  const entry = data("entry");
  if (entry !== undefined) return showEntry(Number(entry));
  const offer = data("offer");
  if (offer !== undefined) return void begin(Number(offer));
  const end = data("end");
  if (end !== undefined) return pointAt({ spot: Number(end) });
  const find = data("find");
  if (find !== undefined) {
    const at = counterOf(Number(find))?.at;
    if (at !== undefined) jumpTo(at);
    return;
  }
  const spot = data("goto");
  if (spot !== undefined) return jumpTo(Number(spot));
  const map = event.target.closest(".overview");
  if (map) {
    const box = map.getBoundingClientRect();
    const [l, t, w, h] = known.board.view.sheet;
    known.board.view.lookAt([l + ((event.clientX - box.left) / box.width) * w, t + ((event.clientY - box.top) / box.height) * h]);
  }
}

/** @param {number} spot */
function jumpTo(spot) {
  known.board.view.lookAt(known.places.centre(spot), Math.max(known.board.view.k, 0.8), [0.5, 0.5], true);
  known.board.flash(spot);
}

/** On a mat: the card of a counter is the counter, a deck or a card is itself. @param {Ref} ref */
function matClick(ref) {
  if (ref === null) return;
  if (ref.startsWith("p")) {
    const piece = Number(ref.slice(1));
    const spot = counterOf(piece)?.at;
    if (spot === undefined) return;
    if (narrow()) $("panel").removeAttribute("data-open");
    known.board.view.reveal(known.places.centre(spot), 24);
    if (offersAbout(ref).length || openAbout(ref)) return pointAt({ piece, spot });
    return known.board.flash(spot);
  }
  if (!pointAtThing(ref)) showFace(Number(ref.slice(1)));
}

/** @param {number} thing */
function showFace(thing) {
  const face = cardFace(known.kit, thing);
  if (face) showCard("face", "face", face, { place: "corner", role: "tooltip" });
}

/** Cards are read by pointing at them. @param {Event} event */
function peek(event) {
  const at = event.target instanceof Element ? event.target.closest("[data-thing]") : null;
  if (at instanceof HTMLElement) showFace(Number(at.dataset["thing"]));
  else hideCard("face");
}

function draw() {
  if (!known.update) return;
  if (tab === "talk" && (!narrow() || $("panel").hasAttribute("data-open"))) readTalk();
  const row = /** @type {HTMLElement} */ ($("panel").firstElementChild);
  const focused = document.activeElement?.id ?? "";
  const changed = put(
    row,
    tabs().map(
      ([id, words, icon], i) =>
        `<button role="tab" id="tab-${id}" data-tab="${id}" class="${id === "talk" && talkUnread() ? "fresh" : ""}" aria-selected="${tab === id}" aria-controls="tabbody" tabindex="${tab === id ? 0 : -1}" title="${words} (${i + 1})">${ico(icon)}<span>${words}</span></button>`,
    ).join(""),
  );
  if (changed && focused.startsWith("tab-")) document.getElementById(focused)?.focus();
  const body = $("tabbody");
  body.setAttribute("aria-labelledby", `tab-${tab}`);
  const kept = tab === "talk" || tab === "rules" ? document.activeElement : null;
  if (kept && body.contains(kept) && (kept instanceof HTMLInputElement || kept instanceof HTMLTextAreaElement) && tab === "talk") {
    const lines = body.querySelector(".talk");
    if (lines) put(lines, talkHtml(true));
    return;
  }
  if (tab === "log") {
    drawn = tab;
    showLog(body);
    return drawFoot();
  }
  // Another page begins at its top.
  const top = drawn === tab ? body.scrollTop : 0;
  drawn = tab;
  const held = document.activeElement instanceof HTMLElement && body.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
  const html = { mats: matsHtml, charts: chartsHtml, units: unitsHtml, rules: rulesHtml, talk: () => talkHtml() }[tab]();
  if (put(body, html)) {
    body.scrollTop = top;
    for (const name of ["offer", "end", "find", "mat"])
      if (held?.[name] !== undefined) /** @type {HTMLElement | null} */ (body.querySelector(`[data-${name}="${held[name]}"]`))?.focus();
  }
  drawFoot();
}

function drawFoot() {
  // Mats say it all, and need the room.
  $("foot").hidden = tab === "mats";
  const { scores, facts } = known.shown.scene;
  const points = scores
    .map((score) => `<span class="${sideClass(known.kit, score.seat)}"><small>${esc(seatName(score.seat))}</small>${score.points}<small>${esc(unitFor(score.points, score.unit))}</small></span>`)
    .join("");
  const lines = facts.map((fact) => `<li><span>${esc(fact.text)}</span>${chip(fact.rule)}</li>`).join("");
  put($("foot"), `<div class="scores" tabindex="0" role="group" aria-label="Score">${overview()}<div class="big">${points}</div>${gaugeHtml()}<ul>${lines}</ul></div>`);
  drawEye();
}

let paper = "";

function overview() {
  const { kit, places } = known;
  if (!paper) {
    const grounds = kit.grounds.map((ground, g) => {
      const d = kit.spots.map((spot, i) => (spot.ground === g && spot.shape.kind !== "box" ? places.path(i, 1.03) : "")).join("");
      return `<path class="g-${esc(ground.recipe)}" stroke="none" d="${d}"/>`;
    });
    const lines = kit.runs.map((run) => {
      const recipe = kit.lines[run.line]?.recipe ?? "";
      if (run.through === "ground") return "";
      if (!("spots" in run.through)) {
        if (recipe !== "river") return "";
        const d = run.through.sides.map(([a, b]) => {
          const [p, q] = [places.centre(a), places.centre(b)];
          const [mx, my, dx, dy] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (q[1] - p[1]) * 0.3, (p[0] - q[0]) * 0.3];
          return `M${num(mx - dx)} ${num(my - dy)}L${num(mx + dx)} ${num(my + dy)}`;
        });
        return `<path class="o-line" stroke="#4f86a8" stroke-width="20" stroke-linecap="round" d="${d.join("")}"/>`;
      }
      if (recipe === "way") return `<path class="o-line" stroke="${run.owners[0] === undefined ? "#6b675c" : `var(--seat-${run.owners[0]})`}" stroke-width="12" d="M${run.through.spots.map((s) => places.centre(s).map(num).join(" ")).join("L")}"/>`;
      if (recipe !== "road") return "";
      return `<path class="o-line" stroke="#b3553d" stroke-width="10" d="M${run.through.spots.map((s) => places.centre(s).map(num).join(" ")).join("L")}"/>`;
    });
    paper = grounds.join("") + lines.join("");
  }
  const r = Math.max(14, known.board.view.sheet[2] / 70);
  const dots = known.shown.scene.counters.filter((counter) => !places.isBox(counter.at)).map((counter) => {
    const [x, y] = places.centre(counter.at);
    const side = sideClass(kit, kit.faces[counter.face]?.seat);
    return side.includes("clipped")
      ? `<rect class="o-piece ${side}" x="${num(x - r)}" y="${num(y - r)}" width="${2 * r}" height="${2 * r}"/>`
      : `<circle class="o-piece ${side}" cx="${num(x)}" cy="${num(y)}" r="${r}"/>`;
  });
  const [, , wide, high] = known.board.view.sheet;
  return `<div class="overview" data-css="width:${num(Math.min(138, (144 * wide) / high))}px;aspect-ratio:${num(wide)}/${num(high)}"><svg viewBox="${known.board.view.sheet.join(" ")}" role="img" aria-label="Overview of the map">${paper}${dots.join("")}</svg><div id="eye" class="eye" aria-hidden="true"><i></i><i></i><i></i><i></i></div></div>`;
}

/** The part in view, as much of it as lies on the sheet. While the map is moved only transforms change. */
function drawEye() {
  const sides = document.getElementById("eye")?.children;
  if (!sides) return;
  const [x = 0, y = 0, r = 0, b = 0] = known.board.view.seen();
  const [left, top, w, h] = known.board.view.sheet;
  /** @param {number} part */
  const within = (part) => Math.max(0, Math.min(1, part));
  const [from, to, above, below] = [within((x - left) / w), within((r - left) / w), within((y - top) / h), within((b - top) / h)];
  const [wide, high] = [to - from, below - above];
  // Left, right, top, bottom: each a side of a box as large as the overview.
  [[from, above, 1, high], [to - 1, above, 1, high], [from, above, wide, 1], [from, below - 1, wide, 1]].forEach(([dx = 0, dy = 0, sx = 1, sy = 1], n) => {
    const side = sides[n];
    if (side instanceof HTMLElement) side.style.transform = `translate(${num(dx * 100)}%, ${num(dy * 100)}%) scale(${sx.toFixed(4)}, ${sy.toFixed(4)})`;
  });
}
