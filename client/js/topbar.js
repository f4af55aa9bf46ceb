// @ts-check
// The top bar: game, tracks, phase, seats with score and luck.
/** @import { Scene, SeatView, Track } from "../types" */
import { $, esc, ico, narrow, put } from "./dom.js";
import { sideClass } from "./counters.js";
import { luck } from "./notes.js";
import { art, hasArt } from "./things.js";
import { adjective, capital, known, on, seatName, unitFor } from "./state.js";

export function startTopBar() {
  for (const topic of /** @type {const} */ (["update", "shown", "seats", "log"])) on(topic, draw);
  addEventListener("resize", fit);
}

function draw() {
  if (!known.update) return;
  const { kit } = known;
  const { banner, tracks } = known.shown.scene;
  const [first, ...others] = kit.tracks;
  // A single turn is no track: the phase says what there is to say.
  const [start, end] = known.shown.scene.span ?? [0, first?.spaces.length ?? 0];
  const turns = first && end > start ? `<ol class="turns" aria-label="${esc(first.name)}">${spaces(first, tracks[0] ?? -1, known.shown.scene.span)}</ol>` : "";
  const minor = others
    .map((track, i) => `<span class="minor">${esc(track.name)} <i>${esc(track.spaces[tracks[i + 1] ?? -1] ?? "–")}</i></span>`)
    .join("");
  const phase = `<div class="phase ${sideClass(kit, banner.seat)}"><span class="turn">${esc(banner.turn)}</span>${phases()}${minor}</div>`;
  const fortunes = luck();
  const seats = kit.seats.map((_, seat) => known.seats[seat]?.kind === "absent" ? "" : place(seat, known.seats[seat], fortunes[seat]?.deviations ?? 0)).join("");
  put(
    $("top"),
    `<a class="brand" href="/" title="Back to the shelf"><svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2l8.7 5v10L12 22l-8.700-5V7z"/><path class="r" d="M5 9c4-2 4 2 7 1s4-4 7-3M5 14c4-2 4 2 7 1s4-4 7-3"/></svg><div><small>Rhine</small><h1>${esc(kit.title)}</h1></div></a><div class="clock">${turns}${phase}</div><div class="seats">${seats}</div>`,
  );
  fit();
}

/** Where there is no room for all, the phases to come are left out, then the turn, which the track shows. */
function fit() {
  const [clock, phase] = [$("top").querySelector(".clock"), $("top").querySelector(".phase")];
  if (!(clock instanceof HTMLElement) || !(phase instanceof HTMLElement)) return;
  for (const room of ["", "short", "least"]) {
    phase.dataset["room"] = room;
    if (phase.scrollWidth <= clock.clientWidth) return;
  }
}

/** The phases of a turn with the present one marked; that one alone where they are not known or there is no room. */
function phases() {
  const { banner } = known.shown.scene;
  const over = known.shown.awaits.kind === "over";
  const now = `<b aria-current="step">${over ? "The game is over" : esc(`${adjective(banner.seat)} ${banner.phase}`)}</b>`;
  if (over) return now;
  const all = narrow() || innerWidth < 1200 ? [] : (known.kit.phases ?? []);
  const at = all.findIndex(([seat, name]) => seat === banner.seat && name === banner.phase);
  if (at < 0) return now;
  return all.map(([seat, name], i) => (i === at ? now : `<span class="other">${esc(adjective(seat))} ${esc(name)}</span>`)).join('<i class="then" aria-hidden="true">›</i>');
}

/** The spaces of a track that are played, with what is printed on them; of a long one those about the present. @param {Track} track @param {number} at @param {Scene["span"]} span */
function spaces({ spaces: all, notes, signs }, at, span) {
  const [start, end] = span ? [span[0], span[1] + 1] : [0, all.length];
  const short = all.every((space, i) => space.length < 4 && !notes[i]);
  const most = narrow() ? (short ? 16 : 7) : short ? 20 : 11;
  const first = Math.max(start, Math.min(end - most, at - Math.floor(most / 2)));
  const last = Math.min(end, first + most);
  const shown = all.slice(first, last).map((space, n) => {
    const i = first + n;
    const sign = hasArt(known.kit, signs[i] ?? "") ? art(signs[i] ?? "", 12) : "";
    const printed = sign || notes[i] ? `<small>${sign}${esc(notes[i])}</small>` : "";
    return `<li class="${i < at ? "past" : i === at ? "now" : ""} ${printed ? "printed" : ""}" ${i === at ? 'aria-current="step"' : ""}>${esc(space)}${printed}</li>`;
  });
  const more = (/** @type {boolean} */ there) => (there ? '<li class="more" aria-hidden="true">…</li>' : "");
  return more(first > start) + shown.join("") + more(last < end);
}

/** @param {number} seat @param {SeatView | undefined} holder @param {number} deviations */
function place(seat, holder, deviations) {
  const { kit, shown } = known;
  const score = shown.scene.scores.find((s) => s.seat === seat);
  const awaited = shown.awaits.kind === "decision" && shown.awaits.seat === seat;
  const bot = holder?.kind === "bot" ? `<i class="bot" title="a bot">${ico("bot")}<span class="sr">bot</span></i>` : "";
  const name = holder?.kind === "open" ? "open seat" : holder?.kind === "bot" ? capital(holder.name) : holder?.name || (holder?.yours ? "You" : "Player");
  const away = holder?.kind === "human" && !holder.here ? ' <span class="away">away</span>' : "";
  const points = score ? `<strong class="points" aria-label="${score.points} ${esc(unitFor(score.points, score.unit))}">${score.points}<small>${esc(unitFor(score.points, score.unit))}</small></strong>` : "";
  const clamped = Math.max(-3, Math.min(3, deviations));
  return `<div class="seat ${sideClass(kit, seat)} ${awaited ? "awaits" : ""}"><span class="flag" aria-hidden="true"></span><div><b><span>${esc(name)}</span>${bot}</b><small>${esc(seatName(seat))}${holder?.yours ? " · you" : ""}${away}</small></div>${points}<div class="luck" role="meter" aria-valuemin="-3" aria-valuemax="3" aria-valuenow="${clamped.toFixed(1)}" aria-label="Dice of ${esc(seatName(seat))} against expectation" title="Dice against expectation: ${deviations >= 0 ? "+" : ""}${deviations.toFixed(1)} standard deviations"><span data-css="left:${50 + (clamped / 3) * 48}%"></span></div></div>`;
}
