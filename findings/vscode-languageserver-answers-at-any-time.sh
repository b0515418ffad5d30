#!/usr/bin/env bash
# Guess: a request before `initialize` gets the error -32002, one after `shutdown` -32600, as the
# protocol says.
# Real: both are answered like any other request, and a second `initialize` too; `exit` without
# `shutdown` ends with 1, as it should.
# Who meets it: whoever tests a client against it, or takes its behaviour for the protocol's.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" vscode-languageserver@11.0.0
cat >"$place/server.cjs" <<'EOF'
const { createConnection, ProposedFeatures } = require("vscode-languageserver/node");
const connection = createConnection(ProposedFeatures.all);
connection.onInitialize(() => ({ capabilities: { hoverProvider: true } }));
connection.onHover(() => ({ contents: "hi" }));
connection.listen();
EOF
echo "vscode-languageserver@11.0.0"
python3 - "$place/server.cjs" <<'EOF'
import json
import subprocess
import sys

START = {"processId": None, "rootUri": None, "capabilities": {}}
PLACE = {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}}


class Server:
    def __init__(self):
        self.process = subprocess.Popen(
            ["node", sys.argv[1], "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def send(self, method, number=None, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        message |= {} if number is None else {"id": number}
        message |= {} if params is None else {"params": params}
        data = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def ask(self, *message):
        self.send(*message)
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length)).get("result")


server = Server()
early = server.ask("textDocument/hover", 1, PLACE)
first, second = (server.ask("initialize", number, START) for number in (2, 3))
server.ask("shutdown", 4)
late = server.ask("textDocument/hover", 5, PLACE)
server.send("exit")
ended = server.process.wait(10)
other = Server()
other.ask("initialize", 1, START)
other.send("exit")
print(early, late, first == second, ended, other.process.wait(10))
assert early == late == {"contents": "hi"} and first == second is not None
assert (ended, other.process.returncode) == (0, 1)
EOF
