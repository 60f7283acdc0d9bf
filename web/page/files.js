(() => {
  // The player's files: everything as one .zip, and files that are picked or dropped, which the program reads like
  // those dropped on its window at the desk.
  const INCOMING = "/incoming";
  const dialog = document.getElementById("files-box");
  const picker = document.getElementById("files-pick");
  let lots = 0;

  async function bring(files) {
    if (files.length === 0 || !retroPyramid.program) return;
    const disk = pyxelContext.pyodide.FS;
    // A folder for each lot: of several files the program sees which belong together.
    const folder = `${INCOMING}/${++lots}`;
    disk.mkdirTree(folder);
    const names = [];
    for (const file of files) {
      const name = file.name.replaceAll("/", "_");
      try {
        disk.writeFile(`${folder}/${name}`, new Uint8Array(await file.arrayBuffer()));
        names.push(name);
      } catch {
        // A folder comes as a file that cannot be read.
        retroPyramid.program.say(`${name}: it cannot be read; folders come as a .zip`);
      }
    }
    dialog.close();
    if (names.length) retroPyramid.program.drop(names.length === 1 ? `${folder}/${names[0]}` : folder);
  }

  function download() {
    const data = retroPyramid.program?.pack();
    dialog.close();
    if (!data) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data], { type: "application/zip" }));
    link.download = `retro-pyramid-${new Date().toISOString().slice(0, 10)}.zip`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  // What is dropped beside the picture is meant for it, too; the browser would leave the page for it.
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    bring([...event.dataTransfer.files]);
  });

  const button = document.getElementById("files");
  button.hidden = false;
  button.addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("close", () => retroPyramid.focus());
  document.getElementById("files-save").addEventListener("click", download);
  document.getElementById("files-read").addEventListener("click", () => picker.click());
  document.getElementById("files-close").addEventListener("click", () => dialog.close());
  picker.addEventListener("change", () => {
    bring([...picker.files]);
    picker.value = "";
  });
})();
