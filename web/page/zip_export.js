// Exports the player's files as one .zip straight from the browser's storage, without the program and the network.
import { makeElement } from "./dom.js";

const PREFIX = "retro-pyramid/";

/** @param {...[number, number]} fields  number and size in bytes; returns the bytes, lowest first */
function littleEndian(...fields) {
  return fields.flatMap(([number, size]) => [...Array(size).keys()].map((index) => (number >>> (8 * index)) & 255));
}

// A text that is no base64 is exported as it is.
function decode(text) {
  try {
    return Uint8Array.from(atob(text.split(" ")[0]), (char) => char.charCodeAt(0));
  } catch {
    return new TextEncoder().encode(text);
  }
}

function crc32(data) {
  let sum = -1;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xEDB88320 : 0);
  }
  return ~sum;
}

// Returns the parts of a .zip of the browser's storage, 0 if there are no files.
function buildZip() {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [key, text] of Object.entries(localStorage).filter(([name]) => name.startsWith(PREFIX))) {
    const name = new TextEncoder().encode(key.slice(PREFIX.length));
    const data = decode(text);
    // Version 2.0, UTF-8 name, stored, time 0, 1980-01-01, checksum, both sizes, length of the name, no extra field.
    const fields = littleEndian([20, 2], [0x800, 2], [0, 4], [0x21, 2], [crc32(data), 4], [data.length, 4], [data.length, 4], [name.length, 2], [0, 2]);
    const signature = littleEndian([0x04034B50, 4]);
    directory.push(...littleEndian([0x02014B50, 4], [20, 2]), ...fields, ...littleEndian([0, 10], [offset, 4]), ...name);
    parts.push(Uint8Array.from([...signature, ...fields, ...name]), data);
    offset += signature.length + fields.length + name.length + data.length;
  }
  const count = parts.length / 2;
  parts.push(Uint8Array.from([...directory, ...littleEndian([0x06054B50, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2])]));
  return count && parts;
}

/**
 * Download a .zip; do nothing without data.
 * @param {Uint8Array<any> | Uint8Array<any>[] | null | undefined} data
 */
export function downloadZip(data) {
  if (!data) return;
  const link = makeElement("a");
  link.href = URL.createObjectURL(new Blob([data].flat(), { type: "application/zip" }));
  link.download = `retro-pyramid-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Return a function that downloads all files, null if there are none or the storage is blocked. */
export function exportAll() {
  try {
    const parts = buildZip();
    return parts ? () => downloadZip(parts) : null;
  } catch {
    return null;
  }
}
