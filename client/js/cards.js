// @ts-check
// Cards that float over the board beside a spot and keep clear of its edges.
/** @import { Point } from "./geometry.js" */
import { $, dress, narrow } from "./dom.js";
import { known } from "./state.js";

/** @typedef {"beside" | "above" | "corner"} Place */
/** @type {Map<string, { element: HTMLElement, at: Point | null, place: Place, html: string }>} */
const cards = new Map();

/**
 * @param {string} id
 * @param {string} classes
 * @param {string} html
 * @param {{ spot?: number | undefined, place?: Place, label?: string, role?: string }} options
 */
export function showCard(id, classes, html, { spot, place = "beside", label = "", role = "group" } = {}) {
  let card = cards.get(id);
  if (!card) {
    const element = document.createElement("div");
    element.dataset["card"] = id;
    $("float").append(element);
    card = { element, at: null, place, html: "" };
    cards.set(id, card);
  }
  card.at = spot === undefined ? null : known.places.centre(spot);
  card.place = place;
  card.element.className = `card ${classes}`;
  card.element.setAttribute("role", role);
  if (label) card.element.setAttribute("aria-label", label);
  if (card.html !== html) {
    const focused = document.activeElement instanceof HTMLElement && card.element.contains(document.activeElement) ? document.activeElement.dataset["do"] : "";
    card.html = html;
    card.element.innerHTML = html;
    dress(card.element);
    if (focused) /** @type {HTMLElement | null} */ (card.element.querySelector(`[data-do="${focused}"]`))?.focus();
  }
  settle(card);
  return card.element;
}

/** @param {string} id */
export function hideCard(id) {
  cards.get(id)?.element.remove();
  return cards.delete(id);
}

/** @param {string} id */
export const hasCard = (id) => cards.has(id);

export function settleCards() {
  for (const card of cards.values()) settle(card);
}

/** @param {{ element: HTMLElement, at: Point | null, place: Place }} card */
function settle({ element, at, place }) {
  if (!at || place === "corner") return element.removeAttribute("style");
  const stage = $("stage").getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const [x, y] = known.board.view.toScreen(at);
  const half = 42 * known.board.view.k;
  /** @param {number} v @param {number} least @param {number} most */
  const within = (v, least, most) => Math.max(least, Math.min(Math.max(least, most), v));
  const top = narrow() ? 8 : 70;
  if (place === "above") {
    const below = y - half - height - 14 < top;
    const left = within(x - 52, 10, stage.width - width - 10);
    element.classList.toggle("below", below);
    element.style.left = `${left}px`;
    element.style.top = `${below ? y + half + 12 : y - half - height - 12}px`;
    element.style.setProperty("--tail", `${within(x - left - 6, 14, width - 26)}px`);
    return;
  }
  const right = x + half + 26 + width < stage.width - 10;
  const left = right ? x + half + 26 : x - half - 26 - width;
  element.style.left = `${within(left, 10, stage.width - width - 10)}px`;
  element.style.top = `${within(y - height / 2, top, stage.height - height - 12)}px`;
}
