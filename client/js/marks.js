// @ts-check
// Markers on the map that are not pieces. The drawings (mark-…) come with the map sheet; what is put together here is
// put together in the same words by `sheet::mark`, and a test compares the two.
/** @import { Arrow, Kit, Mark, MarkRecipe, Scene, SideMark } from "../types" */
/** @import { Places } from "./geometry.js" */
import { esc, num } from "./dom.js";
import { artAt, hasArt } from "./things.js";

/** Every recipe, and where a word stands on it. @type {Record<MarkRecipe, [number, number, string] | null>} */
const RECIPES = {
  target: null, path: null, flag: null, control: null, mine: null, blown: null, crowded: null,
  beach: [-31, -13.5, "mk-small"], drop: null, number: [0, 6, "mk-text"], levy: [25, -15.5, "mk-small"],
};

/** One marker about 0 0. @param {Kit} kit @param {Mark} mark @param {boolean} covered whether a block stands on its spot */
export function markFace(kit, mark, covered) {
  const { recipe } = mark;
  const emblem = recipe === "control" && mark.seat !== null && hasArt(kit, `seat-${mark.seat}`) ? `seat-${mark.seat}` : null;
  // Who stands there holds it.
  if (emblem && covered) return "";
  const lettered = RECIPES[/** @type {MarkRecipe} */ (recipe)];
  const known = lettered !== undefined && !emblem;
  const picture = emblem ?? recipe;
  const [x, y] = recipe === "drop" ? (covered ? [-30, -22] : [-22, -15]) : covered ? [30, -21] : [0, 0];
  let out = known ? `<use href="#mark-${recipe}"/>` : "";
  if (hasArt(kit, picture)) out += artAt(picture, 0, 0, known ? 19 : 26);
  if (lettered) out += `<text class="${lettered[2]}" x="${lettered[0]}" y="${lettered[1]}">${esc(mark.text)}</text>`;
  return `<g transform="translate(${x} ${y})">${out}</g>`;
}

/** The same where it lies. @param {Kit} kit @param {Mark} mark @param {boolean} covered @param {[number, number]} at */
export function markAt(kit, mark, covered, [x, y]) {
  const side = mark.seat === null ? "" : ` seat-${mark.seat}`;
  return `<g class="mark mark-${esc(mark.recipe)}${side}${mark.text ? " told" : ""}" transform="translate(${num(x)} ${num(y)})"><title>${esc([mark.recipe, mark.text].filter(Boolean).join(": "))}</title>${markFace(kit, mark, covered)}</g>`;
}

/** What has become of the side between two spots, where it is. @param {Places} places @param {SideMark} side */
export function sideFace(places, { between: [a, b], recipe }) {
  const [p, q] = [places.centre(a), places.centre(b)];
  const turn = (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI;
  return `<use href="#side-${esc(recipe)}" transform="translate(${num((p[0] + q[0]) / 2)} ${num((p[1] + q[1]) / 2)}) rotate(${num(turn)})"/>`;
}

/** An arrow from spot to spot, clear of what stands on both. @param {Places} places @param {Arrow} arrow */
export function arrowFace(places, arrow) {
  const [a, b] = [places.centre(arrow.from), places.centre(arrow.to)];
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (far < 1) return "";
  const [ux, uy] = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
  /** So far along the way, and aside of it. @param {number} along @param {number} aside */
  const at = (along, aside = 0) => `${num(a[0] + ux * along - uy * aside)} ${num(a[1] + uy * along + ux * aside)}`;
  const line = `M${at(24)}L${at(far - 38)}`;
  const middle = (far - 2) / 2;
  // Between neighbours there is no room on the line: above it then.
  const lift = far > 100 ? 0 : ux < 0 ? 17 : -17;
  const text = arrow.text ? `<text class="ar-text" x="${num(a[0] + ux * middle - uy * lift)}" y="${num(a[1] + uy * middle + ux * lift + 5)}">${esc(arrow.text)}</text>` : "";
  return `<g class="ar ar-${esc(arrow.recipe)}"><path class="ar-case" d="${line}"/><path class="ar-line" d="${line}"/><path class="ar-head" d="M${at(far - 26)}L${at(far - 38, 8)}L${at(far - 38, -8)}Z"/>${text}</g>`;
}

/** Ground that is another now than the printed one: one path for each kind, so that no hexes show in it. @param {Kit} kit @param {Places} places @param {Scene} scene */
export function groundsNow(kit, places, scene) {
  /** @type {Map<number, string>} */
  const drawn = new Map();
  for (const [spot, ground] of scene.grounds) drawn.set(ground, (drawn.get(ground) ?? "") + places.path(spot, 1));
  return [...drawn].map(([ground, d]) => `<path class="ground-now g-${esc(kit.grounds[ground]?.recipe)}" d="${d}"><title>${esc(kit.grounds[ground]?.name)}</title></path>`).join("");
}
