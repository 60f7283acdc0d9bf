(() => {
  // The knob of the loudspeaker: silent or not, for all programs, remembered. The programs' own sound setting (F2)
  // is another matter. Before the first press nothing sounds: the program waits for it.
  const button = document.getElementById("sound");
  let knob = null;

  function turn(on) {
    button.setAttribute("aria-pressed", String(on));
    if (knob) knob.gain.value = on ? 1 : 0;
  }

  // SDL has one node that makes all sound; the knob is put between it and the loudspeaker.
  function fit() {
    const { audio, audioContext } = window.pyxelContext.pyodide._module.SDL2 ?? {};
    const source = audio?.scriptProcessorNode;
    if (!source) return;
    knob = audioContext.createGain();
    source.disconnect();
    source.connect(knob).connect(audioContext.destination);
    turn(button.ariaPressed === "true");
  }

  button.addEventListener("click", () => {
    const on = button.ariaPressed !== "true";
    retroPyramid.remember("sound", on ? "on" : "off");
    turn(on);
  });
  turn(retroPyramid.recall("sound") !== "off");
  button.hidden = false;
  retroPyramid.on("phase", (phase) => {
    if (phase === "playing") fit();
  });
})();
