// @ts-check
// What the page knows, in one place, and a bell for whoever draws it.
/** @import { Awaits, Face, Kit, MatchView, Ref, Said, Scene, SeatView, Told, UndoAsked, Update } from "../types" */
/** @import { Places } from "./geometry.js" */
/** @import { Socket } from "./socket.js" */
/** @import { Board } from "./board.js" */

/** @typedef {"update" | "shown" | "choice" | "log" | "seats" | "chat" | "line" | "overlays" | "tab"} Topic */

/**
 * @typedef {object} Known
 * @property {string} id
 * @property {Kit} kit
 * @property {Places} places
 * @property {Board} board
 * @property {Socket} socket
 * @property {MatchView} match
 * @property {SeatView[]} seats
 * @property {UndoAsked | null} undoAsked
 * @property {number} watching
 * @property {Update} update the latest
 * @property {{ scene: Scene, awaits: Awaits }} shown what is on the table now: the latest, or a past one
 * @property {number | null} past how many entries stood then; null while the table is live
 * @property {Told[]} told
 * @property {Said[]} chat
 * @property {string} note
 * @property {boolean} lost
 * @property {string | null} again where the match is played again
 */

export const known = /** @type {Known} */ (/** @type {unknown} */ ({ past: null, told: [], chat: [], note: "", seats: [], undoAsked: null, watching: 0, lost: false, again: null }));

/** @type {Map<Topic, Set<() => void>>} */
const bells = new Map();

/** @param {Topic} topic @param {() => void} listener */
export function on(topic, listener) {
  const set = bells.get(topic) ?? new Set();
  bells.set(topic, set.add(listener));
}

/** @param {Topic} topic */
export function ring(topic) {
  for (const listener of bells.get(topic) ?? []) listener();
}

/** @param {Ref} ref */
export const isPiece = (ref) => ref !== null && ref.startsWith("p");
/** @param {Ref} ref */
export const isSpot = (ref) => ref !== null && ref.startsWith("s");
/** @param {Ref} ref */
export const isThing = (ref) => ref !== null && ref.startsWith("t");
/** @param {Ref} ref */
export const indexOf = (ref) => (ref === null ? -1 : Number(ref.slice(1)));

/** @param {number} piece */
export const counterOf = (piece) => known.shown.scene.counters.find((c) => c.piece === piece);

/** Where a thing lies, if it lies anywhere. @param {Ref} ref */
export function spotOf(ref) {
  if (isSpot(ref)) return indexOf(ref);
  return isPiece(ref) ? counterOf(indexOf(ref))?.at : undefined;
}

/** What a thing is called at the table. @param {Ref} ref */
export function nameOfRef(ref) {
  if (ref === null) return "";
  if (isSpot(ref)) return known.kit.spots[indexOf(ref)]?.name ?? "";
  if (isThing(ref)) return known.kit.things[indexOf(ref)]?.name ?? "";
  const face = known.kit.faces[counterOf(indexOf(ref))?.face ?? -1];
  return face ? nameOfFace(face) : "";
}

/** What is printed on a counter, or, where others bear the same, what is typed for it. @param {Face} face */
export const nameOfFace = (face) => (!face.name || known.kit.faces.some((other) => other.name === face.name && other.key !== face.key) ? face.key : face.name);

/** What is counted, for one of it: medal, step, city. @param {number} n @param {string} unit */
export const unitFor = (n, unit) => (Math.abs(n) === 1 ? unit.replace(/ies$/, "y").replace(/([^s])s$/, "$1") : unit);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number | null | undefined} seat */
export const seatName = (seat) => (seat == null ? "" : (known.kit.seats[seat]?.name ?? ""));

/** What stands before what is theirs: German movement. @param {number | null | undefined} seat */
export const adjective = (seat) => (seat == null ? "" : known.kit.seats[seat]?.adjective || seatName(seat));

/** A side as the subject of a sentence: the Germans decide, Patton decides. @param {number} seat @param {string} one @param {string} several */
export const does = (seat, one, several) => (known.kit.seats[seat]?.several ? `The ${seatName(seat)} ${several}` : `${seatName(seat)} ${one}`);

/** Whether the page may answer the decision on the table. */
export const mayAct = () => known.past === null && known.update?.yours && !known.lost;
