(() => {
  // What the page itself remembers: how the picture is shown, whether it is silent, whether the loupe comes. Where the browser's storage is
  // blocked nothing is remembered; the game says so of its own files.
  const PREFIX = "retro-pyramid-page/";

  retroPyramid.recall = (name) => {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  };

  retroPyramid.remember = (name, value) => {
    try {
      localStorage.setItem(PREFIX + name, value);
    } catch { /* It holds for this visit. */ }
  };
})();
