// @ts-check
// The odds card: who takes part, the sums in the order of the book, the column, exact chances, confirm.
/** @import { Chance, Forecast, Ref } from "../types" */
import { chip, esc, narrow } from "./dom.js";
import { hideCard, showCard } from "./cards.js";
import { onPill, partsHtml } from "./battle.js";
import { wanted, wayBack } from "./banner.js";
import { ready, required, toggle, wantsPlaces } from "./editing.js";
import { lead } from "./leading.js";
import { choice, title } from "./offers.js";
import { canStand } from "./standing.js";
import { capital, known, mayAct, on, spotOf } from "./state.js";
import { pictured } from "./things.js";
import { $ } from "./dom.js";

/** Of the card, as it was drawn last. */
let height = 0;

export function startOdds() {
  on("choice", draw);
  $("float").addEventListener("click", (event) => {
    const pill = event.target instanceof Element ? event.target.closest("[data-toggle]") : null;
    if (!(pill instanceof HTMLElement)) return;
    toggle(/** @type {Ref} */ (pill.dataset["toggle"] ?? null));
    // After a click Enter confirms; it does not click once more.
    if (event instanceof MouseEvent && event.detail > 0) $("board").focus({ preventScroll: true });
  });
}

function draw() {
  const { open, offer, answer } = choice;
  const forecast = answer?.forecast ?? null;
  if (offer === null) height = 0;
  if (offer === null || !open || !mayAct() || ((open.kind !== "some" || wantsPlaces()) && !forecast)) return void hideCard("odds");
  const about = known.update.offers[offer]?.about ?? null;
  const label = known.update.offers[offer]?.label ?? "";
  const { focus } = known.shown.scene;
  const spot = spotOf(about) ?? spotOf(focus.on[0] ?? null) ?? [...choice.chosen].map(spotOf).find((s) => s !== undefined);
  const look = spot === undefined ? undefined : known.kit.spots[spotOf(about) ?? -1];
  const none = (open.kind === "some" && choice.chosen.size === 0 && open.least === 0) || (open.kind === "amount" && choice.amount === 0);
  const verb = none ? "None" : open.kind === "amount" ? `${capital(label)}: ${choice.amount}` : capital(label);
  const html =
    `<header><div><h4>${esc(title(offer))}</h4><small>${look ? esc(`${look.name}, ${look.about}`) : ""}</small></div>${chip(known.update.awaits.rule)}</header>` +
    (focus.text ? `<p class="focus">${esc(focus.text)}</p>` : "") +
    party() +
    stepper() +
    partsHtml() +
    wrong() +
    (forecast ? odds(forecast) : "") +
    `<footer>${wayBack()}${standingButton()}<button class="btn accent" data-do="confirm" ${ready() ? "" : "disabled"}>${esc(verb)}<kbd>↵</kbd></button></footer>`;
  // The card stands beside everything that takes part, not on it.
  const taking = [about, ...(open.kind === "some" ? open.of : []), ...focus.on, ...focus.by];
  const clear = taking.flatMap((ref) => {
    const at = spotOf(ref);
    return at === undefined || known.places.isBox(at) ? [] : [at];
  });
  const card = showCard("odds", "odds", html, narrow() || spot === undefined ? { place: "corner", label: "The odds" } : { spot, clear, label: "The odds" });
  // On a phone the card takes half the map: what it is about moves out from under it.
  if (narrow() && card.offsetHeight > height) lead();
  else if (!narrow() && spot !== undefined) uncover(card, spot);
  height = card.offsetHeight;
}

/** In a small window there may be no room beside the target: then the map makes it. @param {HTMLElement} card @param {number} spot */
function uncover(card, spot) {
  const { view } = known.board;
  const point = known.places.centre(spot);
  const now = view.soon();
  const [x, y] = [point[0] * now.k + now.x, point[1] * now.k + now.y];
  const { left: edge, top: head, width, height: tall } = $("stage").getBoundingClientRect();
  const { left, top, width: wide, height: high } = card.getBoundingClientRect();
  const room = 34 * now.k;
  if (x < left - edge - room || x > left - edge + wide + room || y < top - head - room || y > top - head + high + room) return;
  view.lookAt(point, now.k, [(width - wide - 20) / 2 / width, y / tall], true);
}

/** The same answer for the rest of the phase. */
function standingButton() {
  const { open } = choice;
  if (!canStand() || (open?.kind !== "some" && open?.kind !== "amount")) return "";
  const none = open.kind === "some" ? !choice.chosen.size : !choice.amount;
  return `<button class="btn quiet" data-do="standing" title="The same answer for the rest of the phase; the banner shows it, and there it can be taken back" ${ready() ? "" : "disabled"}>${none ? "None in this phase" : "Always so in this phase"}</button>`;
}

function party() {
  const { open } = choice;
  if (open?.kind !== "some") return "";
  const must = new Set(required(open));
  const pills = open.of.map((ref) => {
    const on = choice.chosen.has(ref);
    return `<button class="pill ${on ? "" : "off"} ${must.has(ref) ? "must" : ""}" data-toggle="${ref}" data-do="toggle-${ref}" aria-pressed="${on}" title="${must.has(ref) ? "has to take part" : ""}">${onPill(ref)}</button>`;
  });
  return `<div class="party"><span class="lead">${esc(capital(wanted(open)))}</span>${pills.join("")}</div>`;
}

function stepper() {
  const { open } = choice;
  if (open?.kind !== "amount") return "";
  return `<div class="party"><span class="lead">From ${open.least} to ${open.most}</span><span class="stepper"><button data-do="less" aria-label="Less">−</button><output aria-live="polite">${choice.amount}</output><button data-do="more" aria-label="More">+</button></span></div>`;
}

function wrong() {
  const refusal = choice.answer?.lawful === false ? choice.answer.refusal : null;
  if (!refusal) return "";
  const enough = choice.open?.kind === "some" && choice.chosen.size < choice.open.least;
  return enough ? "" : `<div class="remark wrong">${refusal.rule ? chip(refusal.rule.id) : ""} ${esc(capital(refusal.why))}.</div>`;
}

/** @param {Forecast} forecast */
function odds(forecast) {
  const sums = forecast.sums
    .map((sum) => `<span>${pictured(known.kit, sum.label)}</span>${chip(sum.rule)}<span class="n">${sum.amount < 0 ? `− ${-sum.amount}` : sum.amount}</span>`)
    .join("");
  // A title that begins with a figure has it printed large.
  const [, figure, rest] = /^([+\-−]?\d+(?:[.:]\d+)?)\s+(.*)$/.exec(forecast.title) ?? [];
  const big = figure ? `<div class="big">${esc(figure.replace("-", "−"))}</div>` : "";
  const titled = forecast.title ? `<div class="total">${big}<span>${esc(rest ?? forecast.title)}</span></div>` : "";
  // What cannot happen needs no bar.
  const possible = forecast.outcomes.filter((c) => c.ways || c.worst);
  // In the phase of another it is he who acts: what is good for him is bad for who is asked.
  const { awaits, scene } = known.update;
  const sign = awaits.kind === "decision" && scene.banner.seat !== null && scene.banner.seat !== awaits.seat ? -1 : 1;
  const percent = (/** @type {number} */ ways) => ((ways / (forecast.of || 1)) * 100).toFixed(1);
  const bars = joined(possible)
    .map(({ code, words, chances }) => {
      const meaning = known.kit.rules.find((rule) => rule.id === chances[0]?.rule)?.title ?? "";
      const ways = chances.reduce((sum, chance) => sum + chance.ways, 0);
      const worth = new Set(chances.map((chance) => sign * Math.sign(chance.worth)));
      const side = worth.size > 1 ? "" : worth.has(1) ? "good" : worth.has(-1) ? "bad" : "";
      let before = 0;
      const parts = chances.map((chance) => {
        const part = `<i data-css="left:${percent(before)}%;width:${percent(chance.ways)}%" title="${esc(chance.label)}, ${percent(chance.ways)}%"></i>`;
        before += chance.ways;
        return part;
      });
      const worst = chances.length > 1 || !chances[0] || chances[0].worst === null ? "" : `<u data-css="width:${percent(chances[0].worst)}%"></u>`;
      return `<div class="${side}" title="${esc(meaning)}"><span class="code">${pictured(known.kit, code)}</span><span class="bar">${parts.join("")}${worst}${words ? `<em>${esc(words)}</em>` : ""}</span><span class="pc">${percent(ways)}%</span></div>`;
    })
    .join("");
  // What is certain is said, not measured.
  const [only] = possible;
  const sure = possible.length === 1 && only && only.ways === forecast.of && !only.says ? `<p class="sure">${esc(capital(only.label))}.</p>` : "";
  const remark = forecast.remark ? `<div class="remark">${esc(forecast.remark)}</div>` : "";
  return `${sums ? `<div class="sum">${sums}</div>` : ""}${titled}${strip(forecast)}${sure || `<div class="bars" role="img" aria-label="${esc(possible.map((c) => `${[c.label, c.says].filter(Boolean).join(", ")} ${c.ways} in ${forecast.of}`).join(", "))}">${bars}</div>`}${remark}`;
}

/** As many columns as can be read, about the one that counts. @param {string[]} heads @param {number} column @returns {[string, number][]} */
function near(heads, column) {
  const most = 7;
  const first = Math.max(0, Math.min(heads.length - most, column - (most - 1) / 2));
  return heads.slice(first, first + most).map((head, i) => [head, first + i]);
}

/** So many bars fit on a card without scrolling. */
const MOST = 8;

/**
 * A bar for each outcome; where there are too many, those that mean the same up to a detail share one: the parts of its
 * bar say `D2(1): defender back 2, 1 step` when they are pointed at.
 * @param {Chance[]} possible
 * @returns {{ code: string, words: string, chances: Chance[] }[]}
 */
function joined(possible) {
  const meaning = (/** @type {Chance} */ chance) => /^[^:]+: ([^,]+)/.exec(chance.label)?.[1] ?? chance.says?.split(",")[0];
  if (possible.length > MOST && possible.every(meaning))
    return [...Map.groupBy(possible, meaning)].map(([label, chances]) => ({ code: capital(label ?? ""), words: "", chances }));
  return possible.map((chance) => {
    // A code is told in words; what is special about it here stands behind.
    const [code = "", ...rest] = chance.says ? chance.label.split(", ") : [chance.label];
    const one = (/** @type {string} */ text) => text.replace(/s\b/g, "");
    return { code, words: chance.says ? [chance.says, ...rest.filter((more) => one(more) !== one(chance.says))].join(", ") : "", chances: [chance] };
  });
}

/** The columns of the chart that decides. @param {Forecast} forecast */
function strip({ chart: used }) {
  const chart = used ? known.kit.charts[used.chart] : undefined;
  const heads = chart?.heads[used?.head ?? 0]?.slice(1);
  if (!used || !heads || heads.length < 3) return "";
  return `<div class="strip" role="img" aria-label="Column ${esc(heads[used.column] ?? "")}">${near(heads, used.column).map(([h, i]) => `<b class="${i === used.column ? "on" : ""}">${esc(h)}</b>`).join("")}</div>`;
}
