"""
The digest of a program: what a record, a save or a replay was made with.

Comments, layout, display texts and citations do not change it; anything a rule reads does.
"""

from __future__ import annotations

import json

from ruleslang.nodes.blake2_without_openssl import blake2b
from ruleslang.program.program import Program
from ruleslang.program.serial import plain

BYTES = 16


def digest(program: Program) -> str:
    """32 hexadecimal letters that stand for everything of a program that is played."""
    canonical = json.dumps(
        plain(program, with_display=False), ensure_ascii=True, sort_keys=True, separators=(",", ":")
    )
    return blake2b(canonical.encode("ascii"), digest_size=BYTES).hexdigest()
