// Makes the archive of Python modules that the worker unpacks: compiled by the very Python that will
// import them, with the tables of the grammar and the methods of attrs, so that nothing is compiled
// in a visitor's browser.
// LIBRARY is what Python needs of the standard library to start; the archive contains the rest.
// node prepare.mjs WHEELS ARCHIVE LIBRARY FOLDER…: without these folders of the package
import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";
import { ENV, unpack } from "./packages.mjs";

const [wheels, archive, library, ...folders] = process.argv.slice(2);
const python = await loadPyodide({ env: { ...ENV, WITHOUT: folders.join(" "), PYTHONNODEBUGRANGES: "1" } });
for (const name of fs.readdirSync(wheels).sort()) {
  if (!name.endsWith(".whl")) continue;
  const bytes = new Uint8Array(fs.readFileSync(path.join(wheels, name)));
  python.unpackArchive(bytes, "wheel", { extractDir: "/packages" });
}
python.globals.set("LEVEL", 1); // of an archive that is only read here
const text = (name) => fs.readFileSync(new URL(name, import.meta.url), "utf-8");
python.FS.writeFile("/packages/compiled_methods.py", text("compiled_methods.py"));
python.runPython(text("prepare.py"));
python.runPython(text("pack.py"));
fs.writeFileSync(library, python.FS.readFile("/needed.zip"));

const begin = (contents) => loadPyodide({ stdLibURL: path.resolve(library), env: ENV }).then((begun) => {
  unpack(begun, contents);
  return begun;
});
const tried = await begin(python.FS.readFile("/archive"));
tried.globals.set("NEVER", python.globals.get("NEVER").toJs());
tried.globals.set("LEVEL", 19);
tried.runPython(text("every_module.py"));
tried.runPython(text("pack.py"));
fs.writeFileSync(archive, tried.FS.readFile("/archive"));

const checked = await begin(tried.FS.readFile("/archive"));
checked.runPython(`
import compiled_methods
stored = len(compiled_methods.codes)
import ruleslang.language.syntax.grammar
assert len(compiled_methods.codes) == stored, "methods of attrs are compiled again"
`);
