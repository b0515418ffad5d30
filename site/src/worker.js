// One rulebook in its own worker: Python with the package, answering one message after the other.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { ENV, unpack } from "./packages.mjs";

async function fetched(url) {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url}: ${found.status}`);
  return new Uint8Array(await found.arrayBuffer());
}

async function begin() {
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", location.href).href, env: ENV }),
    fetched(new URL("./packages.bin", location.href)),
  ]);
  const began = performance.now();
  unpack(python, packages);
  const answer = python.runPython(`
from pathlib import Path
from ruleslang.apps.playground.playground import Playground
from ruleslang.language.syntax.grammar import parser
parser()
Playground(Path("/home/web_user/rulebook")).answer_json
`);
  return [answer, performance.now() - began];
}

begin().then(([answer, work]) => {
  self.onmessage = ({ data }) => {
    try {
      postMessage({ id: data.id, answer: JSON.parse(answer(JSON.stringify(data.message))) });
    } catch (problem) { // of Python itself: nothing can be asked of it any more
      postMessage({ broken: String(problem.message || problem) });
    }
  };
  postMessage({ ready: true, work });
}, (problem) => postMessage({ broken: String(problem.message || problem), begins: true }));
