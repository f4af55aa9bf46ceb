// @ts-check
// What a player sets once and keeps in the browser.

const KEY = "rhine-settings";

/**
 * @typedef {object} Settings
 * @property {"system" | "dark" | "light"} chrome
 * @property {boolean} colourBlind
 * @property {"system" | "still"} motion
 * @property {boolean} forced play forced moves by themselves
 * @property {boolean} warn warn before a phase is ended while something can still be done
 * @property {boolean} notify
 * @property {boolean} curtain
 * @property {boolean} training
 */

/** @type {Settings} */
const PLAIN = { chrome: "system", colourBlind: false, motion: "system", forced: true, warn: true, notify: false, curtain: true, training: true };

/** @type {Settings} */
export const settings = { ...PLAIN, ...read() };
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export const onSettings = (listener) => void listeners.add(listener);

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse: then it lasts as long as the page.
  }
  wear();
  for (const listener of listeners) listener();
}

/** Puts the settings on the page. */
export function wear() {
  const root = document.documentElement;
  const light = settings.chrome === "light" || (settings.chrome === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  root.dataset["chrome"] = light ? "light" : "dark";
  if (settings.colourBlind) root.dataset["sight"] = "cb";
  else delete root.dataset["sight"];
  if (settings.motion === "still") root.dataset["motion"] = "still";
  else delete root.dataset["motion"];
}

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

wear();
matchMedia("(prefers-color-scheme: light)").addEventListener("change", wear);
