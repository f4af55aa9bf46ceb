// @ts-check
// Dragging a counter to where it should go: the same as a click on it and a click there. Fingers move the map instead.
/** @import { Ref } from "../types" */
import { partOf } from "./battle.js";
import { mini } from "./counters.js";
import { $, within } from "./dom.js";
import { hover } from "./editing.js";
import { choice, offersAbout } from "./offers.js";
import { offersWith, pointAt } from "./pointing.js";
import { counterOf, known, mayAct, spotOf } from "./state.js";

/** A hand that rests is a click. */
const TREMBLE = 7;
/** What the table has to be asked for comes within this time, or the drop is forgotten. */
const PATIENCE = 1500;

/** @type {{ piece: number, spot: number | undefined, x: number, y: number, ghost: HTMLElement | null } | null} */
let held = null;

export function startDrag() {
  known.board.view.holds = (event) => take(event, within(event, "data-piece"));
  $("tray").addEventListener("pointerdown", (event) => {
    const button = within(event, "data-tray");
    if (button) hold(event, Number(button.dataset["tray"]?.slice(1)), undefined);
  });
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", letGo);
}

/** Whether something could be done with a counter. @param {number} piece */
function isAble(piece) {
  const ref = /** @type {Ref} */ (`p${piece}`);
  return mayAct() && (offersAbout(ref).length > 0 || (choice.open?.kind === "some" ? choice.open.of.includes(ref) || partOf(ref) >= 0 : offersWith(ref).length > 0));
}

/** @param {PointerEvent} event @param {HTMLElement | null} element */
function take(event, element) {
  if (!element || element.closest(".fan") || event.pointerType === "touch" || event.button !== 0) return false;
  const spot = Number(element.dataset["spot"]);
  // In a stack it is the top one that can do something, as for a click.
  const stack = known.places.isBox(spot) ? [] : known.board.stack(spot).map((counter) => counter.piece).filter(isAble);
  const piece = stack.length ? stack.at(-1) : Number(element.dataset["piece"]);
  return piece !== undefined && isAble(piece) && hold(event, piece, spot);
}

/** @param {PointerEvent} event @param {number} piece @param {number | undefined} spot */
function hold(event, piece, spot) {
  if (event.pointerType === "touch" || event.button !== 0) return false;
  held = { piece, spot, x: event.clientX, y: event.clientY, ghost: null };
  return true;
}

/** @param {PointerEvent} event */
function move(event) {
  if (!held) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < TREMBLE) return;
    held.ghost = pickUp(held.piece);
    known.board.view.moved = true;
    const ref = /** @type {Ref} */ (`p${held.piece}`);
    const about = choice.offer === null ? null : known.update.offers[choice.offer]?.about;
    // What is open about it already stays open.
    if (about !== ref && !choice.chosen.has(ref)) pointAt({ piece: held.piece, spot: held.spot });
  }
  held.ghost.style.transform = `translate(${event.clientX - 23}px, ${event.clientY - 23}px)`;
  hover(known.places.at(known.board.view.toSheet(event.clientX, event.clientY)));
}

/** @param {number} piece */
function pickUp(piece) {
  const ghost = document.createElement("div");
  const counter = counterOf(piece);
  ghost.className = "ghost";
  ghost.innerHTML = counter ? mini(known.kit, counter.face, 46, counter.badges, counter.numbers) : "";
  document.body.append(ghost);
  return ghost;
}

function letGo() {
  held?.ghost?.remove();
  held = null;
}

/** @param {PointerEvent} event */
async function drop(event) {
  if (!held) return;
  const { ghost, piece, spot: from } = held;
  letGo();
  if (!ghost) return;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  if (!under?.closest("#board")) return;
  const target = /** @type {HTMLElement | null} */ (under.closest("[data-piece]"));
  const spot = target ? Number(target.dataset["spot"]) : known.places.at(known.board.view.toSheet(event.clientX, event.clientY));
  if (spot === undefined || spot === from) return;
  const { seq } = known.update;
  // What can be done with it may have to be asked for first.
  const ready = () => choice.open !== null || choice.aim !== null || choice.menu !== null;
  for (const begun = performance.now(); !ready() && performance.now() - begun < PATIENCE; ) await new Promise((next) => setTimeout(next, 20));
  if (known.update.seq !== seq || !mayAct()) return;
  // What it can only mean is open already: it is looked at before it is confirmed.
  const about = choice.offer === null ? undefined : spotOf(known.update.offers[choice.offer]?.about ?? null);
  if (about === spot && choice.open?.kind !== "path") return;
  const other = target ? Number(target.dataset["piece"]) : undefined;
  pointAt({ piece: other === piece ? undefined : other, spot });
}
