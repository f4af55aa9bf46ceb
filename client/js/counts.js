// @ts-check
// How many of each: a short card at the spot, filled with as much as can be; one more click or Enter sends it.
import { wayBack } from "./banner.js";
import { hideCard, showCard } from "./cards.js";
import { chip, esc } from "./dom.js";
import { ready, total } from "./editing.js";
import { choice, title } from "./offers.js";
import { capital, indexOf, isThing, known, mayAct, nameOfRef, on, spotOf } from "./state.js";
import { thingIcon } from "./things.js";

export function startCounts() {
  on("choice", draw);
}

function draw() {
  const { open, offer } = choice;
  if (open?.kind !== "counts" || offer === null || !mayAct()) return void hideCard("counts");
  const about = known.update.offers[offer]?.about ?? null;
  const rows = open.of.map((heap, i) => {
    const n = choice.counts[i] ?? 0;
    const name = nameOfRef(heap.of);
    const icon = isThing(heap.of) ? thingIcon(known.kit, indexOf(heap.of), 30) : "";
    return `<div class="heap-row ${i === choice.heap ? "on" : ""} ${heap.most ? "" : "none"}"><span class="what">${icon}<span>${esc(name)}</span></span><span class="stepper"><button data-do="fewer" data-heap="${i}" aria-label="Less ${esc(name)}" ${n > 0 ? "" : "disabled"}>−</button><output aria-live="polite" aria-label="${esc(name)}">${n}</output><button data-do="another" data-heap="${i}" aria-label="More ${esc(name)}" ${n < heap.most ? "" : "disabled"}>+</button></span><small>of ${heap.most}</small></div>`;
  });
  const sum = total();
  const boxes = Array.from({ length: Math.min(12, open.most) }, (_, i) => {
    let n = i;
    const heap = choice.counts.findIndex((count) => (n -= count) < 0);
    const of = open.of[heap]?.of ?? null;
    return `<i class="${heap < 0 ? "" : "on"}">${heap >= 0 && isThing(of) ? thingIcon(known.kit, indexOf(of), 20) : ""}</i>`;
  });
  const wanted = open.least === open.most ? `exactly ${open.most}` : `${open.least} to ${open.most}`;
  const refusal = choice.answer?.lawful === false ? choice.answer.refusal : null;
  const wrong = refusal ? `<p class="wrong">${refusal.rule ? chip(refusal.rule.id) : ""} ${esc(refusal.why)}.</p>` : "";
  const label = known.update.offers[offer]?.label ?? "";
  // The card stands clear of the roads that lead there.
  const spot = spotOf(about);
  const clear = known.shown.scene.lanes.flatMap(({ between: [a, b] }) => (a === spot ? [b] : b === spot ? [a] : []));
  showCard(
    "counts",
    "counts",
    `<header><h4>${esc(title(offer))}</h4><small>${wanted}</small></header><div class="load" aria-hidden="true">${boxes.join("")}</div>${rows.join("")}${wrong}<footer><button class="btn quiet" data-do="${sum ? "count-none" : "count-all"}">${sum ? "None" : "All"}</button>${wayBack()}<button class="btn accent" data-do="confirm" ${ready() ? "" : "disabled"}>${esc(sum ? `${capital(label)}: ${sum}` : "Nothing")}<kbd>↵</kbd></button></footer>`,
    { spot, clear, label: "How many" },
  );
}
