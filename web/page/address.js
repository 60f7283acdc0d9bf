// The page's address follows the game, so that it can be bookmarked or sent, and a reload resumes the game. A mark in the
// history tells a reload from a link that somebody has sent, which deals the game from its start. The mark is set with the
// first state, even if the address stays the same.
import { bridge } from "./bridge.js";
import { on } from "./game_state.js";

let lastAddress = null;

/** Return the query that the program starts with. */
export function startQuery() {
  const isReload = history.state?.followed === location.search;
  return isReload ? `${location.search}&--resume` : location.search;
}

on("state", ({ address }) => {
  if (address === lastAddress) return;
  lastAddress = address;
  try {
    history.replaceState({ followed: address }, "", address === "?" ? location.pathname : address);
  } catch (error) {
    // Some embedding pages forbid it.
    console.info(`The address stays: ${error.message}`);
  }
});
bridge.startQuery = startQuery;
