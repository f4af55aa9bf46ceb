// @ts-check
// Standing orders: an answer that holds for the rest of the phase, until it is taken back. They outlive a reload.
/** @import { Pick, Ref } from "../types" */
import { capital, isPiece, known, mayAct, nameOfRef, ring } from "./state.js";

/** @typedef {{ key: string, phase: string, pick: Pick, about: Ref, words: string }} Order `about`: the thing that was chosen among several */
/** @type {Order[] | null} */
let orders = null;

/** Whether the next answer is to stand, where things are chosen by a click on them. */
let always = false;
/** Of the question for which that was wished. */
let wished = "";

/** Entries of mine that I did not decide: they were ordered, or nothing else could be done. @type {Set<number>} */
export const byItself = new Set();

/** The question on the table, if one offer alone answers it, or offers that differ only in what they are about: who loses a step. */
function question() {
  const { awaits, offers, viewer } = known.update;
  const [first] = offers;
  if (awaits.kind !== "decision" || !first) return "";
  const alike = offers.every((offer) => offer.label === first.label && isPiece(offer.about) && offer.open?.kind === "nothing");
  return offers.length === 1 || alike ? `${viewer}/${awaits.rule}/${first.label}` : "";
}

const phase = () => {
  const { turn, phase: name, seat } = known.update.scene.banner;
  return `${turn}/${name}/${seat}`;
};

const place = () => `rhine-orders-${known.id}`;

/** @returns {Order[]} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(place()) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Order[]} now */
function keep(now) {
  orders = now;
  try {
    if (now.length) localStorage.setItem(place(), JSON.stringify(now));
    else localStorage.removeItem(place());
  } catch {
    // Private windows may refuse: then they last as long as the page.
  }
}

/** Whether the question on the table can be answered once and for all. */
export const canStand = () => Boolean(mayAct() && question());

/** Whether it is answered by a click on one of several things, so that one says before it that the answer is to stand. */
export const standsByClick = () => canStand() && known.update.offers.length > 1;

export const isAlways = () => always && wished === question();

export function toggleAlways() {
  always = !isAlways();
  wished = question();
  ring("choice");
}

/** @param {Pick} pick @param {string} words @param {Ref} [about] */
export function order(pick, words, about = null) {
  const key = question();
  if (!key) return;
  keep([...standing().filter((one) => one.key !== key), { key, phase: phase(), pick, about, words }]);
}

/** What is being answered stands, if that was wished. @param {number} offer @param {Pick} pick */
export function orderIfWished(offer, pick) {
  const { label, about } = known.update.offers[offer] ?? {};
  if (standsByClick() && isAlways() && about) order(pick, `${capital(label ?? "")}: always ${nameOfRef(about)} in this phase`, about);
  always = false;
}

/** Orders that hold now; those of a phase that is over are gone. @returns {Order[]} */
export function standing() {
  const now = phase();
  const all = orders ?? kept();
  const valid = all.filter((one) => one.phase === now);
  if (orders === null || valid.length < all.length) keep(valid);
  return valid;
}

/** @param {string} key */
export function recall(key) {
  keep(standing().filter((one) => one.key !== key));
  ring("choice");
}

/** The answer that was ordered for the question on the table, if it is lawful still. @returns {Promise<{ offer: number, pick: Pick } | null>} */
export async function ordered() {
  const key = question();
  const found = key ? standing().find((one) => one.key === key) : undefined;
  if (!found) return null;
  const { seq, offers } = known.update;
  const offer = found.about === null ? (offers.length === 1 ? 0 : -1) : offers.findIndex(({ about }) => about === found.about);
  if (offer < 0) return null;
  const answer = await known.socket.ask(seq, offer, found.pick);
  return answer.lawful && known.update.seq === seq ? { offer, pick: found.pick } : null;
}
