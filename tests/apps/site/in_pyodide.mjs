// Runs a text of Python in the Pyodide of the playground, with its packages: node in_pyodide.mjs PLAYGROUND
import fs from "node:fs";
import { pathToFileURL } from "node:url";
const folder = `${process.argv[2]}/`;
const [{ loadPyodide }, { ENV, unpack }] = await Promise.all(["pyodide/pyodide.mjs", "packages.mjs"].map((name) => import(pathToFileURL(folder + name))));
const python = await loadPyodide({ env: ENV });
unpack(python, fs.readFileSync(`${folder}packages.bin`));
python.runPython(fs.readFileSync(0, "utf-8"));
