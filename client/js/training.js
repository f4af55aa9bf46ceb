// @ts-check
// A guided first game: hints by the rule number of the decision, if the kit brings any.
import { hideCard, showCard } from "./cards.js";
import { $, chip, esc } from "./dom.js";
import { set, settings } from "./settings.js";
import { known, mayAct, on } from "./state.js";

/** @typedef {{ rule: string, text: string }} Hint */

/** Hints already read. @type {Set<string>} */
const read = new Set();

export function startTraining() {
  const hints = /** @type {{ training?: Hint[] }} */ (/** @type {unknown} */ (known.kit)).training ?? [];
  if (!hints.length) return;
  const draw = () => {
    const { awaits } = known.update;
    const rule = awaits.kind === "decision" ? awaits.rule : "";
    const index = hints.findIndex((hint) => (hint.rule === rule || rule.startsWith(`${hint.rule}.`)) && !read.has(hint.text));
    const hint = hints[index];
    if (!settings.training || !hint || !mayAct()) return void hideCard("hint");
    showCard("hint", "hint", `<small>First orders · ${read.size + 1} of ${hints.length}</small><p>${esc(hint.text)}</p><div class="row"><button class="btn small accent" data-hint="${index}">Understood</button>${chip(hint.rule)}<button class="btn small quiet" data-hint="off">No more hints</button></div>`, { place: "corner", label: "Training", role: "note" });
  };
  on("update", draw);
  $("float").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-hint]") : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset["hint"] === "off") set("training", false);
    const hint = hints[Number(button.dataset["hint"])];
    if (hint) read.add(hint.text);
    draw();
  });
}
