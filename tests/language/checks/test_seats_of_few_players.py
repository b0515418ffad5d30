"""A seat that may be empty, in a rulebook of several files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load

HEADER = """\
rulebook three "For two or three"
    language 1
    players 2..3: home, away, guest
    starts with game
    at most 100 decisions, then nobody wins

state coins(player): 0..9 = 0, stops at the ends

phase game
    for_the_guest
    (players with highest coins(it)) win
"""
UNASKED = """\
procedure for_the_guest
    add 1 to coins(guest)
"""
ASKED = """\
procedure for_the_guest
    if has_guest: welcome
"""
WELCOME = """
procedure welcome
    add 1 to coins(guest)
"""
COUNTED = """
value has_guest: yes or no = number of players is 3
"""


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ((UNASKED,), ["seat-may-be-empty"]),
        ((ASKED + WELCOME + COUNTED,), []),
        ((ASKED + WELCOME, COUNTED), []),
    ],
)
def test_any_file_may_count_the_players(
    files: tuple[str, ...], expected: list[str], tmp_path: Path
) -> None:
    for number, text in enumerate((HEADER, *files)):
        (tmp_path / f"part_{number}.rules").write_text(text)

    assert [each.slug for each in load(str(tmp_path), lints=True).diagnostics] == expected
