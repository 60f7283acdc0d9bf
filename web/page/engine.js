// Everything that depends on Pyxel's version. Of Pyxel's script only `pyxelContext` is used, because its other names
// change between versions. What Pyxel's wheel asks the page is answered here in the forms of 2.6 and of 2.9.

/** Time in which the lines of one traceback arrive. */
const TRACEBACK_MS = 100;
// Pyxel asks by source text. Its own gamepad on the screen does not exist here, so none of that gamepad's buttons is down.
/** @type {[RegExp, (index: string) => unknown][]} */
const ANSWERS = [
  [/^_virtualGamepadStates\[\d+\];?$/, () => false],
  [/^_readVirtualGamepadBitmask\(\);?$/, () => 0],
  // The letter of a physical key on keyboards that are not American.
  [/^_scanCorrection\[(\d+)\]\|\|0;?$/, (index) => _scanCorrection[index] || 0],
];

/**
 * Answer a source text that Pyxel passes to `eval`; pass any other text to `otherwise`.
 * @param {string} text
 * @param {(text: string) => unknown} otherwise
 */
export function answerEval(text, otherwise) {
  for (const [pattern, answer] of ANSWERS) {
    const match = pattern.exec(text);
    if (match) return answer(match[1]);
  }
  return otherwise(text);
}

/**
 * Report every script error once Pyxel's script has come, which would cover the picture with it and never sees it here.
 * Call it before that script is loaded.
 * @param {(text: string) => void} onError
 */
export function reportScriptErrors(onError) {
  const report = (error) => onError(error?.stack ? `${error.name}: ${error.message}\n${error.stack}` : `${error}`);
  const handler = (errorOf) => (event) => {
    if (!window.pyxelContext) return;
    event.stopImmediatePropagation();
    report(errorOf(event));
  };
  window.addEventListener("error", handler(({ error, message }) => error ?? message));
  window.addEventListener("unhandledrejection", handler(({ reason }) => reason ?? "Unknown error"));
}

/**
 * Report every Python traceback, after which no frame comes any more.
 * @param {any} pyodide
 * @param {(text: string) => void} onError
 */
export function reportTracebacks(pyodide, onError) {
  let text = "";
  pyodide.setStderr({ batched(line) {
    if (!text && !line.startsWith("Traceback")) return;
    pyodide._module._emscripten_cancel_main_loop();
    if (!text) {
      setTimeout(() => {
        onError(text);
        text = "";
      }, TRACEBACK_MS);
    }
    text += `${line}\n`;
  } });
}
