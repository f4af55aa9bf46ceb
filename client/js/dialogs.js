// @ts-check
// Help with all keys, and settings.
import { allowNotifications } from "./announce.js";
import { aboutDice } from "./dice.js";
import { $, esc, put } from "./dom.js";
import { overlayKeys } from "./overlays.js";
import { sendPace } from "./pace.js";
import { set, settings } from "./settings.js";
import { known } from "./state.js";

/** @param {string} html */
function open(html) {
  const dialog = /** @type {HTMLDialogElement} */ ($("dialog"));
  put(dialog, html);
  if (!dialog.open) dialog.showModal();
}

export function openHelp() {
  /** @type {[string, string][]} */
  const keys = [
    ["Move the cursor on the map", "arrows"], ["Choose, confirm", "Enter"], ["One step back", "Esc"],
    ["Next counter that can act", "Tab or ."], ["Counter before", "Shift Tab or ,"], ["Fan a stack, show the card", "Space"],
    ["Undo", "U"], ["On to my next decision", "S"], ["End the phase, the last button", "E"], ["Buttons of the decision", "Alt 1 … 9"],
    ["More, less", "+ −"], ["Zoom", "+ −"], ["Whole map", "0"], ["To the decision", "D"],
    ["Draw a path by hand", "Shift click"], ["Replay: step", "[ ]"], ["Replay: play", "P"], ["Beginning, now", "Home End"],
    ["Panels", "1 – 5"], ["Search the rules", "/"], ["This help", "?"],
  ];
  for (const [key, name] of overlayKeys()) {
    const about = known.kit.overlays.find((o) => o.name === name)?.about ?? { numbers: "Names of the spots", unsure: "What is reconstructed" }[name] ?? name;
    keys.push([`Show: ${about}`, key.toUpperCase()]);
  }
  const rows = keys.map(([what, key]) => `<div><dt>${esc(what)}</dt><dd>${key.split(" ").map((k) => (k.length < 8 && !["or", "and", "in", "a", "–", "…"].includes(k) ? `<kbd>${esc(k)}</kbd>` : esc(k))).join(" ")}</dd></div>`);
  open(`<header><h2>Keys</h2><form method="dialog"><button class="btn quiet">Close<kbd>Esc</kbd></button></form></header><dl class="keys">${rows.join("")}</dl><h3>With the mouse</h3><p>Drag a counter to where it should go, or click it and then the place. Drag anything else to move the map, turn the wheel to zoom. What may be done glows. Point at anything else and the table says which rule forbids it. With the right button you draw arrows and rings of your own; nobody else sees them, unless you show them.</p>`);
}

export function openSettings() {
  /** @param {"colourBlind" | "forced" | "warn" | "notify" | "sound" | "curtain"} name @param {string} words @param {string} more */
  const box = (name, words, more) => `<label class="switch"><input type="checkbox" data-setting="${name}" ${settings[name] ? "checked" : ""}><span>${words}<small>${more}</small></span></label>`;
  /** @param {"chrome" | "motion" | "pace"} name @param {string} words @param {[string, string][]} values */
  const pick = (name, words, values) => `<label class="switch"><span>${words}</span><select class="btn small" data-setting="${name}">${values.map(([v, w]) => `<option value="${v}" ${settings[name] === v ? "selected" : ""}>${w}</option>`).join("")}</select></label>`;
  const { dice } = known.update;
  open(
    `<header><h2>Settings</h2><form method="dialog"><button class="btn quiet">Close<kbd>Esc</kbd></button></form></header>` +
      box("forced", "Play forced moves by themselves", "when one answer is left and nothing is to be chosen in it") +
      box("warn", "Warn before a phase is ended", "while something could still be done") +
      box("notify", "Tell me when it is my turn", "with a notification of the browser") +
      box("sound", "Sound", "dice, and a knock when it is my turn") +
      box("curtain", "A curtain between players", "when two people share this screen and the game has secrets") +
      box("colourBlind", "Palette for colour-blind people", "blue against amber") +
      pick("pace", "Turns of others", [["watch", "to watch"], ["fast", "fast"], ["at_once", "at once"]]) +
      pick("chrome", "Light or dark", [["system", "as the system"], ["dark", "dark"], ["light", "light"]]) +
      pick("motion", "Motion", [["system", "as the system"], ["still", "none"]]) +
      `<h3>Dice</h3><p><small>${esc(aboutDice(dice))}</small></p>`,
  );
}

export function startDialogs() {
  const dialog = /** @type {HTMLDialogElement} */ ($("dialog"));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("change", async (event) => {
    const field = event.target;
    if (field instanceof HTMLInputElement) {
      const name = /** @type {"forced"} */ (field.dataset["setting"]);
      if (/** @type {string} */ (name) === "notify" && field.checked) field.checked = await allowNotifications();
      set(name, field.checked);
    }
    if (field instanceof HTMLSelectElement) {
      set(/** @type {"chrome"} */ (field.dataset["setting"]), /** @type {"dark"} */ (field.value));
      if (field.dataset["setting"] === "pace") sendPace();
    }
  });
}
