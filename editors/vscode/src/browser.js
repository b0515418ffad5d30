// VS Code in a browser: there is only the server that the extension carries.
import { LanguageClient } from "vscode-languageclient/browser";
import { Extension } from "./client.js";

let extension = null;

function startWorker(folder) {
  const worker = new Worker(`${folder.toString(true)}/worker.mjs`, { type: "module" });
  return {
    send: (data) => worker.postMessage(data),
    hear(told) {
      worker.onmessage = ({ data }) => told(data);
      worker.onerror = (event) => told({ broken: event.message || "the worker did not begin" });
    },
    end: () => worker.terminate(),
  };
}

const Client = { carried: (port, options) => new LanguageClient("ruleslang", "Ruleslang", options, port) };

export async function activate(context) {
  extension = new Extension(context, { startOwn: async () => false, startWorker, Client, play: () => {} });
  await extension.start();
}

export function deactivate() {
  return extension?.stop();
}
