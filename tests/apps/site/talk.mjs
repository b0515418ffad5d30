// Speaks with the worker of the extension as VS Code does, and prints what it is told.
import fs from "node:fs";
import { Worker } from "node:worker_threads";
const [file, texts, at] = JSON.parse(fs.readFileSync(0, "utf-8"));
const worker = new Worker(file);
const said = [];
const say = (message) => worker.postMessage({ say: JSON.stringify({ jsonrpc: "2.0", ...message }) });
const ask = (id, method, params) => say({ id, method, params });
const of = { uri: "file:///c%3A/games/tiny.rules" };
const open = (text) => say({ method: "textDocument/didOpen", params: { textDocument: { ...of, languageId: "rules", version: 1, text } } });
worker.on("message", (data) => {
  if (data.broken) { console.error(data.broken); process.exit(1); }
  if (data.ready) {
    worker.postMessage({ put: "/c:/games/tiny.rules", bytes: new TextEncoder().encode(texts[0]) });
    ask(1, "initialize", { processId: null, rootUri: null, capabilities: {} });
    return;
  }
  const message = JSON.parse(data.said);
  if (message.id === 1) { say({ method: "initialized", params: {} }); open(texts[1]); }
  if (message.method === "textDocument/publishDiagnostics" && !said.length) {
    said.push(message.params);
    ask(2, "textDocument/codeLens", { textDocument: of });
    say({ method: "textDocument/didChange", params: { textDocument: { ...of, version: 2 }, contentChanges: [{ text: texts[0] }] } });
    ask(3, "textDocument/hover", { textDocument: of, position: at });
  }
  if (message.id === 3) { said.push(message.result); console.log(JSON.stringify(said)); process.exit(0); }
});
worker.postMessage({ begin: fs.readFileSync(new URL("packages.bin", `file://${file}`)) });
