"""A program survives its form as JSON: the same digest, the same matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ruleslang.law_harness.law import Broken, Law, Subject
from ruleslang.law_harness.play_lines import games
from ruleslang.law_harness.shrink import told
from ruleslang.law_harness.transcript import first_difference, track
from ruleslang.program.digest import digest
from ruleslang.program.program import Compiled
from ruleslang.program.serial import DamagedProgram, from_json, to_json


def _search(subject: Subject) -> Iterator[Broken]:
    text = to_json(subject.compiled)
    try:
        back = from_json(text, Compiled)
    except DamagedProgram as problem:
        yield Broken(f"its JSON cannot be read: {problem}")
        return
    if back != subject.compiled:
        yield Broken("its JSON says something else")
    elif to_json(back) != text or digest(back.program) != digest(subject.program):
        yield Broken("its JSON, read and written, is not the same")
    for line in islice(games(subject), 1):  # what is equal cannot but be played alike
        mine, theirs = track(subject.compiled, line), track(back, line)
        breach = first_difference(mine, theirs, "after JSON")
        if breach is not None:
            yield told(subject, line, breach)
            return


LAW = Law("json_round_trip", "the program survives its form as JSON", _search)
