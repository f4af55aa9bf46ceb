// @ts-check
// The decision banner: who is asked what, under which rule, and what can be answered without the map.
/** @import { Opening, Ref } from "../types" */
import { $, chip, esc, ico, narrow, put } from "./dom.js";
import { sideClass } from "./counters.js";
import { openEnding, verdict } from "./ending.js";
import { hideCard, showCard } from "./cards.js";
import { lay, layAll, layMore } from "./battle.js";
import { count, countAll, isCounted, legs, points, ready, step, total, wantsOnePlace, wantsPlaces } from "./editing.js";
import { besides, chooseKind, inDeeds, kindsHtml } from "./kinds.js";
import { latest } from "./log.js";
import { leadToNext, seenWhole } from "./leading.js";
import { begin, canCancel, cancel, choice, confirm, endingOffer, plainOffers, stand, thingsToDo, title, undo, worded } from "./offers.js";
import { isSkipping, skip } from "./pace.js";
import { isAlways, recall, standing, standsByClick, toggleAlways } from "./standing.js";
import { pictured } from "./things.js";
import { act as replay, backToNow } from "./replay.js";
import { capital, does, known, mayAct, nameOfRef, on, seatName, spotOf } from "./state.js";

export function startBanner() {
  for (const topic of /** @type {const} */ (["choice", "update", "shown", "seats", "line"])) on(topic, draw);
  $("banner").addEventListener("click", act);
  $("float").addEventListener("click", act);
}

/** @param {Event} event */
function act(event) {
  const button = event.target instanceof Element ? event.target.closest("button[data-do]") : null;
  if (!(button instanceof HTMLElement)) return;
  const { do: verb, offer, heap } = button.dataset;
  // After a click the keys are the map's again: Enter confirms, it does not click once more.
  if (event instanceof MouseEvent && event.detail > 0) $("board").focus({ preventScroll: true });
  if (verb === "kind") chooseKind(Number(button.dataset["kind"]));
  if (verb === "begin") begin(Number(offer), { sure: true });
  if (verb === "fewer") count(Number(heap), -1);
  if (verb === "another") count(Number(heap), 1);
  if (verb === "count-all" || verb === "count-none") countAll(verb === "count-all");
  if (verb === "confirm") confirm();
  const part = Number(button.dataset["part"]);
  if (verb === "lay") lay(part, /** @type {Ref} */ (button.dataset["lay"] ?? null));
  if (verb === "lay-all") layAll(part);
  if (verb === "lay-less") layMore(part, -1);
  if (verb === "lay-more") layMore(part, 1);
  if (verb === "standing") stand();
  if (verb === "always") toggleAlways();
  if (verb === "recall") recall(button.dataset["order"] ?? "");
  if (verb === "next") leadToNext();
  if (verb === "skip") skip();
  if (verb === "ending") openEnding();
  if (verb === "cancel") cancel();
  if (verb === "undo") undo();
  if (verb === "less") step(-1);
  if (verb === "more") step(1);
  if (verb === "now") backToNow();
  if (verb === "replay") replay("play");
  if (verb === "agree" || verb === "refuse") {
    const asked = known.undoAsked;
    if (asked) known.socket.send({ type: "undo_answer", seq: asked.seq, agree: verb === "agree" });
  }
}

function draw() {
  if (!known.update) return;
  const banner = $("banner");
  const { awaits } = known.shown;
  const seat = awaits.kind === "decision" ? awaits.seat : awaits.winner;
  banner.className = `banner ${known.past !== null ? "past" : awaits.kind === "over" ? "over" : mayAct() ? "mine" : ""}`;
  const focused = document.activeElement instanceof HTMLElement && banner.contains(document.activeElement) ? document.activeElement.dataset : null;
  const changed = put(banner, `<div class="who ${sideClass(known.kit, seat)}"><span class="flag" aria-hidden="true"></span><small>${esc(who())}</small></div><div class="asked">${asked()}</div><div class="do">${buttons()}</div>${mayAct() ? kindsHtml() : ""}${warning()}${undoQuestion()}`);
  if (changed && focused?.["do"]) {
    const same = focused["offer"] ? `[data-offer="${focused["offer"]}"]` : `[data-do="${focused["do"]}"]`;
    const again = banner.querySelector(same);
    if (again instanceof HTMLElement) again.focus();
  }
  drawMenu();
  if (changed && seenWhole()) known.board.view.makeRoom();
}

function who() {
  const { awaits } = known.shown;
  if (known.past !== null) return "Replay";
  if (awaits.kind === "over") return "The end";
  if (mayAct()) return known.seats.filter((s) => s.yours).length > 1 ? `${seatName(awaits.seat)} to decide` : "Your decision";
  const seat = known.seats[awaits.seat];
  if (seat?.kind === "open") return "Waiting for a player";
  return seat?.kind === "bot" ? `${capital(seat.name)} is thinking` : seat?.name ? `${seat.name} decides` : does(awaits.seat, "decides", "decide");
}

function asked() {
  const { awaits } = known.shown;
  if (known.past !== null) {
    const question = awaits.kind === "decision" ? awaits.question : awaits.level;
    return `<h2>${esc(known.shown.scene.banner.turn)} · ${esc(known.shown.scene.banner.phase)}</h2><span class="rest">${esc(question)}</span>`;
  }
  if (awaits.kind === "over") {
    const { head, level } = verdict();
    return `<h2>${esc(head)}</h2>${chip(awaits.rule)}<span class="rest">${esc(level)}</span>`;
  }
  const focus = known.shown.scene.focus.text;
  // While others decide one reads what they do, not what they are asked.
  if (!mayAct()) {
    const said = latest();
    return `<h2 title="${esc(said?.text)}">${esc(said ? said.text.replace(/\.$/, "") : `${known.shown.scene.banner.turn} · ${known.shown.scene.banner.phase}`)}</h2>`;
  }
  /** @param {string} head @param {string} rest */
  const lines = (head, rest) => `<h2>${esc(head)}</h2>${chip(awaits.rule)}${rest}${pips()}${focus ? `<p class="focus">${esc(focus)}</p>` : ""}`;
  if (choice.offer !== null) {
    const rest = progress();
    return lines(title(choice.offer), rest ? `<span class="rest">${esc(rest)}</span>` : "");
  }
  if (choice.aim) return lines(aimed(), oneByOne(`${choice.aim.offers.length} ${choice.aim.to === undefined ? "to choose from" : "can go there"}`));
  const left = thingsToDo();
  const { due, deeds } = known.shown.scene;
  // On a phone much is out of view, whatever else is said.
  const rest = left > 1 && !due && !deeds.length && (narrow() ? !kindsHtml() : !focus) ? oneByOne(`${left} to choose from`) : "";
  return lines(awaits.question.replace(/\.$/, ""), rest) + (due ? oneByOne(due.text, "due") : "");
}

/** How many there are; a click leads from one to the next. @param {string} words */
const oneByOne = (words, kind = "rest") => `<button class="${kind} next" data-do="next" title="Show the next one">${esc(words)} <i aria-hidden="true">›</i></button>`;

/** What is left to act with, one by one. */
function pips() {
  const { left } = known.shown.scene;
  if (!left || left.of === null) return "";
  return `<span class="pips-left" role="img" aria-label="${left.count} ${esc(left.label)}">${Array.from({ length: left.of }, (_, i) => `<i class="${i < left.count ? "" : "gone"}"></i>`).join("")}<small>${left.count} ${esc(left.label)}</small></span>`;
}

/** What somebody who was picked up may take part in. */
function aimed() {
  const { who, offers, to } = /** @type {{ who: Ref, offers: number[], to?: number }} */ (choice.aim);
  const labels = [...new Set(offers.map((i) => known.update.offers[i]?.label ?? ""))];
  const place = to === undefined ? undefined : known.kit.spots[to];
  if (place) return `${place.called || place.name}: ${labels.join(", ")}`;
  return who === null ? capital(labels.join(", ")) : `${nameOfRef(who)}: ${labels.join(", ")}`;
}

function progress() {
  const { open } = choice;
  if (!open) return "";
  if (open.kind === "path") {
    const end = choice.path.at(-1);
    const leg = end === undefined ? undefined : legs().get(end);
    const spot = end === undefined ? undefined : known.kit.spots[end];
    const ends = [...legs().values()].filter((l) => l.end);
    if (!spot && ends.every((l) => l.spot === open.from)) return "the only way leads back here";
    if (!spot) return ends.length === 1 ? "one place to go to" : `${ends.length} places to go to`;
    const cost = leg && leg.cost && isCounted() && !choice.hand.length ? `: ${points(leg.cost)} used, ${points(Math.max(0, open.budget - leg.cost))} left` : "";
    return `→ ${spot.name}${spot.about ? `, ${spot.about}` : ""}${cost}`;
  }
  if (open.kind === "some") {
    if (wantsOnePlace()) return open.of.length === 1 ? "the place is lit on the map" : open.of.length > 40 ? "choose a place on the map" : `choose one of ${open.of.length} places on the map`;
    return `${wanted(open)}${choice.chosen.size && open.least < open.of.length ? `: ${choice.chosen.size} chosen` : ""}`;
  }
  if (open.kind === "counts") return `${total()} of ${open.least === open.most ? open.most : `at most ${open.most}`}`;
  return "";
}

/** How many of the things may be chosen, in words. @param {Extract<Opening, { kind: "some" }>} open */
export function wanted({ of, least, most }) {
  if (least === most) return least === of.length ? (least === 1 ? "it has to be this one" : least === 2 ? "both have to take part" : `all ${least} have to take part`) : `choose ${least} of ${of.length}`;
  if (most < of.length) return least ? `choose ${least} to ${most} of ${of.length}` : `choose up to ${most} of ${of.length}`;
  if (of.length === 1) return "you may choose it";
  return least > 1 ? `choose at least ${least} of ${of.length}` : `choose any of ${of.length}`;
}

/** @param {string} verb @param {string} words @param {string} key */
const button = (verb, words, key, kind = "", more = "") =>
  `<button class="btn ${kind}" data-do="${verb}" ${more}>${words}${key ? `<kbd>${key}</kbd>` : ""}</button>`;

/** Taking back can be had at any time. */
export const undoButton = () => (known.update.undo === "no" ? "" : button("undo", `${ico("undo")}${known.update.undo === "ask" ? "Ask to take back" : "Undo"}`, "U", "quiet"));

/** Back and, where the banner is hidden behind a card, undo. */
export const wayBack = () => (narrow() ? undoButton() : "") + (canCancel() ? button("cancel", "Back", "Esc", "quiet") : "");

function buttons() {
  if (known.past === null && known.update.awaits.kind === "over") return button("ending", `${ico("flag")}How it ended`, "", "accent") + button("replay", `${ico("play")}Watch it again`, "P") + `<a class="btn" href="/">${ico("home")}To the shelf</a>`;
  if (known.past !== null) return button("now", `${ico("last")}Back to now`, "End", "accent");
  const { open } = choice;
  const out = [];
  out.push(undoButton());
  const { awaits } = known.update;
  // Also while others decide: what answers by itself leaves no other moment to take it back.
  for (const { key, words } of standing()) out.push(`<button class="btn quiet small order" data-do="recall" data-order="${esc(key)}" title="Take this order back">${esc(words)} ✕</button>`);
  if (!mayAct()) {
    const bot = awaits.kind === "decision" && known.seats[awaits.seat]?.kind === "bot";
    if (bot && known.seats.some((seat) => seat.yours)) out.push(button("skip", isSkipping() ? "On the way…" : `${ico("last")}To my decision`, "S", "", isSkipping() ? "disabled" : ""));
    return out.join("");
  }
  if (choice.offer !== null) {
    if (open?.kind === "amount" && !hasOdds())
      out.push(`<span class="stepper"><button data-do="less" aria-label="Less">−</button><output aria-live="polite">${choice.amount}</output><button data-do="more" aria-label="More">+</button></span>`);
    if (canCancel()) out.push(button("cancel", "Back", "Esc", "quiet"));
    const offer = known.update.offers[choice.offer];
    const needsButton = open && (open.kind !== "path" || narrow() || choice.hand.length > 0) && (!wantsOnePlace() || choice.chosen.size > 0);
    if (open && needsButton && !hasOdds()) {
      const end = open.kind === "path" ? choice.path.at(-1) : wantsOnePlace() ? [...choice.chosen].map(spotOf)[0] : undefined;
      const goal = end !== undefined ? ` → ${known.kit.spots[end]?.name ?? ""}` : "";
      const none = open.kind === "some" && choice.chosen.size === 0 ? "None" : "";
      out.push(button("confirm", esc(none || `${capital(offer?.label ?? "")}${open.kind === "amount" ? `: ${choice.amount}` : goal}`), "↵", "accent", ready() ? "" : "disabled"));
    }
    return out.join("");
  }
  if (choice.aim) out.push(button("cancel", "Back", "Esc", "quiet"));
  if (standsByClick()) out.push(button("always", "Always so in this phase", "", "quiet", `aria-pressed="${isAlways()}" title="What you choose now is chosen again by itself for the rest of the phase; the banner shows it, and there it can be taken back"`));
  if (!choice.aim && !choice.menu) out.push(besides());
  const bar = inDeeds();
  const plain = plainOffers().filter((i) => !bar.has(i));
  const ending = endingOffer();
  const others = known.update.offers.length - plain.length;
  plain.forEach((i, n) => {
    // Of several answers the first is the usual one, unless one of them ends the phase: then nothing is suggested.
    const gold = others === 0 && (plain.length === 1 || (n === 0 && ending < 0)) ? "accent" : "";
    out.push(button("begin", esc(capital(known.update.offers[i]?.label ?? "")), i === ending || (ending < 0 && n === plain.length - 1 && others) ? "E" : plain.length > 1 ? `Alt ${n + 1}` : "↵", gold, `data-offer="${i}"`));
  });
  return out.join("");
}

/** Whether the card with the odds carries the confirm button. */
const hasOdds = () => choice.answer?.forecast != null || (choice.open?.kind === "some" && !wantsPlaces()) || choice.open?.kind === "counts";

function warning() {
  if (choice.warned === null) return "";
  const { ends, label } = known.update.offers[choice.warned] ?? { ends: 0, label: "" };
  const left = ends ?? 0;
  return `<div class="warn" role="alert"><span>${left === 1 ? "One thing" : `${left} things`} could still be done.</span><span class="row">${button("cancel", "Go back", "Esc", "quiet small")}${button("confirm", `${esc(capital(label))} anyway`, "E", "accent small")}</span></div>`;
}

function undoQuestion() {
  const asked = known.undoAsked;
  if (!asked) return "";
  const mine = asked.waiting.some((seat) => known.seats[seat]?.yours);
  const by = known.seats[asked.by]?.name || seatName(asked.by);
  if (!mine) return `<div class="warn" role="status"><span>Waiting for the others to allow the undo</span></div>`;
  return `<div class="warn" role="alert"><span>${esc(by)} asks to take back the last decision.</span><span class="row">${button("refuse", "No", "", "quiet small")}${button("agree", "Agree", "", "accent small")}</span></div>`;
}

function drawMenu() {
  const { menu } = choice;
  if (!menu) return void hideCard("menu");
  const about = known.update.offers[menu.offers[0] ?? 0]?.about ?? null;
  const items = menu.offers.map((i) => button("begin", `<span>${pictured(known.kit, worded(i, menu.offers))}</span>`, "", "", `data-offer="${i}"`));
  // While a way is being chosen, the list keeps clear of its ends.
  const clear = choice.open?.kind === "path" ? choice.open.legs.filter((leg) => leg.end).map((leg) => leg.spot) : [];
  // Of what waits beside the map the units are named below.
  const head = choice.offer === null ? nameOfRef(about) : known.places.isBox(menu.spot ?? -1) ? "Or instead" : `In ${known.kit.spots[menu.spot ?? -1]?.name || nameOfRef(about)} instead`;
  showCard("menu", "menu", `<h4>${esc(head)}</h4>${items.join("")}`, { spot: menu.spot ?? spotOf(about), clear, label: "What to do", role: "group" });
}
