(() => {
  // The page's own address follows the game, so that it can be kept or sent, and leads back to the game that was on when
  // the page is loaded again. A mark in the history tells that from a link somebody has sent, which deals anew: it is
  // set with the first state, though the address may be the same.
  let followed = null;

  // The words the program starts with.
  function query() {
    const again = history.state?.followed === location.search;
    return again ? `${location.search}&--resume` : location.search;
  }

  retroPyramid.on("state", ({ address }) => {
    if (address === followed) return;
    followed = address;
    try {
      history.replaceState({ followed: address }, "", address === "?" ? location.pathname : address);
    } catch (error) {
      // Some embedding pages forbid it.
      console.info(`The address stays: ${error.message}`);
    }
  });

  retroPyramid.query = query;
})();
