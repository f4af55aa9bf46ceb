// @ts-check
// Answering a decision, for every game: what offers are about glows; one is opened; the player finishes the pick
// (editing.js); it is sent. What a click means is in pointing.js.
/** @import { Foreseen, Offer, Opening, Pick, Ref } from "../types" */
/** @import { Answer } from "./socket.js" */
import { narrow } from "./dom.js";
import { answered, follow, forgetComing, laid } from "./battle.js";
import { asManyAsCanBe, forced, present, ready, required } from "./editing.js";
import { lead } from "./leading.js";
import { toast } from "./notes.js";
import { settings } from "./settings.js";
import { isSkipping } from "./pace.js";
import { byItself, order, ordered, orderIfWished } from "./standing.js";
import { capital, indexOf, isPiece, isSpot, known, mayAct, nameOfRef, on, ring, spotOf } from "./state.js";
import { hideWhyNot } from "./whynot.js";

/** What is being answered at the moment. */
export const choice = {
  /** @type {number | null} */
  offer: null,
  /** @type {Opening | null} */
  open: null,
  /** Whether the page opened it by itself, because it was the only one. */
  alone: false,
  /** @type {Set<Ref>} */
  chosen: new Set(),
  /** The way shown under the pointer. @type {number[]} */
  path: [],
  /** Spots the player insisted on. @type {number[]} */
  hand: [],
  amount: 0,
  /** How many of each heap. @type {number[]} */
  counts: [],
  /** Which heap the keys change. */
  heap: 0,
  /** @type {Answer | null} */
  answer: null,
  /** What would be asked next, and what is laid to it. @type {Foreseen[]} */
  then: [],
  /** Whether all who may take part were chosen by the page. */
  all: false,
  /** Several offers about one thing: which? One of them may be open already. @type {{ spot: number | undefined, offers: number[] } | null} */
  menu: null,
  /** Somebody who can take part in several offers, a kind of offer, or a place and who can go there (`to`): which? @type {{ who: Ref, offers: number[], to?: number } | null} */
  aim: null,
  /** A plain offer that is asked about twice. @type {number | null} */
  warned: null,
  /** Sent, and not answered yet. */
  sent: false,
};

let asked = 0;
let forcing = 0;
let entriesBefore = -1;

on("update", () => {
  clear();
  const undone = known.update.entries < entriesBefore;
  entriesBefore = known.update.entries;
  clearTimeout(forcing);
  decide(undone);
  ring("choice");
});
on("shown", () => {
  if (known.past !== null) clear();
  ring("choice");
});

/** A new decision: what leaves no choice is played, what has one answer is opened, what is about one thing is listed. @param {boolean} undone */
function decide(undone) {
  if (undone) {
    forgetComing();
    for (const entry of byItself) if (entry >= known.update.entries) byItself.delete(entry);
  }
  if (!mayAct() || answered()) return;
  const { offers, seq } = known.update;
  const [only] = offers;
  if (!undone)
    ordered().then((answer) => {
      if (answer !== null && known.update.seq === seq && mayAct() && !choice.sent) sendByItself(answer.pick, answer.offer);
    });
  const pick = offers.length === 1 && only?.open ? forced(only.open) : null;
  if (pick !== null && settings.forced && !undone) {
    forcing = window.setTimeout(() => {
      if (!mayAct() || known.update.seq !== seq || choice.offer !== null) return;
      toast("", `${title(0)} (nothing else can be done)`);
      sendByItself(pick);
    }, isSkipping() || settings.pace === "at_once" ? 0 : 650);
    return;
  }
  if (offers.length === 1 && only?.open?.kind !== "nothing") return void begin(0, { alone: true });
  const answers = answersAlone();
  if (!answers) return;
  // What is drawn on the map is shown there at once; the rest stands beside it.
  const drawn = undone ? undefined : answers.offers.find((i) => isDrawn(offers[i]));
  if (drawn === undefined) choice.menu = answers;
  else begin(drawn, { others: answers.offers.filter((i) => i !== drawn), spot: answers.spot, alone: true });
}

/** Gives an answer that nobody thought about. @param {Pick} pick @param {number} [offer] */
function sendByItself(pick, offer = 0) {
  byItself.add(known.update.entries);
  send(offer, pick);
}

/** If everything but shifting things about concerns one thing: what can be done with it. */
function answersAlone() {
  const { offers } = known.update;
  const main = offers.filter((offer) => offer.open?.kind !== "counts");
  const about = main[0]?.about ?? null;
  if (about === null || main.some((offer) => offer.about !== about)) return null;
  return { spot: spotOf(about), offers: offersAbout(about) };
}

/** Whether an opening is a way on the map; large openings are. @param {Offer | undefined} offer */
export const isDrawn = (offer) => offer !== undefined && (offer.open === null || offer.open.kind === "path");

export function clear() {
  Object.assign(choice, { offer: null, open: null, alone: false, chosen: new Set(), path: [], hand: [], amount: 0, counts: [], heap: 0, answer: null, then: [], all: false, menu: null, aim: null, warned: null, sent: false });
  asked++;
  hideWhyNot();
}

/** Indexes of the offers about a thing. @param {Ref} ref */
export function offersAbout(ref) {
  if (!mayAct()) return [];
  return known.update.offers.flatMap((offer, i) => (offer.about === ref ? [i] : []));
}

/** Offers about nothing in particular: they become buttons. */
export const plainOffers = () => offersAbout(null);

/** The offer that ends the phase or the turn, if there is one. */
export const endingOffer = () => (mayAct() ? known.update.offers.findIndex((offer) => offer.ends !== null) : -1);

/** What is left to choose in an offer; asked for once. @param {number} index @returns {Promise<Opening>} */
export async function openingOf(index) {
  const offer = known.update.offers[index];
  if (!offer) return { kind: "nothing" };
  offer.open ??= await known.socket.open(known.update.seq, index);
  return offer.open;
}

/** Whether what is open can be answered with a thing. @param {Ref} ref */
export function openAbout(ref) {
  const { open } = choice;
  if (!mayAct() || open?.kind !== "some" || !open.of.includes(ref)) return "";
  return choice.chosen.has(ref) ? "chosen" : "may";
}

/** How many things on the table something can be done with. */
export const thingsToDo = () => (mayAct() ? new Set(known.update.offers.map((o) => o.about).filter((ref) => ref !== null)).size : 0);

/** @param {number} index */
export function title(index) {
  const offer = known.update.offers[index];
  if (!offer) return "";
  const name = peopled(offer.about);
  const to = offer.to !== null && spotOf(offer.about) !== offer.to ? known.kit.spots[offer.to] : undefined;
  const there = to && (to.called || to.name);
  return name ? `${capital(offer.label)}: ${[name, there].filter(Boolean).join(", ")}` : capital(offer.label);
}

/** What a thing is called; a place without a name by who stands there. @param {Ref} ref */
function peopled(ref) {
  const name = nameOfRef(ref);
  if (!isSpot(ref) || !/^[A-Z]?\d+$/.test(name)) return name;
  const called = known.kit.spots[indexOf(ref)]?.called;
  if (called) return called;
  const there = known.board.stack(indexOf(ref)).map((counter) => nameOfRef(/** @type {Ref} */ (`p${counter.piece}`))).filter(Boolean);
  return there.length && there.length < 4 ? `${there.join(", ")} at ${name}` : name;
}

/**
 * What a button says: the label, or what would be written if another offer about the same thing, or beside it in a list, has that label too.
 * @param {number} index
 * @param {number[]} [beside]
 */
export function worded(index, beside = []) {
  const offer = known.update.offers[index];
  if (!offer) return "";
  const alike = known.update.offers.filter((other, i) => other.label === offer.label && (other.about === offer.about || beside.includes(i)));
  return capital(alike.length > 1 ? offer.text : offer.label);
}

/**
 * @param {number} index
 * @param {{ others?: number[], spot?: number | undefined, sure?: boolean, alone?: boolean, joined?: Ref }} [how] `others`: offers about the
 *   same thing, to be had beside this one; `sure`: it was chosen by its name, and need not be confirmed; `joined`: who takes part
 * @returns {Promise<boolean>} whether it is open now
 */
export async function begin(index, { others = [], spot, sure = false, alone = false, joined = null } = {}) {
  const offer = known.update.offers[index];
  if (!offer || !mayAct() || choice.sent) return false;
  clear();
  choice.offer = index;
  choice.alone = alone;
  if (others.length) choice.menu = { spot, offers: others };
  const mine = asked;
  const open = await openingOf(index);
  if (mine !== asked) return false;
  choice.open = open;
  if (open.kind === "some") {
    for (const ref of required(open)) choice.chosen.add(ref);
    if (joined !== null && open.of.includes(joined)) choice.chosen.add(joined);
    // Who needs somebody for it usually takes all he has: whoever is not wanted is clicked away.
    choice.all = joined === null && open.least > 0 && open.most === open.of.length && open.of.every(isPiece) && choice.chosen.size < open.of.length;
    if (choice.all) for (const ref of open.of) choice.chosen.add(ref);
  }
  // Who must take something usually wants all he can get.
  if (open.kind === "amount") choice.amount = open.least > 0 ? open.most : open.least;
  if (open.kind === "counts") choice.counts = asManyAsCanBe(open);
  if (open.kind === "nothing") {
    beginPlain(index, mine, sure);
    return true;
  }
  lead();
  ask();
  ring("choice");
  return true;
}

/** @param {Ref} ref */
const isPlaced = (ref) => isPiece(ref) || isSpot(ref);

/** Nothing to choose: at once, unless there are odds to see or something would be left undone. @param {number} index @param {number} mine @param {boolean} sure */
async function beginPlain(index, mine, sure) {
  const offer = known.update.offers[index];
  if (!offer) return;
  if (settings.warn && offer.ends) {
    choice.warned = index;
    choice.offer = null;
    choice.open = null;
    return ring("choice");
  }
  const answer = await known.socket.foresee(known.update.seq, index, "nothing", []);
  if (mine !== asked) return;
  choice.answer = answer;
  choice.then = answer.then;
  if (!answer.forecast && (sure || !(narrow() && isPlaced(offer.about)))) return confirm();
  if (answer.forecast) lead();
  ring("choice");
}

/** Asks the table whether the present pick is lawful, and for its odds. */
export async function ask() {
  const pick = present();
  const { offer } = choice;
  if (pick === null || offer === null || choice.open?.kind === "path") return;
  const mine = ++asked;
  const answer = await known.socket.foresee(known.update.seq, offer, pick, laid());
  if (mine !== asked) return;
  // All together is not always lawful, and only a fight is worth the suggestion.
  if (choice.all && choice.open?.kind === "some" && (!answer.lawful || !answer.forecast)) {
    choice.all = false;
    choice.chosen = new Set(choice.open.of.slice(0, answer.forecast || !answer.lawful ? Math.max(choice.open.must, choice.open.least) : choice.open.must));
    ring("choice");
    return ask();
  }
  choice.answer = answer;
  if (answer.lawful || answer.then.length) choice.then = answer.then;
  ring("choice");
}

export function confirm() {
  if (choice.warned !== null) return send(choice.warned, "nothing");
  const pick = present();
  if (choice.offer === null || pick === null || !ready()) return;
  follow();
  send(choice.offer, pick);
}

/** Confirms, and lets the answer stand for the rest of the phase. */
export function stand() {
  const pick = present();
  if (choice.offer === null || pick === null || !ready()) return;
  const none = (choice.open?.kind === "some" && !choice.chosen.size) || (choice.open?.kind === "amount" && !choice.amount);
  order(pick, `${none ? "No " : ""}${title(choice.offer).toLowerCase().replace(/^(.)/, (c) => (none ? c : c.toUpperCase()))} in this phase`);
  send(choice.offer, pick);
}

/** @param {number} offer @param {Pick} pick */
export function send(offer, pick) {
  if (choice.sent) return;
  orderIfWished(offer, pick);
  choice.sent = known.socket.send({ type: "play", seq: known.update.seq, offer, pick });
  ring("choice");
}

/** Whether there is a step back to take. */
export const canCancel = () => choice.warned !== null || choice.aim !== null || choice.hand.length > 0 || (choice.offer !== null && known.update.offers.length > 1) || (choice.menu !== null && choice.offer === null && answersAlone() === null);

/** One step back. What is about one thing alone stays listed. */
export function cancel() {
  if (hideWhyNot()) return true;
  if (!canCancel()) return false;
  if (choice.warned === null && choice.hand.length) {
    choice.hand = [];
    choice.path = [];
  } else {
    clear();
    choice.menu = answersAlone();
  }
  ring("choice");
  return true;
}

export function undo() {
  if (known.past !== null) return;
  clearTimeout(forcing);
  known.socket.send({ type: "undo", seq: known.update.seq });
}
