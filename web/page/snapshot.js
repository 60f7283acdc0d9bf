(() => {
  // Python's memory with the program's modules in it, kept for the next visit, which starts from there. It may vanish, be
  // damaged or refused: then Python starts anew.
  const STORE = "retro-pyramid-code";
  const KEY = new URL("memory-@@MEMORY@@", document.baseURI).href;  // of this run-time and this program
  const PATIENCE = 3000;  // milliseconds: the first frames go before
  let fresh = null;

  // Tells any change of one word, in less time than a digest: nobody but the browser writes there. By number, as to ask for
  // word after word takes ten times as long.
  function sum(bytes) {
    const words = new Uint32Array(bytes);
    let all = 0;
    for (let at = 0; at < words.length; at++) all = Math.imul(all ^ words[at], 0x01000193);
    return `${all}`;
  }

  async function kept() {
    const found = await (await caches.open(STORE)).match(KEY);
    const bytes = await found?.arrayBuffer();
    return bytes && bytes.byteLength % 4 === 0 && sum(bytes) === found.headers.get("sum") ? bytes : null;
  }

  async function keep() {
    const bytes = fresh;
    fresh = null;
    if (!bytes) return;
    const store = await caches.open(STORE);
    for (const { url } of await store.keys()) if (new URL(".", url).href === new URL(".", KEY).href) await store.delete(url);
    await store.put(KEY, new Response(bytes, { headers: { sum: sum(bytes.buffer) } }));
  }

  const unkept = (error) => console.info(`Python's memory is not kept: ${error.message}`);
  const ready = window.caches ? kept().catch(unkept) : Promise.resolve();
  retroPyramid.snapshot = () => ready;
  // Takes what `make` gives, to be kept once the game runs.
  retroPyramid.keep = (make) => {
    try {
      fresh = window.caches && make();
    } catch (error) {
      unkept(error);
    }
  };
  retroPyramid.on("phase", (phase) => {
    if (phase === "playing") setTimeout(() => keep().catch(unkept), PATIENCE);
    // Whatever went wrong, it is not to be because of this again.
    if (phase === "failed") window.caches?.delete(STORE).catch(unkept);
  });
})();
