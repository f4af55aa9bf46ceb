// @ts-check
// The ruler: from a place to the place under the pointer, in steps and, where the map has a scale, in kilometres.
import { march } from "./drawings.js";
import { $, num } from "./dom.js";
import { known, ring } from "./state.js";

let isOn = false;
/** @type {number | null} */
let from = null;

export const rulerOn = () => isOn;

export function toggleRuler() {
  isOn = !isOn;
  from = null;
  show("");
  ring("overlays");
}

export function startRuler() {
  const board = $("board");
  /** @param {MouseEvent} event */
  const under = (event) => known.places.at(known.board.view.toSheet(event.clientX, event.clientY));
  board.addEventListener(
    "click",
    (event) => {
      if (!isOn || known.board.view.moved) return;
      event.stopImmediatePropagation();
      const spot = under(event);
      from = from === null && spot !== undefined ? spot : null;
      if (from === null) show("");
    },
    { capture: true },
  );
  board.addEventListener("pointermove", (event) => {
    if (!isOn || from === null) return;
    const to = under(event);
    if (to === undefined || to === from) return;
    const way = known.places.straight(from, to);
    const [x, y] = known.places.centre(to);
    const far = known.kit.metres ? `, ${((way.length * known.kit.metres) / 1000).toFixed(1)} km` : "";
    show(`${march(known.places, [from, ...way], { classes: "preview", cut: 4, from: 4, dots: true })}<g class="ruler" transform="translate(${num(x)} ${num(y - 34)})"><rect x="-52" y="-13" width="104" height="22" rx="6"/><text y="3">${way.length}${far}</text></g>`);
  });
}

/** @param {string} svg */
function show(svg) {
  const layer = known.board.layers.cursor;
  layer.querySelector(".measured")?.remove();
  if (!svg) return;
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", "measured");
  group.innerHTML = svg;
  layer.append(group);
}
