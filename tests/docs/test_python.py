"""The page about Python: its blocks run, and a type checker accepts them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PAGE = CHECKOUT / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """All blocks of the page, one after the other."""
    path = tmp_path / "page.py"
    path.write_text("\n".join(BLOCK.findall(PAGE.read_text(encoding="utf-8"))), encoding="utf-8")
    return path


def test_a_match_is_migrated_as_the_page_promises(tmp_path: Path) -> None:
    (block,) = BLOCK.findall((PAGE.parent / "promise.md").read_text(encoding="utf-8"))
    exec(compile(block, "promise.md", "exec"), {})


def test_the_blocks_of_the_page_run(script: Path) -> None:
    ran = subprocess.run(
        [sys.executable, str(script)],
        cwd=script.parent,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "invalid: `go_home` is not a choice here" in ran.stdout
    assert "this answers at=" in ran.stdout


def test_a_type_checker_knows_every_name(script: Path) -> None:
    api = pytest.importorskip("mypy.api")
    config = script.parent / "mypy.ini"
    cache = CHECKOUT / ".mypy_cache" / "page"  # its own: other settings would spoil that of `mypy`
    settings = f"strict = true\nmypy_path = {CHECKOUT}\nfollow_imports = silent\n"
    config.write_text(f"[mypy]\n{settings}cache_dir = {cache}\n")
    wrong = script.parent / "wrong.py"
    wrong.write_text("import ruleslang\n\nruleslang.laod('pig')\n")

    message, problems, status = api.run(["--config-file", str(config), str(script), str(wrong)])

    assert (status, problems) == (1, ""), message
    mistakes = message.splitlines()
    assert len(mistakes) == 2, message
    mistake = mistakes[0]
    assert "wrong.py:3: error:" in mistake and "laod" in mistake
