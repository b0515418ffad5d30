"""Every number of a shipped rulebook's paper stands in its text, or is set aside there."""

from __future__ import annotations

from ruleslang.analysis.traceability import trace
from tests.support.shipped import LARGE, compiled


def test_every_large_rulebook_is_whole() -> None:
    found = {name: trace(compiled(name)) for name in sorted(LARGE - {"standard"})}

    assert len(found) == 5
    assert {name: each.unmarked for name, each in found.items() if each.unmarked} == {}
    assert [name for name, each in found.items() if not each.is_whole] == []
