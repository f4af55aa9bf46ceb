// @ts-check
// What lies on the map without being a piece: heaps beside areas as chips, columns on roads. Pure: data in,
// SVG text out.
/** @import { Kit, Lane, Scene } from "../types" */
/** @import { Places, Point } from "./geometry.js" */
import { distance } from "./geometry.js";
import { esc, num } from "./dom.js";
import { artAt, hasArt } from "./things.js";

/** Left, top, right, bottom. @typedef {[number, number, number, number]} Rect */

const KIND = 31;
const HIGH = 23;

/** @param {Rect} a @param {Rect} b */
const overlap = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/** What a block on an oval covers. @param {Point} at @returns {Rect} */
export const blockRect = ([x, y]) => [x - 28, y - 25, x + 32, y + 16];

/**
 * Chips with icon and count, each in the freest place beside its area.
 * @param {Kit} kit @param {Places} places @param {Scene} scene
 * @param {Rect[]} letters names and signs that are printed there
 */
export function heaps(kit, places, scene, letters) {
  /** @type {Map<number, [number, number][]>} */
  const bySpot = new Map();
  for (const heap of scene.heaps) bySpot.set(heap.at, [...(bySpot.get(heap.at) ?? []), [heap.of, heap.count]]);
  const blocks = new Map(scene.counters.map((c) => [c.at, blockRect(places.centre(c.at))]));
  const trucks = scene.lanes.map((lane) => middle(places, lane)).map(([x, y]) => /** @type {Rect} */ ([x - 17, y - 13, x + 17, y + 13]));
  /** @type {Rect[]} */
  const taken = [];
  const out = [];
  for (const [spot, kinds] of bySpot) {
    const [x, y] = places.centre(spot);
    const w = kinds.length * KIND + 5;
    const prints = places.spots[spot]?.prints.map((print) => print.recipe) ?? [];
    const grown = prints.includes("fort") ? 12 : 0;
    const block = blocks.has(spot);
    const [side, up, down] = prints.includes("base") ? [50, 48, 42] : [29 + grown + (block ? 6 : 0), 20 + grown + (block ? 9 : 0), 20 + grown];
    /** @type {Point[]} */
    const tries = [
      [x - w / 2, y + down], [x + side, y - HIGH / 2], [x - side - w, y - HIGH / 2], [x - w / 2, y - up - HIGH], [x + side - 14, y + down - 6],
      [x - side - w + 14, y + down - 6], [x + side - 14, y - up - HIGH + 6], [x - side - w + 14, y - up - HIGH + 6], [x - w / 2, y + down + 16], [x - w * 0.9, y + down + 14], [x - w * 0.1, y + down + 14],
    ];
    let best = /** @type {Point} */ (tries[0]);
    let least = Infinity;
    tries.forEach(([left, top], i) => {
      /** @type {Rect} */
      const rect = [left - 2, top - 2, left + w + 2, top + HIGH + 2];
      let cost = i * 2;
      for (const letter of letters) cost += overlap(rect, letter) * 6;
      for (const truck of trucks) cost += overlap(rect, truck) * 7;
      for (const other of blocks.values()) cost += overlap(rect, other) * 2;
      for (const other of taken) cost += overlap(rect, other) * 3;
      places.spots.forEach((other, n) => {
        if (n !== spot && other.shape.kind === "oval") cost += overlap(rect, [other.at[0] - 25, other.at[1] - 16, other.at[0] + 25, other.at[1] + 16]) * 1.5;
      });
      for (const points of places.ways.values()) for (const [px, py] of points) if (px > rect[0] && px < rect[2] && py > rect[1] && py < rect[3]) cost += 32;
      if (cost < least) {
        least = cost;
        best = [left, top];
      }
    });
    taken.push([best[0], best[1], best[0] + w, best[1] + HIGH]);
    const parts = kinds.map(([thing, count], i) => {
      const look = kit.things[thing];
      return `${look && hasArt(kit, look.art) ? artAt(look.art, 13 + i * KIND, 11.5, 18) : ""}<text x="${23.5 + i * KIND}" y="17">${count}</text>`;
    });
    const said = kinds.map(([thing, count]) => `${count} ${kit.things[thing]?.name ?? ""}`).join(", ");
    out.push(`<g class="heap" data-heap="${spot}" role="img" aria-label="${esc(`${places.spots[spot]?.name}: ${said}`)}" transform="translate(${num(best[0])} ${num(best[1])})"><rect class="heap-shade" x="1" y="2.500" width="${w}" height="${HIGH}" rx="5"/><rect width="${w}" height="${HIGH}" rx="5"/>${parts.join("")}</g>`);
  }
  return out.join("");
}

/** @param {Places} places @param {Lane} lane @returns {Point} */
function middle(places, { between: [a, b] }) {
  const points = places.way(a, b);
  if (points.length > 2) return /** @type {Point} */ (points[Math.floor(points.length / 2)]);
  const [p, q] = [places.centre(a), places.centre(b)];
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
}

/** A column on the road, and a plate in its middle. @param {Kit} kit @param {Places} places @param {Lane[]} lanes */
export function lanes(kit, places, lanes) {
  const beds = [];
  const plates = [];
  for (const lane of lanes) {
    const [a, b] = lane.between;
    const points = places.way(a, b).filter((p) => distance(p, places.centre(a)) > 24 && distance(p, places.centre(b)) > 24);
    if (points.length > 1) {
      const d = `M${points.map((p) => `${num(p[0])} ${num(p[1])}`).join("L")}`;
      beds.push(`<path class="bed" d="${d}"/><path class="column" d="${d}"/><path class="gaps" d="${d}"/>`);
    }
    const [x, y] = middle(places, lane);
    const owner = lane.seat == null ? "" : ` seat-${lane.seat}`;
    const sign = hasArt(kit, lane.recipe) ? artAt(lane.recipe, 0, -0.5, 24) : "";
    const said = `${lane.recipe} between ${places.spots[a]?.name} and ${places.spots[b]?.name}`;
    plates.push(`<g class="lane${owner}" role="img" aria-label="${esc(said)}" transform="translate(${num(x)} ${num(y)})"><rect class="heap-shade" x="-16" y="-10" width="34" height="24" rx="5"/><rect x="-17" y="-12.500" width="34" height="24" rx="5"/>${sign}</g>`);
  }
  return beds.join("") + plates.join("");
}
