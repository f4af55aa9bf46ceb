// @ts-check
// Cards that float over the board beside a spot and keep clear of its edges.
/** @import { Point } from "./geometry.js" */
import { $, dress, narrow } from "./dom.js";
import { known } from "./state.js";

/** @typedef {"beside" | "above" | "corner" | "panel"} Place `panel`: not over the board at all */
/** @type {Map<string, { element: HTMLElement, at: Point | null, clear: Point[], place: Place, html: string }>} */
const cards = new Map();

/**
 * @param {string} id
 * @param {string} classes
 * @param {string} html
 * @param {{ spot?: number | undefined, clear?: number[], place?: Place, label?: string, role?: string }} options
 *   `clear`: spots that the card should not cover
 */
export function showCard(id, classes, html, { spot, clear = [], place = "beside", label = "", role = "group" } = {}) {
  let card = cards.get(id);
  if (!card) {
    const element = document.createElement("div");
    element.dataset["card"] = id;
    card = { element, at: null, clear: [], place, html: "" };
    cards.set(id, card);
  }
  const home = place === "panel" ? $("aside") : $("float");
  if (card.element.parentElement !== home) home.append(card.element);
  card.at = spot === undefined ? null : known.places.centre(spot);
  card.clear = clear.map((s) => known.places.centre(s));
  card.place = place;
  card.element.className = `card ${classes}`;
  card.element.setAttribute("role", role);
  if (label) card.element.setAttribute("aria-label", label);
  if (card.html !== html) {
    const focused = document.activeElement instanceof HTMLElement && card.element.contains(document.activeElement) ? document.activeElement.dataset : null;
    card.html = html;
    card.element.innerHTML = html;
    dress(card.element);
    if (focused?.["do"]) {
      const heap = focused["heap"] === undefined ? "" : `[data-heap="${focused["heap"]}"]`;
      /** @type {HTMLElement | null} */ (card.element.querySelector(`[data-do="${focused["do"]}"]${heap}:not([disabled])`))?.focus();
    }
  }
  settle(card);
  clearToast();
  return card.element;
}

/** @param {string} id */
export function hideCard(id) {
  cards.get(id)?.element.remove();
  return cards.delete(id);
}

/** What passes is said where no card lies. Where all of it does not fit, what was said first makes room. */
export function clearToast() {
  const toast = $("toast");
  const others = [...$("float").children, $("banner"), $("tray")].filter((element) => !element.classList.contains("hover-card")).map((element) => element.getBoundingClientRect());
  /** @param {string} place */
  const fits = (place) => {
    toast.dataset["at"] = place;
    const box = toast.getBoundingClientRect();
    return !others.some((o) => o.width && o.left < box.right && o.right > box.left && o.top < box.bottom && o.bottom > box.top);
  };
  for (; toast.childElementCount; toast.firstElementChild?.remove())
    if (["", "left", "right", "top"].some(fits) || toast.childElementCount === 1) return;
}

/** @param {string} id */
export const hasCard = (id) => cards.has(id);

export function settleCards() {
  for (const card of cards.values()) settle(card);
}

/** @param {{ element: HTMLElement, at: Point | null, clear: Point[], place: Place }} card */
function settle({ element, at, clear, place }) {
  if (!at || place === "corner" || place === "panel") return element.removeAttribute("style");
  const stage = $("stage").getBoundingClientRect();
  // On a large screen cards are drawn larger, and so are their pixels.
  const scale = element.currentCSSZoom || 1;
  const [x, y] = known.board.view.toScreen(at);
  const half = 42 * known.board.view.k;
  /** @param {number} v @param {number} least @param {number} most */
  const within = (v, least, most) => Math.max(least, Math.min(Math.max(least, most), v));
  // The banner lies above, on a phone below, and its buttons stay free.
  const banner = $("banner").getBoundingClientRect();
  const top = narrow() ? 8 : Math.max(70, banner.bottom - stage.top + 6);
  const floor = narrow() ? Math.min(stage.height, banner.top - stage.top) : stage.height;
  if (place === "beside") element.style.maxHeight = `${(floor - top - 12) / scale}px`;
  const { width, height } = element.getBoundingClientRect();
  // The buttons that zoom stay free too, unless the window is too narrow for both.
  const zoomer = $("zoomer").getBoundingClientRect();
  /** @param {number} wanted @param {number} high */
  const sideways = (wanted, high) => {
    const besides = high < zoomer.bottom - stage.top + 8 && high + height > zoomer.top - stage.top - 8;
    const free = zoomer.left - stage.left - width - 8;
    return within(wanted, 10, besides && zoomer.width && free >= 10 ? free : stage.width - width - 10);
  };
  if (place === "above") {
    const below = y - half - height - 14 < top;
    const left = sideways(x - 52, below ? y + half + 12 : y - half - height - 12);
    element.classList.toggle("below", below);
    element.style.left = `${left / scale}px`;
    element.style.top = `${(below ? y + half + 12 : y - half - height - 12) / scale}px`;
    element.style.setProperty("--tail", `${within(x - left - 6, 14, width - 26) / scale}px`);
    return;
  }
  // Beside the spot, where it covers the least of what takes part; to the right if it is all the same.
  const shown = [at, ...clear].map((point) => known.board.view.toScreen(point));
  const xs = shown.map((p) => p[0]);
  const ys = shown.map((p) => p[1]);
  const gap = half + 22;
  /** @type {Point[]} */
  const places = [
    [x + gap, y - height / 2], [x - gap - width, y - height / 2],
    [Math.max(...xs) + gap, y - height / 2], [Math.min(...xs) - gap - width, y - height / 2],
    [x - width / 2, Math.max(...ys) + gap], [x - width / 2, Math.min(...ys) - gap - height],
    [stage.width, stage.height], [0, stage.height], [stage.width, 0], [0, 0],
  ];
  let best = { left: 10, top, cost: Infinity };
  places.forEach(([wantedLeft, wantedTop], order) => {
    const high = within(wantedTop, top, floor - height - 12);
    const left = sideways(wantedLeft, high);
    const covered = shown.filter(([px, py]) => px > left - half * 0.7 && px < left + width + half * 0.7 && py > high - half * 0.7 && py < high + height + half * 0.7).length;
    const cost = covered * 1000 + order * 10 + Math.hypot(left + width / 2 - x, high + height / 2 - y) * 0.2;
    if (cost < best.cost) best = { left, top: high, cost };
  });
  element.style.left = `${best.left / scale}px`;
  element.style.top = `${best.top / scale}px`;
}
