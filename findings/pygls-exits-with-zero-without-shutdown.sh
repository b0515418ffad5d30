#!/usr/bin/env bash
# Guess: A server that gets `exit` without `shutdown` ends with status 1, and a request before
# `initialize` is refused with -32002, as the protocol says.
# Real: the status is 0, and a hover before `initialize` is answered.
# Who meets it: whoever writes an editor's client or a test that watches for a crashed server.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pygls==2.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('pygls',)))
import json
import subprocess
import sys

server = """
from lsprotocol import types
from pygls.lsp.server import LanguageServer
server = LanguageServer("table", "1")
@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params):
    return types.Hover(contents="rules")
server.start_io()
"""


def packed(**message):
    text = json.dumps({"jsonrpc": "2.0", **message})
    return f"Content-Length: {len(text)}\r\n\r\n{text}".encode()


place = {"textDocument": {"uri": "file:///a.rules"}, "position": {"line": 0, "character": 0}}
hover = packed(id=1, method="textDocument/hover", params=place)
opened = packed(id=2, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
run = subprocess.Popen([sys.executable, "-c", server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def ask(message):
    run.stdin.write(message)
    run.stdin.flush()
    length = int(run.stdout.readline().split(b":")[1])
    while run.stdout.readline().strip():
        pass
    return json.loads(run.stdout.read(length))


early = ask(hover)
ask(opened)
run.stdin.write(packed(method="exit"))
run.stdin.flush()
status = run.wait(timeout=60)
print("before initialize:", early.get("result", early.get("error")), "status", status)
assert early["result"]["contents"] == "rules"
assert status == 0
EOF
