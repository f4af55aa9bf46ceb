// @ts-check
// Without a line: the last matches as they were seen last, to be read and not to be played.
/** @import { MatchView, Told, Update } from "../types" */
import { known } from "./state.js";

const KEPT = "rhine-matches";
/** So many matches are kept. */
const MOST = 8;

/** @typedef {{ match: MatchView, update: Update, told: Told[], when: number }} Kept */

export function startOffline() {
  if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
}

/** Keeps how the match stands, for later. Private windows may refuse: then nothing is kept. */
export async function keepLast() {
  if (!("caches" in globalThis)) return;
  try {
    const cache = await caches.open(KEPT);
    /** @type {Kept} */
    const kept = { match: known.match, update: { ...known.update, yours: false, offers: [], undo: "no" }, told: known.told, when: Date.now() };
    const name = `/kept/${encodeURIComponent(known.id)}`;
    await cache.delete(name);
    await cache.put(name, new Response(JSON.stringify(kept), { headers: { "Content-Type": "application/json" } }));
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => cache.delete(old)));
  } catch {
    // As above.
  }
}

/** How a match stood when it was seen last. @param {string} id @returns {Promise<Kept | null>} */
export async function lastSeen(id) {
  if (!("caches" in globalThis)) return null;
  const found = await caches.match(`/kept/${encodeURIComponent(id)}`, { cacheName: KEPT });
  return found ? found.json() : null;
}
