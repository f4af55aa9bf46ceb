// @ts-check
// What was told, put together: headings, fights with all that belongs to them, and single sentences.
/** @import { Note, Told } from "../types" */
import { known } from "./state.js";

/** @typedef {{ told: Told, note: Note }} Line */
/**
 * @typedef {object} Item
 * @property {"turn" | "phase" | "battle" | "line"} kind
 * @property {Line[]} lines the first is its title
 * @property {number} from the first of the told that belong to it, by its place in the list
 * @property {number} to the last
 */

/** What notes make of an item that is still open, and what comes after it. @param {Told[]} told @param {number} first @param {Item | undefined} open @returns {Item[]} new ones; `open` may have grown */
export function itemsOf(told, first, open) {
  /** @type {Item[]} */
  const items = [];
  let battle = open?.kind === "battle" ? open : undefined;
  for (let i = first; i < told.length; i++) {
    const one = /** @type {Told} */ (told[i]);
    for (const note of one.notes) {
      const line = { told: one, note };
      const { heading } = note;
      if (heading === null && battle) {
        battle.lines.push(line);
        battle.to = i;
        continue;
      }
      const kind = heading === null || heading === "other" ? "line" : heading;
      /** @type {Item} */
      const item = { kind, lines: [line], from: i, to: i };
      items.push(item);
      battle = kind === "battle" ? item : undefined;
    }
  }
  return items;
}

/** The result of a fight as the chart prints it, if a chart decided it. @param {Item} item */
export function resultOf(item) {
  for (const { note } of item.lines) {
    const cell = note.shows.kind === "roll" ? note.shows.cell : null;
    if (cell) return known.kit.charts[cell.chart]?.rows[cell.row]?.cells[cell.column] ?? "";
  }
  return "";
}

/** The sentence that says how a fight went, without the result that stands before it. @param {Item} item */
export function outcomeOf(item) {
  const result = resultOf(item);
  const text = concluding(item);
  const at = result ? text.indexOf(result) + result.length : 0;
  const bare = !result || at < result.length || !/^[:,] ./.test(text.slice(at));
  const said = bare ? text : text.charAt(at + 2).toUpperCase() + text.slice(at + 3);
  const twice = said.replace(/\.$/, "").toLowerCase() === result.toLowerCase();
  return [twice ? "" : said, ...goneIn(item).filter((gone) => gone !== text)].filter(Boolean).join(" ");
}

/** Who was lost in a fight, as it was told. @param {Item} item */
const goneIn = (item) => item.lines.filter(({ note }) => note.shows.kind === "gone").map(({ note }) => note.text);

/** What follows the dice, or the dice themselves. @param {Item} item */
function concluding(item) {
  const at = item.lines.findIndex(({ note }) => note.shows.kind === "roll" || note.shows.kind === "throw");
  if (at < 0) return item.lines.length > 1 ? (item.lines.at(-1)?.note.text ?? "") : "";
  const after = item.lines[at + 1];
  return after && after.told === item.lines[at]?.told && after.note.shows.kind !== "path" ? after.note.text : (item.lines[at]?.note.text ?? "");
}

/** Whether it went well for whoever began it: above 0 well, below badly. @param {Item} item */
export function worthOf(item) {
  const luck = item.lines.find(({ note }) => note.luck)?.note.luck;
  return luck ? Math.sign(luck.got) : 0;
}
