// @ts-check
// A phone held upright: a button that opens the overlays and the replay bar as sheets.
import { $, ico } from "./dom.js";
import { known } from "./state.js";

export function startPhone() {
  const zoomer = $("zoomer");
  /** @param {string} verb @param {string} icon @param {string} words */
  const button = (verb, icon, words, kind = "") => `<button data-view="${verb}" class="${kind}" aria-label="${words}" title="${words}">${ico(icon)}</button>`;
  zoomer.innerHTML = `${button("in", "plus", "Zoom in (+)")}${button("out", "minus", "Zoom out (−)")}${button("fit", "fit", "Whole map (0)")}${button("tools", "layers", "Overlays and settings", "only-phone")}${button("replay", "play", "Replay", "only-phone")}`;
  zoomer.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-view]") : null;
    const verb = target instanceof HTMLElement ? target.dataset["view"] : "";
    const { view } = known.board;
    if (verb === "in") view.zoom(1.3, undefined, true);
    if (verb === "out") view.zoom(1 / 1.3, undefined, true);
    if (verb === "fit") view.fit(true);
    if (verb === "tools") $("rail").classList.toggle("open");
    if (verb === "replay") {
      const table = $("table");
      if (table.dataset["sheet"] === "replay") delete table.dataset["sheet"];
      else table.dataset["sheet"] = "replay";
      known.board.view.apply();
    }
  });
  $("board").addEventListener("pointerdown", () => $("rail").classList.remove("open"));
}
