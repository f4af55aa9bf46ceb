// @ts-check
// Drawn covers, 300 by 360: flat colour, one idea each. A game that brings its own art is shown with it; every
// other gets a sheet of hexes and two arrows in the colours of its sides.
/** @import { GameView } from "../types" */
import { esc, num } from "./dom.js";

/** @param {GameView} game */
export function cover(game) {
  const art = game.cover ?? (ART[game.id] ?? plain)(game);
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

/** @param {number} seed */
function noise(seed) {
  let s = seed;
  return () => {
    s = Math.imul(s ^ (s >>> 15), 2246822507) ^ Math.imul(s ^ (s >>> 13), 3266489909);
    s ^= s >>> 16;
    return (s >>> 0) / 4294967296;
  };
}

/** @param {number} x @param {number} y @param {number} h @param {string} fill */
function fir(x, y, h, fill) {
  const w = h * 0.4;
  let d = `M${num(x)} ${num(y - h)}`;
  for (let i = 1; i <= 4; i++) d += `L${num(x + w * (i / 4) * 0.62)} ${num(y - h + h * (i / 4) * 0.9)}L${num(x + w * (i / 4) * 0.34)} ${num(y - h + h * (i / 4) * 0.88)}`;
  d += `L${num(x + 2.5)} ${num(y - h * 0.1)}V${num(y)}H${num(x - 2.5)}V${num(y - h * 0.1)}`;
  for (let i = 4; i >= 1; i--) d += `L${num(x - w * (i / 4) * 0.34)} ${num(y - h + h * (i / 4) * 0.88)}L${num(x - w * (i / 4) * 0.62)} ${num(y - h + h * (i / 4) * 0.9)}`;
  return `<path d="${d}Z" fill="${fill}"/>`;
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

/** Firs in the mist, and one hex. */
function forest() {
  const random = noise(9);
  let out = '<rect width="300" height="360" fill="#c6cdb9"/><circle cx="214" cy="92" r="45" fill="#ecebd8"/><circle cx="214" cy="92" r="64" fill="#ecebd8" opacity=".25"/>';
  for (const [y, h, fill, n] of /** @type {[number, number, string, number][]} */ ([[176, 52, "#9fae95", 20], [206, 72, "#7b917a", 17], [244, 98, "#56705c", 13], [292, 134, "#365142", 10]])) {
    for (let i = 0; i < n; i++) out += fir(-12 + (i * 324) / (n - 1) + (random() - 0.5) * 16, y + (random() - 0.5) * 12, h * (0.8 + random() * 0.4), fill);
    out += `<rect y="${y - 4}" width="300" height="${360 - y}" fill="${fill}"/>`;
  }
  out += '<path d="M158 300C150 268 176 250 168 226c-6-18-22-18-20-38" fill="none" stroke="#dfe0cd" stroke-width="9" opacity=".8"/><path d="M0 300h300v60H0z" fill="#1d2f27"/>';
  for (const [x, h] of /** @type {[number, number][]} */ ([[-2, 190], [36, 150], [262, 206], [300, 170], [228, 126]])) out += fir(x, 352, h, "#1d2f27");
  return `${out}<path d="${hex(148, 196, 17)}" fill="#d9573f" fill-opacity=".22" stroke="#d9573f" stroke-width="2.6"/>`;
}

/** A stone bridge at dusk, and wires that lead to it. */
function bridge() {
  let out = '<rect width="300" height="360" fill="#e9b878"/><rect width="300" height="120" fill="#c77f5a"/><rect y="60" width="300" height="70" fill="#d9995f"/><circle cx="92" cy="132" r="34" fill="#f6dfa6"/>';
  out += '<path d="M0 150c40-26 70-6 110-20s80-32 190-6v70H0z" fill="#7c5a4d"/><path d="M0 172c60-22 90 2 150-12s100-10 150 2v60H0z" fill="#54443f"/>';
  out += '<g fill="#3a302d"><path d="M222 118h16v46h-16zM220 118l10-26 10 26z"/><path d="M196 138h24v26h-24zM193 140l15-16 15 16z"/><path d="M242 136h32v28h-32zM239 138l19-17 19 17z"/></g><path d="M202 146h5v6h-5zM250 145h6v7h-6zM262 145h6v7h-6z" fill="#f3cf7f"/>';
  out += '<rect y="196" width="300" height="164" fill="#3f6c80"/><path d="M0 204h300M20 222h90M150 232h120M40 250h60M190 258h80" stroke="#9cc0c8" stroke-width="2" opacity=".55"/><path d="M74 196h36v90H74z" fill="#f6dfa6" opacity=".2"/>';
  out += '<path d="M-6 176h312v16h-20v54h-22c0-30-16-48-38-48s-38 18-38 48h-28c0-30-16-48-38-48s-38 18-38 48H56c0-24-14-42-36-44l-26 4z" fill="#2b2522"/><path d="M-6 170h312v8H-6z" fill="#1f1a18"/><g fill="#1f1a18"><path d="M20 160h4v12h-4zM70 160h4v12h-4zM120 160h4v12h-4zM170 160h4v12h-4zM220 160h4v12h-4zM270 160h4v12h-4z"/></g>';
  out += '<path d="M174 206c20 30-10 50 24 66s60-4 102 22" fill="none" stroke="#d9573f" stroke-width="2.4"/><g><rect x="158" y="200" width="26" height="12" rx="2" fill="#d9573f" stroke="#1f1a18" stroke-width="1.600"/><path d="M166 200v12M175 200v12" stroke="#1f1a18" stroke-width="1.400"/></g>';
  return out;
}

/** Three lines in three colours for the river. */
function race() {
  let out = '<rect width="300" height="360" fill="#1d2630"/><path d="M0 0h214c20 60-40 90-14 150s46 90 10 210H0z" fill="#efe2c0"/>';
  for (let i = 0; i < 8; i++) out += `<path d="M0 ${40 + i * 46}C70 ${10 + i * 46} 130 ${80 + i * 40} 200 ${36 + i * 46}" fill="none" stroke="#d8c697" stroke-width="1.3"/>`;
  const river = "M206-10c22 64-44 92-16 158s52 92 14 222";
  for (const [colour, width] of /** @type {[string, number][]} */ ([["#f6ecd0", 52], ["#17405f", 46], ["#33729c", 40], ["#7fb0cc", 12]])) out += `<path d="${river}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
  const lines = /** @type {[string, string, string, [number, number][]][]} */ ([
    ["#a8362b", "M-10 214C30 180 20 130 74 104s70-8 108-34 44-34 74-42", "M236 8l52 8-34 40z", [[28, 162], [80, 102], [150, 88]]],
    ["#f4eedd", "M-10 236C40 220 40 196 92 186s90-26 172-44", "M244 118l48 22-42 32z", [[58, 200], [118, 178], [172, 162]]],
    ["#2d5a87", "M-10 260C40 250 70 262 118 242s100 6 142-12", "M240 206l50 20-40 34z", [[52, 254], [124, 241], [176, 240]]],
  ]);
  for (const [colour, d, head, towns] of lines) {
    out += `<path d="${d}" fill="none" stroke="#191410" stroke-width="19"/><path d="${head}" fill="#191410" stroke="#191410" stroke-width="9" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="13"/><path d="${head}" fill="${colour}"/>`;
    for (const [x, y] of towns) out += `<ellipse cx="${x}" cy="${y}" rx="11" ry="8" fill="${colour}" stroke="#191410" stroke-width="3"/><ellipse cx="${x}" cy="${y}" rx="5.500" ry="3.500" fill="${colour === "#f4eedd" ? "#8c8470" : "#f6ecd8"}"/>`;
  }
  return out;
}

/** Art by the id of a game, until its crate brings some. @type {Record<string, (game: GameView) => string>} */
const ART = { "hurtgen-forest": forest, ford: bridge, "race-to-the-rhine": race };
