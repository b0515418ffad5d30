"""A text is the same program in every process, for any order of Python's sets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.engine.classics.classics import file_of

PROGRAM = """
import hashlib, json, sys
from ruleslang.library.load import load
from ruleslang.program.serial import plain
print(hashlib.sha1(json.dumps(plain(load(sys.argv[1]).compiled)).encode()).hexdigest())
"""
SEEDS = ("1", "3")  # under which two modified fields of spell_duel once came in another order


def test_modified_fields_are_lowered_in_the_written_order(tmp_path: Path) -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(file_of("spell_duel"))],
            env={**os.environ, "PYTHONHASHSEED": seed, "RULESLANG_CACHE": str(tmp_path / seed)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in SEEDS
    }

    assert len(found) == 1
