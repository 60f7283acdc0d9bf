// The pieces of the run-time: asked for at once, counted while they come, checked against the sums of the build, and
// handed over when they are asked for.
window.pieces = (() => {
  const RUNTIME = new URL("https://cdn.jsdelivr.net/", document.baseURI);  // the build puts another place here, if it is another
  const PIECES = @@PIECES@@;  // address below that -> [bytes, SHA-256]
  const SCRIPT = /\.js$/;
  const COMPILED = /\.wasm$/;
  const ARCHIVE = /\.(whl|zip)$/;
  const GZIP = 0x1F;  // its first byte
  const PATIENCE = 1000;  // milliseconds
  const { fetch } = window;  // not what the page puts in its place later, which asks here
  const coming = new Map();  // address -> a promise of its response
  const began = performance.now();
  let bytes = 0;             // that have come
  let follower = () => {};
  let barred = "";           // what a security policy has forbidden

  // Reads a copy of what comes from the network, and has the response itself handed over, of which the browser keeps
  // what it compiles: it does so of none made by a page.
  async function check(response, sum, count) {
    const parts = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      count(value.length);
    }
    const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
    if (btoa(String.fromCharCode(...new Uint8Array(digest))) !== sum) throw new Error("it is not what it should be");
  }

  // What the worker has kept. Chromium keeps what it compiled of a module beside what lies in the browser's own cache from
  // the first visit on, beside what the worker kept only from the second: a module is asked for past the worker first,
  // where that costs no network. Of another host the cache cannot be asked alone, so it has a moment before the worker's.
  async function again(address, options) {
    if (!COMPILED.test(address) || !navigator.serviceWorker?.controller) return fetch(address, options);
    const past = new URL(address).origin === location.origin ? { cache: "only-if-cached", mode: "same-origin" } : { cache: "force-cache" };
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), PATIENCE);
    try {
      return await fetch(address, { ...options, ...past, signal: over.signal });
    } catch {
      return fetch(address, options);
    } finally {
      clearTimeout(timer);
    }
  }

  function answered(response) {
    if (!response.ok) throw new Error(`answer ${response.status}`);
    return response;
  }

  // What did not come whole is taken out of what the worker has kept, and asked for once more past all that is kept.
  async function afresh(address, sum) {
    for (const name of window.caches ? await caches.keys() : []) {
      if (name.startsWith("retro-pyramid ")) await (await caches.open(name)).delete(address, { ignoreVary: true });
    }
    return answered(await fetch(address, { integrity: `sha256-${sum}`, cache: "reload" }));
  }

  async function whole(address, [size, sum]) {
    // The browser's own check gives no part before the whole. It is there without https, too, and quicker where the
    // worker hands over what it has kept.
    const counted = window.crypto.subtle && !navigator.serviceWorker?.controller;
    let mine = 0;
    const count = (more) => {
      mine += more;
      bytes += more;
      follower();
    };
    let response;
    try {
      response = await (counted ? fetch(address) : again(address, { integrity: `sha256-${sum}` }));
      if (counted && response.ok) await check(response.clone(), sum, count);
    } catch (error) {
      response = await afresh(address, sum).catch(() => { throw error; });
    }
    count(size - mine);
    return answered(response);
  }

  // An archive as Python reads it: one that a page carries itself is packed once more, as a whole.
  async function opened(response) {
    const packed = await response.blob();
    const [first] = new Uint8Array(await packed.slice(0, 1).arrayBuffer());
    return new Response(first === GZIP ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed);
  }

  // Promises that a script of the run-time has run; it fails with the address.
  function script(name) {
    const [found, [, sum]] = Object.entries(PIECES).find(([one]) => one.endsWith(`/${name}`));
    const address = new URL(found, RUNTIME).href;
    const run = () => new Promise((onload, onerror) => {
      const made = document.createElement("script");
      Object.assign(made, { src: address, crossOrigin: "anonymous", integrity: `sha256-${sum}`, onload, onerror });
      document.head.append(made);
    });
    return run().catch(() => afresh(address, sum).then(run)).catch(() => { throw address; });
  }

  const total = Object.values(PIECES).reduce((sum, [size]) => sum + size, 0);
  let first = total;  // the bytes that Python starts with
  for (const [piece, [size, sum]] of Object.entries(PIECES)) {
    const address = new URL(piece, RUNTIME).href;
    if (SCRIPT.test(piece)) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "preload", as: "script", crossOrigin: "anonymous", integrity: `sha256-${sum}`, href: address });
      link.addEventListener("load", () => {
        bytes += size;
        follower();
      });
      document.head.append(link);
    } else {
      // The engine is wanted last: on a slow network Python starts while it comes. What the worker has comes at once.
      const last = piece.endsWith(".whl") && !navigator.serviceWorker?.controller;
      if (last) first -= size;
      const turn = last ? Promise.resolve().then(() => pieces.first).catch(() => {}) : Promise.resolve();
      const answer = turn.then(() => whole(address, [size, sum]));
      coming.set(address, ARCHIVE.test(piece) ? answer.then(opened) : answer);
    }
  }
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition === "enforce" && /^(script|connect)-src/.test(effectiveDirective)) barred = `${effectiveDirective} ${blockedURI}`;
  });

  return {
    host: RUNTIME.host,
    // A promise of a piece's response, undefined for any other address.
    take: (address) => coming.get(new URL(address, document.baseURI).href),
    script,
    // Where Pyxel's engine is.
    wheel: new URL(Object.keys(PIECES).find((piece) => piece.endsWith(".whl")), RUNTIME).href,
    // A promise of all that Python starts with; Pyxel's part may still come.
    get first() { return Promise.all([...coming].map(([address, answer]) => address.endsWith(".whl") || answer)); },
    // Has `called` called when more has come, `failed` with the address of a piece that does not come and the error.
    follow: (called, failed) => {
      follower = called;
      for (const [address, answer] of coming) answer.catch((error) => failed(address, error));
    },
    get share() { return Math.min(bytes / first, 1); },
    // Seconds until that will have come, and then all, as fast as it came so far; none where that says nothing yet.
    get left() {
      const passed = (performance.now() - began) / 1000;
      return bytes && passed > 3 ? passed * ((bytes < first ? first : total) - bytes) / bytes : null;
    },
    get barred() { return barred; },
  };
})();
