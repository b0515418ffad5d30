"""
Feed the front with what a coverage-guided fuzzer thinks of.

Not a test: `pip install atheris`, then `python -m tests.hostile.fuzz.with_atheris [FOLDER]`.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["ruleslang"]):
    from tests.hostile.fuzz.texts import bytes_in

if __name__ == "__main__":
    atheris.Setup(sys.argv, bytes_in)
    atheris.Fuzz()
