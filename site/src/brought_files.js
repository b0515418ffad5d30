// The files that a person drops on the page or chooses: single files, folders, zip archives and
// workbooks become texts. Whatever cannot be taken is reported in words, and changes nothing.
import { TooMuch, unzipped } from "./compressed.js";
import { MOST_BYTES, MOST_FILES, ending, fittingName, lastPart } from "./file_names.js";
import { tablesOf } from "./spreadsheet.js";

const TEXTS = [".rules", ".cards", ".csv", ".tsv"];
const TAKEN = [...TEXTS, ".xlsx"];
const IS_PACKED = [[0x50, 0x4b, 3, 4], [0xd0, 0xcf, 0x11, 0xe0], [0x25, 0x50, 0x44, 0x46]];
const MOST_LOOKED_AT = 2000; // files of a dropped folder

export async function filesIn(transfer) { // [{path, file}] of what was dropped, with the folders' contents
  const entries = [...transfer.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const found = [];
  for (const entry of entries) if (entry) await walk(entry, found);
  return found;
}

async function walk(entry, found) {
  if (found.length >= MOST_LOOKED_AT) return;
  if (entry instanceof File) { found.push({ path: entry.name, file: entry }); return; }
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => { entry.file(resolve, reject); });
    found.push({ path: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = entry.createReader();
  for (;;) { // a reader returns some entries at a time
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (!some.length) return;
    for (const each of some) await walk(each, found);
  }
}

export async function textsOf(brought) { // {files, refused: [sentence]}
  const texts = new Map(), refused = [];
  const several = brought.length > 1 || brought.some(({ path }) => path.includes("/"));
  for (const { path, file } of brought) {
    const kind = ending(path);
    if (kind === ".zip") await unpack(path, file, texts, refused);
    else if (TAKEN.includes(kind)) await take(path, () => bytesOf(file), texts, refused);
    else if (!several) refused.push(`“${lastPart(path)}” is not added: a game has .rules, .cards, .csv, .tsv and .xlsx files, in a folder or a zip.`);
  }
  if (!texts.size && !refused.length) refused.push("There are no game files: their names end in .rules, .cards, .csv, .tsv or .xlsx.");
  return { files: Object.fromEntries(withoutCommonFolder(texts)), refused };
}

async function bytesOf(file) {
  if (file.size > 10 * MOST_BYTES) throw new TooMuch(`it has more than ${(10 * MOST_BYTES) / 1e6} million bytes`);
  return new Uint8Array(await file.arrayBuffer());
}

async function unpack(path, file, texts, refused) {
  try {
    const wanted = (name) => TAKEN.includes(ending(name)) && !/(^|\/)(__MACOSX\/|\.|~\$)/.test(name);
    const entries = await unzipped(await bytesOf(file), wanted, 2 * MOST_BYTES);
    for (const { name, bytes } of entries) await take(name, () => bytes, texts, refused);
    if (!entries.length) refused.push(`“${lastPart(path)}” contains no game files.`);
  } catch (problem) {
    refused.push(`“${lastPart(path)}” cannot be unpacked: ${reason(problem)}.`);
  }
}

async function take(path, read, texts, refused) {
  const isWorkbook = ending(path) === ".xlsx";
  const name = fittingName(isWorkbook ? path.replace(/\.xlsx$/i, ".csv") : path);
  try {
    if (!name) throw new Error("its name cannot be used");
    if (texts.size >= MOST_FILES) throw new TooMuch(`a game has at most ${MOST_FILES} files`);
    const bytes = await read();
    if (isWorkbook) await takeSheets(name, bytes, texts);
    else texts.set(name, decoded(bytes));
  } catch (problem) {
    refused.push(`“${lastPart(path)}” is not added: ${reason(problem)}.`);
  }
}

async function takeSheets(name, bytes, texts) {
  const folder = name.slice(0, name.length - lastPart(name).length);
  for (const sheet of await tablesOf(bytes, lastPart(name).replace(/\.csv$/, ""))) {
    const own = fittingName(folder + sheet.name);
    if (own) texts.set(own, sheet.text);
  }
}

function decoded(bytes) {
  if (bytes.length > MOST_BYTES) throw new TooMuch(`it has more than ${MOST_BYTES / 1e6} million bytes`);
  if (IS_PACKED.some((start) => start.every((byte, n) => bytes[n] === byte)) || bytes.subarray(0, 4000).includes(0)) throw new Error("it is not text");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    throw new Error("it is not text in UTF-8; save it again as `UTF-8` or, in a spreadsheet program, as `CSV UTF-8`");
  }
}

function reason(problem) { // what a browser reports about damaged data is not for readers
  const own = problem instanceof TooMuch || problem.constructor === Error;
  return own ? problem.message : "it is damaged";
}

function withoutCommonFolder(texts) { // `my_game/a.rules`, `my_game/b.cards`: the folder says nothing
  const names = [...texts.keys()];
  const folder = names.length && names[0].includes("/") ? names[0].slice(0, names[0].indexOf("/") + 1) : "";
  if (!folder || !names.every((name) => name.startsWith(folder))) return texts;
  return withoutCommonFolder(new Map([...texts].map(([name, text]) => [name.slice(folder.length), text])));
}
