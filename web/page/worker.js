"use strict";
// The service worker: stores the page and its run-time, so that the page starts offline. Each version of the page has a cache
// of its own, which is filled and verified as a whole before it is used; a new one is used from the next load on. The
// run-time's addresses contain versions: a file at such an address never changes.
const VERSION = __VERSION__;
// File of the page -> SHA-256 in hexadecimal.
const FILES = __FILES__;
// Address of a file of the run-time -> its `integrity`.
const RUNTIME = __RUNTIME__;
const HOME = self.registration.scope;
const PREFIX = `retro-pyramid ${HOME} `;
const APP_CACHE = `${PREFIX}page ${VERSION}`;
const RUNTIME_CACHE = `${PREFIX}run-time ${__RUNTIME_VERSION__}`;
const PAGE = absolute("index.html");
const KNOWN = new Set([...Object.keys(FILES), ...Object.keys(RUNTIME)].map(absolute));

function absolute(address) {
  return new URL(address, HOME).href;
}

// Rejects a file of another version: while a server is updated it may send files of two.
async function cacheApp(cache, name) {
  if (await cache.match(absolute(name))) return;
  const response = await fetch(absolute(name), { cache: "no-cache" });
  const body = await response.arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", body))];
  if (digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") !== FILES[name]) {
    throw new Error(`${name} is not of version ${VERSION}`);
  }
  // A response of its own: one that was redirected cannot answer a navigation.
  await cache.put(absolute(name), new Response(body, { headers: { "content-type": response.headers.get("content-type") } }));
}

async function cacheRuntime(cache, address) {
  if (await cache.match(absolute(address))) return;
  const add = (more) => cache.add(new Request(absolute(address), { mode: "cors", credentials: "omit", integrity: RUNTIME[address], ...more }));
  // The file in the browser's own cache may be damaged.
  await add().catch(() => add({ cache: "reload" }));
}

// Stores what is missing in the caches.
async function fill() {
  const appCache = await caches.open(APP_CACHE);
  const runtimeCache = await caches.open(RUNTIME_CACHE);
  await Promise.all([
    ...Object.keys(FILES).map((name) => cacheApp(appCache, name)),
    ...Object.keys(RUNTIME).map((address) => cacheRuntime(runtimeCache, address)),
  ]);
}

// Removes the caches of older versions. Called with the first page of this version, when no older one is still loading.
async function clean() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== APP_CACHE && name !== RUNTIME_CACHE) await caches.delete(name);
  }
}

async function answer(address, request) {
  for (const name of [APP_CACHE, RUNTIME_CACHE]) {
    const response = await (await caches.open(name)).match(address, { ignoreVary: true });
    if (response) return response;
  }
  return fetch(request);
}

function isPage(request) {
  const address = request.url.split(/[?#]/)[0];
  return request.mode === "navigate" && (address === HOME || address === PAGE);
}

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
// A page asks for it: the browser may have cleared the caches, or a page may have removed a damaged file. If the server has
// another version by now, the next worker stores that.
self.addEventListener("message", (event) => event.waitUntil(fill().catch(console.info)));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = isPage(request) ? PAGE : request.url;
  if (request.method !== "GET" || !KNOWN.has(address)) return;
  // With these the page bypasses the worker: for the browser's own cache, and for damaged files.
  if (["force-cache", "only-if-cached", "reload"].includes(request.cache)) return;
  if (address === PAGE) event.waitUntil(clean());
  event.respondWith(answer(address, request));
});
