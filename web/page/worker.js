"use strict";
// Keeps the page and its run-time, so that it starts without a network. Each version of the page has a cache of its own,
// filled and checked as a whole before it is used; a new one is used from the next load on. The run-time's addresses
// have their versions in them: what lies under one never changes.
const VERSION = "@@VERSION@@";
const FILES = @@FILES@@;  // ours, with the SHA-256 of each
const RUNTIME = @@RUNTIME@@;  // with the sum of each
const HOME = self.registration.scope;
const PREFIX = `retro-pyramid ${HOME} `;
const OURS = `${PREFIX}page ${VERSION}`;
const THEIRS = `${PREFIX}run-time @@RUNTIME_VERSION@@`;
const PAGE = absolute("index.html");
const KNOWN = new Set([...Object.keys(FILES), ...Object.keys(RUNTIME)].map(absolute));

function absolute(address) {
  return new URL(address, HOME).href;
}

// A server that hands out files of two versions while it is being filled gives no version at all.
async function keepOurs(cache, name) {
  if (await cache.match(absolute(name))) return;
  const response = await fetch(absolute(name), { cache: "no-cache" });
  const body = await response.arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", body))];
  if (digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") !== FILES[name]) {
    throw new Error(`${name} is not of version ${VERSION}`);
  }
  // A response of our own: one that was redirected could not answer for the page.
  await cache.put(absolute(name), new Response(body, { headers: { "content-type": response.headers.get("content-type") } }));
}

async function keepTheirs(cache, address) {
  if (await cache.match(absolute(address))) return;
  const add = (more) => cache.add(new Request(absolute(address), { mode: "cors", credentials: "omit", integrity: RUNTIME[address], ...more }));
  // What the browser's own cache has may be damaged.
  await add().catch(() => add({ cache: "reload" }));
}

// Keeps what is not kept yet, or not any more.
async function fill() {
  const ours = await caches.open(OURS);
  const theirs = await caches.open(THEIRS);
  await Promise.all([
    ...Object.keys(FILES).map((name) => keepOurs(ours, name)),
    ...Object.keys(RUNTIME).map((address) => keepTheirs(theirs, address)),
  ]);
}

// With the first page of this version, none of the older ones is still being loaded.
async function clean() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== OURS && name !== THEIRS) await caches.delete(name);
  }
}

async function answer(address, request) {
  for (const name of [OURS, THEIRS]) {
    const kept = await (await caches.open(name)).match(address, { ignoreVary: true });
    if (kept) return kept;
  }
  return fetch(request);
}

function isPage(request) {
  const address = request.url.split(/[?#]/)[0];
  return request.mode === "navigate" && (address === HOME || address === PAGE);
}

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
// Asked for by a page: the browser may have thrown the caches away, or a page a piece that was damaged. Where the server has
// another version by now, the next worker keeps that.
self.addEventListener("message", (event) => event.waitUntil(fill().catch(console.info)));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = isPage(request) ? PAGE : request.url;
  if (request.method !== "GET" || !KNOWN.has(address)) return;
  // The page asks past this worker for what the browser has in its own cache, and for what was damaged.
  if (["force-cache", "only-if-cached", "reload"].includes(request.cache)) return;
  if (address === PAGE) event.waitUntil(clean());
  event.respondWith(answer(address, request));
});
