(() => {
  // The compiled modules of the program, kept for the next visit: Python would compile them at every start, a tenth of
  // its time. Where the browser has no such store, it does.
  const STORE = "retro-pyramid-code";
  const KEY = new URL("code-@@CODE@@", document.baseURI).href;  // of this archive and this Python
  const PATIENCE = 3000;  // milliseconds: the first frames go before
  let code = new Uint8Array();

  async function fetched() {
    const kept = await (await caches.open(STORE)).match(KEY);
    if (kept) code = new Uint8Array(await kept.arrayBuffer());
  }

  async function keep() {
    const proxy = pyxelContext.pyodide.globals.get("archive").compiled();
    const fresh = proxy.toJs();
    proxy.destroy();
    if (!fresh.length) return;
    const store = await caches.open(STORE);
    for (const { url } of await store.keys()) if (url !== KEY && new URL(".", url).href === new URL(".", KEY).href) await store.delete(url);
    await store.put(KEY, new Response(fresh));
  }

  const unkept = (error) => console.info(`Compiled code is not kept: ${error.message}`);
  const ready = window.caches ? fetched().catch(unkept) : Promise.resolve();
  retroPyramid.code = () => code;
  retroPyramid.codeReady = () => ready;
  retroPyramid.on("phase", (phase) => {
    if (phase === "playing" && window.caches) setTimeout(() => keep().catch(unkept), PATIENCE);
    // Whatever went wrong, it is not to be because of this again.
    if (phase === "failed") window.caches?.delete(STORE).catch(unkept);
  });
})();
