// Turns a workbook (.xlsx) into tables of text, one for each sheet. Values alone are read: a formula
// counts as the value that the spreadsheet program stored for it, and nothing else is looked at.
import { unzipped } from "./compressed.js";

const MOST_UNPACKED = 20_000_000, MOST_ROWS = 5000, MOST_COLUMNS = 200;
const PART = /^xl\/(workbook\.xml|sharedStrings\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/;

function parsed(bytes) {
  const text = new TextDecoder().decode(bytes);
  if (text.includes("<!DOCTYPE")) throw new Error("a part of it declares a document type");
  const tree = new DOMParser().parseFromString(text, "application/xml");
  if (tree.querySelector("parsererror")) throw new Error("it is damaged");
  return tree;
}

const inside = (node, tag) => [...node.getElementsByTagNameNS("*", tag)];
const textIn = (node) => inside(node, "t").filter((each) => each.parentNode.localName !== "rPh").map((each) => each.textContent).join("");

function column(place) { // of a cell: `C3` is in the third
  return [.../^[A-Z]+/.exec(place || "A")[0]].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function value(cell, strings) {
  const kind = cell.getAttribute("t"), stored = inside(cell, "v")[0]?.textContent ?? "";
  if (kind === "s") return strings[Number(stored)] ?? "";
  if (kind === "inlineStr") return textIn(cell);
  if (kind === "b") return stored === "1" ? "yes" : "no";
  return stored;
}

const quoted = (text) => (/[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function table(sheet, strings, title) {
  const rows = [];
  for (const row of inside(sheet, "row")) {
    const cells = [];
    for (const cell of inside(row, "c")) {
      const at = column(cell.getAttribute("r"));
      if (at >= MOST_COLUMNS || rows.length >= MOST_ROWS) throw new Error(`its sheet “${title}” has more than ${MOST_ROWS} rows or ${MOST_COLUMNS} columns`);
      while (cells.length < at) cells.push("");
      cells[at] = value(cell, strings);
    }
    if (cells.some((cell) => cell)) rows.push(cells);
  }
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return rows.map((cells) => Array.from({ length: width }, (_, n) => quoted(cells[n] ?? "")).join(",")).join("\n");
}

export async function tablesOf(bytes, stem) { // [{name, text}]; a sheet is named after its kind
  const parts = new Map((await unzipped(bytes, (name) => PART.test(name), MOST_UNPACKED)).map((each) => [each.name, each.bytes]));
  if (!parts.has("xl/workbook.xml")) throw new Error("it is not a workbook");
  const strings = parts.has("xl/sharedStrings.xml") ? inside(parsed(parts.get("xl/sharedStrings.xml")), "si").map(textIn) : [];
  const relations = parsed(parts.get("xl/_rels/workbook.xml.rels") ?? new TextEncoder().encode("<none/>"));
  const targets = new Map(inside(relations, "Relationship").map((each) => [each.getAttribute("Id"), each.getAttribute("Target").replace(/^\/?(xl\/)?/, "xl/")]));
  const sheets = inside(parsed(parts.get("xl/workbook.xml")), "sheet").filter((sheet) => !sheet.getAttribute("name").startsWith("("));
  const found = [];
  for (const sheet of sheets) {
    const title = sheet.getAttribute("name");
    const id = sheet.getAttributeNS("http://schemas.openxmlformats.org/officeDocument/2006/relationships", "id");
    const part = parts.get(targets.get(id));
    const text = part ? table(parsed(part), strings, title) : "";
    const named = sheets.length === 1 && /^\p{Lu}/u.test(title) ? stem : title; // `Sheet1` is no kind
    if (text) found.push({ name: `${named}.csv`, text: `${text}\n` });
  }
  if (!found.length) throw new Error("it has no sheet with rows");
  return found;
}
