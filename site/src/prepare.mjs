// Makes the archive of Python modules that the worker unpacks: compiled by the very Python that will
// import them, with the tables of the grammar, so that nothing is compiled in a visitor's browser.
// node prepare.mjs WHEELS ARCHIVE FOLDER…: without these folders of the package
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { loadPyodide } from "pyodide";

const [wheels, archive, ...folders] = process.argv.slice(2);
const python = await loadPyodide({ env: { WITHOUT: folders.join(" ") } });
for (const name of fs.readdirSync(wheels).sort()) {
  if (!name.endsWith(".whl")) continue;
  const bytes = new Uint8Array(fs.readFileSync(path.join(wheels, name)));
  python.unpackArchive(bytes, "wheel", { extractDir: "/packages" });
}
python.runPython(fs.readFileSync(new URL("prepare.py", import.meta.url), "utf-8"));
fs.writeFileSync(archive, zlib.gzipSync(python.FS.readFile("/packages.tar"), { level: 9 }));
