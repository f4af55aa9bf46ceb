// @ts-check
// The board: the printed sheet, put in once, and above it everything a scene says. A scene update touches
// only counters, marks and tints.
/** @import { Counter, Holder, Kit, Scene } from "../types" */
/** @import { Rect } from "./goods.js" */
/** @import { Point } from "./geometry.js" */
import { afterFrame, esc, num, put, still } from "./dom.js";
import { block, face, faceClasses, spoken } from "./counters.js";
import { Places } from "./geometry.js";
import { panels } from "./boxes.js";
import { heaps, lanes } from "./goods.js";
import { Numbers, withoutNumbers } from "./numbers.js";
import { Plates } from "./plates.js";
import { arrowFace, groundsNow, markAt, sideFace } from "./marks.js";
import { View } from "./view.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 3;
const CELL = 50;
/** So many faces are drawn in a frame. */
const SLICE = 60;
const FAN = { gap: 53, up: 78 };

export class Board {
  /**
   * @param {HTMLElement} stage
   * @param {HTMLElement} world
   * @param {Kit} kit
   * @param {string} sheet
   */
  constructor(stage, world, kit, sheet) {
    this.kit = kit;
    this.places = new Places(kit);
    this.stage = stage;
    /** Whether pieces are blocks that show what they carry. */
    this.blocks = kit.layout === "network";
    const box = kit.sheet_box.join(" ");
    /** What of the sheet is shown. */
    this.box = box;
    // The groups of the sheet, without the element that holds them. Numbers of hexes come when they are seen.
    const [groups, numbers] = withoutNumbers(/^\s*<svg[^>]*>([\s\S]*)<\/svg>\s*$/.exec(sheet)?.[1] ?? sheet);
    world.innerHTML =
      `<svg class="sheet-defs" aria-hidden="true"></svg><svg class="sheet-layer" viewBox="${box}" aria-hidden="true">${groups}</svg>` +
      `<svg class="play-layer" viewBox="${box}"><defs><pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V9" stroke="#b5352a" stroke-width="3.4" stroke-opacity=".5"/></pattern><pattern id="down" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" stroke="#1b1a16" stroke-width="2.6" stroke-opacity=".5"/></pattern><clipPath id="part"><rect/></clipPath></defs>` +
      `<g id="panels"></g><g id="grounds"></g><g id="zones"></g><g id="tints"></g><g id="letters"></g><g id="lanes"></g><g id="trails"></g><g id="marks"></g><g id="heaps"></g><g id="pieces"></g><g id="heights" aria-hidden="true"></g><g id="arrows"></g><g id="sketch" aria-hidden="true"></g><g id="over"></g><g id="cursor"></g><g id="fan"></g></svg>`;
    /** @param {string} id */
    const layer = (id) => /** @type {SVGGElement} */ (world.querySelector(`#${id}`));
    this.layers = {
      panels: layer("panels"), grounds: layer("grounds"), arrows: layer("arrows"), zones: layer("zones"), tints: layer("tints"), trails: layer("trails"), marks: layer("marks"),
      lanes: layer("lanes"), heaps: layer("heaps"), pieces: layer("pieces"), heights: layer("heights"), sketch: layer("sketch"), over: layer("over"), cursor: layer("cursor"), fan: layer("fan"),
    };
    // Lettering lies above the tints, so that a highlighted town keeps its name.
    const lettering = world.querySelector(".lettering");
    if (lettering) layer("letters").append(lettering);
    this.numbers = new Numbers(world.querySelector(".numbers"), numbers);
    // What the plates of the sheet share.
    const print = /** @type {SVGElement} */ (world.querySelector(".sheet-layer"));
    world.querySelector(".sheet-defs")?.append(...print.querySelectorAll("defs"));
    /** The shapes that counters are made of. @type {Map<string, string>} */
    this.shapes = new Map([...world.querySelectorAll("defs > [id^=c-], symbol[id^=nato-]")].map((shape) => [shape.id, /^(g|symbol)$/.test(shape.localName) ? shape.innerHTML : shape.outerHTML.replace(/ id="[^"]*"/, "")]));
    this.places.readWays(world);
    /** Printed names and signs that chips keep clear of, measured once. @type {Rect[] | null} */
    this.letters = null;
    /** The cards of counters. @type {Map<number, Holder>} */
    this.holders = new Map();
    this.plates = new Plates(world, print);
    this.view = new View(stage, world, kit.sheet_box, this.plates);
    this.plates.then = () => this.numbers.show(this.view);
    addEventListener("beforeprint", () => this.numbers.writeAll());
    /** @type {Map<number, { element: SVGGElement, counter: Counter, at: Point, drawn: string, classes: string }>} */
    this.counters = new Map();
    /** Names of places with their boxes, measured once. @type {{ element: SVGGraphicsElement, x: number, y: number, width: number, height: number }[] | null} */
    this.names = null;
    /** @type {Map<number, Counter[]>} */
    this.stacks = new Map();
    /** @type {number | null} */
    this.fanned = null;
    /** @type {(piece: number) => string} */
    this.stateOf = () => "";
  }

  /** Where each counter of a scene lies. @param {Scene} scene @returns {Map<number, Point>} */
  layout(scene) {
    /** @type {Map<number, Counter[]>} */
    const stacks = new Map();
    for (const counter of scene.counters) stacks.set(counter.at, [...(stacks.get(counter.at) ?? []), counter]);
    /** @type {Map<number, Point>} */
    const at = new Map();
    for (const [spot, stack] of stacks) {
      stack.sort((a, b) => a.level - b.level);
      stack.forEach((counter, i) => at.set(counter.piece, this.place(spot, i, stack.length)));
    }
    this.stacks = stacks;
    return at;
  }

  /** @param {number} spot @param {number} i @param {number} n @returns {Point} */
  place(spot, i, n) {
    const [x, y] = this.places.centre(spot);
    if (!this.places.isBox(spot)) {
      const step = n > 5 ? 12 / (n - 1) : STEP;
      const by = (i - (n - 1) / 2) * step;
      return [x + by, y - by];
    }
    const [width, height] = this.places.size(spot);
    const columns = Math.max(1, Math.floor((width - 8) / CELL));
    const rows = Math.ceil(n / columns);
    const down = Math.min(CELL, Math.max(6, (height - 20 - CELL) / Math.max(1, rows - 1)));
    const used = Math.min(n, columns);
    return [x + ((i % columns) - (used - 1) / 2) * CELL, y - height / 2 + 45 + Math.floor(i / columns) * down];
  }

  /** Shows the part of the sheet that is played on. @param {number[]} part left, top, width, height */
  crop(part) {
    const box = part.join(" ");
    if (box === this.box) return;
    this.box = box;
    this.plates.crop(box);
    this.layers.pieces.ownerSVGElement?.setAttribute("viewBox", box);
    this.view.world.classList.toggle("part", part !== this.kit.sheet_box);
    // Names that are printed on what is not shown.
    const cut = this.view.world.querySelector("#part rect");
    for (const [i, name] of ["x", "y", "width", "height"].entries()) cut?.setAttribute(name, String(part[i] ?? 0));
    this.view.cut(part);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.crop(scene.part ?? this.kit.sheet_box);
    this.view.world.dataset["swollen"] = scene.swollen.map((line) => this.kit.lines[line]?.recipe ?? "").join(" ");
    this.holders = new Map(scene.mats.flatMap((mat) => mat.holders.flatMap((holder) => (holder.piece === null ? [] : [[holder.piece, holder]]))));
    const at = this.layout(scene);
    /** Many new faces at once come in a few frames: one long one would be felt. @type {(() => void)[] | null} */
    const late = this.counters.size === 0 && scene.counters.length > SLICE ? [] : null;
    for (const [piece, held] of this.counters)
      if (!at.has(piece)) {
        held.element.remove();
        this.counters.delete(piece);
      }
    for (const counter of scene.counters) {
      const point = at.get(counter.piece) ?? [0, 0];
      let held = this.counters.get(counter.piece);
      if (!held) {
        const element = document.createElementNS(SVG, "g");
        element.setAttribute("role", "button");
        element.setAttribute("tabindex", "-1");
        element.dataset["piece"] = String(counter.piece);
        held = { element, counter, at: point, drawn: "", classes: "" };
        this.counters.set(counter.piece, held);
      }
      held.counter = counter;
      held.at = point;
      const { element } = held;
      element.setAttribute("transform", `translate(${num(point[0])} ${num(point[1])})`);
      element.dataset["spot"] = String(counter.at);
      const holder = this.holders.get(counter.piece);
      const clipped = this.kit.faces[counter.face]?.seat != null && this.kit.seats[this.kit.faces[counter.face]?.seat ?? 0]?.corner === "clipped";
      const shape = this.blocks ? "block" : clipped ? "clipped" : "round";
      const drawn = `${counter.face}:${counter.badges}:${shape}:${this.blocks ? JSON.stringify(holder?.held) : counter.numbers.join()}`;
      if (drawn !== held.drawn) {
        held.drawn = drawn;
        const print = () => {
          const printed = this.blocks ? block(this.kit, counter.face, counter.badges, holder) : face(this.kit, counter.face, counter.badges, counter.numbers);
          element.innerHTML = this.plainly(`<use href="#c-${shape}" class="glow"/><g class="piece" aria-hidden="true">${printed}</g><use href="#c-${shape}" class="ring"/>`);
        };
        if (late) late.push(() => element.isConnected && this.counters.get(counter.piece)?.drawn === drawn && print());
        else print();
      }
      element.setAttribute("aria-label", spoken(this.kit, counter));
    }
    this.order();
    if (late) inSlices(late, () => this.clearNames());
    this.wear();
    put(this.layers.heights, this.heights());
    const standing = new Set(this.blocks ? scene.counters.map((counter) => counter.at) : []);
    put(this.layers.marks, scene.marks.map((mark) => markAt(this.kit, mark, standing.has(mark.at), this.places.centre(mark.at))).join(""));
    put(this.layers.panels, panels(this.kit, scene));
    put(this.layers.grounds, groundsNow(this.kit, this.places, scene));
    put(this.layers.arrows, scene.sides.map((side) => `<g><title>${esc(side.about)}</title>${sideFace(this.places, side)}</g>`).concat(scene.arrows.map((arrow) => arrowFace(this.places, arrow))).join(""));
    put(this.layers.lanes, lanes(this.kit, this.places, scene.lanes));
    if (scene.heaps.length || this.letters) {
      this.letters ??= [...(this.layers.pieces.ownerSVGElement?.querySelectorAll(".area-name") ?? [])].map((element) => {
        const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (element).getBBox();
        return [x, y, x + width, y + height];
      });
      put(this.layers.heaps, heaps(this.kit, this.places, scene, this.letters));
    }
    if (!late) this.clearNames();
    if (this.fanned !== null) this.fan(this.fanned);
  }

  /** The same with its shapes written out: hundreds of references are slow. @param {string} html */
  plainly(html) {
    return html.replace(/<use href="#((?:c|nato)-[\w-]+)"( class="[\w-]+")?( transform="[^"]+")?\/>/g, (use, id, classes = "", moved = "") => {
      const shape = this.shapes.get(id);
      if (shape === undefined) return use;
      return moved ? `<g${moved}>${shape}</g>` : shape.replace(/^<\w+/, (tag) => tag + classes);
    });
  }

  /** How many lie on each other, where three or more do: their edges alone do not tell. */
  heights() {
    if (this.blocks) return "";
    return [...this.stacks]
      .filter(([spot, stack]) => stack.length > 2 && !this.places.isBox(spot))
      .map(([spot, stack]) => {
        const [x, y] = this.place(spot, stack.length - 1, stack.length);
        return `<g class="stack-height" transform="translate(${num(x + 20)} ${num(y + 19)})"><circle r="7.6"/><text y="3.6">${stack.length}</text></g>`;
      })
      .join("");
  }

  /** Lower on the sheet is drawn later, and the top of a stack last. */
  order() {
    const sorted = [...this.counters.values()].sort(
      (a, b) => this.places.centre(a.counter.at)[1] - this.places.centre(b.counter.at)[1] || a.counter.at - b.counter.at || a.counter.level - b.counter.level,
    );
    /** @type {Element | null} */
    let last = null;
    for (const { element } of sorted) {
      if (element.previousElementSibling !== last || element.parentNode !== this.layers.pieces) {
        if (last) last.after(element);
        else this.layers.pieces.prepend(element);
      }
      last = element;
    }
  }

  /** Puts the present states (can act, selected, …) on the counters. */
  wear() {
    for (const held of this.counters.values()) {
      const state = this.stateOf(held.counter.piece);
      const classes = `${faceClasses(this.kit, held.counter.face, held.counter.badges)} ${state}`;
      if (classes !== held.classes) {
        held.classes = classes;
        held.element.setAttribute("class", classes);
        held.element.setAttribute("aria-pressed", String(/selected|chosen/.test(state)));
      }
    }
  }

  /** Names step aside for counters: the cheapest of a few places near by. */
  clearNames() {
    /** @type {Map<string, Point>} */
    const taken = new Map();
    for (const { at } of this.counters.values()) taken.set(`${Math.round(at[0])},${Math.round(at[1])}`, at);
    const counters = [...taken.values()];
    this.names ??= [...this.layers.pieces.ownerSVGElement?.querySelectorAll(".town-name") ?? []].map((element) => {
      const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (element).getBBox();
      return { element: /** @type {SVGGraphicsElement} */ (element), x, y, width, height };
    });
    for (const { element, x, y, width, height } of this.names) {
      let best = [0, 0];
      let bestCost = Infinity;
      const near = counters.filter(([cx, cy]) => cx > x - 85 && cx < x + width + 85 && cy > y - 90 && cy < y + height + 40);
      for (const [dx, dy] of PLACES) {
        let cost = Math.hypot(dx, dy) * 4;
        for (const [cx, cy] of near) {
          const w = Math.min(x + dx + width, cx + 25) - Math.max(x + dx, cx - 25);
          const h = Math.min(y + dy + height, cy + 25) - Math.max(y + dy, cy - 25);
          if (w > 0 && h > 0) cost += w * h;
        }
        if (cost < bestCost) {
          bestCost = cost;
          best = [dx, dy];
        }
      }
      const place = `${best[0]} ${best[1]}`;
      if (element.dataset["aside"] === place) continue;
      element.dataset["aside"] = place;
      element.style.setProperty("--dx", `${best[0]}px`);
      element.style.setProperty("--dy", `${best[1]}px`);
    }
  }

  /** Pieces on a spot, lowest first. @param {number} spot */
  stack(spot) {
    return this.stacks.get(spot) ?? [];
  }

  /** Whether a fan opens below its spot: above it more would be hidden that a click is meant for. @param {number} spot */
  fansDown(spot) {
    const [x, y] = this.places.centre(spot);
    const wide = ((this.stack(spot).length - 1) * FAN.gap + 62) / 2 + 25;
    const lit = [...this.counters.values()].filter((held) => held.counter.at !== spot && this.stateOf(held.counter.piece) && Math.abs(held.at[0] - x) < wide);
    /** @param {number} middle */
    const hidden = (middle) => lit.filter((held) => Math.abs(held.at[1] - middle) < 56).length;
    return hidden(y - FAN.up) > hidden(y + FAN.up);
  }

  /** Spreads a stack beside its spot. @param {number} spot */
  fan(spot) {
    const stack = this.places.isBox(spot) ? [] : this.stack(spot);
    if (stack.length < 2) return this.unfan();
    this.fanned = spot;
    const [x, y] = this.places.centre(spot);
    const up = this.fansDown(spot) ? -FAN.up : FAN.up;
    const n = stack.length;
    const wide = (n - 1) * FAN.gap + 62;
    const cards = stack.map((counter, i) => {
      const classes = this.counters.get(counter.piece)?.classes ?? "";
      const shape = /corner-clipped/.test(classes) ? "clipped" : "round";
      const left = x + (i - (n - 1) / 2) * FAN.gap;
      return `<g class="${classes}" role="button" tabindex="-1" data-piece="${counter.piece}" data-spot="${spot}" aria-label="${esc(spoken(this.kit, counter))}" transform="translate(${num(left)} ${num(y - up)})"><use href="#c-${shape}" class="glow"/><g class="piece" aria-hidden="true">${face(this.kit, counter.face, counter.badges, counter.numbers)}</g><use href="#c-${shape}" class="ring"/></g>`;
    });
    put(
      this.layers.fan,
      `<g class="fan"><path class="fan-stem" d="M${num(x)} ${num(y)}V${num(y - up + Math.sign(up) * 30)}"/><circle class="fan-foot" cx="${num(x)}" cy="${num(y)}" r="5"/><rect class="fan-tray" x="${num(x - wide / 2)}" y="${num(y - up - 31)}" width="${wide}" height="62" rx="9"/>${cards.join("")}</g>`,
    );
  }

  unfan() {
    this.fanned = null;
    put(this.layers.fan, "");
  }

  /** Lets a counter walk to where it stands now. @param {number} piece @param {number[]} spots from the first on @param {number} tempo */
  walk(piece, spots, tempo = 1) {
    const held = this.counters.get(piece);
    if (!held || spots.length < 1 || still()) return Promise.resolve();
    const points = [...spots.map((s) => this.places.centre(s)), held.at];
    const steps = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    held.element.parentElement?.append(held.element);
    const run = held.element.animate(steps, { duration: Math.min(900, 110 * points.length) * tempo, easing: "cubic-bezier(.3,.1,.3,1)" });
    return run.finished.then(() => {}, () => {});
  }

  /** Shows a counter that is not there any more fading away. @param {SVGGElement} element */
  fade(element) {
    if (still()) return;
    this.layers.pieces.append(element);
    const run = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 700, easing: "ease-in" });
    run.finished.then(() => element.remove(), () => element.remove());
  }

  /** Lights a spot for a moment. @param {number} spot */
  flash(spot) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", this.places.path(spot, 0.98));
    path.setAttribute("class", "flash");
    this.layers.over.after(path);
    if (still()) return void setTimeout(() => path.remove(), 1200);
    const run = path.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 0 }], { duration: 1400 });
    run.finished.then(() => path.remove(), () => path.remove());
  }
}

/** @param {(() => void)[]} each @param {() => void} done */
function inSlices(each, done) {
  for (const one of each.splice(0, SLICE)) one();
  afterFrame(() => (each.length ? inSlices(each, done) : done()));
}

/** Places a name may take, nearest first. @type {[number, number][]} */
const PLACES = [
  [0, 0], [0, 5], [0, 9], [-14, 2], [14, 2], [-26, 0], [26, 0], [-40, -4], [40, -4], [-52, -12], [52, -12],
  [-58, -28], [58, -28], [0, -62], [-30, -60], [30, -60], [0, 14], [-20, 10], [20, 10],
];
