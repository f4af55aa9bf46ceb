// @ts-check
// Where spots lie and what shape they have: hexes, areas with an outline, ovals joined by roads, boxes. Nothing
// about any game.
/** @import { Kit, SpotLook } from "../types" */
import { num } from "./dom.js";

/** From the centre of a hex to its corners, in map units. */
const R = 40;
const HALF_HEIGHT = (R * Math.sqrt(3)) / 2;
/** @type {[number, number][]} */
const CORNERS = [[R, 0], [R / 2, HALF_HEIGHT], [-R / 2, HALF_HEIGHT], [-R, 0], [-R / 2, -HALF_HEIGHT], [R / 2, -HALF_HEIGHT]];

/** Half the width and the height of an oval. */
const OVAL = { x: 25, y: 15.5 };

/** @typedef {[number, number]} Point */

export class Places {
  /** @param {Kit} kit */
  constructor(kit) {
    this.spots = kit.spots;
    /** Ways of the sheet between two ovals, as points along them. @type {Map<string, Point[]>} */
    this.ways = new Map();
    /** @type {[number, number][]} */
    this.links = kit.runs.flatMap((run) =>
      typeof run.through === "object" && "spots" in run.through ? run.through.spots.slice(1).map((to, i) => /** @type {[number, number]} */ ([/** @type {{ spots: number[] }} */ (run.through).spots[i] ?? to, to])) : [],
    );
    /** @type {Point[][]} */
    this.rings = kit.spots.map(ring);
    /** @type {number[][]} */
    this.near = this.neighbours();
  }

  /** @param {number} spot @returns {Point} */
  centre(spot) {
    return this.spots[spot]?.at ?? [0, 0];
  }

  /** @param {number} spot */
  isBox(spot) {
    return this.spots[spot]?.shape.kind === "box";
  }

  /** @param {number} spot */
  isOval(spot) {
    return this.spots[spot]?.shape.kind === "oval";
  }

  /** Reads the drawn ways off the sheet, so that everything on them follows their curves. @param {ParentNode} sheet */
  readWays(sheet) {
    for (const [a, b] of this.links) {
      const [low, high] = a < b ? [a, b] : [b, a];
      const path = sheet.querySelector(`#way-${low}-${high}`);
      if (!(path instanceof SVGPathElement)) continue;
      const length = path.getTotalLength();
      const n = Math.max(6, Math.round(length / 9));
      const points = Array.from({ length: n + 1 }, (_, i) => path.getPointAtLength((length * i) / n)).map((p) => /** @type {Point} */ ([p.x, p.y]));
      const first = /** @type {Point} */ (points[0]);
      if (distance(first, this.centre(low)) > distance(first, this.centre(high))) points.reverse();
      this.ways.set(`${low}-${high}`, points);
    }
  }

  /** The way between two spots, from the first to the second: along the road if there is one. @param {number} a @param {number} b @returns {Point[]} */
  way(a, b) {
    const known = this.ways.get(`${Math.min(a, b)}-${Math.max(a, b)}`);
    if (!known) return [this.centre(a), this.centre(b)];
    return a < b ? known : [...known].reverse();
  }

  /** Width and height of a box, or of what a spot covers. @param {number} spot @returns {Point} */
  size(spot) {
    const points = this.rings[spot] ?? [];
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  }

  /** Outline of a spot as path data, drawn a little smaller or larger. @param {number} spot */
  path(spot, scale = 1) {
    const [cx, cy] = this.centre(spot);
    const points = (this.rings[spot] ?? []).map(([x, y]) => `${num(cx + (x - cx) * scale)} ${num(cy + (y - cy) * scale)}`);
    return points.length ? `M${points.join("L")}Z` : "";
  }

  /** The border of a set of spots: sides that two of them share are left out. @param {Iterable<number>} spots */
  border(spots) {
    /** @type {Map<string, string>} */
    const sides = new Map();
    for (const spot of spots) {
      const points = this.rings[spot] ?? [];
      points.forEach((p, i) => {
        const q = /** @type {Point} */ (points[(i + 1) % points.length]);
        const middle = `${Math.round((p[0] + q[0]) / 2)},${Math.round((p[1] + q[1]) / 2)}`;
        if (sides.has(middle)) sides.delete(middle);
        else sides.set(middle, `M${num(p[0])} ${num(p[1])}L${num(q[0])} ${num(q[1])}`);
      });
    }
    return [...sides.values()].join("");
  }

  /** The spot at a point of the sheet, if any. @param {Point} at */
  at([x, y]) {
    let best = -1;
    let bestDistance = Infinity;
    this.spots.forEach((spot, i) => {
      const distance = Math.hypot(spot.at[0] - x, spot.at[1] - y);
      const reach = spot.shape.kind === "hex" || spot.shape.kind === "pointed" ? R : Infinity;
      // An oval is small: near it is on it.
      const hit = spot.shape.kind === "oval" ? Math.hypot((spot.at[0] - x) / OVAL.x, (spot.at[1] - y) / OVAL.y) < 1.35 : inside(this.rings[i] ?? [], x, y);
      if (distance < bestDistance && distance <= reach && hit) {
        best = i;
        bestDistance = distance;
      }
    });
    return best < 0 ? undefined : best;
  }

  /** The neighbour that lies most nearly in a direction (degrees, 0 = right, 90 = down). @param {number} from @param {number} degrees */
  towards(from, degrees) {
    const [x, y] = this.centre(from);
    let best;
    let bestCost = Infinity;
    const wide = this.near[from]?.length ? this.near[from] : this.spots.keys();
    for (const pool of [wide, this.spots.keys()]) {
      for (const spot of pool) {
        if (spot === from) continue;
        const [u, v] = this.centre(spot);
        const off = Math.abs(((Math.atan2(v - y, u - x) * 180) / Math.PI - degrees + 540) % 360 - 180);
        if (off > 50) continue;
        const cost = Math.hypot(u - x, v - y) * (1 + off / 30);
        if (cost < bestCost) {
          bestCost = cost;
          best = spot;
        }
      }
      if (best !== undefined) return best;
    }
    return best;
  }

  /** A way over neighbouring spots as straight as can be, for asking why something is out of reach.
   * @param {number} from @param {number} to */
  straight(from, to) {
    const goal = this.centre(to);
    const path = [];
    let here = from;
    for (let i = 0; i < 60 && here !== to; i++) {
      const options = this.near[here] ?? [];
      const next = options.includes(to)
        ? to
        : options.reduce((best, s) => (distance(this.centre(s), goal) < distance(this.centre(best), goal) ? s : best), here);
      if (next === here) return [];
      path.push(next);
      here = next;
    }
    return here === to ? path : [];
  }

  neighbours() {
    /** @type {number[][]} */
    const near = this.spots.map(() => []);
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (const [a, b] of this.links)
      if (this.isOval(a) && this.isOval(b)) {
        near[a]?.push(b);
        near[b]?.push(a);
      }
    this.rings.forEach((points, spot) => {
      if (this.isBox(spot) || this.isOval(spot)) return;
      points.forEach((p, i) => {
        const q = /** @type {Point} */ (points[(i + 1) % points.length]);
        const key = `${Math.round((p[0] + q[0]) / 4)},${Math.round((p[1] + q[1]) / 4)}`;
        const other = seen.get(key);
        if (other === undefined) seen.set(key, spot);
        else if (other !== spot) {
          near[spot]?.push(other);
          near[other]?.push(spot);
        }
      });
    });
    return near;
  }
}

/** @param {SpotLook} spot @returns {Point[]} */
function ring(spot) {
  const [x, y] = spot.at;
  const shape = spot.shape;
  if (shape.kind === "hex") return CORNERS.map(([dx, dy]) => [x + dx, y + dy]);
  if (shape.kind === "pointed") return CORNERS.map(([dx, dy]) => [x - dy, y + dx]);
  if (shape.kind === "oval")
    return Array.from({ length: 28 }, (_, i) => {
      const a = (i / 28) * 2 * Math.PI;
      return /** @type {Point} */ ([x + Math.cos(a) * OVAL.x, y + Math.sin(a) * OVAL.y]);
    });
  if (shape.kind === "outline") return shape.points.map(([u, v]) => [u, v]);
  const { width: w, height: h } = shape;
  return [[x - w / 2, y - h / 2], [x + w / 2, y - h / 2], [x + w / 2, y + h / 2], [x - w / 2, y + h / 2]];
}

/** @param {Point[]} points @param {number} x @param {number} y */
function inside(points, x, y) {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = /** @type {Point} */ (points[i]);
    const [xj, yj] = /** @type {Point} */ (points[j]);
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
