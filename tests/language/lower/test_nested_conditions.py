"""Conditions nested in calls: each is lowered once, whatever is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from ruleslang.language.lower.dispatch import HANDLERS
from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source

DEPTH = 30
TEXT = """\
rulebook nested "Nested"
    language 1
    players 2
    starts with game

state lit: yes or no = yes
state dark: yes or no = no

value turned(x: yes or no): yes or no = not x
value tally(x: yes or no): 0..5 = 1

phase game
    if {condition}: p1 wins
    nobody wins
"""


@pytest.mark.parametrize(
    ("innermost", "around"),
    [
        ("lit", "turned({}) or dark"),
        ("lit", "dark or turned({})"),
        ("lit", "turned({}) and lit"),
        ("unknown", "turned({}) or dark"),
        ("1 and 2", "tally({}) and 3"),
        ("1 or 2", "tally({}) or 3"),
    ],
)
def test_each_call_is_lowered_as_often_at_any_depth(
    monkeypatch: pytest.MonkeyPatch, innermost: str, around: str
) -> None:
    calls = 0
    lower = HANDLERS[syntax.Apply]

    def counting(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return lower(*arguments)

    monkeypatch.setitem(HANDLERS, syntax.Apply, counting)
    condition = innermost
    for _ in range(DEPTH):
        condition = around.format(condition)

    tree, mistakes = parse(Source("nested.rules", TEXT.format(condition=condition)))
    found = compile_trees([tree])

    assert not mistakes
    assert bool(found.diagnostics) == (innermost != "lit")
    assert DEPTH <= calls <= 4 * DEPTH
