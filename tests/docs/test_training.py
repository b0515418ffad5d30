"""The page on training: its blocks run one after the other, and the player becomes as good."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import CHECKOUT, DOCS

PAGE = (DOCS / "training.md").read_text("utf-8")
SHARES = re.compile(r"^(before|after): (\d+)% as x, (\d+)% as o$", re.M)


def shares(text: str) -> dict[str, tuple[int, int]]:
    """Return the wins of both seats, before and after learning."""
    return {when: (int(first), int(second)) for when, first, second in SHARES.findall(text)}


def test_the_player_of_the_page_learns_as_the_page_shows(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
    script = tmp_path / "train.py"
    script.write_text("\n".join(blocks), encoding="utf-8")

    ran = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        text=True,
        capture_output=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr[-2000:]
    printed, shown = shares(ran.stdout), shares(PAGE)
    assert printed.keys() == shown.keys() == {"before", "after"}
    for when, both in shown.items():
        for one, other in zip(both, printed[when], strict=True):
            assert abs(one - other) <= 12, ran.stdout  # sums of floats differ between machines
