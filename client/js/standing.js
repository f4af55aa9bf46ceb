// @ts-check
// Standing orders: an answer that holds for the rest of the phase, until it is taken back.
/** @import { Pick } from "../types" */
import { known, mayAct, ring } from "./state.js";

/** @typedef {{ key: string, phase: string, pick: Pick, words: string }} Order */
/** @type {Order[]} */
let orders = [];

/** Entries of mine that I did not decide: they were ordered, or nothing else could be done. @type {Set<number>} */
export const byItself = new Set();

/** The question on the table, if one offer alone answers it. */
function question() {
  const { awaits, offers, viewer } = known.update;
  const [only] = offers;
  return awaits.kind === "decision" && only && offers.length === 1 ? `${viewer}/${awaits.rule}/${only.label}` : "";
}

const phase = () => {
  const { turn, phase: name, seat } = known.update.scene.banner;
  return `${turn}/${name}/${seat}`;
};

/** Whether the question on the table can be answered once and for all. */
export const canStand = () => Boolean(mayAct() && question());

/** @param {Pick} pick @param {string} words */
export function order(pick, words) {
  const key = question();
  if (!key) return;
  orders = [...orders.filter((one) => one.key !== key), { key, phase: phase(), pick, words }];
}

/** Orders that hold now; those of a phase that is over are gone. @returns {Order[]} */
export function standing() {
  const now = phase();
  orders = orders.filter((one) => one.phase === now);
  return orders;
}

/** @param {string} key */
export function recall(key) {
  orders = orders.filter((one) => one.key !== key);
  ring("choice");
}

/** The answer that was ordered for the question on the table, if it is lawful still. @returns {Promise<Pick | null>} */
export async function ordered() {
  const key = question();
  const found = key ? standing().find((one) => one.key === key) : undefined;
  if (!found) return null;
  const { seq } = known.update;
  const answer = await known.socket.ask(seq, 0, found.pick);
  return answer.lawful && known.update.seq === seq ? found.pick : null;
}
