// @ts-check
// Pan and zoom. The world is the sheet and what lies on it, laid out at a settled scale and moved as a whole by one transform,
// so a frame costs nothing but compositing. When a zoom comes to rest, what lies on the sheet is laid out anew at the new scale,
// then the sheet is drawn crisp (plates.js); the level of detail is an attribute that the style sheet reads.
/** @import { Point } from "./geometry.js" */
/** @import { Plates } from "./plates.js" */
import { narrow, still } from "./dom.js";

const LEAST = 0.18;
const MOST = 3;
const REST = 170;
/** Below this part of the scale things were drawn at, they are drawn anew while they move. */
const COARSE = 0.6;
/** And then for a scale so much smaller than the present one: one drawing for several turns of the wheel. */
const AHEAD = 0.4;

export class View {
  /**
   * @param {HTMLElement} stage
   * @param {HTMLElement} world
   * @param {number[]} sheet left, top, width, height in map units
   * @param {Plates} plates
   */
  constructor(stage, world, sheet, plates) {
    this.stage = stage;
    this.world = world;
    this.plates = plates;
    /** What the banner takes of the top of a sheet that is seen as a whole. */
    this.clear = 62;
    this.sheet = /** @type {[number, number, number, number]} */ (sheet.slice(0, 4));
    /** Offset in pixels of the sheet's origin 0 0, and pixels for each map unit. */
    this.x = 0;
    this.y = 0;
    this.k = 1;
    this.settled = 0;
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.frame = 0;
    this.rest = 0;
    this.turn = 0;
    this.flight = 0;
    /** Where a flight ends. @type {{ x: number, y: number, k: number } | null} */
    this.goal = null;
    this.moved = false;
    /** The stage in the window, measured when it changes: asking the page in every frame would make it lay out. */
    this.room = new DOMRect();
    new ResizeObserver(() => this.measure()).observe(stage);
    /** Whether a hand that goes down takes something up and leaves the map where it is. @type {(event: PointerEvent) => boolean} */
    this.holds = () => false;
    this.listen();
  }

  /** Another part of the sheet. @param {number[]} sheet left, top, width, height */
  cut(sheet) {
    this.sheet = /** @type {[number, number, number, number]} */ (sheet.slice(0, 4));
    this.settled = 0;
    this.apply();
  }

  measure() {
    this.room = this.stage.getBoundingClientRect();
  }

  /** @param {Point} at @returns {Point} */
  toScreen([x, y]) {
    return [x * this.k + this.x, y * this.k + this.y];
  }

  /** A point of the window as a point of the sheet. @param {number} clientX @param {number} clientY @returns {Point} */
  toSheet(clientX, clientY) {
    const box = this.room;
    return [(clientX - box.left - this.x) / this.k, (clientY - box.top - this.y) / this.k];
  }

  /** What of the sheet is in view: left, top, right, bottom. */
  seen() {
    const { width, height } = this.room;
    return [-this.x / this.k, -this.y / this.k, (width - this.x) / this.k, (height - this.y) / this.k];
  }

  lod(k = this.settled) {
    return k < 0.5 ? "far" : k < 0.85 ? "mid" : "near";
  }

  /** The level of detail of what lies on the sheet. */
  detail() {
    for (const group of this.world.querySelectorAll(".play-layer > g")) if (group.getAttribute("data-lod") !== this.lod()) group.setAttribute("data-lod", this.lod());
  }

  apply() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
    clearTimeout(this.rest);
    const turn = ++this.turn;
    // A slow machine draws fewer frames than events come: it rests only when two have passed without any.
    const look = () => {
      if (turn !== this.turn) return;
      this.settle();
      // What lies on the sheet takes two frames, then comes the sheet.
      inFrames([() => {}, () => turn === this.turn && this.plates.sharpen(this)]);
    };
    this.rest = window.setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(look)), REST);
  }

  draw() {
    this.frame = 0;
    // Seen from far away everything would have to be drawn at the old scale first: so it is drawn for where this leads, unless
    // all of it is there.
    if (!this.settled) {
      this.settle();
      this.plates.sharpen(this);
    } else if (this.k < this.settled * COARSE && this.settled > this.whole() * 1.01) this.settle(Math.min(this.k, this.goal?.k ?? Math.max(this.k * AHEAD, this.whole())));
    else this.place();
    this.plates.hold(this);
    for (const listener of this.listeners) listener();
  }

  place() {
    const [left, top] = this.sheet;
    // On whole pixels, or everything is a little blurred.
    const whole = (/** @type {number} */ at) => Math.round(at * devicePixelRatio) / devicePixelRatio;
    const scale = this.k / this.settled;
    this.world.style.transform = `translate(${whole(this.x + left * this.k)}px, ${whole(this.y + top * this.k)}px)${Math.abs(scale - 1) > 1e-6 ? ` scale(${scale})` : ""}`;
  }

  /** Lays the pictures out at a scale, and at once takes back what they were stretched by: a frame of both would be drawn far too large. */
  settle(k = this.k) {
    if (this.settled === k) return;
    const first = !this.settled;
    this.settled = k;
    this.world.style.width = `${this.sheet[2] * k}px`;
    this.world.style.height = `${this.sheet[3] * k}px`;
    // It takes longer than a frame. To put it on in more than one costs more frames than it saves: each paints everything.
    if (first) this.detail();
    else inFrames([() => this.detail()]);
    this.plates.follow(this);
    this.place();
  }

  /** @param {Point} point @param {number} [k] @param {Point} [at] where in the window, as fractions */
  lookAt(point, k = this.k, at = [0.5, 0.5], calm = false) {
    const { width, height } = this.room;
    const goal = Math.max(LEAST, Math.min(MOST, k));
    const [x, y] = this.onSheet(width * at[0] - point[0] * goal, height * at[1] - point[1] * goal, goal);
    this.go(x, y, goal, calm);
  }

  /** An offset that shows no bare table while the sheet fills the window. @param {number} x @param {number} y @param {number} k @returns {Point} */
  onSheet(x, y, k) {
    const { width, height } = this.room;
    const [left, top, w, h] = this.sheet;
    // The banner lies over the top, on a phone over the bottom.
    const [above, below] = narrow() ? [0, 130] : [66, 0];
    /** @param {number} wanted @param {number} low @param {number} high */
    const within = (wanted, low, high) => (low > high ? (low + high) / 2 : Math.max(low, Math.min(high, wanted)));
    return [within(x, width - (left + w) * k, -left * k), within(y, height - below - (top + h) * k, above - top * k)];
  }

  /** @param {number} x @param {number} y @param {number} k */
  go(x, y, k, calm = false) {
    this.halt();
    if (!calm || still()) {
      Object.assign(this, { x, y, k });
      this.apply();
      return;
    }
    // From near to far only the last part is flown: every scale between would be drawn for a frame or two.
    const skipped = k < this.k * COARSE ? (this.k - (k / COARSE) * 0.98) / (this.k - k) : 0;
    const from = { x: this.x + (x - this.x) * skipped, y: this.y + (y - this.y) * skipped, k: this.k + (k - this.k) * skipped };
    this.goal = { x, y, k };
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = Math.min(1, (now - start) / 260);
      const e = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * e;
      this.y = from.y + (y - from.y) * e;
      this.k = from.k + (k - from.k) * e;
      this.apply();
      if (t < 1) this.flight = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.flight = requestAnimationFrame(step);
  }

  /** Ends a flight where it is. */
  halt() {
    cancelAnimationFrame(this.flight);
    this.goal = null;
  }

  /** Where the view is, or will be in a moment. */
  soon() {
    return this.goal ?? { x: this.x, y: this.y, k: this.k };
  }

  /** The scale at which the whole sheet is seen. */
  whole() {
    const { width, height } = this.room;
    const [, , w, h] = this.sheet;
    const clear = narrow() ? 0 : this.clear;
    const pad = h > 1100 && w < 1700 ? 6 : 14;
    return Math.max(LEAST, Math.min((width - 2 * pad) / w, (height - clear - 2 * pad) / h));
  }

  /** A bar of actions that has grown takes more of the top: whoever sees the whole sheet goes on seeing it. */
  makeRoom() {
    const [, top = 0] = narrow() ? [] : this.free();
    if (top < this.clear || top > 180) return;
    const whole = Math.abs(this.soon().k - this.whole()) < 0.004;
    this.clear = top + 4;
    if (whole) this.fit();
  }

  /** The whole sheet, clear of the banner. */
  fit(calm = false) {
    this.measure();
    const { width, height } = this.room;
    const [left, top, w, h] = this.sheet;
    const clear = narrow() ? 0 : this.clear;
    const k = this.whole();
    this.go(width / 2 - (left + w / 2) * k, (clear + height) / 2 - (top + h / 2) * k, k, calm);
  }

  /** How large things may be at first sight: on a large screen larger. */
  largest() {
    return 1.25 * Math.max(1, Math.min(2, this.stage.clientWidth / 1200));
  }

  /** Shows points of the sheet well, none of them too small, and no bare table while the sheet fills the window. @param {Point[]} points */
  frameOf(points, margin = 120, least = 0.6, most = this.largest()) {
    if (!points.length) return this.fit();
    this.measure();
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const [l, t, r, b] = [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
    const { width, height } = this.room;
    const clear = narrow() ? 0 : 66;
    const k = Math.max(least, this.whole(), Math.min(most, width / (r - l), (height - clear) / (b - t)));
    const [x, y] = this.onSheet(width / 2 - ((l + r) / 2) * k, (clear + height) / 2 - ((t + b) / 2) * k, k);
    this.go(x, y, k);
  }

  /** The part of the window that nothing lies over: left, top, right, bottom in pixels of the stage. */
  free() {
    const stage = this.stage.getBoundingClientRect();
    let [top, bottom] = [0, stage.height];
    for (const element of this.stage.querySelectorAll(narrow() ? ".banner, .tray, .card.odds, .card.counts" : ".banner, .tray")) {
      const box = element.getBoundingClientRect();
      if (!box.height) continue;
      if (box.top + box.height / 2 < stage.top + stage.height / 2) top = Math.max(top, box.bottom - stage.top);
      else bottom = Math.min(bottom, box.top - stage.top);
    }
    // On a phone the column of tools takes the right side.
    const tools = narrow() ? this.stage.querySelector(".zoomer")?.getBoundingClientRect() : undefined;
    const right = tools?.width ? tools.left - stage.left : stage.width;
    return [0, top, right, Math.max(bottom, top + 80)];
  }

  /** Whether a point lies in that part, so far from its edges. @param {Point} point @param {number} margin */
  isFree(point, margin) {
    const now = this.soon();
    const [x, y] = [point[0] * now.k + now.x, point[1] * now.k + now.y];
    const [left = 0, top = 0, right = 0, bottom = 0] = this.free();
    return x >= left + margin && x <= right - margin && y >= top + margin && y <= bottom - margin;
  }

  /** The largest scale at which points fit into that part. @param {Point[]} points @param {number} margin */
  fitting(points, margin) {
    const [l, t, r, b] = around(points);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.free();
    const half = Math.min(margin, (right - left) / 3, (bottom - top) / 3);
    return Math.min((right - left - 2 * half) / Math.max(1, r - l), (bottom - top - 2 * half) / Math.max(1, b - t));
  }

  /**
   * Brings points into that part, no farther than needed. What is too small to read is seen from near by, what does not
   * fit from farther away.
   * @param {Point[]} points
   * @param {{ margin?: number, least?: number, near?: number }} [how] in pixels; below the scale `least` the new one is `near`
   */
  bring(points, { margin = 60, least = 0, near = 1 } = {}) {
    const [l, t, r, b] = around(points);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.free();
    const half = Math.min(margin, (right - left) / 3, (bottom - top) / 3);
    const fits = this.fitting(points, margin);
    const now = this.soon();
    const k = Math.max(LEAST, Math.min(now.k < least ? near : now.k, fits));
    // At another scale they lie in the middle, unless bare table would be seen beside them.
    const other = Math.abs(k - now.k) > 1e-6;
    const [x, y] = other ? this.onSheet((left + right) / 2 - ((l + r) / 2) * k, (top + bottom) / 2 - ((t + b) / 2) * k, k) : [now.x, now.y];
    /** @param {number} low @param {number} high @param {number} from @param {number} to */
    const shift = (low, high, from, to) => (low < from ? from - low : high > to ? to - high : 0);
    const dx = shift(l * k + x, r * k + x, left + half, right - half);
    const dy = shift(t * k + y, b * k + y, top + half, bottom - half);
    if (other || dx || dy) this.go(x + dx, y + dy, k, true);
  }

  /** Brings a point into view if it is outside, no farther than needed. @param {Point} point */
  reveal(point, margin = 90) {
    const now = this.soon();
    const [x, y] = [point[0] * now.k + now.x, point[1] * now.k + now.y];
    const { width, height } = this.room;
    const top = narrow() ? margin : margin + 60;
    const bottom = narrow() ? margin + 120 : margin;
    const dx = x < margin ? margin - x : x > width - margin ? width - margin - x : 0;
    const dy = y < top ? top - y : y > height - bottom ? height - bottom - y : 0;
    if (dx || dy) this.go(now.x + dx, now.y + dy, now.k, true);
  }

  /** @param {number} by @param {Point} [about] in pixels of the stage */
  zoom(by, about, calm = false) {
    const { width, height } = this.room;
    const [px, py] = about ?? [width / 2, height / 2];
    const k = Math.max(LEAST, Math.min(MOST, this.k * by));
    const q = k / this.k;
    this.go(px - (px - this.x) * q, py - (py - this.y) * q, k, calm);
  }

  listen() {
    const stage = this.stage;
    stage.addEventListener(
      "wheel",
      (event) => {
        if (event.target instanceof Element && event.target.closest(".card, .banner")) return;
        event.preventDefault();
        const box = this.room;
        const amount = event.deltaMode ? event.deltaY * 33 : event.deltaY;
        this.zoom(Math.exp(-Math.max(-240, Math.min(240, amount)) * 0.0015), [event.clientX - box.left, event.clientY - box.top]);
      },
      { passive: false },
    );
    /** @type {Map<number, { x: number, y: number }>} */
    const fingers = new Map();
    let pinch = 0;
    let travelled = 0;
    stage.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Element && event.target.closest(".card, .banner, button")) return;
      if (event.button > 1) return;
      if (this.holds(event)) {
        this.moved = false;
        return this.halt();
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 1) {
        travelled = 0;
        this.moved = false;
      }
      this.halt();
    });
    /** @param {PointerEvent} event */
    const lift = (event) => {
      fingers.delete(event.pointerId);
      pinch = 0;
      stage.classList.remove("dragging");
    };
    addEventListener("pointerup", lift);
    addEventListener("pointercancel", lift);
    addEventListener("pointermove", (event) => {
      const was = fingers.get(event.pointerId);
      if (!was) return;
      const dx = event.clientX - was.x;
      const dy = event.clientY - was.y;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 1) {
        travelled += Math.hypot(dx, dy);
        if (travelled < 5) return;
        this.moved = true;
        stage.classList.add("dragging");
        this.x += dx;
        this.y += dy;
        this.apply();
        return;
      }
      this.moved = true;
      const [a, b] = [...fingers.values()];
      if (!a || !b) return;
      const spread = Math.hypot(a.x - b.x, a.y - b.y);
      const box = this.room;
      if (pinch) this.zoom(spread / pinch, [(a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top]);
      this.x += dx / 2;
      this.y += dy / 2;
      pinch = spread;
    });
  }
}

/** One thing in each frame from the next one on. @param {(() => void)[]} things */
function inFrames([first, ...others]) {
  if (!first) return;
  requestAnimationFrame(() => {
    first();
    inFrames(others);
  });
}

/** Left, top, right, bottom of points. @param {Point[]} points @returns {[number, number, number, number]} */
function around(points) {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
