// @ts-check
// Sheets to print for any game: the map, the counters in their size, the charts, a roster to write on.
/** @import { Face } from "../types" */
import { api } from "./api.js";
import { chartsHtml } from "./charts.js";
import { mini, paint } from "./counters.js";
import { $, esc, put } from "./dom.js";
import { known } from "./state.js";

/** Counters of half an inch, at 96 pixels to an inch. */
const COUNTER = 48;

const game = new URLSearchParams(location.search).get("game") ?? "";
// Paper is light.
document.documentElement.dataset["chrome"] = "light";
start().catch((problem) => ($("title").textContent = problem instanceof Error ? problem.message : String(problem)));
$("print").addEventListener("click", () => print());

async function start() {
  const [kit, sheet] = await Promise.all([api.kit(game), api.sheet(game)]);
  known.kit = kit;
  $("title").textContent = kit.title;
  document.title = `${kit.title} – sheets to print`;
  paint(kit);
  put($("map"), `${sheet}<p class="soft">${esc(kit.imprint)}</p>`);
  // One of each: a unit that has many faces is cut out once for each of them.
  put($("counters"), `<h2>Counters</h2><div class="cut">${kit.faces.map((_, i) => mini(kit, i, COUNTER)).join("")}</div>`);
  put($("charts"), `<h2>Charts</h2>${chartsHtml()}`);
  put($("roster"), `<h2>Roster</h2>${kit.seats.map((seat, n) => rosterOf(seat.name, kit.faces.filter((face) => face.seat === n))).join("")}`);
}

/** @param {string} side @param {Face[]} faces */
function rosterOf(side, faces) {
  const names = [...new Set(faces.map((face) => face.key || face.name))].filter(Boolean);
  if (!names.length) return "";
  return `<h3>${esc(side)}</h3><table class="roster"><thead><tr><th scope="col">Unit</th><th scope="col">Where</th><th scope="col">Losses</th><th scope="col">Notes</th></tr></thead><tbody>${names.map((name) => `<tr><th scope="row">${esc(name)}</th><td></td><td></td><td></td></tr>`).join("")}</tbody></table>`;
}
