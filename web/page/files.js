// The player's files: a .zip of all of them, and files that are picked or dropped, which the program imports like files that
// are dropped on its window on the desktop.
import { bridge } from "./bridge.js";
import { byId, focusGame } from "./dom.js";
import { afterFrame } from "./loop.js";
import { downloadZip } from "./zip_export.js";

const INCOMING = "/incoming";
const dialog = /** @type {HTMLDialogElement} */ (byId("files-box"));
const picker = /** @type {HTMLInputElement} */ (byId("files-pick"));
let batchId = 0;

/** @param {File[]} files */
async function importFiles(files) {
  if (files.length === 0 || !bridge.program) return;
  const disk = pyxelContext.pyodide.FS;
  // A folder for each batch, so that the program sees which files belong together; the player may read its name.
  const batch = `${INCOMING}/${++batchId}`;
  const folder = `${batch}/Your files`;
  disk.mkdirTree(folder);
  const names = [];
  for (const file of files) {
    const name = file.name.replaceAll("/", "_");
    try {
      disk.writeFile(`${folder}/${name}`, new Uint8Array(await file.arrayBuffer()));
      names.push(name);
    } catch {
      // A folder comes as a file that cannot be read.
      bridge.program.notify(`${name}: it cannot be read; folders come as a .zip`);
    }
  }
  dialog.close();
  if (names.length) bridge.program.drop_file(names.length === 1 ? `${folder}/${names[0]}` : folder);
  // The program reads them in its next frame.
  afterFrame(() => {
    for (const name of names) disk.unlink(`${folder}/${name}`);
    disk.rmdir(folder);
    disk.rmdir(batch);
  });
}

// A file that is dropped beside the picture is meant for it, too; the browser would leave the page for it.
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  importFiles([...event.dataTransfer.files]);
});
const button = byId("files");
button.hidden = false;
button.addEventListener("click", () => dialog.showModal());
dialog.addEventListener("close", () => focusGame());
byId("files-save").addEventListener("click", () => {
  dialog.close();
  downloadZip(bridge.program?.export_zip());
});
byId("files-read").addEventListener("click", () => picker.click());
byId("files-close").addEventListener("click", () => dialog.close());
picker.addEventListener("change", () => {
  importFiles([...picker.files]);
  picker.value = "";
});
