// @ts-check
// Everything that may be done as plain buttons, so that a game can be played without the map; below them
// every counter, side by side.
/** @import { Counter } from "../types" */
import { esc } from "./dom.js";
import { mini, statesOf } from "./counters.js";
import { wantsPlaces } from "./editing.js";
import { choice } from "./offers.js";
import { capital, counterOf, indexOf, isPiece, isThing, known, mayAct, nameOfRef, seatName, spotOf } from "./state.js";

export function unitsHtml() {
  return openHtml() + rostersHtml() + offersHtml() + countersHtml();
}

function offersHtml() {
  if (!mayAct() || !known.update.offers.length) return "";
  const items = known.update.offers.map((offer, i) => {
    const pressed = choice.offer === i;
    if (offer.about === null) return `<li><button class="plain" data-offer="${i}" aria-pressed="${pressed}"><b>${esc(capital(offer.label))}</b></button></li>`;
    const counter = isPiece(offer.about) ? counterOf(indexOf(offer.about)) : undefined;
    const place = counter ? (known.kit.spots[counter.at]?.name ?? "") : isThing(offer.about) ? (known.kit.things[indexOf(offer.about)]?.about ?? "") : (known.kit.spots[indexOf(offer.about)]?.about ?? "");
    return `<li><button data-offer="${i}" aria-pressed="${pressed}"><span>${counter ? mini(known.kit, counter.face, 34, counter.badges, counter.numbers) : ""}</span><span><b>${esc(nameOfRef(offer.about))}</b><small>${esc(place)}</small></span><span class="does">${esc(offer.label)}</span></button></li>`;
  });
  return `<h3>What you may do</h3><ol class="u-list" aria-label="Offers">${items.join("")}</ol>`;
}

/** Ends of a path, or places to choose from, as buttons: for playing without the map. */
function openHtml() {
  const { open } = choice;
  if (!mayAct() || (open?.kind !== "path" && !wantsPlaces())) return "";
  const places = open?.kind === "path" ? open.legs.filter((leg) => leg.end).map((leg) => leg.spot) : open?.kind === "some" ? open.of.map(indexOf) : [];
  const ends = places.map((place) => {
    const spot = known.kit.spots[place];
    const there = known.board.stack(place).map((c) => known.kit.faces[c.face]?.name ?? "").join(", ");
    return `<li><button data-end="${place}"><span></span><span><b>${esc(spot?.name ?? "")}</b><small>${esc([spot?.about, there].filter(Boolean).join(" · "))}</small></span><span class="does">go</span></button></li>`;
  });
  return `<h3>Where to</h3><ol class="u-list" aria-label="Places in reach">${ends.join("")}</ol>`;
}

/** Who may still act, to jump to. */
function rostersHtml() {
  return known.shown.scene.rosters
    .map(({ title, of }) => {
      const lines = of.flatMap((ref) => {
        const counter = isPiece(ref) ? counterOf(indexOf(ref)) : undefined;
        if (counter) return [line(counter)];
        const at = spotOf(ref);
        return at === undefined ? [] : [`<li><button data-goto="${at}"><span></span><span><b>${esc(nameOfRef(ref))}</b><small>${esc(known.kit.spots[at]?.about)}</small></span></button></li>`];
      });
      return lines.length ? `<h3>${esc(title)} <small>${lines.length}</small></h3><ol class="u-list">${lines.join("")}</ol>` : "";
    })
    .join("");
}

function countersHtml() {
  return known.kit.seats
    .map((_, seat) => {
      const own = known.shown.scene.counters.filter((c) => known.kit.faces[c.face]?.seat === seat);
      return own.length ? `<h3>${esc(seatName(seat))} <small>${own.length}</small></h3><ol class="u-list">${own.map(line).join("")}</ol>` : "";
    })
    .join("");
}

/** @param {Counter} counter */
function line(counter) {
  const face = known.kit.faces[counter.face];
  const states = statesOf(known.kit, counter.badges).map((badge) => badge.name);
  const place = known.kit.spots[counter.at];
  return `<li><button data-find="${counter.piece}"><span>${mini(known.kit, counter.face, 34, counter.badges, counter.numbers)}</span><span><b>${esc(face?.name || face?.key)}</b><small>${esc([known.places.isBox(counter.at) ? place?.about : place?.name, ...states].filter(Boolean).join(" · "))}</small></span><small>${esc((counter.numbers.length ? counter.numbers : (face?.numbers ?? [])).join(" / "))}</small></button></li>`;
}
