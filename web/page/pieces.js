// The pieces of the run-time: asked for at once, counted while they come, checked against the sums of the build, and
// handed over when they are asked for.
const pieces = (() => {
  const RUNTIME = new URL("https://cdn.jsdelivr.net/", document.baseURI);  // the build puts another place here, if it is another
  const PIECES = @@PIECES@@;  // address below that -> [bytes, SHA-256]
  const SCRIPT = /\.js$/;
  const coming = new Map();  // address -> a promise of its response
  const began = performance.now();
  let bytes = 0;             // that have come
  let follower = () => {};
  let barred = "";           // what a security policy has forbidden

  function came(count) {
    bytes += count;
    follower();
  }

  // Reads a piece that comes from the network. The browser's own check would give no part of it before the whole.
  async function counted(response, sum) {
    const parts = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      came(value.length);
    }
    const whole = new Blob(parts, { type: response.headers.get("content-type") ?? "" });
    // Addresses without https have no means to check.
    const digest = await window.crypto.subtle?.digest("SHA-256", await whole.arrayBuffer());
    if (digest && btoa(String.fromCharCode(...new Uint8Array(digest))) !== sum) throw new Error("it is not what it should be");
    return new Response(whole);
  }

  async function ask(address, [size, sum]) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`answer ${response.status}`);
    if (!navigator.serviceWorker?.controller) return counted(response, sum);
    // The worker has checked it; and of what it hands over itself the browser keeps what it compiles.
    came(size);
    return response;
  }

  for (const [piece, [size, sum]] of Object.entries(PIECES)) {
    const address = new URL(piece, RUNTIME).href;
    if (SCRIPT.test(piece)) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "preload", as: "script", crossOrigin: "anonymous", integrity: `sha256-${sum}`, href: address });
      link.addEventListener("load", () => came(size));
      document.head.append(link);
    } else {
      const answer = ask(address, [size, sum]);
      answer.catch(() => {});
      coming.set(address, answer);
    }
  }
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition === "enforce" && /^(script|connect)-src/.test(effectiveDirective)) barred = `${effectiveDirective} ${blockedURI}`;
  });

  const total = Object.values(PIECES).reduce((sum, [size]) => sum + size, 0);
  return {
    host: RUNTIME.host,
    // A promise of a piece's response, undefined for any other address.
    take: (address) => coming.get(new URL(address, document.baseURI).href),
    // Promises that a script of the run-time has run.
    script: (piece) => new Promise((resolve) => {
      const made = document.createElement("script");
      const [found] = Object.keys(PIECES).filter((name) => name.endsWith(`/${piece}`));
      Object.assign(made, { src: new URL(found, RUNTIME).href, crossOrigin: "anonymous", integrity: `sha256-${PIECES[found][1]}`, onload: resolve });
      document.head.append(made);
    }),
    follow: (called) => { follower = called; },
    get share() { return Math.min(bytes / total, 1); },
    // Seconds until all will have come as fast as it came so far; none where that says nothing yet.
    get left() {
      const passed = (performance.now() - began) / 1000;
      return bytes && passed > 3 ? passed * (total - bytes) / bytes : null;
    },
    get barred() { return barred; },
  };
})();
