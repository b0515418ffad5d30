// What the extension does wherever VS Code runs: it starts a server, shows stories, plays from examples.
import * as vscode from "vscode";

const PATTERN = "**/*.{rules,cards,csv}";
const MOST_FILES = 2000;

export const command = () => vscode.workspace.getConfiguration("ruleslang").get("command");

export class Extension {
  constructor(context, { startOwn, startWorker, Client, play }) {
    Object.assign(this, { context, startOwn, startWorker, Client, play });
    this.stories = vscode.window.createOutputChannel("Ruleslang: stories");
    context.subscriptions.push(
      this.stories,
      vscode.commands.registerCommand("ruleslang.playFromHere", (uri, line) => this.playFromHere(uri, line)),
      vscode.commands.registerCommand("ruleslang.runAll", () => this.runAll()),
      vscode.commands.registerCommand("ruleslang.restart", () => this.restart()),
    );
  }

  async start() { // with the ruleslang of the user's Python where there is one, else with the carried one
    try {
      if (!await this.startOwn(this)) await this.startCarried();
    } catch (problem) {
      vscode.window.showErrorMessage(`The language server does not start: ${problem?.message ?? problem}`);
    }
  }

  runAll() { // examples and claims of the file that is shown
    const editor = vscode.window.activeTextEditor;
    if (!editor || !this.client) return undefined;
    const uri = this.client.code2ProtocolConverter.asUri(editor.document.uri);
    return this.client.sendRequest("workspace/executeCommand", { command: "ruleslang.runAllExamples", arguments: [uri] });
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  async stop() {
    const { client, worker } = this;
    this.client = this.worker = null;
    try { if (client) await client.stop(); } catch { /* it has ended already */ }
    if (worker) worker.end();
  }

  options({ plays, ...others }) {
    return {
      documentSelector: [{ language: "rules" }, { pattern: "**/*.csv" }],
      initializationOptions: { plays, stories: true },
      middleware: { executeCommand: (name, given, next) => this.execute(name, given, next) },
      ...others,
    };
  }

  async execute(name, given, next) { // a story is shown beside the text
    const answer = await next(name, given);
    if (name === "ruleslang.showStory" && answer && answer.story) {
      this.stories.replace(answer.story.join("\n"));
      this.stories.show(true);
    }
    return answer;
  }

  // ------------------------------------------------------------ the server that the extension carries

  async startCarried() {
    const folder = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const packages = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, "packages.bin"));
    const worker = this.worker = this.startWorker(folder);
    const port = { onmessage: null, addEventListener() {}, removeEventListener() {}, terminate() {},
      postMessage: (message) => worker.send({ say: JSON.stringify(message) }) };
    const begun = new Promise((resolve, reject) => {
      worker.hear((data) => {
        if (data.said !== undefined) port.onmessage?.({ data: JSON.parse(data.said) });
        else if (data.ready) resolve();
        else reject(new Error(data.broken));
      });
    });
    worker.send({ begin: packages });
    await begun;
    await this.putFiles(worker);
    this.client = this.Client.carried(port, this.options({ plays: false, uriConverters: converters }));
    await this.client.start();
  }

  async putFiles(worker) { // what lies in the open folders, and what is written there later
    const put = async (uri) => {
      try { worker.send({ put: pathOf(uri), bytes: await vscode.workspace.fs.readFile(uri) }); } catch { /* it vanished */ }
    };
    const watcher = vscode.workspace.createFileSystemWatcher(PATTERN);
    const changed = (uri) => put(uri).then(() => this.touched(uri));
    this.context.subscriptions.push(watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed),
      watcher.onDidDelete((uri) => { worker.send({ put: pathOf(uri), bytes: null }); this.touched(uri); }),
      vscode.workspace.onDidOpenTextDocument((document) => this.putBeside(document, put)));
    try {
      const found = await vscode.workspace.findFiles(PATTERN, "**/{node_modules,.venv,dist}/**", MOST_FILES);
      await Promise.all(found.map(put));
    } catch { this.unsearched = true; } // nothing can search here: the files beside each open one are enough for most
    for (const document of vscode.workspace.textDocuments) await this.putBeside(document, put);
  }

  async putBeside(document, put) { // a file that was not found in the open folders: it and those beside it
    const { uri, languageId } = document;
    if (languageId !== "rules" || uri.scheme === "untitled" || (!this.unsearched && vscode.workspace.getWorkspaceFolder(uri))) return;
    const folder = vscode.Uri.joinPath(uri, "..");
    const beside = await vscode.workspace.fs.readDirectory(folder);
    const names = beside.map(([name]) => name).filter((name) => /\.(rules|cards|csv)$/.test(name));
    await Promise.all(names.map((name) => put(vscode.Uri.joinPath(folder, name))));
    if (this.client) this.touched(uri);
  }

  touched(uri) {
    const changes = [{ uri: converters.code2Protocol(uri), type: 2 }];
    this.client?.sendNotification("workspace/didChangeWatchedFiles", { changes });
  }

  // ------------------------------------------------------------ playing

  async playFromHere(uri, line) {
    const found = await this.client?.sendRequest("workspace/executeCommand", { command: "ruleslang.positionOf", arguments: [uri, line] });
    if (!found || !found.rulebook) {
      vscode.window.showWarningMessage("There is no example here to play from.");
      return;
    }
    this.play(found);
  }
}

// The carried server knows files by paths: those of other places stand below a folder for each place.

function pathOf(uri) {
  return uri.scheme === "file" ? uri.path : `/at/${uri.scheme}/${uri.authority || "-"}${uri.path}`;
}

const converters = {
  code2Protocol: (uri) => (uri.scheme === "untitled" ? uri.toString() : vscode.Uri.from({ scheme: "file", path: pathOf(uri) }).toString()),
  protocol2Code: (text) => {
    const uri = vscode.Uri.parse(text);
    const met = /^\/at\/([^/]+)\/([^/]+)(\/.*)$/.exec(uri.path);
    if (uri.scheme !== "file" || !met) return uri;
    return vscode.Uri.from({ scheme: met[1], authority: met[2] === "-" ? "" : met[2], path: met[3] });
  },
};
