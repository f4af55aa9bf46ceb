// @ts-check
// Words for those who do not see the board, the page's title, and notifications when it is one's turn.
import { $ } from "./dom.js";
import { settings } from "./settings.js";
import { known, on, seatName } from "./state.js";

/** @param {string} id @param {string} text */
function say(id, text) {
  const place = $(id);
  place.textContent = "";
  // A fresh node, so that the same words are spoken again.
  requestAnimationFrame(() => (place.textContent = text));
}

/** @param {string} text */
export const announce = (text) => say("live", text);
/** @param {string} text */
export const announceAlert = (text) => say("alert", text);

let wasYours = false;

export function startAnnouncing() {
  on("update", () => {
    const { awaits, yours } = known.update;
    const game = known.kit.title;
    const asked = awaits.kind === "decision" ? awaits.question : `The match is over: ${awaits.level}`;
    document.title = yours ? `● Your decision – ${game}` : awaits.kind === "over" ? `Over – ${game}` : `${seatName(awaits.seat)} – ${game}`;
    announce(yours ? `Your decision. ${asked}` : asked);
    const latest = known.update.told.flatMap((t) => t.notes.map((n) => n.text));
    if (latest.length && latest.length < 12) $("told").textContent = latest.join(" ");
    if (yours && !wasYours && document.hidden) notify(game, asked);
    wasYours = yours;
  });
}

/** @param {string} game @param {string} text */
function notify(game, text) {
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(`Your decision: ${game}`, { body: text, tag: `rhine-${known.id}`, icon: "/icon.svg" });
  note.addEventListener("click", () => {
    focus();
    note.close();
  });
}

export async function allowNotifications() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
