// Reads and writes zip archives, and passes bytes through the browser's own compression. No size
// that an archive states about itself is believed: bytes are counted while they are unpacked.
const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50;
const MOST_ENTRIES = 2000;
const UTF_8 = 0x0800; // the flag of a name in UTF-8

export class TooMuch extends Error {}

export async function through(bytes, transform, most) { // raises `TooMuch` beyond so many bytes
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) { await reader.cancel(); throw new TooMuch(`it unpacks to more than ${(most / 1e6).toLocaleString("en")} million bytes`); }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

export async function unzipped(bytes, wanted, most) { // [{name, bytes}] of the entries whose names are wanted
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = [...directory(view, bytes)].filter(({ name }) => wanted(name));
  const found = [];
  let left = most;
  for (const { name, method, flags, size, at } of entries) {
    if (flags & 1) throw new Error("it is protected by a password");
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const packed = bytes.subarray(start, start + size);
    if (method !== 0 && method !== 8) throw new Error("it is compressed by a method that browsers don't support");
    if (method === 0 && packed.length > left) throw new TooMuch("it contains too many bytes");
    const content = method === 0 ? packed : await through(packed, new DecompressionStream("deflate-raw"), left);
    left -= content.length;
    found.push({ name, bytes: content });
  }
  return found;
}

function* directory(view, bytes) {
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66000 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("it is damaged, or not a zip archive");
  const number = view.getUint16(end + 10, true);
  if (number > MOST_ENTRIES) throw new TooMuch(`it contains more than ${MOST_ENTRIES.toLocaleString("en")} files`);
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < number; n += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new Error("it is damaged");
    const [named, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL) throw new Error("it is damaged");
    yield { name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named)), flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true), size: view.getUint32(at + 20, true), at: local };
    at += 46 + named + extra + comment;
  }
}

function header(sign, fields, widths) {
  const view = new DataView(new ArrayBuffer(4 + widths.reduce((sum, width) => sum + width, 0)));
  view.setUint32(0, sign, true);
  let at = 4;
  fields.forEach((value, n) => {
    if (widths[n] === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += widths[n];
  });
  return new Uint8Array(view.buffer);
}

export async function zipped(files) { // a zip archive of texts, by name
  const encode = new TextEncoder(), now = new Date();
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  const date = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  const parts = [], entries = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = encode.encode(path), bytes = encode.encode(text);
    const packed = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
    const common = [20, UTF_8, 8, time, date, checksum(bytes), packed.length, bytes.length, name.length, 0];
    const widths = [2, 2, 2, 2, 2, 4, 4, 4, 2, 2];
    const local = header(LOCAL, common, widths);
    entries.push(header(ENTRY, [20, ...common, 0, 0, 0, 0, at], [2, ...widths, 2, 2, 2, 4, 4]), name);
    parts.push(local, name, packed);
    at += local.length + name.length + packed.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0), number = entries.length / 2;
  return new Blob([...parts, ...entries, header(END, [0, 0, number, number, size, at, 0], [2, 2, 2, 2, 4, 4, 2])], { type: "application/zip" });
}
