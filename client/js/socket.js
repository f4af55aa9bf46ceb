// @ts-check
// The socket of one match: hello with the last seq, answers by tag, and coming back after a lost connection.
/** @import { Forecast, Foreseen, FromClient, Opening, Pick, Ref, Refused, ToClient } from "../types" */

/** @typedef {{ lawful: boolean, forecast: Forecast | null, refusal: Refused | null, seq: number }} Answer */

const LONGEST_PAUSE = 8000;

export class Socket {
  /**
   * @param {string} match
   * @param {(message: ToClient) => void} receive
   * @param {(state: "open" | "lost") => void} changed
   */
  constructor(match, receive, changed) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/matches/${encodeURIComponent(match)}/socket`;
    this.receive = receive;
    this.changed = changed;
    /** @type {number | null} */
    this.seen = null;
    this.tag = 0;
    this.tries = 0;
    this.ended = false;
    /** @type {Map<number, (message: any) => void>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.now());
    // A browser may keep a page that was left, and its line with it: here whoever leaves has left. It comes back by itself.
    addEventListener("pagehide", () => this.socket?.close());
  }

  connect() {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.send({ type: "hello", seen: this.seen });
      this.changed("open");
    });
    socket.addEventListener("message", (event) => {
      /** @type {ToClient} */
      const message = JSON.parse(event.data);
      if (message.type === "update") this.seen = message.seq;
      if (message.type === "ended") this.ended = true;
      if ("tag" in message) {
        const waits = this.waiting.get(message.tag);
        this.waiting.delete(message.tag);
        waits?.(message);
      } else this.receive(message);
    });
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.waiting.clear();
      if (this.ended) return;
      this.changed("lost");
      this.retry = setTimeout(() => this.connect(), Math.min(LONGEST_PAUSE, 400 * 2 ** this.tries++));
    });
  }

  /** Tries again at once if the connection is lost. */
  now() {
    if (!this.ended && this.socket?.readyState === WebSocket.CLOSED) this.connect();
  }

  /** @param {FromClient} message @returns {boolean} whether it went out */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @template T @param {(tag: number) => FromClient} message @returns {Promise<T>} never settles if the line is lost */
  request(message) {
    const tag = ++this.tag;
    return new Promise((resolve) => {
      this.waiting.set(tag, resolve);
      if (!this.send(message(tag))) this.waiting.delete(tag);
    });
  }

  /** @param {number} seq @param {number} offer @returns {Promise<Opening>} */
  async open(seq, offer) {
    const message = await this.request((tag) => ({ type: "open", tag, seq, offer }));
    return /** @type {{ open: Opening }} */ (message).open;
  }

  /** @param {number} seq @param {number} offer @param {Pick} pick @returns {Promise<Answer>} */
  ask(seq, offer, pick) {
    return this.request((tag) => ({ type: "ask", tag, seq, offer, pick }));
  }

  /** The same with all that may be laid beside it. @param {number} seq @param {number} offer @param {Pick} pick @param {Pick[]} then @returns {Promise<Answer & { then: Foreseen[] }>} */
  foresee(seq, offer, pick, then) {
    return this.request((tag) => ({ type: "foresee", tag, seq, offer, pick, then }));
  }

  /** @param {string} text @returns {Promise<Answer>} */
  askText(text) {
    return this.request((tag) => ({ type: "ask_text", tag, text }));
  }

  /** Why nothing is offered about a thing; about nothing: why the phase cannot be ended. @param {number} seq @param {Ref} about @returns {Promise<Refused | null>} */
  async whyNot(seq, about) {
    const message = await this.request((tag) => ({ type: "why_not", tag, seq, about }));
    return /** @type {{ refusal: Refused | null }} */ (message).refusal ?? null;
  }

  /** Offers that can end at a place. @param {number} seq @param {number} spot @returns {Promise<number[]>} */
  async reaching(seq, spot) {
    const message = await this.request((tag) => ({ type: "reaching", tag, seq, spot }));
    return /** @type {{ offers: number[] }} */ (message).offers ?? [];
  }

  /** @param {string} name @param {Ref} about @returns {Promise<Ref[]>} */
  async overlay(name, about) {
    const message = await this.request((tag) => ({ type: "overlay", tag, name, about }));
    return /** @type {{ refs: Ref[] }} */ (message).refs ?? [];
  }
}
