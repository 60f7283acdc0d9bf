// The first picture: the title of the program asked for, at its place, before anything else of the page is there.
window.firstPicture = (() => {
  const asked = new URLSearchParams(location.search);
  const edition = asked.get("edition") ?? asked.get("--edition") ?? asked.get("watch")?.split(".")[0];
  const image = document.getElementById("poster");
  let square = asked.get("aspect");
  try {
    square ??= localStorage.getItem("retro-pyramid-page/aspect");
  } catch { /* Where the storage is blocked nothing is remembered. */ }
  document.body.classList.toggle("square", square === "square");

  // Takes the picture of one program after the other, the plain start's first.
  return (name, data) => {
    if (!image.src || name === edition) image.src = `data:image/png;base64,${data}`;
  };
})();
