// @ts-check
// How fast others play: watched, fast, or at once; and the way straight to my next decision.
/** @import { Told } from "../types" */
import { settings } from "./settings.js";
import { known, on } from "./state.js";

let skipping = false;

export function startPace() {
  on("update", () => {
    if (skipping && (known.update.yours || known.update.awaits.kind === "over")) {
      skipping = false;
      sendPace();
    }
  });
}

export const isSkipping = () => skipping;

/** Tells the table. */
export function sendPace() {
  known.socket.send({ type: "pace", pace: skipping ? "at_once" : settings.pace });
}

/** On to my next decision. */
export function skip() {
  skipping = true;
  sendPace();
}

/** How long things take that are shown of what was told, against what is natural; 0: they are not shown. @param {Told[]} told */
export function tempo(told) {
  if (told.every(({ seat }) => known.seats[seat]?.yours)) return 1;
  if (skipping) return 0;
  return { watch: 1, fast: 0.35, at_once: 0 }[settings.pace];
}
