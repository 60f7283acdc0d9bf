(() => {
  // The browser's storage for the program, with its errors in words; and the other pages that write there.
  const WORDS = { QuotaExceededError: "it is full", SecurityError: "it is blocked for this page" };

  // The program's Python knows no other errors than those of the language itself.
  function plainly(action) {
    try {
      return action();
    } catch (error) {
      throw new Error(WORDS[error.name] ?? error.message, { cause: error });
    }
  }

  // A page holds the browser's lock of the game that it plays; `mine` is false while another page holds it. Who takes a
  // game steals its lock, and the page that had it is told. A page plays one game: it asks when it has left the one before.
  let playing = null;
  let ended = null;
  function claim(game) {
    async function ask(how, before) {
      held.mine = true;
      await before;
      try {
        await navigator.locks?.request(PREFIX + game, how, (lock) => {
          held.mine = lock !== null;
          if (lock && !left) return new Promise((end) => { leave = end; });
        });
      } catch (error) {
        // Without locks nobody else plays the game.
        if (error.name === "AbortError") held.mine = false;
      }
    }
    let left = false;
    let leave = () => {};
    const held = {
      mine: true,
      take: () => { ended = ask({ steal: true }, ended); },
      release: () => { left = true; leave(); },
    };
    playing?.release();
    playing = held;
    ended = ask({ ifAvailable: true }, ended);
    return held;
  }

  retroPyramid.storage = {
    claim,
    getItem: (key) => plainly(() => localStorage.getItem(key)),
    setItem: (key, text) => plainly(() => localStorage.setItem(key, text)),
    removeItem: (key) => plainly(() => localStorage.removeItem(key)),
    key: (number) => plainly(() => localStorage.key(number)),
    get length() { return plainly(() => localStorage.length); },
  };

  // Pages of ours side by side share the browser's storage. When another one has written, the program looks whether
  // its own steps are still there, and a while later whether that page's are: by then either has seen the other.
  const PREFIX = "retro-pyramid/";
  const LOCK = "retro-pyramid";
  const LATE = 500;  // milliseconds

  // The browser is asked once a visit not to clear the storage, after a game or where the page is installed; some browsers
  // then ask the player, who is not to be asked in the midst of a game.
  let worth = matchMedia("(display-mode: standalone)").matches;
  retroPyramid.on("state", ({ status }) => {
    if (worth && status !== "playing") {
      worth = null;
      navigator.storage?.persist?.().catch(() => {});
    }
    if (worth === false) worth = status === "playing";
  });

  // One page after the other, where there are locks, so that what one makes up for is seen by the next.
  function inTurn(action) {
    if (navigator.locks) navigator.locks.request(LOCK, action).catch(console.warn);
    else action();
  }

  window.addEventListener("storage", (event) => {
    if (!event.key?.startsWith(PREFIX)) return;
    const heard = (late) => retroPyramid.program?.heard(event.key.slice(PREFIX.length), event.newValue ?? "", late);
    inTurn(() => heard(false));
    setTimeout(() => inTurn(() => heard(true)), LATE);
  });
})();
