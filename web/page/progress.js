// The progress bar: first the share of the bytes, then the share of the start's steps, each with the time left.
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";
import { loadedShare, secondsLeft } from "./runtime_files.js";

/** Width of the bar in characters. */
const BAR_WIDTH = 24;
const line = byId("line");
const bar = byId("bar");
/** When all files that Python's start needs had arrived. */
let startedAt = 0;
/** Seconds that Python's start took last time; 0 if not known, negative for a start from a snapshot, which is short. */
let expectedSeconds = 0;
/** Share of the start that is done. */
let startShare = 0;

function showBar(share, text) {
  bar.textContent = `${"█".repeat(Math.floor(BAR_WIDTH * share)).padEnd(BAR_WIDTH, "░")}\n${text}`;
}

function formatSeconds(seconds) {
  if (seconds <= 0) return "";
  if (seconds > 90) return `${Math.ceil(seconds / 60)} min`;
  const step = seconds > 10 ? 5 : 1;
  return `${Math.ceil(seconds / step) * step} s`;
}

/** Show the progress. On a first visit the time left is that of the bytes alone, since the start's is not known yet. */
export function showProgress() {
  if (bridge.phase !== "loading") return;
  if (startedAt) return showStartProgress(startShare);
  const share = loadedShare();
  const left = secondsLeft();
  const text = left === null ? "" : formatSeconds(left + Math.max(expectedSeconds, 0));
  showBar(share, [`${Math.floor(100 * share)} %`, text && text + (expectedSeconds ? " left" : " to load")].filter(Boolean).join(", "));
}

/**
 * Show that a share of the start after the download is done. On a first visit the time left is extrapolated from it.
 * @param {number} share  0 to 1
 */
export function showStartProgress(share) {
  // Steps go on for a while after one of them has failed; the message of the failure stays.
  if (bridge.phase !== "loading") return;
  if (!startedAt) line.textContent = "Starting Pyramid …";
  startedAt ||= performance.now();
  const passed = secondsSinceStart();
  startShare = share;
  // Pyxel's wheel may take longer than the rest of the start.
  const text = formatSeconds(Math.max((expectedSeconds || (share && passed / share)) - passed, secondsLeft() ?? 0));
  showBar(share, text && `${text} left`);
}

/** @param {number} seconds  see `expectedSeconds` */
export function expectSeconds(seconds) {
  expectedSeconds = seconds;
}

export function secondsSinceStart() {
  return (performance.now() - startedAt) / 1000;
}
