// @ts-check
// A guided first game: the lessons of the kit, each shown once when its cue comes.
/** @import { Lesson } from "../types" */
import { hideCard, showCard } from "./cards.js";
import { $, chip, esc } from "./dom.js";
import { choice } from "./offers.js";
import { forgetLessons, keepLessons, readLessons } from "./settings.js";
import { known, mayAct, on } from "./state.js";

export function startTraining() {
  const { lessons } = known.kit;
  const kept = readLessons(known.id);
  if (!lessons.length || kept === null) return;
  /** Lessons that were read, by index. @type {Set<number>} */
  const read = new Set(kept);
  let shown = -1;
  let entries = -1;
  let over = false;
  const draw = () => {
    shown = over ? -1 : lessons.findIndex((lesson, i) => !read.has(i) && fits(lesson));
    const lesson = lessons[shown];
    if (!lesson) return void hideCard("hint");
    const more = lesson.cue.kind === "over" ? "" : '<button class="btn small quiet" data-hint="off">No more hints</button>';
    showCard("hint", "hint", `<small>First orders</small><h4>${esc(lesson.title)}</h4><p>${esc(lesson.text)}</p><div class="row"><button class="btn small accent" data-hint="next">Understood</button>${chip(lesson.rule)}${more}</div>`, { place: "corner", label: "Training", role: "note" });
  };
  const tick = () => {
    read.add(shown);
    read.delete(-1);
    keepLessons(known.id, [...read]);
  };
  on("update", () => {
    // What was on the table while a decision was made has been read.
    if (entries >= 0 && known.update.entries > entries && shown >= 0) tick();
    entries = known.update.entries;
    draw();
  });
  on("shown", draw);
  // A new decision rings here before it is taken up above: what was read is ticked off first.
  on("choice", () => known.update.entries === entries && draw());
  $("float").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-hint]") : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset["hint"] === "off") {
      over = true;
      forgetLessons(known.id);
    } else tick();
    draw();
  });
}

/** @param {Lesson} lesson */
function fits({ cue }) {
  const { awaits } = known.update;
  if (known.past !== null) return false;
  if (awaits.kind === "over") return cue.kind === "over";
  if (!mayAct() || cue.kind === "over") return false;
  if (cue.kind === "asked") return cue.rule === awaits.rule;
  if (cue.kind === "opened") return cue.rule === awaits.rule && choice.open !== null;
  if (cue.kind === "later") return cue.rule === awaits.rule && (known.update.scene.tracks[0] ?? 0) > 0;
  return known.told.slice(-6).some((told) => told.notes.some((note) => note.rule === cue.rule));
}
