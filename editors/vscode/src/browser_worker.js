// VS Code reads the text of a worker by `importScripts`, which a module cannot be: so a line imports it,
// and what is sent meanwhile waits. Pyodide refuses workers that have `importScripts`, so it goes.
export function startWorker(folder) {
  const module = JSON.stringify(`${folder}/worker.mjs`);
  const text = `const early = []; onmessage = ({ data }) => early.push(data);
globalThis.importScripts = undefined;
import(${module}).then(({ told }) => early.forEach(told), (problem) => postMessage({ broken: String(problem) }));`;
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  return {
    send: (data) => worker.postMessage(data),
    hear(told) {
      worker.onmessage = ({ data }) => told(data);
      worker.onerror = (event) => told({ broken: event.message || "the worker did not start" });
    },
    end: () => worker.terminate(),
  };
}
