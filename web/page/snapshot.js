// A snapshot of Python's memory with the program's modules in it. The next visit starts from it. It may vanish, be damaged
// or be refused: then the page starts without it.
import { on } from "./game_state.js";

const CACHE = "retro-pyramid-code";
/** Address that stands for this run-time and this program. */
const KEY = new URL(`memory-${__SNAPSHOT_ID__}`, document.baseURI).href;
/** The first frames come before the snapshot is stored. */
const SNAPSHOT_DELAY_MS = 3000;
/** @type {Uint8Array<ArrayBuffer> | null} */
let newSnapshot = null;

// Detects any change of one word, faster than a digest: only the browser itself writes there. The loop by index takes a
// tenth of the time of an iterator.
function checksum(buffer) {
  const words = new Uint32Array(buffer);
  let sum = 0;
  for (let index = 0; index < words.length; index++) sum = Math.imul(sum ^ words[index], 0x01000193);
  return `${sum}`;
}

async function load() {
  const response = await (await caches.open(CACHE)).match(KEY);
  const buffer = await response?.arrayBuffer();
  return buffer && buffer.byteLength % 4 === 0 && checksum(buffer) === response.headers.get("sum") ? buffer : null;
}

async function store() {
  const bytes = newSnapshot;
  newSnapshot = null;
  if (!bytes) return;
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (new URL(".", url).href === new URL(".", KEY).href) await cache.delete(url);
  await cache.put(KEY, new Response(bytes, { headers: { sum: checksum(bytes.buffer) } }));
}

function onCacheError(error) {
  console.info(`Python's memory is not kept: ${error.message}`);
}

const loaded = window.caches ? load().catch(onCacheError) : Promise.resolve();

/** Return a promise of the stored snapshot, empty if there is none. */
export function loadSnapshot() {
  return loaded;
}

/**
 * Take a snapshot, which is stored once the game runs.
 * @param {() => Uint8Array<ArrayBuffer>} make
 */
export function takeSnapshot(make) {
  try {
    newSnapshot = window.caches && make();
  } catch (error) {
    onCacheError(error);
  }
}

on("phase", (phase) => {
  if (phase === "playing") setTimeout(() => store().catch(onCacheError), SNAPSHOT_DELAY_MS);
  // Whatever went wrong, the snapshot must not cause it again.
  if (phase === "failed") window.caches?.delete(CACHE).catch(onCacheError);
});
