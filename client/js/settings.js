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
 * @property {boolean} sound
 * @property {"watch" | "fast" | "at_once"} pace how fast others play
 * @property {boolean} curtain between two people at one screen, if the game has secrets
 */

/** @type {Settings} */
const PLAIN = { chrome: "system", colourBlind: false, motion: "system", forced: true, warn: true, notify: false, sound: false, pace: "watch", curtain: true };

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

/** @param {string} match */
const lessonKey = (match) => `rhine-training-${match}`;

/** Which lessons were read in a match; null if it is no training. @param {string} match @returns {number[] | null} */
export function readLessons(match) {
  try {
    return JSON.parse(localStorage.getItem(lessonKey(match)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match @param {number[]} read */
export function keepLessons(match, read) {
  try {
    localStorage.setItem(lessonKey(match), JSON.stringify(read));
  } catch {
    // Private windows may refuse: then there are no hints.
  }
}

/** @param {string} match */
export const forgetLessons = (match) => localStorage.removeItem(lessonKey(match));

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
