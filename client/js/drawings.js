// @ts-check
// Everything drawn between the sheet and the counters, or above them. Pure: data in, SVG text out.
/** @import { Places, Point } from "./geometry.js" */
import { distance } from "./geometry.js";
import { num } from "./dom.js";

/** A tint on a spot. @param {Places} places @param {number} spot @param {string} classes */
export const tint = (places, spot, classes, extra = "") =>
  places.isOval(spot)
    ? `<path class="tint halo ${classes}" d="${places.path(spot, 1.36)}"/>`
    : `<path class="tint ${classes}" ${extra} d="${places.path(spot, places.isBox(spot) ? 1 : 0.985)}"/>`;

/** @param {Places} places @param {number} spot @param {string} classes */
export const ring = (places, spot, classes) =>
  `<g class="hexring ${classes}"><path d="${places.path(spot, places.isOval(spot) ? 1.4 : 1)}"/><path class="in" d="${places.path(spot, places.isOval(spot) ? 1.3 : places.isBox(spot) ? 0.98 : 0.93)}"/></g>`;

/** @param {Places} places @param {Iterable<number>} spots @param {string} classes */
export function zone(places, spots, classes) {
  const all = [...spots];
  return `<g class="${classes}">${all.map((s) => `<path d="${places.path(s, 0.985)}"/>`).join("")}<path class="z-edge" d="${places.border(all)}"/></g>`;
}

/** Ways over spots as lines with an edge. @param {Places} places @param {number[][]} ways @param {string} classes */
export function supplyLines(places, ways, classes) {
  if (!ways.length) return "";
  const d = ways.map((spots) => `M${spots.flatMap((s, i) => (i ? places.way(/** @type {number} */ (spots[i - 1]), s).slice(1) : [places.centre(s)])).map(([x, y]) => `${num(x)} ${num(y)}`).join("L")}`).join("");
  return `<g class="supply-lines ${classes}"><path class="case" d="${d}"/><path d="${d}"/></g>`;
}

/** @param {Places} places @param {number} spot @param {string} text @param {boolean} stop */
export function figure(places, spot, text, stop) {
  const [x, y] = places.centre(spot);
  const bar = stop ? '<path class="bar" d="M-6 7.4H6"/>' : "";
  return `<g class="left ${stop ? "stop" : ""}" transform="translate(${num(x)} ${num(y)})"><circle r="10.6"/><text y="4.2">${text}</text>${bar}</g>`;
}

/** @param {Places} places @param {number} spot */
export function crosshair(places, spot) {
  const [x, y] = places.centre(spot);
  const ticks = [0, 90, 180, 270].map((a) => `<path transform="rotate(${a})" d="M0-42V-29"/>`).join("");
  return `<g class="target" transform="translate(${num(x)} ${num(y)})"><circle r="37"/><circle r="33.5" class="t-in"/>${ticks}</g>`;
}

/**
 * A marching line with a head along spots.
 * @param {Places} places
 * @param {number[]} spots
 * @param {{ classes?: string, cut?: number, from?: number, dots?: boolean, width?: number }} [options]
 */
export function march(places, spots, { classes = "", cut = 6, from = 24, dots = true, width = 5 } = {}) {
  const along = spots.flatMap((s, i) => (i ? places.way(/** @type {number} */ (spots[i - 1]), s).slice(1) : [places.centre(s)]));
  const points = along.filter((p, i, all) => !i || distance(p, /** @type {Point} */ (all[i - 1])) > 0.1);
  const [first, second] = points;
  const last = points.at(-1);
  const beforeLast = points.at(-2);
  if (!first || !second || !last || !beforeLast) return "";
  const u = direction(first, second);
  const v = direction(beforeLast, last);
  /** @type {Point} */
  const end = [last[0] - v[0] * cut, last[1] - v[1] * cut];
  const line = smooth([
    [first[0] + u[0] * from, first[1] + u[1] * from],
    ...points.slice(1, -1).filter((p) => distance(p, first) > from + 2 && distance(p, last) > cut + width * 2 + 2),
    [end[0] - v[0] * width * 2, end[1] - v[1] * width * 2],
  ]);
  const w = width * 1.9;
  const l = width * 3.2;
  /** @param {number} back @param {number} aside */
  const at = (back, aside) => `${num(end[0] - v[0] * back - v[1] * aside)} ${num(end[1] - v[1] * back + v[0] * aside)}`;
  const head = `M${at(0, 0)}L${at(l, w)}L${at(l * 0.72, 0)}L${at(l, -w)}Z`;
  const marks = dots ? spots.slice(1, -1).map((s) => places.centre(s)).map((p) => `<circle class="m-dot" cx="${num(p[0])}" cy="${num(p[1])}" r="${width * 0.55}"/>`).join("") : "";
  return `<g class="march ${classes}"><path class="m-case" stroke-width="${width + 3.4}" d="${line}"/><path class="m-head-case" d="${head}"/><path class="m-line" stroke-width="${width}" d="${line}"/><path class="m-head" d="${head}"/>${marks}</g>`;
}

/** A short arrow between neighbours, an arc over a distance. @param {Places} places @param {number} from @param {number} to */
export function assault(places, from, to) {
  const p = places.centre(from);
  const q = places.centre(to);
  const length = distance(p, q);
  if (length < 1) return "";
  if (length > 110) {
    const m = [(p[0] + q[0]) / 2 - (q[1] - p[1]) * 0.16, (p[1] + q[1]) / 2 - (q[0] - p[0]) * 0.16 - 14];
    const d = `M${num(p[0])} ${num(p[1])}Q${num(m[0] ?? 0)} ${num(m[1] ?? 0)} ${num(q[0])} ${num(q[1])}`;
    return `<path class="shell-case" d="${d}"/><path class="shell" d="${d}"/>`;
  }
  const u = direction(p, q);
  /** @param {number} t @param {number} s */
  const at = (t, s) => `${num(p[0] + u[0] * t - u[1] * s)} ${num(p[1] + u[1] * t + u[0] * s)}`;
  const [a, b, e] = [length * 0.36, length * 0.53, length * 0.68];
  return `<path class="assault" d="M${at(a, -5)}L${at(b, -4)}L${at(b - 1, -9)}L${at(e, 0)}L${at(b - 1, 9)}L${at(b, 4)}L${at(a, 5)}Z"/>`;
}

/** @param {Point} a @param {Point} b @returns {Point} */
function direction(a, b) {
  const l = distance(a, b) || 1;
  return [(b[0] - a[0]) / l, (b[1] - a[1]) / l];
}

/** A curve through all points. @param {Point[]} points */
function smooth(points) {
  /** @param {number} i */
  const at = (i) => /** @type {Point} */ (points[Math.max(0, Math.min(points.length - 1, i))]);
  let d = `M${num(at(0)[0])} ${num(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${num(b[0] + (c[0] - a[0]) / 6)} ${num(b[1] + (c[1] - a[1]) / 6)} ${num(c[0] - (e[0] - b[0]) / 6)} ${num(c[1] - (e[1] - b[1]) / 6)} ${num(c[0])} ${num(c[1])}`;
  }
  return d;
}
