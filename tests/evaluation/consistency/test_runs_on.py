"""A line that runs until the time for games is over is a finding with its place."""

from __future__ import annotations

from typing import Any

import pytest

from ruleslang.evaluation.consistency import search as room
from ruleslang.evaluation.consistency.findings import RUNS_ON, findings
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text

TEXT = """\
rulebook burning "Burning"
    language 1
    players 2: ann, bob
    starts with game
state counter: 0..9 = 0
phase game
    ann chooses one of
        on: nothing
        off: nothing
    repeat 900000 times
        set counter to 1
    ann wins
"""


def test_a_line_that_runs_until_the_time_is_over_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupting(room.Census):
        """A census during which the time is over."""

        def statement(self, match: Any, begun: Any) -> None:
            super().statement(match, begun)
            if (calls := next(count)) > 300:
                raise KeyboardInterrupt(calls)

    count = iter(range(1000))
    monkeypatch.setattr(room, "OFTEN_RUN", 200)
    monkeypatch.setattr(room, "Census", Interrupting)
    loaded = load_text(TEXT)
    assert loaded.compiled is not None

    searched = room.search(loaded.compiled.program, 1000.0)
    (found,) = [
        finding
        for finding in findings(Subject(loaded.compiled, loaded.spans), searched)
        if finding.message == RUNS_ON
    ]

    assert found.group == "endless" and found.grade == "searched"
    assert found.diagnostic is not None and found.diagnostic.span.line == 11
    assert searched.cut == 1
