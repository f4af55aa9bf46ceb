// @ts-check
// What lies in the panels that are printed on the sheet: signs in spaces, markers over a chart. Pure: data in, SVG text
// out. The panels themselves come with the sheet, which lays the same into them (`sheet::panels`).
/** @import { Kit, Panel, PanelLook, Scene, Tally } from "../types" */
import { esc, num } from "./dom.js";
import { artAt, hasArt } from "./things.js";

/** Height of the line with the title, and of the line in which markers stand; the part of the width with names. */
const HEAD = 30;
const MARKERS = 30;
const NAMES = 0.5;
const RIM = 10;

/** @param {Kit} kit @param {Scene} scene */
export const panels = (kit, scene) =>
  kit.panels
    .map((look, i) => {
      const panel = scene.panels[i];
      const [x, y] = look.at;
      return panel ? `<g role="img" aria-label="${esc(spokenPanel(look, panel))}" transform="translate(${num(x)} ${num(y)})">${inside(kit, look, panel)}</g>` : "";
    })
    .join("");

/** @param {PanelLook} look @param {Panel} panel */
const spokenPanel = (look, panel) => [look.title, panel.says, ...panel.rows.flat().map((tally) => `${tally.count}${tally.of === null ? "" : ` of ${tally.of}`} ${tally.label}`)].filter(Boolean).join(", ");

/** @param {Kit} kit @param {PanelLook} look @param {Panel} panel */
export function inside(kit, look, panel) {
  const [, , w, h] = look.at;
  const columns = Math.max(1, kit.charts[look.chart ?? -1]?.rows[0]?.cells.length ?? 1);
  const wide = (w * (1 - NAMES) - RIM) / columns;
  const markers = panel.markers.map(([seat, column], i) => {
    const together = panel.markers.filter((other) => other[1] === column).length;
    const before = panel.markers.slice(0, i).filter((other) => other[1] === column).length;
    const step = (wide - 6) / together;
    const x = w * NAMES + wide * (column + 0.5) + (before - (together - 1) / 2) * step;
    return hasArt(kit, `seat-${seat}`) ? artAt(`seat-${seat}`, x, HEAD + MARKERS / 2 - 4, Math.min(22, step)) : "";
  });
  const signs = cells(panel, w, h).map(
    ({ x, y, size, art, there }) =>
      `<g class="panel-slot${there ? "" : " vacant"}"><rect x="${num(x - size / 2 + 1)}" y="${num(y - size / 2 + 1)}" width="${num(size - 2)}" height="${num(size - 2)}" rx="2"/>${hasArt(kit, art) ? artAt(art, x, y, size - 6) : ""}</g>`,
  );
  return `<text class="panel-says" x="${num(w - 12)}" y="21.500">${esc(panel.says)}</text>${markers.join("")}${signs.join("")}`;
}

/** @param {Tally} tally */
const room = ({ count, of }) => Math.max(count, of ?? count);

/** Several rows are a line each, in groups of three; a single one takes as many lines as make its spaces largest. @param {Panel} panel @param {number} w @param {number} h */
function cells(panel, w, h) {
  const rows = panel.rows.map((row) => row.flatMap((tally) => Array.from({ length: room(tally) }, (_, i) => ({ art: tally.art, there: i < tally.count }))));
  const most = Math.max(0, ...rows.map((row) => row.length));
  if (!most) return [];
  const several = rows.length > 1;
  const gaps = several ? Math.floor((most - 1) / 3) * 6 : 0;
  /** @param {number} columns */
  const fits = (columns) => Math.min((w - 2 * RIM - gaps) / columns, (h - HEAD - RIM) / (several ? rows.length : Math.ceil(most / columns)));
  let columns = most;
  if (!several) for (let n = most - 1; n > 0; n--) if (fits(n) > fits(columns)) columns = n;
  const size = Math.min(34, fits(columns));
  return rows.flatMap((row, line) =>
    row.map((cell, i) => ({
      ...cell,
      size,
      x: RIM + ((several ? i : i % columns) + 0.5) * size + (several ? Math.floor(i / 3) * 6 : 0),
      y: HEAD + ((several ? line : Math.floor(i / columns)) + 0.5) * size,
    })),
  );
}
