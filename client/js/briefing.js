// @ts-check
// Before the first move: what wins, what a turn is, what to do first. Beside the map until the first decision is made, and
// afterwards whenever it is asked for.
/** @import { Briefing, Orders } from "../types" */
import { hasCard, hideCard, showCard } from "./cards.js";
import { sideClass } from "./counters.js";
import { isDigestDue } from "./digest.js";
import { $, esc, narrow, put } from "./dom.js";
import { readLessons } from "./settings.js";
import { capital, known, on, seatName } from "./state.js";

let closed = false;
/** Whether only its head is shown; on a small screen it opens when it is asked for. @type {boolean | null} */
let folded = null;

export function startBriefing() {
  on("update", draw);
  on("shown", draw);
  on("log", draw);
  // Whoever opens another page of the panel wants to see that one.
  on("tab", () => {
    folded ??= true;
    draw();
  });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-brief]") : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset["brief"] === "close") closed = true;
    else folded = !isFolded();
    draw();
  });
}

/** What is to be read about the scenario that is played. @returns {Briefing | undefined} */
export const briefing = () => known.kit.briefings?.find((one) => one.scenarios.includes(known.match.scenario));

/** What others have done comes first: then the briefing is a line. */
const isFolded = () => folded ?? (narrow() || isDigestDue());

export function closeBriefing() {
  if (!hasCard("briefing")) return false;
  closed = true;
  draw();
  return true;
}

/** Sides of whoever looks; of those who only watch all. @param {Briefing} brief @returns {[Orders[], Orders[]]} */
function parted(brief) {
  const mine = brief.sides.filter((side) => known.seats[side.seat]?.yours);
  return mine.length ? [mine, brief.sides.filter((side) => !mine.includes(side))] : [brief.sides, []];
}

function draw() {
  const brief = briefing();
  const begun = known.told.some((told) => known.seats[told.seat]?.yours) || known.update.told_from > 0;
  const wanted = brief && !closed && !begun && known.past === null && known.update.awaits.kind !== "over" && readLessons(known.id) === null && known.seats.some((seat) => seat.yours);
  if (!wanted) return void hideCard("briefing");
  const shut = isFolded();
  const head = `<header><div>${shut ? "" : `<small>${esc(length(brief))}</small>`}<h4>${esc(known.match.scenario_title)}</h4></div><button class="btn quiet small" data-brief="fold" aria-expanded="${!shut}">${shut ? "Briefing" : "Fold"}</button><button class="btn quiet small" data-brief="close" aria-label="Put it away">✕</button></header>`;
  showCard("briefing", `digest brief ${shut ? "shut" : ""}`, shut ? head : head + body(brief), { place: narrow() ? "corner" : "panel", label: "Briefing", role: "group" });
}

/** @param {Briefing} brief */
const length = (brief) => capital([brief.time, ["", "a good first game", "for those who have played a little", "for those who know it well"][brief.hard]].filter(Boolean).join(", "));

/** @param {Briefing} brief */
function body(brief) {
  const [mine, others] = parted(brief);
  /** @param {Orders} side */
  const orders = (side) =>
    `<section class="${sideClass(known.kit, side.seat)}"><h5><span class="flag" aria-hidden="true"></span>${esc(seatName(side.seat))}</h5><p>${esc(side.aim)}</p><ol class="first">${side.first.map((line) => `<li>${esc(line)}</li>`).join("")}</ol></section>`;
  const turn = brief.turn.length ? `<section><h5>A turn</h5><ol class="turn-parts">${brief.turn.map((line) => `<li>${esc(line)}</li>`).join("")}</ol></section>` : "";
  const theirs = others.length ? `<details><summary>The other side${others.length > 1 ? "s" : ""}</summary>${others.map(orders).join("")}</details>` : "";
  return mine.map(orders).join("") + turn + theirs;
}

/** All of it, over the map. */
export function openBriefing() {
  const brief = briefing();
  const dialog = /** @type {HTMLDialogElement} */ ($("dialog"));
  const close = '<form method="dialog"><button class="btn quiet">Close<kbd>Esc</kbd></button></form>';
  put(dialog, `<header><h2>${esc(known.match.scenario_title)}</h2>${close}</header>${brief ? `<p class="soft">${esc(length(brief))}</p><div class="brief">${body(brief)}</div>` : "<p>Nothing is told about this position.</p>"}`);
  if (!dialog.open) dialog.showModal();
}
