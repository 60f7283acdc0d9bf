// For tests, with `test` in the query: `retroPyramid.test.state` is the whole state JSON, null until the program runs.
// `retroPyramid.test.run(text)` runs a script, one line a frame, and promises { error, state, states, shots }: what was
// wrong or null, the state at the end, and by name what its `state` and `shot` lines wrote. A shot is { colours, pixels }: the
// 16 colours as numbers, and the 640x350 picture in base64, a byte a pixel. Called before the first key press, the script
// begins with the program's first frame, as with `pyramid --headless --script`.
import { bridge } from "./bridge.js";
import { resumeLoop } from "./loop.js";

if (new URLSearchParams(location.search).has("test")) {
  /** @type {import("./bridge.js").TestHook | null} */
  let hook = null;
  /** @type {{ text: string, resolve: (result: object) => void } | null} */
  let running = null;

  bridge.test = {
    attach(testHook) {
      hook = testHook;
      if (running) hook.run_script(running.text);
    },
    run(text) {
      if (running) return Promise.reject(new Error("a script is running"));
      return new Promise((resolve) => {
        running = { text, resolve };
        hook?.run_script(text);
        resumeLoop();
      });
    },
    onScriptEnd(json) {
      const result = JSON.parse(json);
      result.state = JSON.parse(result.state);
      for (const name of Object.keys(result.states)) result.states[name] = JSON.parse(result.states[name]);
      const { resolve } = running;
      running = null;
      resolve(result);
    },
    get state() { return hook && JSON.parse(hook.state_json()); },
  };
}
