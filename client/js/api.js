// @ts-check
// Requests over HTTP. Every failure becomes an Error with the table's own sentence.
import { randomPart } from "./dice.js";
/** @import { AdviceView, Curve, Kit, Me, MatchList, MatchView, NewMatch, Promised, SeatWish, ShelfView, Standing, Story } from "../types" */

/** @template T @param {string} path @param {unknown} [body] @returns {Promise<T>} */
async function request(path, body) {
  const init = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, init);
  const answer = await response.json().catch(() => ({ error: `the table answered ${response.status}` }));
  if (!response.ok) throw new Error(answer.error ?? `the table answered ${response.status}`);
  return answer;
}

/** @param {string} path */
async function text(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`the table answered ${response.status}`);
  return response.text();
}

/** @param {string} id */
const of = (id) => `/api/matches/${encodeURIComponent(id)}`;

export const api = {
  me: () => /** @type {Promise<Me>} */ (request("/api/me")),
  /** @param {string} name */
  rename: (name) => /** @type {Promise<Me>} */ (request("/api/me", { name })),
  shelf: () => /** @type {Promise<ShelfView>} */ (request("/api/shelf")),
  matches: () => /** @type {Promise<MatchList>} */ (request("/api/matches")),
  /** @param {string} id */
  match: (id) => /** @type {Promise<MatchView>} */ (request(of(id))),
  /** @param {NewMatch} wish */
  begin: async (wish) => {
    // The table shows the hash of its secret before it learns our part: so neither can choose the deal.
    const { hash } = /** @type {Promised} */ (await request("/api/dice"));
    return /** @type {MatchView} */ (await request("/api/matches", { ...wish, dice: { hash, part: randomPart() } }));
  },
  /** @param {string} token */
  join: (token) => /** @type {Promise<MatchView>} */ (request("/api/join", { token })),
  /** @param {string} id @param {number} seat */
  sit: (id, seat) => /** @type {Promise<MatchView>} */ (request(`${of(id)}/sit`, { seat })),
  /** @param {string} id @param {number} at @param {SeatWish[] | null} seats */
  branch: (id, at, seats = null) => /** @type {Promise<MatchView>} */ (request(`${of(id)}/branch`, { at, seats })),
  /** @param {string} id @param {string} name @param {boolean} archived */
  mark: (id, name, archived) => /** @type {Promise<MatchView>} */ (request(`${of(id)}/mark`, { name, archived })),
  /** @param {string} id */
  forget: (id) => /** @type {Promise<MatchList>} */ (request(`${of(id)}/delete`, {})),
  /** @param {string} file @param {SeatWish[] | null} seats */
  upload: (file, seats = null) => /** @type {Promise<MatchView>} */ (request("/api/upload", { text: file, seats })),
  /** @param {string} id @param {number} from */
  story: (id, from = 0) => /** @type {Promise<Story>} */ (request(`${of(id)}/story?from=${from}`)),
  /** @param {string} id @param {number} n */
  standing: (id, n) => /** @type {Promise<Standing>} */ (request(`${of(id)}/at/${n}`)),
  /** @param {string} id */
  curve: (id) => /** @type {Promise<Curve>} */ (request(`${of(id)}/curve`)),
  /** @param {string} id @param {number} n */
  advice: (id, n) => /** @type {Promise<AdviceView>} */ (request(`${of(id)}/advice/${n}`)),
  /** @param {string} game */
  kit: (game) => /** @type {Promise<Kit>} */ (request(`/api/kit/${encodeURIComponent(game)}`)),
  /** @param {string} game */
  sheet: (game) => text(`/api/sheet/${encodeURIComponent(game)}`),
  /** @param {string} id */
  fileAddress: (id) => `${of(id)}/file`,
};
