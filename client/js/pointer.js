// @ts-check
// Mouse and finger on the board: click, hover, hover card, fanned stacks, long press.
/** @import { Counter, Face, Ref } from "../types" */
import { partOf } from "./battle.js";
import { hideCard, settleCards, showCard } from "./cards.js";
import { $, esc, narrow, within } from "./dom.js";
import { block, faceClasses, mini, statesOf } from "./counters.js";
import { hover } from "./editing.js";
import { choice, offersAbout } from "./offers.js";
import { explain, offersWith, pointAt } from "./pointing.js";
import { overlaysAbout } from "./overlays.js";
import { counterOf, known, mayAct, on } from "./state.js";
import { spaces, thingIcon } from "./things.js";
import { hideWhyNot } from "./whynot.js";

const LINGER = 320;
let waiting = 0;
let over = "";

export function startPointer() {
  const board = $("board");
  board.addEventListener("click", (event) => {
    if (known.board.view.moved) return;
    point(event, event instanceof PointerEvent && event.pointerType === "touch");
  });
  board.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch" && !event.buttons) linger(event);
  });
  board.addEventListener("pointerleave", () => rest());
  board.addEventListener("pointerdown", (event) => {
    rest();
    if (event.pointerType !== "touch") return;
    const at = under(event);
    clearTimeout(waiting);
    waiting = window.setTimeout(() => !known.board.view.moved && card(at.piece, at.spot), 480);
  });
  board.addEventListener("pointerup", () => clearTimeout(waiting));
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  known.board.view.listeners.push(settleCards);
  on("shown", () => rest());
}

/** @param {MouseEvent} event */
function under(event) {
  const element = within(event, "data-piece");
  if (element) return { piece: Number(element.dataset["piece"]), spot: Number(element.dataset["spot"]) };
  return { piece: undefined, spot: known.places.at(known.board.view.toSheet(event.clientX, event.clientY)) };
}

/** @param {MouseEvent} event @param {boolean} touch */
function point(event, touch) {
  const { piece, spot } = under(event);
  hideCard("hover");
  if (piece !== undefined) overlaysAbout(`p${piece}`);
  const { board } = known;
  const at = { spot, shift: event.shiftKey, touch: touch || narrow() };
  const inFan = within(event, "data-piece")?.closest(".fan") != null;
  // In a fan and in a box every counter lies by itself; in a stack it is the top one that can do something.
  if (!inFan && spot !== undefined && !known.places.isBox(spot) && choice.open?.kind !== "path") {
    const able = board.stack(spot).filter((c) => relevant(`p${c.piece}`));
    if (able.length > 1 && mayAct() && board.fanned !== spot) return board.fan(spot);
    const top = able.at(-1);
    if (top) {
      board.unfan();
      return pointAt({ ...at, piece: top.piece });
    }
  }
  if (!inFan) board.unfan();
  pointAt({ ...at, piece });
}

/** Whether a click on this would do something. @param {Ref} ref */
function relevant(ref) {
  if (choice.open?.kind === "some") return choice.open.of.includes(ref) || partOf(ref) >= 0;
  return offersAbout(ref).length > 0 || (choice.offer === null && mayAct() && offersWith(ref).length > 0);
}

/** @param {PointerEvent} event */
function linger(event) {
  const { piece, spot } = under(event);
  const key = `${piece}/${spot}`;
  if (key === over) return;
  over = key;
  hover(spot);
  if (choice.open?.kind === "path") hideWhyNot();
  clearTimeout(waiting);
  hideCard("hover");
  const { fanned } = known.board;
  const inFan = within(event, "data-piece")?.closest(".fan") != null;
  if (fanned !== null && !inFan && spot !== fanned && !near(event, fanned)) known.board.unfan();
  waiting = window.setTimeout(() => {
    if (spot !== undefined && piece !== undefined && !inFan && known.board.fanned !== spot && known.board.stack(spot).length > 1) known.board.fan(spot);
    if (choice.open?.kind === "path" && spot !== undefined && piece === undefined) explain(spot);
    else card(piece, spot);
  }, piece === undefined ? 2 * LINGER : LINGER);
}

/** @param {PointerEvent} event @param {number} spot */
function near(event, spot) {
  const [x, y] = known.board.view.toSheet(event.clientX, event.clientY);
  const [cx, cy] = known.places.centre(spot);
  const [above, below] = known.board.fansDown(spot) ? [40, 125] : [125, 40];
  return Math.abs(x - cx) < 30 + known.board.stack(spot).length * 28 && y < cy + below && y > cy - above;
}

function rest() {
  over = "";
  clearTimeout(waiting);
  hideCard("hover");
}

/** @param {number | undefined} piece @param {number | undefined} spot */
export function card(piece, spot) {
  const { kit } = known;
  const place = spot === undefined ? undefined : kit.spots[spot];
  if (!place || spot === undefined) return;
  const ground = kit.grounds[place.ground];
  const box = known.places.isBox(spot);
  const where = box ? `<li>${esc(place.about)}</li>` : `<li>${esc(place.name)}<b>${esc(place.about)}</b></li>${ground && ground.effect ? `<li>${esc(ground.effect)}</li>` : ""}${place.sure ? "" : '<li><span class="doubt">rebuilt</span></li>'}`;
  const lying = known.shown.scene.heaps.filter((heap) => heap.at === spot).map((heap) => `<span class="lot">${thingIcon(kit, heap.of, 20)}<b>${heap.count}</b></span>`);
  const goods = lying.length ? `<li class="lots">${lying.join("")}</li>` : "";
  if (piece === undefined) {
    if (box || known.board.view.k < 0.45) return;
    showCard("hover", "hover-card", `<h4>${esc(place.name)}</h4><p>${esc(place.about)}</p><ul>${goods}${ground?.effect ? `<li>${esc(ground.effect)}</li>` : ""}${place.sure ? "" : '<li><span class="doubt">rebuilt</span></li>'}</ul>`, { spot, role: "tooltip" });
    return;
  }
  const counter = counterOf(piece);
  const face = counter && kit.faces[counter.face];
  if (!counter || !face) return;
  const states = statesOf(kit, counter.badges).map((badge) => `<li>${esc(badge.name)}<b>${esc(badge.about)}</b></li>`);
  const may = offersAbout(/** @type {Ref} */ (`p${piece}`)).map((i) => known.update.offers[i]?.label);
  const act = may.length ? `<li>You may<b>${esc(may.join(", "))}</b></li>` : "";
  showCard("hover", "hover-card", `<div class="h-top">${picture(counter)}<div><h4>${esc(face.name || face.key)}${face.parent ? ` <small>${esc(face.parent)}</small>` : ""}</h4>${described(face)}</div></div><ul>${carried(piece)}${goods}${where}${states.join("")}${act}</ul>`, { spot, role: "tooltip" });
}

/** @param {Counter} counter */
function picture(counter) {
  const { kit, board } = known;
  if (!board.blocks) return mini(kit, counter.face, 64, counter.badges, counter.numbers);
  return `<svg class="mini ${faceClasses(kit, counter.face, counter.badges)}" viewBox="-30 -27 68 45" width="82" height="54" aria-hidden="true"><g class="piece">${block(kit, counter.face, counter.badges, board.holders.get(counter.piece))}</g></svg>`;
}

/** @param {number} piece */
function carried(piece) {
  const holder = known.board.holders.get(piece);
  return holder ? `<li class="lots">${spaces(known.kit, holder, 20)}</li>` : "";
}

/** What a counter is, its figures as tiles. @param {Face} face */
function described({ about, figures }) {
  const tiles = (figures ?? []).map(({ name, value }) => `<div><dt>${esc(name)}</dt><dd>${esc(value)}</dd></div>`);
  return `<p>${esc(about)}</p>${tiles.length ? `<dl class="h-tiles">${tiles.join("")}</dl>` : ""}`;
}
