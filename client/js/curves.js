// @ts-check
// Lines over the course of a match: a value for each side at each moment.
import { sideClass } from "./counters.js";
import { esc, num } from "./dom.js";
import { known } from "./state.js";

const [WIDE, HIGH] = [340, 56];

/**
 * @typedef {{ at: number, values: (number | null)[] }} Moment values by seat
 * @param {Moment[]} moments
 * @param {number | null} now a line where one is
 * @param {string} label
 * @param {number[]} turns where a turn begins
 */
export function curveHtml(moments, now, label, turns = []) {
  /** @param {number} seat */
  const sits = (seat) => known.seats[seat]?.kind !== "absent";
  const all = moments.flatMap((moment) => moment.values.flatMap((value, seat) => (value !== null && sits(seat) ? [value] : [])));
  if (moments.length < 3 || Math.max(...all) === Math.min(...all)) return "";
  const last = moments.at(-1)?.at || 1;
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  /** @param {number} at */
  const across = (at) => num((at / last) * WIDE);
  /** @param {number} value */
  const up = (value) => num(HIGH - ((value - low) / (high - low)) * HIGH);
  const lines = known.kit.seats.map((_, seat) => {
    const points = moments.flatMap(({ at, values }) => (values[seat] == null || !sits(seat) ? [] : [`${across(at)} ${up(values[seat])}`]));
    return points.length > 1 ? `<g class="${sideClass(known.kit, seat)}"><path class="e-line-2" d="M${points.join("L")}"/><path class="e-line" d="M${points.join("L")}"/></g>` : "";
  });
  const marks = turns.map((at) => `<path class="e-turn" d="M${across(at)} 0V${HIGH}"/>`);
  const zero = low < 0 && high > 0 ? `<path class="e-turn" d="M0 ${up(0)}H${WIDE}"/>` : "";
  const here = now === null ? "" : `<path class="e-now" d="M${across(now)} -4V${HIGH + 4}"/>`;
  return `<figure class="e-figure"><figcaption>${esc(label)}</figcaption><svg class="e-curve" viewBox="-4 -4 ${WIDE + 8} ${HIGH + 8}" role="img" aria-label="${esc(label)}, from the first to the last decision">${marks.join("")}${zero}${lines.join("")}${here}</svg></figure>`;
}
