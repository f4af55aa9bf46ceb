// @ts-check
// Talk at the table, private notes, who is here, and the links to invite and to watch.
/** @import { SeatView } from "../types" */
import { esc, ico } from "./dom.js";
import { sideClass } from "./counters.js";
import { known, ring, seatName } from "./state.js";

let kept = "";
let resigning = false;

/** @param {string} verb */
export function resign(verb) {
  resigning = verb === "ask";
  if (verb === "yes") known.socket.send({ type: "resign", seq: known.update.seq });
  ring("chat");
}

/** The last line that was read in this match, also before a reload. */
const key = () => `rhine-talk-${known.id}`;
const lastRead = () => Number(localStorage.getItem(key()) ?? -1);

/** One's own words are read. */
export const talkUnread = () => known.chat.some((said) => said.n > lastRead() && !(said.seat !== null && known.seats[said.seat]?.yours));

export function readTalk() {
  const last = known.chat.at(-1)?.n ?? -1;
  if (last > lastRead()) localStorage.setItem(key(), String(last));
}

/** Who holds a seat, also if he gave no name. @param {SeatView} seat */
const seatedAs = (seat) => (seat.kind === "open" ? "open" : seat.kind === "absent" ? "takes no part" : seat.name || (seat.yours ? "you" : "somebody"));

/** @param {boolean} [linesOnly] */
export function talkHtml(linesOnly = false) {
  const lines = known.chat.map((said) => {
    const time = new Date(said.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return `<li class="${sideClass(known.kit, said.seat)}"><b>${esc(said.name || seatName(said.seat) || "Spectator")}</b>${esc(said.text)}<time>${time}</time></li>`;
  });
  const list = lines.join("") || '<li class="empty">Nobody has said anything yet.</li>';
  if (linesOnly) return list;
  const seats = known.seats.map((seat) => {
    const link = seat.join ? ` <button class="btn small" data-copy="${esc(seat.join)}">${ico("invite")}Copy the invitation</button>` : "";
    return `<li class="row"><span class="row ${sideClass(known.kit, seat.seat)}"><b>${esc(seatName(seat.seat))}</b></span><span>${esc(seatedAs(seat))}${seat.kind === "human" && !seat.here ? " (away)" : ""}</span>${link}</li>`;
  });
  const watching = known.watching ? `<li>${known.watching} watching</li>` : "";
  return `<h3>At the table</h3><ul class="talk-seats">${seats.join("")}${watching}</ul>${known.update && known.update.awaits.kind === "decision" && known.seats.some((seat) => seat.yours) && known.update.viewer !== null ? `<p>${resigning ? `<span>Give the match up, for good?</span> <button class="btn small danger" data-resign="yes">Give up</button> <button class="btn small quiet" data-resign="no">Play on</button>` : `<button class="btn small quiet" data-resign="ask">${ico("flag")}Give up…</button>`}</p>` : ""}${known.update?.viewer === null ? "<p class=\"soft\">You are watching this match.</p>" : ""}<h3>Talk</h3><div role="log" aria-label="Talk"><ol class="talk">${list}</ol></div><form class="say-line"><input class="field" id="say" maxlength="500" autocomplete="off" aria-label="Say something to the table" placeholder="Say something"><button class="btn">Say</button></form><h3>My notes</h3><textarea class="field" maxlength="20000" aria-label="Private notes" placeholder="Only you can read this.">${esc(known.note)}</textarea>`;
}

export function sayNow() {
  const field = document.getElementById("say");
  if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
  if (known.socket.send({ type: "say", text: field.value.trim() })) field.value = "";
}

/** @param {string} text */
export function keepNote(text) {
  if (text === kept) return;
  kept = known.note = text;
  known.socket.send({ type: "note", text });
  ring("chat");
}
