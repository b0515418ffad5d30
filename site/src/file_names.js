// Which names a file of a game may have, and which of a person's files can be taken.
export const MOST_FILES = 100;
export const MOST_BYTES = 2_000_000; // of all texts of a game
const NAME = /^[\p{L}\p{N}_-]{1,80}(\/[\p{L}\p{N}_-]{1,80}){0,4}\.(rules|cards|csv|tsv)$/u;
const HEADER = /^rulebook\s+([\p{L}_][\p{L}\p{N}_]*)(?:[^\S\n]+"([^"\n]*)")?/mu;

export const isFileName = (name) => NAME.test(name);
export const hasHeader = (text) => HEADER.test(text);
export const ending = (name) => /\.[^./]*$/.exec(name)?.[0].toLowerCase() ?? "";
export const lastPart = (name) => name.split("/").pop();

export function titleOf(files) { // what a game is called: the title in its header
  for (const [name, text] of Object.entries(files)) {
    const met = name.endsWith(".rules") && HEADER.exec(text);
    if (met) return met[2] || met[1].replaceAll("_", " ");
  }
  return lastPart(Object.keys(files)[0] || "").replace(/\.[^.]*$/, "") || "A game";
}

export function mainFile(files) { // the file with the header, else the first one of rules
  const names = Object.keys(files);
  return names.find((name) => name.endsWith(".rules") && hasHeader(files[name])) || names.find((name) => name.endsWith(".rules")) || names[0];
}

export function fittingName(path) { // the nearest name that a game takes: no spaces, no dots, no folder above
  const met = /^(.*?)\.(\w+)$/.exec(path.replaceAll("\\", "/"));
  if (!met) return null;
  const parts = met[1].split("/").filter((part) => part && part !== "." && part !== "..");
  const clean = parts.map((part) => part.normalize("NFC").replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 80)).slice(-5);
  const name = `${clean.join("/")}.${met[2].toLowerCase()}`;
  return NAME.test(name) ? name : null;
}

export function checked(files) { // texts that somebody else wrote down; raises
  const entries = files && typeof files === "object" && !Array.isArray(files) ? Object.entries(files) : [];
  const fit = entries.length && entries.length <= MOST_FILES && entries.every(([name, text]) => NAME.test(name) && typeof text === "string");
  if (!fit) throw new Error("this link contains no rulebook");
  return Object.fromEntries(entries.map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")]));
}

export function tooMuch(files) { // why these are more than a game may have; empty: they are not
  const names = Object.keys(files);
  if (names.length > MOST_FILES) return `these are ${names.length} files, and a game has at most ${MOST_FILES}`;
  const letters = names.reduce((sum, name) => sum + files[name].length, 0);
  return letters > MOST_BYTES ? `these texts have ${letters.toLocaleString("en")} letters, and a game has at most ${MOST_BYTES.toLocaleString("en")}` : "";
}
