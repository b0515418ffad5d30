// VS Code on a machine: the user's own `ruleslang` is asked first, and a terminal can be opened.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import { AbstractMessageReader, AbstractMessageWriter, LanguageClient } from "vscode-languageclient/node";
import { command, Extension } from "./client.js";

const PATIENCE = 20000; // milliseconds, until a command that does not end is not asked any more
let extension = null;

function answers(name) { // whether there is such a command, with its language server: at the end of what it reads it ends
  return new Promise((resolve) => {
    const probe = spawn(name, ["lsp"], { stdio: "ignore", timeout: PATIENCE });
    probe.once("error", () => resolve(false));
    probe.once("exit", (status) => resolve(status === 0));
  });
}

async function startOwn(own) { // whether it could be
  const name = command();
  if (!name || !await answers(name)) return false;
  own.client = new LanguageClient("ruleslang", "Ruleslang", { command: name, args: ["lsp"] }, own.options({
    plays: true, synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,cards,csv}") },
  }));
  await own.client.start();
  return true;
}

function startWorker(folder) {
  const worker = new Worker(path.join(folder.fsPath, "worker.mjs"));
  return {
    send: (data) => worker.postMessage(data),
    hear(told) {
      worker.on("message", told);
      worker.on("error", (problem) => told({ broken: String(problem.message) }));
    },
    end: () => worker.terminate(),
  };
}

class Reader extends AbstractMessageReader {
  constructor(port) { super(); this.port = port; }
  listen(told) {
    this.port.onmessage = ({ data }) => told(data);
    return { dispose() {} };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(port) { super(); this.port = port; }
  async write(message) { this.port.postMessage(message); }
  end() {}
}

const Client = {
  carried: (port, options) => new LanguageClient("ruleslang", "Ruleslang", async () => ({ reader: new Reader(port), writer: new Writer(port) }), options),
};

function play({ rulebook, lines }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ruleslang-"));
  const position = path.join(folder, "position.txt");
  fs.writeFileSync(position, lines, "utf8");
  vscode.window.createTerminal({ name: "play", shellPath: command(), shellArgs: ["play", rulebook, "--from", position] }).show();
}

export async function activate(context) {
  extension = new Extension(context, { startOwn, startWorker, Client, play });
  await extension.start();
}

export function deactivate() {
  return extension?.stop();
}
