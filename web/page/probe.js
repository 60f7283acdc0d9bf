// For tests, with `test` in the query: the whole state JSON, and scripts of one line a frame.
// `retroPyramid.test.state` is the state with targets and text, null until the program runs.
// `retroPyramid.test.run(text)` promises { error, state, states, shots }: what was wrong or null, the state at the
// script's end, and by name what its `state` and `shot` wrote: a shot is { colours, pixels }, the 16 colours as numbers
// and in base64 the 640x350 picture, a byte a pixel.  Asked before the first press, the script begins with the
// program's first frame, as with `pyramid --headless --script`.
(() => {
  if (!new URLSearchParams(location.search).has("test")) return;
  let program = null;
  let asked = null;

  // Called by the program when it runs, with what can tell its state and run scripts.
  function attach(probe) {
    program = probe;
    if (asked) program.run(asked.text);
  }

  function run(text) {
    if (asked) return Promise.reject(new Error("a script is running"));
    return new Promise((resolve) => {
      asked = { text, resolve };
      program?.run(text);
      retroPyramid.wake();
    });
  }

  // Called by the program when a script has ended.
  function done(json) {
    const result = JSON.parse(json);
    result.state = JSON.parse(result.state);
    for (const name of Object.keys(result.states)) result.states[name] = JSON.parse(result.states[name]);
    const { resolve } = asked;
    asked = null;
    resolve(result);
  }

  retroPyramid.test = { attach, run, done, get state() { return program && JSON.parse(program.state()); } };
})();
