// @ts-check
// The tray: who waits in a box beside the map and can do something lies here as well, so that nobody has to look for
// the box, nor leave the map to take a unit out of it.
/** @import { Counter, Ref } from "../types" */
import { clearToast } from "./cards.js";
import { $, esc, put } from "./dom.js";
import { mini, spoken } from "./counters.js";
import { choice, offersAbout, openAbout } from "./offers.js";
import { pointAt } from "./pointing.js";
import { known, mayAct, on } from "./state.js";

export function startTray() {
  on("choice", draw);
  $("tray").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-tray]") : null;
    if (!(button instanceof HTMLElement)) return;
    pointAt({ piece: Number(button.dataset["tray"]?.slice(1)) });
    if (event.detail > 0) $("board").focus({ preventScroll: true });
  });
}

/** @param {Counter} counter */
const refOf = (counter) => /** @type {Ref} */ (`p${counter.piece}`);

function draw() {
  lay();
  // What passes at the moment makes room.
  clearToast();
}

function lay() {
  const tray = $("tray");
  const held = new Map();
  for (const counter of mayAct() ? known.shown.scene.counters : [])
    if (known.places.isBox(counter.at) && (offersAbout(refOf(counter)).length || openAbout(refOf(counter)))) held.set(counter.at, [...(held.get(counter.at) ?? []), counter]);
  const about = choice.offer === null ? null : (known.update.offers[choice.offer]?.about ?? null);
  const waiting = /** @type {Counter[]} */ ([...held.values()].flat());
  // While something else is being answered, it makes room.
  const aside = choice.offer !== null && !waiting.some((counter) => refOf(counter) === about || openAbout(refOf(counter)));
  tray.hidden = aside || !waiting.length;
  if (tray.hidden) return;
  const lots = [...held].map(([spot, counters]) => {
    const buttons = counters.map((/** @type {Counter} */ counter) => {
      const ref = refOf(counter);
      const on = ref === about || choice.chosen.has(ref) || choice.menu?.offers.some((i) => known.update.offers[i]?.about === ref);
      const words = offersAbout(ref).map((i) => known.update.offers[i]?.label).join(", ");
      return `<button data-tray="${ref}" class="${on ? "on" : ""}" aria-pressed="${Boolean(on)}" title="${esc(words)}" aria-label="${esc(`${spoken(known.kit, counter)}: ${words}`)}">${mini(known.kit, counter.face, 42, counter.badges, counter.numbers)}</button>`;
    });
    return `<div class="lot"><h4>${esc(known.kit.spots[spot]?.about)}</h4><div>${buttons.join("")}</div></div>`;
  });
  const taken = waiting.some((counter) => refOf(counter) === about);
  tray.classList.toggle("taken", taken);
  put(tray, lots.join(""));
  if (taken) tray.querySelector(".on")?.scrollIntoView({ block: "nearest" });
}
