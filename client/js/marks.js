// @ts-check
// Markers on the map that are not pieces. The drawings (mark-…) come with the map sheet; what is put together here is
// put together in the same words by `sheet::mark`, and a test compares the two.
/** @import { Kit, Mark, MarkRecipe } from "../types" */
import { esc, num } from "./dom.js";
import { artAt, hasArt } from "./things.js";

/** Every recipe, and where a word stands on it. @type {Record<MarkRecipe, [number, number, string] | null>} */
const RECIPES = {
  target: null, path: null, flag: null, control: null, mine: null, blown: null, crowded: null,
  beach: [-31, -13.5, "mk-small"], drop: null, number: [0, 6, "mk-text"],
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
