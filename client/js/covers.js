// @ts-check
// Drawn covers, 300 by 360: flat colour, one idea each. A game that brings its own art is shown with it; every
// other gets a sheet of hexes and two arrows in the colours of its sides.
/** @import { GameView } from "../types" */
import { esc, num } from "./dom.js";

/** @param {GameView} game */
export function cover(game) {
  const art = game.cover ?? plain(game);
  const words = title(game.title);
  const band = 360 - (words.length > 1 ? 92 : 66);
  const size = words.length > 1 ? 29 : 34;
  const text = words.map((word, i) => `<text x="20" y="${band + 36 + i * size * 1.04}" font-size="${size}">${esc(word)}</text>`).join("");
  const when = /(\d{4})/.exec(game.subtitle)?.[0] ?? "";
  return `<svg viewBox="0 0 300 360" preserveAspectRatio="xMidYMax slice" role="img" aria-label="${esc(game.title)}"><rect width="300" height="360" fill="#d8c9a0"/>${art}<rect y="${band}" width="300" height="92" fill="#17211c" opacity=".9"/><g class="cover-title" fill="#f1ead3">${text}</g><text class="cover-when" x="281" y="338" text-anchor="end" fill="#e0b34a">${when}</text><rect x="8" y="8" width="284" height="344" fill="none" stroke="#f3ead0" stroke-opacity=".5" stroke-width="1.2"/></svg>`;
}

/** A title in one or two lines. @param {string} text */
function title(text) {
  const upper = text.toUpperCase();
  if (upper.length <= 11) return [upper];
  const words = upper.split(" ");
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(" "), words.slice(half).join(" ")].filter(Boolean);
}

/** @param {number} x @param {number} y @param {number} r */
function hex(x, y, r) {
  const points = Array.from({ length: 6 }, (_, i) => `${num(x + Math.cos((Math.PI / 3) * i) * r)} ${num(y + Math.sin((Math.PI / 3) * i) * r)}`);
  return `M${points.join("L")}Z`;
}

/** @param {GameView} game */
function plain(game) {
  const colours = game.seats.map((seat) => seat.colours[0]);
  let out = '<rect width="300" height="360" fill="#d8c08a"/>';
  for (let i = 0; i < 8; i++) for (let j = 0; j < 12; j++) out += `<path d="${hex(i * 42, j * 32 + (i % 2 ? 16 : 0), 18.5)}" fill="none" stroke="#9c7f45" opacity=".5"/>`;
  out += '<path d="M150-10C196 50 118 92 140 150s70 70 34 126-10 70 4 100" fill="none" stroke="#2b5a7c" stroke-width="46"/><path d="M150-10C196 50 118 92 140 150s70 70 34 126-10 70 4 100" fill="none" stroke="#5e93b3" stroke-width="22" opacity=".6"/>';
  colours.slice(0, 3).forEach((colour, i) => {
    const y = 84 + i * 72;
    const turned = i % 2 ? ' transform="translate(300 0) scale(-1 1)"' : "";
    out += `<g${turned}><path d="M18 ${y}C80 ${y - 4} 110 ${y + 16} 160 ${y + 12}S220 ${y - 8} 236 ${y - 6}" fill="none" stroke="#1f1a12" stroke-width="27"/><path d="M226 ${y - 36}l56 29-54 31z" fill="#1f1a12"/><path d="M18 ${y}C80 ${y - 4} 110 ${y + 16} 160 ${y + 12}S220 ${y - 8} 236 ${y - 6}" fill="none" stroke="${esc(colour)}" stroke-width="20"/><path d="M232 ${y - 28}l42 21-41 24z" fill="${esc(colour)}"/></g>`;
  });
  return out;
}
