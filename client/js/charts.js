// @ts-check
// The charts as printed, with the column of the forecast and the cell of the last roll lit, and the legend.
/** @import { Chart } from "../types" */
import { chip, die, esc } from "./dom.js";
import { lastCell } from "./notes.js";
import { choice } from "./offers.js";
import { known } from "./state.js";

export function chartsHtml() {
  const used = choice.answer?.forecast?.chart ?? null;
  const cell = used ? null : lastCell();
  return known.kit.charts
    .map((chart, i) => {
      // Of a single column it says nothing that it counts.
      const columns = Math.max(0, ...chart.rows.map((row) => row.cells.length));
      return one(chart, used?.chart === i && columns > 1 ? used : null, cell?.chart === i ? cell : null);
    })
    .concat(legend())
    .join("");
}

/** @param {Chart} chart @param {{ head: number, column: number } | null} used @param {{ row: number, column: number } | null} cell */
function one(chart, used, cell) {
  const column = used?.column ?? -1;
  const widest = Math.max(...chart.rows.map((row) => row.cells.length), ...chart.heads.map((head) => head.length - 1));
  const short = chart.rows.every((row) => row.cells.every((c) => c.length <= 4));
  const grid = widest > 4 && short;
  const heads = chart.heads
    .map((head, n) => {
      const line = used === null || chart.heads.length < 2 ? null : used.head === n;
      return `<tr class="${line ? "lit" : ""}">${head.map((h, i) => `<th scope="col" class="${column >= 0 && i - 1 === column && line !== false ? "lit-column" : ""}">${i && grid ? esc(h).replace(/([,–]|(?<=\d)-)(?=.)/g, "$1<wbr>") : esc(h)}</th>`).join("")}${"<td></td>".repeat(Math.max(0, widest + 1 - head.length))}</tr>`;
    })
    .join("");
  const faces = grid && chart.rows.length === 6 && chart.rows.every((row, i) => row.head === String(i + 1));
  const rows = chart.rows
    .map((row, r) => {
      const cells = row.cells.map((c, i) => {
        const lit = cell?.row === r && cell.column === i ? "lit-cell" : i === column ? "lit-column" : "";
        return `<td class="${lit}"${lit === "lit-cell" ? ' aria-current="true"' : ""}>${esc(c)}</td>`;
      });
      return `<tr><th scope="row">${faces ? die(r + 1, 6) : esc(row.head)}</th>${cells.join("")}</tr>`;
    })
    .join("");
  const doubt = chart.sure ? "" : '<span class="doubt">rebuilt</span>';
  return `<h3>${esc(chart.name)} ${chip(chart.rule)} ${doubt}</h3><table class="chart ${grid ? "grid" : "list"}"><caption class="sr">${esc(chart.name)}</caption><thead>${heads}</thead><tbody>${rows}</tbody></table>${chart.remark ? `<p class="chart-remark">${esc(chart.remark)}</p>` : ""}`;
}

function legend() {
  const rows = [...known.kit.grounds, ...known.kit.lines].map(
    (look) => `<dt>${esc(look.name)}${look.sure ? "" : ' <span class="doubt">rebuilt</span>'}</dt><dd>${esc(look.effect)}</dd>`,
  );
  return rows.length ? [`<h3>Ground and lines</h3><dl class="legend">${rows.join("")}</dl>`] : [];
}
