// The files of the run-time: requested at once, counted while they arrive, compared with the checksums of the build, and
// handed over when Pyodide asks for them.

/** The build puts another address here if the run-time is elsewhere. */
const ROOT = new URL("https://cdn.jsdelivr.net/", document.baseURI);
const FILES = __RUNTIME_FILES__;
const SCRIPT = /\.js$/;
const WASM = /\.wasm$/;
const ARCHIVE = /\.(whl|zip)$/;
/** First byte of a gzip file. */
const GZIP = 0x1F;
/** How long the browser's own cache may take to answer. */
const CACHE_TIMEOUT_MS = 1000;
// The browser's own function: boot.js replaces the global one by one that asks here.
const { fetch } = window;
/** Address -> promise of its response.
 * @type {Map<string, Promise<Response>>} */
const pending = new Map();
const startedAt = performance.now();
let loadedBytes = 0;
let onProgress = () => {};
let violation = "";

const size = Object.values(FILES).reduce((sum, [bytes]) => sum + bytes, 0);
/** Size of the files that Python's start needs. */
let pythonSize = size;

/** Address of Pyxel's wheel. */
export const WHEEL_ADDRESS = new URL(Object.keys(FILES).find((path) => path.endsWith(".whl")), ROOT).href;
export const HOST = ROOT.host;

// Reads a copy of a response. The response itself is handed over, since the browser keeps the code that it compiles only
// with a response from the network, not with one that a script has made.
async function verify(response, checksum, count) {
  const chunks = [];
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    count(value.length);
  }
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(chunks).arrayBuffer());
  if (btoa(String.fromCharCode(...new Uint8Array(digest))) !== checksum) throw new Error("it is not what it should be");
}

// Fetches what the service worker has stored. Chromium keeps the compiled code of a module beside its own cache from the
// first visit on, but beside the worker's cache only from the second. So a module is first requested past the worker if
// that costs no network. The cache of another host cannot be asked alone, so it has a short time before the worker's.
async function fetchCached(address, options) {
  if (!WASM.test(address) || !navigator.serviceWorker?.controller) return fetch(address, options);
  const cacheOptions = new URL(address).origin === location.origin ? { cache: "only-if-cached", mode: "same-origin" } : { cache: "force-cache" };
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), CACHE_TIMEOUT_MS);
  try {
    return await fetch(address, { ...options, ...cacheOptions, signal: timeout.signal });
  } catch {
    return fetch(address, options);
  } finally {
    clearTimeout(timer);
  }
}

function requireOk(response) {
  if (!response.ok) throw new Error(`answer ${response.status}`);
  return response;
}

// Removes a damaged file from the worker's caches, and requests it again past all caches.
async function refetch(address, checksum) {
  for (const name of window.caches ? await caches.keys() : []) {
    if (name.startsWith("retro-pyramid ")) await (await caches.open(name)).delete(address, { ignoreVary: true });
  }
  return requireOk(await fetch(address, { integrity: `sha256-${checksum}`, cache: "reload" }));
}

async function fetchVerified(address, [bytes, checksum]) {
  // The browser's own check hands over nothing before all of a file is there. But it works without https too, and it is
  // faster for what the worker has stored.
  const counted = window.crypto.subtle && !navigator.serviceWorker?.controller;
  let countedBytes = 0;
  const count = (more) => {
    countedBytes += more;
    loadedBytes += more;
    onProgress();
  };
  let response;
  try {
    response = await (counted ? fetch(address) : fetchCached(address, { integrity: `sha256-${checksum}` }));
    if (counted && response.ok) await verify(response.clone(), checksum, count);
  } catch (error) {
    response = await refetch(address, checksum).catch(() => { throw error; });
  }
  count(bytes - countedBytes);
  return requireOk(response);
}

// Returns an archive as Python reads it: in a self-hosted page it is compressed once more as a whole.
async function unpack(response) {
  const blob = await response.blob();
  const [first] = new Uint8Array(await blob.slice(0, 1).arrayBuffer());
  return new Response(first === GZIP ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob);
}

/**
 * Run a script of the run-time. The promise is rejected with its address.
 * @param {string} name
 * @returns {Promise<unknown>}
 */
export function loadScript(name) {
  const [path, [, checksum]] = Object.entries(FILES).find(([key]) => key.endsWith(`/${name}`));
  const address = new URL(path, ROOT).href;
  const run = () => new Promise((onload, onerror) => {
    const script = document.createElement("script");
    Object.assign(script, { src: address, crossOrigin: "anonymous", integrity: `sha256-${checksum}`, onload, onerror });
    document.head.append(script);
  });
  return run().catch(() => refetch(address, checksum).then(run)).catch(() => { throw address; });
}

/**
 * Return a promise of the response for an address, undefined if it is no file of the run-time.
 * @param {string} address
 */
export function take(address) {
  return pending.get(new URL(address, document.baseURI).href);
}

/** Return a promise of everything that Python's start needs; Pyxel's wheel may still be on its way. */
export function pythonFiles() {
  return Promise.all([...pending].map(([address, response]) => address.endsWith(".whl") || response));
}

/**
 * Call `progressed` when more bytes have arrived, and `failed` with the address of a file that does not come and the error.
 * @param {() => void} progressed
 * @param {(address: string, error: Error) => void} failed
 */
export function watchDownloads(progressed, failed) {
  onProgress = progressed;
  for (const [address, response] of pending) response.catch((error) => failed(address, error));
}

/** Return the share of Python's files that has arrived, 0 to 1. */
export function loadedShare() {
  return Math.min(loadedBytes / pythonSize, 1);
}

/** Estimate the seconds until Python's files are there, and after them the rest; null while too little is known. */
export function secondsLeft() {
  const passed = (performance.now() - startedAt) / 1000;
  return loadedBytes && passed > 3 ? passed * ((loadedBytes < pythonSize ? pythonSize : size) - loadedBytes) / loadedBytes : null;
}

/** Return what a security policy has blocked, empty if nothing. */
export function cspViolation() {
  return violation;
}

for (const [path, [bytes, checksum]] of Object.entries(FILES)) {
  const address = new URL(path, ROOT).href;
  if (SCRIPT.test(path)) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "script", crossOrigin: "anonymous", integrity: `sha256-${checksum}`, href: address });
    link.addEventListener("load", () => {
      loadedBytes += bytes;
      onProgress();
    });
    document.head.append(link);
  } else {
    // Pyxel's wheel is needed last: on a slow network Python starts while it arrives. What the worker has comes at once.
    const isLast = path.endsWith(".whl") && !navigator.serviceWorker?.controller;
    if (isLast) pythonSize -= bytes;
    const turn = isLast ? Promise.resolve().then(pythonFiles).catch(() => {}) : Promise.resolve();
    const response = turn.then(() => fetchVerified(address, [bytes, checksum]));
    pending.set(address, ARCHIVE.test(path) ? response.then(unpack) : response);
  }
}
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) => {
  if (disposition === "enforce" && /^(script|connect)-src/.test(effectiveDirective)) violation = `${effectiveDirective} ${blockedURI}`;
});
