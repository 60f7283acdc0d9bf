// All that depends on which Pyxel the page loads. Its script is never asked for more than to hold `pyxelContext`, as its names
// change from version to version; what its wheel asks of the page is answered here as 2.6 and as 2.9 ask it.
window.engine = (() => {
  const GATHERING = 100;  // milliseconds in which the lines of a traceback come
  // Pyxel asks by text, as its script would answer. Of the keys of its own gamepad on the screen none is down: there is none.
  const ANSWERS = [
    [/^_virtualGamepadStates\[\d+\];?$/, () => false],
    [/^_readVirtualGamepadBitmask\(\);?$/, () => 0],
    // The letter of a key, by its place, on keyboards that are not American.
    [/^_scanCorrection\[(\d+)\]\|\|0;?$/, (place) => _scanCorrection[place] || 0],
  ];

  function answer(text, otherwise) {
    for (const [asked, told] of ANSWERS) {
      const found = asked.exec(text);
      if (found) return told(found[1]);
    }
    return otherwise(text);
  }

  // Has `broke` told of what Pyxel's script would lay over the picture, which it never gets to hear of itself: every error of a
  // script once it is there. Called before it comes.
  function listen(broke) {
    const told = (error) => broke(error?.stack ? `${error.name}: ${error.message}\n${error.stack}` : `${error}`);
    const hear = (of) => (event) => {
      if (!window.pyxelContext) return;
      event.stopImmediatePropagation();
      told(of(event));
    };
    window.addEventListener("error", hear(({ error, message }) => error ?? message));
    window.addEventListener("unhandledrejection", hear(({ reason }) => reason ?? "Unknown error"));
  }

  // And of every traceback of Python, after which there is no frame any more.
  function listenTo(pyodide, broke) {
    let text = "";
    pyodide.setStderr({ batched(line) {
      if (!text && !line.startsWith("Traceback")) return;
      pyodide._module._emscripten_cancel_main_loop();
      if (!text) {
        setTimeout(() => {
          broke(text);
          text = "";
        }, GATHERING);
      }
      text += `${line}\n`;
    } });
  }

  return { answer, listen, listenTo };
})();
