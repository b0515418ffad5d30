// Makes the archive of Python modules that the worker unpacks: compiled by the very Python that will
// import them, with the tables of the grammar, so that nothing is compiled in a visitor's browser.
// LIBRARY is what Python needs of the standard library to start; the archive contains the rest.
// node prepare.mjs WHEELS ARCHIVE LIBRARY FOLDER…: without these folders of the package
import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";

const [wheels, archive, library, ...folders] = process.argv.slice(2);
const python = await loadPyodide({ env: { WITHOUT: folders.join(" "), PYTHONNODEBUGRANGES: "1" } });
for (const name of fs.readdirSync(wheels).sort()) {
  if (!name.endsWith(".whl")) continue;
  const bytes = new Uint8Array(fs.readFileSync(path.join(wheels, name)));
  python.unpackArchive(bytes, "wheel", { extractDir: "/packages" });
}
python.runPython(fs.readFileSync(new URL("prepare.py", import.meta.url), "utf-8"));
fs.writeFileSync(archive, python.FS.readFile("/packages.tar.zst"));
fs.writeFileSync(library, python.FS.readFile("/needed.zip"));

const tried = await loadPyodide({ stdLibURL: path.resolve(library) });
tried.globals.set("NEVER", python.globals.get("NEVER").toJs());
tried.unpackArchive(new Uint8Array(fs.readFileSync(archive)), "zstdtar", { extractDir: "/packages" });
tried.runPython(`
import sys
from importlib import import_module
from pathlib import Path
sys.path.insert(0, "/packages")
sys.dont_write_bytecode = True
for path in sorted(Path("/packages").rglob("*.pyc")):
    name = ".".join(path.relative_to("/packages").with_suffix("").parts).removesuffix(".__init__")
    try:
        import_module(name)
    except ImportError as problem:  # of an extra, or of a module that is never there
        missing = (problem.name or "").partition(".")[0]
        if missing in sys.stdlib_module_names and missing not in NEVER:
            raise
`);
