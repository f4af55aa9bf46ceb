// @ts-check
// A match at a glance: its map with a dot for every counter, as its player sees it. Drawn when it comes into view, and
// again only when something has been decided.
/** @import { Kit, Scene, SpotLook } from "../types" */
import { api } from "./api.js";
import { esc } from "./dom.js";

/** Drawn pictures by match and decision. @type {Map<string, string>} */
const drawn = new Map();
/** @type {Map<string, Promise<{ kit: Kit, paper: string }>>} */
const papers = new Map();
/** @type {IntersectionObserver | null} */
let watch = null;

/** @param {{ id: string, decisions: number }} match @returns {string | undefined} */
export const glanceOf = ({ id, decisions }) => drawn.get(`${id} ${decisions}`);

/** Has the pictures drawn of the matches that are in view. @param {HTMLElement} list */
export function drawGlances(list) {
  watch?.disconnect();
  watch = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen)
      if (isIntersecting && target instanceof HTMLElement) {
        watch?.unobserve(target);
        // Without a picture the cover stays.
        draw(target).catch(() => {});
      }
  });
  for (const place of list.querySelectorAll("[data-glance]")) watch.observe(place);
}

/** @param {HTMLElement} place */
async function draw(place) {
  const { glance: id = "", game = "", at = "0" } = place.dataset;
  const key = `${id} ${at}`;
  if (drawn.has(key)) return;
  const [{ kit, paper }, standing] = await Promise.all([paperOf(game), api.standing(id, Number(at))]);
  const box = standing.scene.part ?? kit.sheet_box;
  const html = `<svg viewBox="${box.join(" ")}" preserveAspectRatio="xMidYMid slice">${paper}${dots(kit, standing.scene, box[2] ?? 1000)}</svg>`;
  drawn.set(key, html);
  place.innerHTML = html;
}

/** @param {string} game */
function paperOf(game) {
  const known = papers.get(game) ?? api.kit(game).then((kit) => ({ kit, paper: paper(kit) }));
  papers.set(game, known);
  return known;
}

const COLOURS = /** @type {Record<string, string>} */ ({
  woods: "#a9ba88", grove: "#d6dcae", mixed: "#e4e2bb", broken: "#e3cda3", rough: "#cfb184", mountain: "#c3a888", town: "#cbb899", water: "#a9c6d3", marsh: "#d9e0c4", valley: "#dfe7d3", hilltop: "#dcc08f", neutral: "#d3ccb9",
});

/** Every place as a dot of its ground, as large as the space between two. @param {Kit} kit */
function paper(kit) {
  const places = kit.spots.filter((spot) => spot.shape.kind !== "box");
  const wide = places.some((spot) => spot.shape.kind === "hex" || spot.shape.kind === "pointed") ? 92 : 46;
  /** @param {SpotLook} spot */
  const dot = (spot) => `M${Math.round(spot.at[0])} ${Math.round(spot.at[1])}h0`;
  const grounds = kit.grounds.map((ground, g) => `<path stroke="${COLOURS[ground.recipe] ?? "#efe6cf"}" d="${places.filter((spot) => spot.ground === g).map(dot).join("")}"/>`);
  return `<rect x="-9999" y="-9999" width="29999" height="29999" fill="#d9cda9"/><g fill="none" stroke-linecap="round" stroke-width="${wide}">${grounds.join("")}</g>`;
}

/** @param {Kit} kit @param {Scene} scene @param {number} wide */
function dots(kit, scene, wide) {
  const r = Math.max(22, wide / 46);
  return scene.counters
    .filter((counter) => kit.spots[counter.at]?.shape.kind !== "box")
    .map((counter) => {
      const [x, y] = kit.spots[counter.at]?.at ?? [0, 0];
      const seat = kit.faces[counter.face]?.seat;
      return `<rect x="${Math.round(x - r)}" y="${Math.round(y - r)}" width="${Math.round(2 * r)}" height="${Math.round(2 * r)}" rx="${Math.round(r / 4)}" fill="${esc(seat == null ? "#ddd2b4" : (kit.seats[seat]?.colours[1] ?? "#333"))}" stroke="#fff8" stroke-width="${Math.round(r / 5)}"/>`;
    })
    .join("");
}
