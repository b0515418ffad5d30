"""
Feed a target with what a coverage-guided fuzzer thinks of.

Not a test: `pip install atheris`, then
`python -m tests.hostile.fuzz.with_atheris TARGET [FOLDER]`.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["ruleslang"]):
    from tests.hostile.fuzz.harness import targets

if __name__ == "__main__":
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, targets()[name].handle)
    atheris.Fuzz()
