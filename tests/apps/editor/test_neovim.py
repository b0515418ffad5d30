"""Neovim, set up as the page on editors says: its own client, its requests and its positions."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.tiny_game import GAME

pytest.importorskip("pygls", reason="the extra `editor` is not installed")

WRONG, RIGHT = (f'measure "💰 “é”" = {name}(left)' for name in ("point", "points"))
NVIM = shutil.which("nvim")
PAGE = Path(__file__).parents[3] / "docs" / "editors.md"
SETUP = re.compile(r"## Neovim\n.*?```lua\n(.*?)```", re.DOTALL)

ASKED = r"""
local out, path = {}, vim.env.OUT
local function wait(what) assert(vim.wait(60000, what, 50), "nothing came") end
local function ask(method, more)
  local at = vim.lsp.util.make_position_params(0, encoding)
  local answer = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", at, more or {}), 60000)
  for _, each in pairs(answer) do return each.result end
end
local function line(nth) return vim.api.nvim_buf_get_lines(0, nth, nth + 1, false)[1] end
local function put(line, column) vim.api.nvim_win_set_cursor(0, { line, column }) end
local function run()
  wait(function() return #vim.lsp.get_clients({ name = "ruleslang" }) == 1 end)
  local client = vim.lsp.get_clients({ name = "ruleslang" })[1]
  encoding = client.offset_encoding
  wait(function() return #vim.diagnostic.get(0) > 0 end)
  local found = vim.diagnostic.get(0)[1]
  out.found = { found.lnum, found.col, found.end_col, found.code }
  put(found.lnum + 1, found.col)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(each) return each.title:find("points") end,
  })
  wait(function() return #vim.diagnostic.get(0) == 0 end)
  out.fixed = line(found.lnum)
  out.hover = ask("textDocument/hover").contents.value
  vim.lsp.buf.rename("score")
  wait(function() return line(found.lnum) ~= out.fixed end)
  out.renamed = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  out.references = #ask("textDocument/references", { context = { includeDeclaration = true } })
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "", "procedure more(p: player)", "    " })
  put(vim.api.nvim_buf_line_count(0), 4)
  local items = ask("textDocument/completion")
  out.offered = vim.tbl_map(function(each) return each.label end, items.items or items)
  out.symbols = #ask("textDocument/documentSymbol")
end
local fine, problem = pcall(run)
if not fine then out.problem = tostring(problem) end
vim.fn.writefile({ vim.json.encode(out) }, path)
vim.cmd("qa!")
"""


@pytest.mark.skipif(NVIM is None, reason="Neovim is not installed")
def test_neovim_asks_and_is_answered_at_the_right_places(tmp_path: Path) -> None:
    """The line with the mistake has letters outside ASCII before it."""
    setup = SETUP.search(PAGE.read_text(encoding="utf-8"))
    assert setup is not None
    (tmp_path / "init.lua").write_text(setup[1], encoding="utf-8")
    (tmp_path / "ask.lua").write_text(ASKED, encoding="utf-8")
    (tmp_path / "tiny.rules").write_text(f"{GAME}\n{WRONG}\n", encoding="utf-8")

    log = subprocess.run(
        [str(NVIM), "--headless", "-u", "init.lua", "tiny.rules", "+luafile ask.lua"],
        cwd=tmp_path,
        env={**surroundings(tmp_path), "OUT": str(tmp_path / "out.json")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (tmp_path / "out.json").is_file(), log.stderr
    said: dict[str, Any] = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))

    assert "problem" not in said, said
    begin, line = len(WRONG.partition("point(")[0].encode()), GAME.count("\n") + 1
    assert said["found"] == [line, begin, begin + len("point"), "unknown-function"]
    assert said["fixed"] == RIGHT
    assert "state points(player): 0..9 = 0" in said["hover"]
    renamed = f"{GAME}\n{RIGHT}\n".replace("points(", "score(")
    assert "\n".join(said["renamed"]) + "\n" == renamed
    assert said["references"] == renamed.count("score(")
    assert {"if", "let", "move"} <= set(said["offered"])
    assert said["symbols"] > 5


def surroundings(folder: Path) -> dict[str, str]:
    """The environment, with the command of this interpreter and no files of the user."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    homes = dict.fromkeys(
        ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(folder)
    )
    return {**os.environ, **homes, "PATH": path}
