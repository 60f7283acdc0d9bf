// The browser's storage for the program, locks of games, and what other pages write.
import { bridge } from "./bridge.js";
import { on } from "./game_state.js";

const ERRORS = { QuotaExceededError: "it is full", SecurityError: "it is blocked for this page" };
const PREFIX = "retro-pyramid/";
/** Web Lock for changes of the storage. */
const LOCK = "retro-pyramid";
/** After it each of two pages has seen the other's writes. */
const LATE_MS = 500;

// Python can only tell errors by their text.
function withPlainErrors(action) {
  try {
    return action();
  } catch (error) {
    throw new Error(ERRORS[error.name] ?? error.message, { cause: error });
  }
}

// A page holds a Web Lock of the game that it plays. Another page may steal it; the first page is told. A page plays one game:
// it asks for a lock only after it has released the one before.
/** @type {import("./bridge.js").GameLock | null} */
let currentLock = null;
/** @type {Promise<void> | null} */
let lastRequest = null;

function claim(game) {
  async function request(options, previous) {
    lock.mine = true;
    await previous;
    try {
      await navigator.locks?.request(PREFIX + game, options, (granted) => {
        lock.mine = granted !== null;
        if (granted && !released) return new Promise((resolve) => { endRequest = resolve; });
      });
    } catch (error) {
      // Any other error means that there are no locks; then nobody else is known to play the game.
      if (error.name === "AbortError") lock.mine = false;
    }
  }
  let released = false;
  /** @type {(value?: unknown) => void} */
  let endRequest = () => {};
  const lock = {
    mine: true,
    take: () => { lastRequest = request({ steal: true }, lastRequest); },
    release: () => { released = true; endRequest(); },
  };
  currentLock?.release();
  currentLock = lock;
  lastRequest = request({ ifAvailable: true }, lastRequest);
  return lock;
}

bridge.storage = {
  claim,
  getItem: (key) => withPlainErrors(() => localStorage.getItem(key)),
  setItem: (key, text) => withPlainErrors(() => localStorage.setItem(key, text)),
  removeItem: (key) => withPlainErrors(() => localStorage.removeItem(key)),
  key: (index) => withPlainErrors(() => localStorage.key(index)),
  get length() { return withPlainErrors(() => localStorage.length); },
};

// Asks the browser once a visit never to clear the storage: after a game, or when the page is installed. Some browsers then
// ask the player, who must not be asked during a game. Null once it is done.
let shouldPersist = matchMedia("(display-mode: standalone)").matches;
on("state", ({ status }) => {
  if (shouldPersist && status !== "playing") {
    shouldPersist = null;
    navigator.storage?.persist?.().catch(() => {});
  }
  if (shouldPersist === false) shouldPersist = status === "playing";
});

// One page after the other, if there are locks, so that each sees what the one before has repaired.
function withLock(action) {
  if (navigator.locks) navigator.locks.request(LOCK, action).catch(console.warn);
  else action();
}

// When another page has written, the program checks whether its own changes are still there, and a while later whether that
// page's are.
window.addEventListener("storage", (event) => {
  if (!event.key?.startsWith(PREFIX)) return;
  const report = (isLate) => bridge.program?.on_external_write(event.key.slice(PREFIX.length), event.newValue ?? "", isLate);
  withLock(() => report(false));
  setTimeout(() => withLock(() => report(true)), LATE_MS);
});
