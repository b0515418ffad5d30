#!/usr/bin/env bash
# Guess: The text of an exception that a tool raises reaches the model.
# Real: only ToolError's does; of a ValueError the model sees that the tool failed, and no reason.
# Who meets it: whoever lets a language model play: an illegal move must say why it is illegal.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ('mcp',)))
import asyncio
import logging

from mcp import Client
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

logging.disable(logging.CRITICAL)
server = MCPServer("table")


@server.tool()
def ordinary() -> str:
    raise ValueError("it is not your turn")


@server.tool()
def for_the_model() -> str:
    raise ToolError("it is not your turn")


async def texts():
    async with Client(server) as client:
        return [(await client.call_tool(name, {})).content[0].text for name in ("ordinary", "for_the_model")]


hidden, shown = asyncio.run(texts())
print(hidden, "|", shown)
assert "turn" not in hidden
assert "it is not your turn" in shown
EOF
