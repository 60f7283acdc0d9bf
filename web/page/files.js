(() => {
  // The player's files: everything as one .zip, and files that are picked or dropped, which the program reads like
  // those dropped on its window at the desk.
  const INCOMING = "/incoming";
  const PREFIX = "retro-pyramid/";
  const dialog = document.getElementById("files-box");
  const picker = document.getElementById("files-pick");
  let lots = 0;

  async function bring(files) {
    if (files.length === 0 || !retroPyramid.program) return;
    const disk = pyxelContext.pyodide.FS;
    // A folder for each lot, whose name the player may read: of several files the program sees which belong together.
    const lot = `${INCOMING}/${++lots}`;
    const folder = `${lot}/Your files`;
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
    // The program has read them in its next frame.
    retroPyramid.afterFrame(() => {
      for (const name of names) disk.unlink(`${folder}/${name}`);
      disk.rmdir(folder);
      disk.rmdir(lot);
    });
  }

  function little(...fields) {
    return fields.flatMap(([number, size]) => [...Array(size).keys()].map((at) => (number >>> (8 * at)) & 255));
  }

  // A text that is no base64 is kept as it is.
  function bytes(text) {
    try {
      return Uint8Array.from(atob(text.split(" ")[0]), (char) => char.charCodeAt(0));
    } catch {
      return new TextEncoder().encode(text);
    }
  }

  function crc(data) {
    let sum = -1;
    for (const byte of data) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xEDB88320 : 0);
    }
    return ~sum;
  }

  // Returns the parts of a .zip of what lies in the browser's storage, each file as it is; 0 where there is none.
  function packed() {
    const parts = [];
    const list = [];
    let at = 0;
    for (const [key, text] of Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX))) {
      const name = new TextEncoder().encode(key.slice(PREFIX.length));
      const data = bytes(text);
      // Of version 2.0, with a name in UTF-8, not compressed, of the first day that a .zip knows; its sum, sizes, and no comment.
      const facts = little([20, 2], [0x800, 2], [0, 4], [0x21, 2], [crc(data), 4], [data.length, 4], [data.length, 4], [name.length, 2], [0, 2]);
      const head = little([0x04034B50, 4]);
      list.push(...little([0x02014B50, 4], [20, 2]), ...facts, ...little([0, 10], [at, 4]), ...name);
      parts.push(Uint8Array.from([...head, ...facts, ...name]), data);
      at += head.length + facts.length + name.length + data.length;
    }
    const count = parts.length / 2;
    parts.push(Uint8Array.from([...list, ...little([0x06054B50, 4], [0, 4], [count, 2], [count, 2], [list.length, 4], [at, 4], [0, 2])]));
    return count && parts;
  }

  function download() {
    dialog.close();
    give(retroPyramid.program?.pack());
  }

  function give(data) {
    if (!data) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data].flat(), { type: "application/zip" }));
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

  // Returns what saves the files without the program and the network, null where there are none.
  retroPyramid.rescue = () => {
    try {
      const parts = packed();
      return parts ? () => give(parts) : null;
    } catch {
      return null;
    }
  };
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
