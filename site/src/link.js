// Texts as the part of a link behind its `#`, which no server sees. Whoever wrote a link, it is only
// texts: names of files, and what they contain.
import { TooMuch, through } from "./compressed.js";
import { MOST_BYTES, checked } from "./file_names.js";

export async function toFragment(files) {
  const bytes = new TextEncoder().encode(JSON.stringify(files));
  const packed = await through(bytes, new CompressionStream("deflate-raw"), MOST_BYTES);
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `text=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

export async function fromFragment(fragment) { // the files; null: it has none; raises with a message in words
  const met = /^#?(?:play&)?text=([\w-]+)(?:&line=\d{1,6})?$/.exec(fragment);
  if (!met) {
    if (/^#?(?:play&)?text=/.test(fragment)) throw new Error("this link is damaged: a part of it may be missing");
    return null;
  }
  let files;
  try {
    const letters = atob(met[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), MOST_BYTES));
    files = JSON.parse(text);
  } catch (problem) {
    throw new Error(problem instanceof TooMuch ? "the texts of this link are too long" : "this link is damaged: a part of it may be missing");
  }
  return checked(files);
}
