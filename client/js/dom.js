// @ts-check
// Small helpers for text that becomes elements. All foreign text goes through `esc`; inline style is
// forbidden by the page's policy, so `data-css` is moved into `style` by `put`.

/** @param {string} id */
export function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {unknown} text */
export const esc = (text) => String(text ?? "").replace(/[&<>"']/g, (c) => ESCAPES[c] ?? c);

/**
 * Sets the content of an element, unless it is the same already.
 * @param {Element} element
 * @param {string} html
 */
export function put(element, html) {
  const holder = /** @type {Element & { lastHtml?: string }} */ (element);
  if (holder.lastHtml === html) return false;
  holder.lastHtml = html;
  element.innerHTML = html;
  dress(element);
  return true;
}

/** @param {Element} root */
export function dress(root) {
  for (const element of root.querySelectorAll("[data-css]")) {
    const styled = /** @type {HTMLElement | SVGElement} */ (element);
    styled.style.cssText = styled.dataset["css"] ?? "";
    styled.removeAttribute("data-css");
  }
}

/** @param {number} n */
export const num = (n) => (Math.round(n * 100) / 100).toString();

/** @param {string} rule */
export const chip = (rule) =>
  rule ? `<button class="chip" data-rule="${esc(rule)}" aria-label="Rule ${esc(rule)}">${esc(rule)}</button>` : "";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * @param {number} face
 * @param {number} sides
 * @param {string} classes
 */
export function die(face, sides, classes = "") {
  const pips = sides <= 6 ? PIPS[face] : undefined;
  const print = pips
    ? pips.map(([x, y]) => `<circle cx="${x * 5.4}" cy="${y * 5.4}" r="2.1"/>`).join("")
    : `<text y="4.6">${face}</text>`;
  return `<svg class="die ${classes}" viewBox="-12 -12 24 24" role="img" aria-label="die ${face}"><rect x="-11" y="-11" width="22" height="22" rx="5"/>${print}</svg>`;
}

/** A die with a sign instead of pips; the sentence beside it says what it shows. @param {string} sign a drawing @param {string} classes */
export const signDie = (sign, classes = "") => `<span class="die sign ${classes}" aria-hidden="true">${sign}</span>`;

/** @type {Record<string, string>} */
const ICONS = {
  zones: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM12 8.500v7M8.700 10.200l6.600 3.600M15.300 10.200l-6.600 3.600",
  reach: "M4 18c4 0 3-6 7-6s3-6 7-6M15 3l4 3-4 3M4 18h.01M11 12h.01",
  lines: "M3 12h4m3 0h4m3 0h4M5 8v8M12 8v8M19 8v8",
  range: "M12 3v4m0 10v4M3 12h4m10 0h4M12 7a5 5 0 100 10 5 5 0 000-10z",
  layers: "M12 3l9 5-9 5-9-5zM3 12.500l9 5 9-5M3 17l9 5 9-5",
  numbers: "M9 4L7 20M17 4l-2 16M4 9h16M3.500 15h16",
  unsure: "M9 9a3 3 0 116 0c0 2-3 2-3 5m0 3.500v.01M12 2.500l8.300 4.800v9.400L12 21.500l-8.300-4.800V7.300z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  sun: "M12 7.500a4.500 4.500 0 100 9 4.500 4.500 0 000-9zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.400 1.400M17.600 17.600L19 19M19 5l-1.400 1.400M6.400 17.600L5 19",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 5l11 7-11 7z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 010 10h-2",
  log: "M5 6h14M5 12h14M5 18h9",
  search: "M10.500 4a6.500 6.500 0 100 13 6.500 6.500 0 000-13zM15.500 15.500L20 20",
  bot: "M12 3v3M6 8h12v9a2 2 0 01-2 2H8a2 2 0 01-2-2zM9.500 12v1.500M14.500 12v1.500",
  chart: "M5 20V10M12 20V4M19 20v-7",
  unit: "M4 7h16v10H4zM4 7l16 10M4 17L20 7",
  book: "M5 4h6a2 2 0 012 2v14a2 2 0 00-2-2H5zM21 4h-6a2 2 0 00-2 2v14a2 2 0 012-2h6z",
  talk: "M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12h5",
  help: "M9 9a3 3 0 116 0c0 2-3 2-3 5m0 3.500v.01M12 2.500a9.500 9.500 0 100 19 9.500 9.500 0 000-19z",
  gear: "M12 8.500a3.500 3.500 0 100 7 3.500 3.500 0 000-7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M18.700 5.300l-2.100 2.100M7.400 16.600l-2.100 2.100",
  seats: "M8 5a3 3 0 100 6 3 3 0 000-6zM2.500 19c0-4 2-6 5.500-6s5.500 2 5.500 6M16 7a2.500 2.500 0 100 5 2.500 2.500 0 000-5zM16.500 14.200c3 0 5 1.600 5 4.800",
  invite: "M3 6h18v12.500H3zM3.500 6.500L12 13l8.500-6.500",
  clock: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5.500l3.500 2",
  share: "M8 12h8M13 7l5 5-5 5M6 5v14",
  down: "M12 4v11M7 10.500l5 5 5-5M5 20h14",
  up: "M12 16V5M7 9.500l5-5 5 5M5 20h14",
  branch: "M7 4v16M7 12c6 0 9-2 9-7M16 5l-2.500 2.500M16 5l2.500 2.500",
  check: "M5 12.500l5 5L19.500 7",
  flag: "M6 21V4M6 5h11l-2.500 4L17 13H6",
  dice: "M4 4h16v16H4zM8.500 8.500h.01M15.500 8.500h.01M8.500 15.500h.01M15.500 15.500h.01M12 12h.01",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
};

/** @param {string} name */
export const ico = (name) =>
  `<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name] ?? ICONS["layers"]}"/></svg>`;

/** The nearest element at or above the target of an event that has this attribute.
 * @param {Event} event
 * @param {string} attribute
 */
export function within(event, attribute) {
  const target = event.target;
  const found = target instanceof Element ? target.closest(`[${attribute}]`) : null;
  return /** @type {(HTMLElement & SVGElement) | null} */ (found);
}

export const still = () =>
  document.documentElement.dataset["motion"] === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;

export const narrow = () => matchMedia("(max-width: 720px), (max-width: 1100px) and (orientation: portrait)").matches;

/** A large screen is looked at from farther away: the same as in the styles. */
export const afar = () => matchMedia("(min-width: 2200px) and (min-height: 1100px)").matches;

/** When the next frame has been drawn. A page that nobody sees draws none. @param {() => void} then */
export function afterFrame(then) {
  if (document.hidden) setTimeout(then);
  else requestAnimationFrame(() => setTimeout(then));
}
