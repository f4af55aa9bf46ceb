// @ts-check
// What this page adds to the secret of the dice, so that nobody has chosen the rolls: not the table, and not we.
/** @import { DiceView, SeatView } from "../types" */
/** @import { Socket } from "./socket.js" */

/** 64 hex digits at random. */
export function randomPart() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Parts that were sent and perhaps not heard: the same is sent again, not another. @type {Map<number, string>} */
const sent = new Map();

/** Gives a part for each seat of mine that has none yet. @param {Socket} socket @param {SeatView[]} seats @param {DiceView} dice */
export function giveParts(socket, seats, dice) {
  if (!dice.parts || dice.seed) return;
  for (const { seat, yours } of seats) {
    if (!yours || dice.parts.some((part) => part.seat === seat)) continue;
    const part = sent.get(seat) ?? randomPart();
    sent.set(seat, part);
    socket.send({ type: "part", seat, part });
  }
}

/** How the rolls are made, in a sentence or two. @param {DiceView} dice */
export function aboutDice(dice) {
  const made = dice.parts ? "All rolls come from a secret of the table and a part from each person, so that nobody has chosen them; a roll that is taken back does not fall again." : "All rolls come from a secret seed.";
  const known = dice.seed ? `The secret was ${dice.seed.slice(0, 24)}…` : "The secret is shown when the match is over.";
  return `${made} The hash of the secret is ${dice.hash.slice(0, 24)}… ${known}`;
}
