(() => {
  // What a screen reader says of the game: the program puts what is new into words, and the live region tells them.
  // The button, seen only while it has the focus, has the whole screen told.
  const region = document.getElementById("spoken");
  const button = document.getElementById("tell");
  let whole = "";
  let waiting = "";

  // Emptied first, or the same words twice would be told once; what comes meanwhile is told with it.
  function say(words) {
    if (!waiting) {
      region.textContent = "";
      setTimeout(() => {
        region.textContent = waiting;
        waiting = "";
      }, 50);
    }
    waiting = `${waiting} ${words}`.trim();
  }

  // Called by the program with what is new, and with all that can be heard.
  retroPyramid.hear = (words, all) => {
    whole = all;
    say(words);
  };
  button.addEventListener("click", () => say(whole));
})();
