// @ts-check
// Why not: whatever is pointed at and not lawful is put to the table, and the bubble at the spot says which
// rule forbids it.
/** @import { Pick, Ref, Refused } from "../types" */
import { announceAlert } from "./announce.js";
import { hideCard, showCard } from "./cards.js";
import { chip, esc, put } from "./dom.js";
import { march, ring as drawRing } from "./drawings.js";
import { choice } from "./offers.js";
import { capital, does, isPiece, known, nameOfRef, spotOf } from "./state.js";

let asked = 0;

export function hideWhyNot() {
  asked++;
  put(known.board.layers.cursor.querySelector(".refusal") ?? document.createElement("i"), "");
  known.board.layers.cursor.querySelector(".refusal")?.remove();
  return hideCard("whynot");
}

/** Why this pick of the offer at hand is refused. @param {Pick} pick @param {Ref} about @param {string} [head] */
export async function whyNotPick(pick, about, head = "") {
  const mine = ++asked;
  if (choice.offer === null) return;
  const answer = await known.socket.ask(known.update.seq, choice.offer, pick);
  if (mine === asked && answer.refusal) showRefusal(answer.refusal, about, pick, head);
}

/** Why nothing can be done with a thing; with nothing: why the phase cannot be ended. @param {Ref} about */
export async function whyNotRef(about) {
  const mine = ++asked;
  const refusal = await known.socket.whyNot(known.update.seq, about);
  if (mine !== asked) return;
  if (refusal) return showRefusal(refusal, about);
  const { awaits } = known.update;
  if (awaits.kind !== "decision") return;
  const rule = known.kit.rules.find((r) => r.id === awaits.rule);
  showRefusal(
    {
      kind: "not_offered",
      why: isPiece(about) ? `nothing can be done with ${nameOfRef(about)} now: ${awaits.question}` : `nothing can be done here now: ${awaits.question}`,
      about,
      rule: rule ? { id: rule.id, title: rule.title, text: rule.text } : { id: awaits.rule, title: "", text: "" },
    },
    about,
  );
}

/** Somebody else decides, or nobody any more. @param {Ref} about */
export function notYours(about) {
  const { awaits } = known.update;
  if (known.past !== null || known.lost) return;
  const holder = awaits.kind === "decision" ? known.seats[awaits.seat] : undefined;
  const watching = known.update.viewer === null ? "you are watching. " : "";
  const why = awaits.kind === "over" ? "the match is over" : `${watching}${holder?.name ? `${capital(holder.name)} decides` : does(awaits.seat, "decides", "decide")} now`;
  const rule = known.kit.rules.find((r) => r.id === awaits.rule);
  showRefusal({ kind: "not_your_decision", why, about, rule: rule ? { id: rule.id, title: rule.title, text: rule.text } : null }, about);
}

/** @param {Refused} refusal @param {Ref} about what was pointed at @param {Pick} [pick] @param {string} [title] */
export function showRefusal(refusal, about, pick, title) {
  const place = spotOf(about) ?? spotOf(refusal.about);
  const name = nameOfRef(about);
  const acting = choice.offer === null ? "" : nameOfRef(known.update.offers[choice.offer]?.about ?? null);
  const head = title || (acting && name && acting !== name ? `${acting}: not ${name}` : name ? `Not ${name}` : "Not yet");
  const rule = refusal.rule;
  const words = capital(refusal.why);
  const why = /[.?!]$/.test(words) ? words : `${words}.`;
  showCard(
    "whynot",
    "tip",
    `<div class="t-head"><span><i class="no" aria-hidden="true">✕</i>${esc(head)}</span>${rule ? chip(rule.id) : ""}</div><p>${esc(why)}</p>` +
      (rule?.text ? `<div class="summary"><b>${esc(rule.title)}.</b> ${esc(rule.text)}</div>` : ""),
    place === undefined ? { place: "corner", role: "note" } : { spot: place, place: "above", role: "note" },
  );
  announceAlert(`Refused. ${rule ? `Rule ${rule.id}. ` : ""}${why}`);
  const layer = known.board.layers.cursor;
  layer.querySelector(".refusal")?.remove();
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "refusal");
  let drawn = place === undefined ? "" : drawRing(known.places, place, "bad");
  const blamed = spotOf(refusal.about);
  if (blamed !== undefined && blamed !== place) drawn += drawRing(known.places, blamed, "bad");
  if (pick && typeof pick === "object" && "path" in pick && choice.open?.kind === "path")
    drawn += march(known.places, [choice.open.from, ...pick.path], { classes: "refused", cut: 20, from: 20, dots: false, width: 4 });
  group.innerHTML = drawn;
  layer.append(group);
}
