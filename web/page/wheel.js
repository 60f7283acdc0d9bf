// Pyxel's wheel. The browser unpacks it while Python starts; Python itself would need as long as a start from a snapshot.

/**
 * Fetch a wheel and return name and bytes of the files of Pyxel's engine in it.
 * @param {string} address
 * @returns {Promise<[string, Uint8Array][]>}
 */
export async function fetchEngineFiles(address) {
  const bytes = await (await fetch(address)).arrayBuffer();
  const view = new DataView(bytes);
  /** @type {[string, Uint8Array][]} */
  const files = [];
  // In a .zip each file follows a local header.
  for (let offset = 0; view.getUint32(offset, true) === 0x04034b50;) {
    const isDeflated = view.getUint16(offset + 8, true);
    const nameEnd = offset + 30 + view.getUint16(offset + 26, true);
    const name = new TextDecoder().decode(bytes.slice(offset + 30, nameEnd));
    const start = nameEnd + view.getUint16(offset + 28, true);
    offset = start + view.getUint32(offset + 18, true);
    if (!/^pyxel\/\w+\.(py|abi3\.so)$/.test(name)) continue;
    const data = new Blob([bytes.slice(start, offset)]).stream();
    const stream = isDeflated ? data.pipeThrough(new DecompressionStream("deflate-raw")) : data;
    files.push([name, new Uint8Array(await new Response(stream).arrayBuffer())]);
  }
  return files;
}
