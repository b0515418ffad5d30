"""
The digest of a program: what a record, a save or a replay was made with.

Comments, layout, display texts and citations do not change it; anything a rule reads does.
"""

from __future__ import annotations

import json
from hashlib import blake2b

from ruleslang.program.program import Program
from ruleslang.program.serial import plain

BYTES = 16


MOST_KEPT = 64  # programs

_made: dict[int, tuple[Program, str]] = {}


def digest(program: Program) -> str:
    """
    32 hexadecimal letters that stand for everything of a program that is played, computed once for
    each: it takes longer than a match needs to begin.
    """
    found = _made.get(id(program))
    if found is None or found[0] is not program:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        found = _made[id(program)] = program, _digest(program)
    return found[1]


def _digest(program: Program) -> str:
    canonical = json.dumps(
        plain(program, with_display=False), ensure_ascii=True, sort_keys=True, separators=(",", ":")
    )
    return blake2b(canonical.encode("ascii"), digest_size=BYTES).hexdigest()
