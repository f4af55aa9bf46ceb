// @ts-check
// Two quiet sounds for those who want them: dice that fall, and a knock when it is one's turn.
import { settings } from "./settings.js";
import { known, on } from "./state.js";

/** @type {AudioContext | null} */
let audio = null;
let wasYours = true;

export function startSound() {
  on("update", () => {
    const { yours, told } = known.update;
    if (told.length < 20 && told.some((one) => one.notes.some(({ shows }) => shows.kind === "roll" || shows.kind === "throw"))) rattle();
    else if (yours && !wasYours) knock();
    wasYours = yours;
  });
}

/** @param {number} frequency @param {number} at @param {number} lasting @param {number} loud */
function tone(frequency, at, lasting, loud) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  const begin = audio.currentTime + at;
  source.type = "triangle";
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasting);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + lasting);
}

const knock = () => [0, 0.13].forEach((at) => tone(190, at, 0.12, 0.16));
const rattle = () => [0, 0.06, 0.11, 0.19, 0.3].forEach((at, i) => tone(900 + ((i * 370) % 700), at, 0.05, 0.06));
