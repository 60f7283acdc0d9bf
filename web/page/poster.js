// The first picture: the title of the program asked for, at its place, before anything else of the page is there.
window.firstPicture = (() => {
  // The program reads links in the same way: software that hands them on may escape & and leave punctuation at the end.
  const asked = new URLSearchParams(location.search.replace(/&(amp;)+/g, "&"));
  const value = (name) => asked.get(name)?.match(/\w+/)?.[0];
  const edition = value("edition") ?? value("--edition") ?? value("watch");
  const image = document.getElementById("poster");
  let square = value("aspect");
  try {
    square ??= localStorage.getItem("retro-pyramid-page/aspect");
  } catch { /* Where the storage is blocked nothing is remembered. */ }
  document.body.classList.toggle("square", square === "square");

  // Takes the picture of one program after the other, the plain start's first.
  return (name, data) => {
    if (!image.src || name === edition) image.src = `data:image/png;base64,${data}`;
  };
})();
