// @ts-check
// The end of a match: who has won and how clearly, the points, the curve of the score, luck, turning points, and what comes next.
/** @import { CurvePoint, Gauge, MatchView, Score, SeatWish } from "../types" */
import { analyse } from "./analysis.js";
import { api } from "./api.js";
import { hasCard, hideCard, showCard } from "./cards.js";
import { sideClass } from "./counters.js";
import { curveHtml } from "./curves.js";
import { $, chip, esc, ico, num } from "./dom.js";
import { ledger, toast } from "./notes.js";
import { act as replay, goTo } from "./replay.js";
import { adjective, capital, does, known, on, seatName, unitFor } from "./state.js";

/** @type {CurvePoint[] | null} */
let curve = null;
let asked = false;
let closed = false;

export function startEnding() {
  for (const topic of /** @type {const} */ (["update", "shown", "log", "seats"])) on(topic, draw);
  $("float").addEventListener("click", (event) => {
    const at = event.target instanceof Element ? event.target.closest("[data-ending], [data-turning]") : null;
    if (!(at instanceof HTMLElement)) return;
    const { ending, turning } = at.dataset;
    if (turning) goTo(Number(turning));
    if (ending === "close") closeEnding();
    if (ending === "watch") replay("play");
    if (ending === "analyse") analyse(firstTurning());
    if (ending === "rematch" || ending === "swap") again(ending === "swap").catch((problem) => toast("", problem instanceof Error ? problem.message : String(problem)));
  });
}

export function openEnding() {
  closed = false;
  draw();
}

export function closeEnding() {
  if (!hasCard("ending")) return false;
  closed = true;
  draw();
  return true;
}

const isOver = () => known.past === null && known.update?.awaits.kind === "over";

function draw() {
  if (!isOver() || closed) return void hideCard("ending");
  if (!asked) {
    asked = true;
    api.curve(known.id).then((answer) => {
      curve = answer.points;
      draw();
    }, () => {});
  }
  // What was turned over last makes room.
  hideCard("dealt");
  showCard("ending", "ending", html(), { place: "corner", label: "How the match ended", role: "group" });
}

/** Won, lost or neither, for whoever looks. */
export function verdict() {
  const { awaits } = known.update;
  if (awaits.kind !== "over") return { head: "", level: "" };
  const mine = known.seats.filter((seat) => seat.yours).map((seat) => seat.seat);
  const playing = known.seats.filter((seat) => seat.kind !== "absent");
  // At one screen both have won and lost.
  const alone = mine.length > 0 && mine.length < playing.length;
  const level = awaits.winner === null && /^draw$/i.test(awaits.level) ? "" : capital(awaits.level);
  const solitaire = playing.length === 1 && mine.length === 1;
  if (awaits.winner === null) return { head: solitaire ? "You have not made it" : awaits.rule ? "A draw" : "Given up", level };
  const won = mine.includes(awaits.winner);
  // Some levels name the side themselves.
  const named = [seatName(awaits.winner), adjective(awaits.winner)].some((word) => awaits.level.startsWith(word)) ? level : `${seatName(awaits.winner)}: ${awaits.level}`;
  if (alone || solitaire) return { head: won ? "You have won" : "You have lost", level: named };
  return { head: does(awaits.winner, "has won", "have won"), level };
}

function html() {
  const { scores, facts } = known.update.scene;
  const { awaits } = known.update;
  const { head, level } = verdict();
  // The rule that decided says why.
  const why = awaits.kind === "over" ? known.kit.rules.find((rule) => rule.id === awaits.rule)?.text : "";
  const points = scores.map((score) => `<tr class="${sideClass(known.kit, score.seat)}"><th scope="row"><span class="flag" aria-hidden="true"></span>${esc(seatName(score.seat))}</th><td>${score.points}</td><td>${esc(unitFor(score.points, score.unit))}</td></tr>`);
  const lines = facts.map((fact) => `<li><span>${esc(fact.text)}</span>${chip(fact.rule)}</li>`);
  /** @param {string} verb @param {string} icon @param {string} words */
  const button = (verb, icon, words, kind = "") => `<button class="btn ${kind}" data-ending="${verb}">${ico(icon)}${words}</button>`;
  const mine = known.seats.some((seat) => seat.yours);
  const there = known.again && `<a class="btn accent" href="/table/${encodeURIComponent(known.again)}">${ico("dice")}To the next game</a>`;
  const next = there ? there : mine ? `${button("rematch", "dice", "Rematch", "accent")}${known.seats.filter((seat) => seat.kind !== "absent").length > 1 ? button("swap", "seats", "Swap sides") : ""}` : "";
  return `<header><div><h2>${esc(head)}</h2><p>${esc(level)} ${chip(awaits.rule)}</p>${why ? `<p class="e-why">${esc(why)}</p>` : ""}</div><button class="btn quiet small" data-ending="close" aria-label="Put it away">✕</button></header><div class="e-body">${points.length ? `<table class="e-points"><caption class="sr">Points</caption><tbody>${points.join("")}</tbody></table>` : ""}${gaugeHtml()}${drawing()}${turningPoints()}${ledger()}${lines.length ? `<ul class="e-facts">${lines.join("")}</ul>` : ""}</div><footer>${next}${button("analyse", "branch", "Analyse")}${button("watch", "play", "Watch it again")}<a class="btn" href="/">${ico("home")}To the shelf</a></footer>`;
}

/** The scale of levels, and where on it the match stands. */
export function gaugeHtml() {
  const { gauge } = known.shown.scene;
  const top = gauge?.levels.at(-1);
  if (!gauge || !top) return "";
  // Beyond the last level there is as much room as the last but one has.
  const before = gauge.levels.at(-2)?.from ?? 0;
  const end = Math.max(top.from + (top.from - before || 1), 1);
  const first = gauge.levels[0]?.from ?? 0;
  /** @param {number} value */
  const share = (value) => Math.max(0, Math.min(100, ((value - first) / (end - first || 1)) * 100));
  const now = gauge.levels.findLast((level) => gauge.at >= level.from);
  const parts = gauge.levels.map((level, i) => {
    const to = gauge.levels[i + 1]?.from ?? end;
    return `<span class="${sideClass(known.kit, level.seat)} ${level === now ? "now" : ""}" data-css="left:${num(share(level.from))}%;width:${num(share(to) - share(level.from))}%" title="${esc(`${level.name}, from ${level.shown}`)}"></span>`;
  });
  return `<div class="gauge" role="img" aria-label="${esc(`${gauge.title}: ${gauge.shown}. ${now?.name ?? ""}`)}"><p><b>${esc(gauge.shown)}</b> ${esc(now?.name ?? "")}<small>${esc(gauge.title)}${next(gauge)}</small></p><div class="g-bar">${parts.join("")}<i data-css="left:${num(share(gauge.at))}%"></i></div></div>`;
}

/** @param {Gauge} gauge */
function next(gauge) {
  const level = gauge.levels.find((one) => one.from > gauge.at);
  return level ? esc(`; ${level.name} from ${level.shown}`) : "";
}

/** The score and the luck over time, a line for each side. */
function drawing() {
  const points = curve;
  if (!points || points.length < 3) return "";
  const turns = points.filter((point, i) => i > 0 && point.turn !== points[i - 1]?.turn).map((point) => point.at);
  const scores = points.map((point) => ({ at: point.at, values: known.kit.seats.map((_, seat) => counted(point).find((one) => one.seat === seat)?.points ?? null) }));
  // At the end itself nothing is left to judge.
  const judged = points.slice(0, -1).filter((point) => point.worth.length).map((point) => ({ at: point.at, values: point.worth }));
  return curveHtml(scores, null, scale() ?? "Score", turns) + curveHtml(judged, null, "How the bots judge it", turns) + curveHtml(fortunes(points), null, "Luck of those who attacked", turns);
}

/** What the gauge measures, in a game whose scores do not decide. */
const scale = () => (known.shown.scene.gauge?.alone ? known.shown.scene.gauge.title : null);

/** What decides, by sides: the scores, or the gauge for the side that wants it high. @param {CurvePoint} point @returns {Score[]} */
const counted = ({ scores, gauge }) => (!scale() ? scores : gauge == null ? [] : [{ seat: known.shown.scene.gauge?.levels.at(-1)?.seat ?? 0, points: gauge, unit: "" }]);

/** What dice were worth more than expected, added up. @param {CurvePoint[]} points */
function fortunes(points) {
  const sums = known.kit.seats.map(() => 0);
  const last = known.told.at(-1)?.entry ?? 0;
  let next = 0;
  return points.map(({ at }) => {
    for (; next < known.told.length && (known.told[next]?.entry ?? last) < at; next++)
      for (const { luck } of known.told[next]?.notes ?? []) if (luck?.of) sums[luck.seat] = (sums[luck.seat] ?? 0) + luck.got - luck.sum / luck.of;
    return { at, values: [...sums] };
  });
}

/** Where an analysis begins: before the first turning point, or at the beginning. */
const firstTurning = () => Math.max(0, (turns()[0]?.at ?? 1) - 1);

/** Where the score changed most: to be looked at again. */
function turningPoints() {
  const top = turns();
  if (!top.length) return "";
  const items = top.map(({ at, turn, seat, gain, unit, points }) => `<li><button class="btn quiet small" data-turning="${at}"><b>${esc(turn)}</b> ${scale() ? `${points - gain} → ${points}` : `${esc(seatName(seat))} ${gain > 0 ? "+" : "−"}${Math.abs(gain)} ${esc(unitFor(gain, unit))}`}</button></li>`);
  return `<h3>Turning points${scale() ? `: ${esc(scale())}` : ""}</h3><ul class="e-turning">${items.join("")}</ul>`;
}

/** The three largest changes of the score, in their order. */
function turns() {
  const points = curve ?? [];
  const changes = points.slice(1).flatMap((point, i) => {
    const before = points[i];
    const was = before ? counted(before) : [];
    const by = counted(point).map((score) => ({ ...score, gain: score.points - (was.find((one) => one.seat === score.seat)?.points ?? score.points) }));
    const most = by.sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain))[0];
    return most && most.gain ? [{ at: point.at, turn: point.turn, ...most }] : [];
  });
  return changes.sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain)).slice(0, 3).sort((a, b) => a.at - b.at);
}

/** The same once more, perhaps with sides exchanged. @param {boolean} swap */
async function again(swap) {
  const { game, scenario, options } = known.match;
  const playing = known.seats.filter((seat) => seat.kind !== "absent");
  /** @type {SeatWish[]} */
  const seats = playing.map((seat) => (seat.yours ? { kind: "me" } : seat.kind === "bot" ? { kind: "bot", name: seat.name } : seat.kind === "human" ? { kind: "same", seat: seat.seat } : { kind: "open" }));
  const wished = swap ? [...seats.slice(1), ...seats.slice(0, 1)] : seats;
  /** @type {MatchView} */
  const match = await api.begin({ game, scenario, options, seats: wished, public: false, after: known.id });
  location.href = `/table/${encodeURIComponent(match.id)}`;
}
