// @ts-check
// What a click, a tap or Enter means: the thing pointed at opens an offer, ends a way, takes part, or is refused
// with the rule that stands against it.
/** @import { Ref } from "../types" */
import { isLaid, lay, partOf } from "./battle.js";
import { legs, ready, toggle, wayTo } from "./editing.js";
import { leadToThese } from "./leading.js";
import { begin, cancel, choice, clear, confirm, isDrawn, offersAbout, openingOf } from "./offers.js";
import { counterOf, isPiece, isSpot, known, mayAct, ring, spotOf } from "./state.js";
import { hideWhyNot, notYours, whyNotPick, whyNotRef } from "./whynot.js";

/**
 * A click, a tap, or Enter on something.
 * @param {{ piece?: number | undefined, spot?: number | undefined, shift?: boolean, touch?: boolean }} at
 */
export function pointAt({ piece, spot, shift = false, touch = false }) {
  hideWhyNot();
  const here = /** @type {Ref} */ (piece === undefined ? null : `p${piece}`);
  if (!mayAct() && here) return notYours(here);
  if (!mayAct() || choice.sent) return;
  choice.warned = null;
  const there = /** @type {Ref} */ (spot === undefined ? null : `s${spot}`);
  const { open } = choice;
  if (open?.kind === "path" && spot !== undefined) return pointAtEnd(spot, here, shift, touch);
  if (open?.kind === "some") {
    const found = [here, there, ...stackRefs(spot)].find((ref) => ref !== null && open.of.includes(ref));
    if (found) return toggle(found, touch);
    if (lays(here, spot)) return;
    if (choice.offer !== null && known.update.offers[choice.offer]?.about !== here) {
      const others = offersAt(here, there);
      if (others.length === 0 && (here ?? there)) return void whyNotPick({ some: [...choice.chosen, here ?? there] }, here ?? there);
    }
  }
  if (choice.offer !== null && lays(here, spot)) return;
  if (choice.aim) {
    const { who, offers, to } = choice.aim;
    const aimed = offersAt(here, there).filter((i) => offers.includes(i));
    if (aimed.length && to !== undefined) return void goThere(aimed, spot, to, touch);
    if (aimed.length) return choose(aimed, spot, who);
  }
  pointAtNew(here, there, spot);
}

/** Whether what was pointed at is laid beside the answer: a gun that may join. @param {Ref} here @param {number | undefined} spot */
function lays(here, spot) {
  const found = [here, ...stackRefs(spot)].find((ref) => ref !== null && partOf(ref) >= 0);
  if (found === undefined) return false;
  lay(partOf(found), found);
  return true;
}

/** A click on something that is not on the map: a deck, a card. @param {Ref} ref */
export function pointAtThing(ref) {
  hideWhyNot();
  if (!mayAct() || choice.sent) return false;
  choice.warned = null;
  if (choice.open?.kind === "some" && choice.open.of.includes(ref)) return (toggle(ref), true);
  const found = offersAbout(ref);
  const [first] = found;
  if (first === undefined) return false;
  if (found.length === 1) return (begin(first, { sure: true }), true);
  clear();
  choice.menu = { spot: undefined, offers: found };
  ring("choice");
  return true;
}

/** Offers that pointing at a piece and its place can mean: about the piece, else about the place or leading there. @param {Ref} here @param {Ref} there */
function offersAt(here, there) {
  const own = here ? offersAbout(here) : [];
  if (own.length || there === null) return own;
  const spot = spotOf(there);
  const leading = known.update.offers.flatMap((offer, i) => (offer.to !== null && offer.to === spot ? [i] : []));
  return [...new Set([...offersAbout(there), ...leading])];
}

/** @param {number} spot @param {Ref} here @param {boolean} shift @param {boolean} touch */
function pointAtEnd(spot, here, shift, touch) {
  if (choice.open?.kind !== "path") return;
  const leg = legs().get(spot);
  if (shift) {
    choice.hand = wayTo(spot);
    choice.path = [...choice.hand];
    return ring("choice");
  }
  const there = /** @type {Ref} */ (`s${spot}`);
  const mover = choice.offer === null ? null : (known.update.offers[choice.offer]?.about ?? null);
  if (spot === choice.open.from && !choice.hand.length) {
    // What else can be done with who was picked up, or with somebody else in his place.
    const others = (here && here !== mover ? offersAbout(here) : []).filter((i) => i !== choice.offer);
    if (others.length) return choose(others, spot);
    if (!leg?.end) return void cancel();
    // A way that leads back is shown before it is gone: this click may have meant to put the mover down.
    choice.hand = wayTo(spot);
    choice.path = [...choice.hand];
    return ring("choice");
  }
  if (leg?.end || choice.hand.length) {
    const again = choice.path.at(-1) === spot;
    choice.path = wayTo(spot);
    // A way of one step that must end there can only be that.
    const only = leg !== undefined && leg.stop && leg.via === choice.open.from && !choice.hand.length;
    if (touch && !again && !only) return ring("choice");
    return confirm();
  }
  const others = offersAt(here, there);
  // The mover cannot go there, but he may attack it.
  if (others.length) return choose(others, spot, mover);
  explain(spot);
}

/** Why a spot is out of reach: the way to it is put to the table. @param {number} spot */
export function explain(spot) {
  if (choice.open?.kind !== "path" || spot === choice.open.from || choice.hand.length || legs().get(spot)?.end || known.places.isBox(spot)) return;
  const nearest = nearestLeg(spot);
  whyNotPick({ path: [...nearest, ...known.places.straight(nearest.at(-1) ?? choice.open.from, spot)] }, `s${spot}`);
}

/** The way to the reachable spot nearest to one that is not. @param {number} spot */
function nearestLeg(spot) {
  const goal = known.places.centre(spot);
  /** @param {number} s */
  const far = (s) => Math.hypot(known.places.centre(s)[0] - goal[0], known.places.centre(s)[1] - goal[1]);
  let best = choice.open?.kind === "path" ? choice.open.from : spot;
  for (const leg of legs().values()) if (!leg.stop && far(leg.spot) < far(best)) best = leg.spot;
  return choice.open?.kind === "path" && best !== choice.open.from ? wayTo(best) : [];
}

/** @param {Ref} here @param {Ref} there @param {number | undefined} spot */
function pointAtNew(here, there, spot) {
  // A place and who stands alone on it are one thing to a player.
  const stack = stackRefs(spot);
  const who = here ?? (stack.length === 1 ? (stack[0] ?? null) : null);
  const found = known.places.isBox(spot ?? -1) ? offersAt(who, null) : [...new Set([...offersAt(who, null), ...offersAt(null, there)])];
  if (found.length) return choose(found, spot);
  const thing = here ?? who ?? there;
  if (isPiece(thing)) return void takePart(thing);
  if (spot === undefined || known.places.isBox(spot)) return refuse(thing);
  comeHere(spot, thing);
}

/** Nothing is offered about a place itself, but somebody may go there: the place first, then who. @param {number} spot @param {Ref} thing what was pointed at */
async function comeHere(spot, thing) {
  const { seq } = known.update;
  const before = choice.aim;
  // Whoever points at it once more has thought better of it.
  if (before?.to === spot) return void cancel();
  const offers = await known.socket.reaching(seq, spot);
  if (known.update.seq !== seq || !mayAct() || choice.sent || choice.offer !== null || choice.aim !== before) return;
  if (!offers.length) return refuse(thing);
  clear();
  choice.aim = { who: null, offers, to: spot };
  ring("choice");
  leadToThese(offers, spot);
}

/** Who was named goes to the place that was named before; if he can do so in several ways, one is shown and the others stand beside it. @param {number[]} found @param {number | undefined} spot @param {number} to @param {boolean} touch */
async function goThere(found, spot, to, touch) {
  const first = found.find((i) => isDrawn(known.update.offers[i])) ?? found[0];
  const others = found.filter((i) => i !== first);
  if (first === undefined || !(await begin(first, { others, spot }))) return;
  const { open } = choice;
  if (open?.kind === "some") return toggle(`s${to}`, touch || others.length > 0);
  if (open?.kind !== "path" || !legs().get(to)?.end) return;
  choice.path = wayTo(to);
  if (touch || others.length) return ring("choice");
  confirm();
}

/** One of these offers: the way at once, the only one at once, else a list. @param {number[]} found @param {number | undefined} spot @param {Ref} joined */
function choose(found, spot, joined = null) {
  const [first] = found;
  if (found.length === 1 && first !== undefined) {
    // The second tap on the same thing confirms.
    if (first === choice.offer && ready()) return confirm();
    return void begin(first, { joined });
  }
  // What is drawn on the map is shown there at once; the rest stands beside it.
  const drawn = found.find((i) => isDrawn(known.update.offers[i]));
  if (drawn !== undefined) return void begin(drawn, { others: found.filter((i) => i !== drawn), spot });
  clear();
  choice.menu = { spot, offers: found };
  ring("choice");
}

/** Who has no offer of his own may take part in others: attackers are clicked before what they attack. @param {Ref} who */
async function takePart(who) {
  const { offers, seq } = known.update;
  // Offers of one name open alike: what is known of one tells which are worth asking about.
  const labels = [...new Set(offers.flatMap((offer) => (offer.about !== null && offer.open === null ? [offer.label] : [])))];
  for (const label of labels) {
    const same = offers.flatMap((offer, i) => (offer.label === label && offer.open === null ? [i] : []));
    const [first, ...rest] = same;
    if (first !== undefined && (await openingOf(first)).kind === "some") await Promise.all(rest.map(openingOf));
  }
  if (known.update.seq !== seq || !mayAct()) return;
  const joined = offersWith(who);
  const [only] = joined;
  const spot = spotOf(who);
  if (only === undefined) return spot === undefined || known.places.isBox(spot) ? refuse(who) : comeHere(spot, who);
  if (joined.length === 1) return void begin(only, { joined: who });
  const goals = new Set(joined.map((i) => offers[i]?.about));
  if (goals.size === 1) return choose(joined, spotOf(who), who);
  clear();
  choice.aim = { who, offers: joined };
  ring("choice");
}

/** Offers in which a thing can take part, as far as their openings are known. @param {Ref} who */
export const offersWith = (who) => known.update.offers.flatMap((offer, i) => (offer.open?.kind === "some" && offer.open.of.includes(who) ? [i] : []));

/** @param {Ref} thing */
function refuse(thing) {
  if (choice.aim || (choice.offer !== null && known.update.offers.length > 1)) cancel();
  if (isPiece(thing) || (isSpot(thing) && known.update.offers.some((offer) => isSpot(offer.about)))) whyNotRef(thing);
}

/** @param {number | undefined} spot @returns {Ref[]} */
const stackRefs = (spot) => (spot === undefined || known.places.isBox(spot) ? [] : known.board.stack(spot).map((c) => /** @type {Ref} */ (`p${c.piece}`)));

/** The state of a counter while something is being answered. @param {number} piece */
export function stateOf(piece) {
  const ref = /** @type {Ref} */ (`p${piece}`);
  if (!mayAct()) return "";
  const { open, offer, aim } = choice;
  const about = offer === null ? null : (known.update.offers[offer]?.about ?? null);
  if (open?.kind === "some") {
    if (choice.chosen.has(ref) || isLaid(ref)) return "chosen";
    if (open.of.includes(ref) || partOf(ref) >= 0) return "may-join";
    if (about === ref && !open.of.some(isPiece)) return "selected";
    const target = open.of.some(isPiece) ? spotOf(about) : undefined;
    return target !== undefined && counterOf(piece)?.at === target ? "victim" : "";
  }
  if (aim) {
    if (aim.who === ref) return "selected";
    const at = counterOf(piece)?.at;
    if (aim.who === null) return aim.offers.some((i) => known.update.offers[i]?.about === ref) ? "can-act" : "";
    return aim.offers.some((i) => spotOf(known.update.offers[i]?.about ?? null) === at) ? "aim" : "";
  }
  if (about === ref) return "selected";
  if (choice.menu?.offers.some((i) => known.update.offers[i]?.about === ref)) return "selected";
  if (open?.kind === "path") return "";
  const { due } = known.shown.scene;
  // What has to be done is told from what may be done.
  if (due?.on.includes(ref)) return "can-act due";
  return offersAbout(ref).length ? (due ? "can-act optional" : "can-act") : "";
}
