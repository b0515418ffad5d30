// The client: it starts `ruleslang lsp`, and opens a terminal to play from an example.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function command() {
  return vscode.workspace.getConfiguration("ruleslang").get("command") || "ruleslang";
}

async function start() {
  const server = { command: command(), args: ["lsp"] };
  client = new LanguageClient("ruleslang", "Ruleslang", server, {
    documentSelector: [
      { language: "rules" },
      { scheme: "file", pattern: "**/*.csv" },
    ],
    initializationOptions: { plays: true },
    synchronize: {
      fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,cards,csv}"),
    },
  });
  try {
    await client.start();
  } catch (problem) {
    vscode.window.showErrorMessage(
      `\`${command()} lsp\` does not start: ${problem.message}. ` +
        "`pip install 'ruleslang[editor]'` brings it; the setting ruleslang.command says where it is."
    );
  }
}

async function playFromHere(uri, line) {
  const found = await client.sendRequest("workspace/executeCommand", {
    command: "ruleslang.positionOf",
    arguments: [uri, line],
  });
  if (!found || !found.rulebook) {
    vscode.window.showWarningMessage("There is no example here to play from.");
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ruleslang-"));
  const position = path.join(folder, "position.txt");
  fs.writeFileSync(position, found.lines, "utf8");
  const terminal = vscode.window.createTerminal({
    name: "play",
    shellPath: command(),
    shellArgs: ["play", found.rulebook, "--from", position],
  });
  terminal.show();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("ruleslang.playFromHere", playFromHere),
    vscode.commands.registerCommand("ruleslang.restart", async () => {
      if (client) await client.stop();
      await start();
    })
  );
  await start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
