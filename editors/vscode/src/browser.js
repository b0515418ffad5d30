// VS Code in a browser: there is only the server that the extension carries.
import { LanguageClient } from "vscode-languageclient/browser";
import { startWorker } from "./browser_worker.js";
import { Extension } from "./client.js";

let extension = null;

const Client = { carried: (port, options) => new LanguageClient("ruleslang", "Ruleslang", options, port) };

export async function activate(context) {
  extension = new Extension(context, { startOwn: async () => false, startWorker: (folder) => startWorker(folder.toString(true)), Client, play: () => {} });
  await extension.start();
}

export function deactivate() {
  return extension?.stop();
}
