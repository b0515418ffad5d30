// The language server in a worker, without a Python of the user's: messages are texts of JSON, and the
// files of the editor are put into a file system that is only here.
const isNode = Boolean(globalThis.process?.versions?.node);
const port = isNode ? (await import("node:worker_threads")).parentPort : globalThis;
const here = new URL("./pyodide/", import.meta.url);
let python, hear;

async function begin(packed) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", here).href);
  const indexURL = isNode ? (await import("node:url")).fileURLToPath(here) : here.href;
  const { ENV, unpack } = await import(new URL("packages.mjs", import.meta.url).href);
  python = await loadPyodide({ indexURL, env: ENV });
  unpack(python, packed);
  const answering = python.runPython(`
from ruleslang.apps.editor.in_worker import answering
answering
`);
  hear = answering((said) => port.postMessage({ said }));
}

function put(path, bytes) { // null: the file is there no longer
  if (bytes === null) {
    if (python.FS.analyzePath(path).exists) python.FS.unlink(path);
    return;
  }
  python.FS.mkdirTree(path.replace(/\/[^/]*$/, "") || "/");
  python.FS.writeFile(path, bytes);
}

export function told(data) {
  if (data.say !== undefined) hear(data.say);
  else if (data.put !== undefined) put(data.put, data.bytes);
  else begin(data.begin).then(() => port.postMessage({ ready: true }), (problem) => port.postMessage({ broken: String(problem.message || problem) }));
}

if (isNode) port.on("message", told);
else port.onmessage = ({ data }) => told(data);
