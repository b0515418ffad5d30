// Texts as the part of a link behind its `#`, which no server sees. Whoever wrote a link, it is only
// texts: names of files, and what they say.
const MOST_BYTES = 2_000_000;
const NAME = /^[\w-]{1,80}(\/[\w-]{1,80}){0,4}\.(rules|cards|csv)$/;

async function through(bytes, transform) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) { await reader.cancel(); throw new Error("the texts of this link are too long"); }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function toFragment(files) {
  const bytes = new TextEncoder().encode(JSON.stringify(files));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `text=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

export async function fromFragment(fragment) { // the files; null: it holds none
  const met = /^#?text=([\w-]+)(?:&line=\d{1,6})?$/.exec(fragment);
  if (!met) return null;
  let files;
  try {
    const letters = atob(met[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
    files = JSON.parse(text);
  } catch (problem) {
    throw new Error(/too long/.test(problem.message) ? problem.message : "this link is damaged: a part of it may be missing");
  }
  return checked(files);
}

export function checked(files) { // what somebody else wrote down, as texts; raises
  const entries = files && typeof files === "object" && !Array.isArray(files) ? Object.entries(files) : [];
  const fit = entries.length && entries.length <= 100 && entries.every(([name, text]) => NAME.test(name) && typeof text === "string");
  if (!fit) throw new Error("this link holds no texts of rules");
  return Object.fromEntries(entries.map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")]));
}
