#!/usr/bin/env bash
# Guess: A text given for an argument of type `str | None` arrives as it is.
# Real: a text that is JSON is parsed first: `null` arrives as None, and `[1]` or `{...}` is
# refused as a list or object; with type `str` all arrive as they are. A number for a `str` is
# refused.
# Who meets it: whoever gives choices that look like JSON: `[1]`, `null`, or bare numbers.
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

logging.disable(logging.CRITICAL)
server = MCPServer("table")


@server.tool()
def optional(choice: str | None = None) -> str:
    return repr(choice)


@server.tool()
def required(choice: str) -> str:
    return repr(choice)


async def seen():
    async with Client(server) as client:
        found = {}
        for tool in ("optional", "required"):
            for choice in ("4", "null", "[1]", 4):
                result = await client.call_tool(tool, {"choice": choice})
                found[tool, choice] = "refused" if result.is_error else result.content[0].text
        return found


found = asyncio.run(seen())
print(found)
assert found["optional", "null"] == "None"
assert found["optional", "[1]"] == "refused"
assert found["optional", "4"] == found["required", "4"] == "'4'"
assert found["required", "null"] == "'null'"
assert found["required", "[1]"] == "'[1]'"
assert found["required", 4] == "refused"
EOF
