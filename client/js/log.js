// @ts-check
// The log: from the first turn down to now, with headings, one line for a fight. It is appended to, never built again.
/** @import { Told } from "../types" */
/** @import { Item, Line } from "./story.js" */
import { chip, esc, put } from "./dom.js";
import { sideClass } from "./counters.js";
import { ledger, thrown } from "./notes.js";
import { known, seatName } from "./state.js";
import { itemsOf, outcomeOf, resultOf, worthOf } from "./story.js";

/** @typedef {{ item: Item, element: HTMLElement, folded: boolean }} Row */

const holder = document.createElement("div");
const list = document.createElement("ol");
const sums = document.createElement("div");
list.className = "log";
holder.append(list, sums);

/** What is drawn, by the very things that were told. @type {Told[]} */
let drawn = [];
/** @type {Row[]} */
let rows = [];
/** Whether the end is in view, so that what is new should be. */
let atEnd = true;

/** What of the past was marked last. @type {number | null} */
let marked = null;

let lastTop = 0;

/** Only whoever scrolls up leaves the end; a list that grows leaves nobody behind. @param {HTMLElement} body */
function looked(body) {
  if (holder.parentElement !== body) return;
  if (body.scrollTop + body.clientHeight >= body.scrollHeight - 40) atEnd = true;
  else if (body.scrollTop < lastTop) atEnd = false;
  lastTop = body.scrollTop;
}

const growth = new ResizeObserver(() => {
  const body = holder.parentElement;
  if (body && atEnd && known.past === null) body.scrollTop = body.scrollHeight;
});

/** Puts the log into the panel and brings it up to date. @param {HTMLElement} body */
export function showLog(body) {
  const mine = /** @type {HTMLElement & { lastHtml?: string }} */ (body);
  const there = holder.parentElement === body;
  if (!there) {
    body.replaceChildren(holder);
    mine.lastHtml = "the log";
    atEnd = true;
    body.onscroll = () => looked(body);
    growth.observe(body);
    growth.observe(holder);
  }
  const grew = sync();
  // Measuring a long list costs more than drawing a line of it.
  if (there && !grew && marked === known.past) return;
  const now = mark();
  put(sums, ledger());
  if (known.past !== null) now?.scrollIntoView({ block: "nearest" });
  else if (atEnd) body.scrollTop = body.scrollHeight;
}

/** Draws what was told since, and takes away what is void. */
function sync() {
  const { told } = known;
  let same = Math.min(drawn.length, told.length);
  // What was told before stays the same thing; only the end may be void.
  while (same > 0 && drawn[same - 1] !== told[same - 1]) same--;
  while (rows.length && (rows.at(-1)?.item.to ?? 0) >= same) {
    const row = rows.pop();
    row?.element.remove();
    same = Math.min(same, row?.item.from ?? same);
  }
  if (same === told.length && drawn.length === told.length) return false;
  const last = rows.at(-1);
  const size = last?.item.lines.length;
  const items = itemsOf(told, same, last?.item);
  if (last && last.item.lines.length !== size) dress(last);
  const fresh = document.createDocumentFragment();
  for (const item of items) {
    const element = document.createElement("li");
    const row = { item, element, folded: true };
    element.dataset["entry"] = String(item.lines[0]?.told.entry ?? 0);
    dress(row);
    rows.push(row);
    fresh.append(element);
  }
  list.append(fresh);
  drawn = [...told];
  if (!rows.length) list.innerHTML = '<li class="empty">Nothing has happened yet.</li>';
  else list.querySelector(".empty")?.remove();
  return true;
}

/** @param {Row} row */
function dress(row) {
  const { item, element } = row;
  const [first] = item.lines;
  if (!first) return;
  const side = sideClass(known.kit, first.told.seat);
  if (item.kind === "turn" || item.kind === "phase") {
    element.className = `l-${item.kind}`;
    element.innerHTML = `<span>${esc(first.note.text.replace(/\.$/, ""))}</span>`;
  } else if (item.kind === "line") {
    element.className = `l-row ${side}`;
    element.dataset["note"] = "0";
    element.innerHTML = inside(first);
  } else {
    element.className = `l-battle ${side} ${row.folded ? "" : "open"}`;
    element.innerHTML = battle(item, row.folded);
  }
}

/** @param {Line} line */
const inside = ({ told, note }) => `<i aria-hidden="true"></i><div>${thrown(note.shows, told.seat)}<p>${esc(note.text)}</p></div>${chip(note.rule)}`;

/** @param {Item} item @param {boolean} folded */
function battle(item, folded) {
  const [first] = item.lines;
  if (!first) return "";
  const dice = item.lines.map(({ told, note }) => thrown(note.shows, told.seat)).find(Boolean) ?? "";
  const result = resultOf(item);
  const worth = worthOf(item);
  const badge = result ? `<b class="badge ${worth > 0 ? "good" : worth < 0 ? "bad" : ""}">${esc(result)}</b>` : "";
  const outcome = outcomeOf(item);
  const rest = folded ? "" : `<ol>${item.lines.map((line) => `<li class="l-row ${sideClass(known.kit, line.told.seat)}" data-entry="${line.told.entry}">${inside(line)}</li>`).join("")}</ol>`;
  const more = item.lines.length > 1 ? `<button class="unfold" data-unfold aria-expanded="${!folded}" aria-label="${folded ? "All of this combat" : "Less"}" title="${folded ? "All of this combat" : "Less"}">${folded ? "▸" : "▾"}</button>` : "";
  return `<div class="l-sum"><i aria-hidden="true"></i><div><p>${esc(first.note.text)}</p>${dice || badge || outcome ? `<p class="l-out">${dice}${badge}<span>${esc(outcome)}</span></p>` : ""}</div>${more}</div>${rest}`;
}

/** Folds a fight out or in. @param {Element} at */
export function unfold(at) {
  const row = rows.find((one) => one.element.contains(at));
  if (!row) return;
  row.folded = !row.folded;
  dress(row);
  mark();
  /** @type {HTMLElement | null} */ (row.element.querySelector("[data-unfold]"))?.focus({ preventScroll: true });
}

/** What is now, and what is not yet. */
function mark() {
  const { past } = known;
  /** @type {HTMLElement | undefined} */
  let now = past === null ? rows.at(-1)?.element : undefined;
  if (past !== null || marked !== null)
    for (const { item, element } of rows) {
      const entry = item.lines[0]?.told.entry ?? 0;
      const future = past !== null && entry >= past;
      if (!future) now = element;
      element.classList.toggle("future", future);
    }
  marked = past;
  list.querySelector(":scope > .now")?.classList.remove("now");
  now?.classList.add("now");
  return now;
}

/** What somebody who waits reads: the latest sentence, and whose it is. */
export function latest() {
  for (let i = known.told.length - 1; i >= 0; i--) {
    const note = known.told[i]?.notes.at(-1);
    if (note) return { seat: seatName(known.told[i]?.seat), text: note.text };
  }
  return null;
}
