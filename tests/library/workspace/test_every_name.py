"""
Every name of a rulebook can be renamed, or it is said why not; renaming changes nothing but names.

`python -m tests.library.workspace.test_every_name RULEBOOK FILE` tries all names of a rulebook,
notes each in a file, and goes on where it was stopped. Many names are renamed at once; where that
is refused or changes anything, the half of them are, down to a single name.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.engine.match.chance import Stream
from ruleslang.library.workspace.rename import CannotRename, renamable, rename_all
from ruleslang.library.workspace.resolve_names import Use
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.program import serial

NEW = re.compile(r"([zZ])z[ _]new[ _](\d\d)")
AT_ONCE = 24
MOST = 96  # names of a rulebook
PLACES = {"column", "end_column", "excerpt"}  # differ with the length of a name


class Tried(Workspace):
    """A workspace that keeps the last texts it tried, compiled."""

    tried: Snapshot

    def trial(self, texts: Mapping[Path, str]) -> Snapshot:
        self.tried = super().trial(texts)
        return self.tried


def declarations(workspace: Workspace) -> list[Use]:
    """The declarations of all names, one of each target, in a random order that is always equal."""
    snapshot, stream = workspace.snapshot(), Stream(7)
    names = (use for tree in snapshot.trees for use in snapshot.names.within(tree.source))
    uses = [*{use.target: use for use in names if use.declares}.values()]
    return [uses.pop(stream.below(len(uses))) for _ in range(len(uses))]


def outcomes(workspace: Tried, uses: Sequence[Use]) -> Iterator[tuple[Use, str]]:
    """Of each name: why it was not renamed, or what else has changed, else empty."""
    outcome = renamed(workspace, uses)
    if len(uses) == 1 or not outcome:
        yield from ((use, outcome) for use in uses)
    else:
        half = len(uses) // 2
        yield from outcomes(workspace, uses[:half])
        yield from outcomes(workspace, uses[half:])


def renamed(workspace: Tried, uses: Sequence[Use]) -> str:
    """Rename what some uses declare; why that was refused, or what else has changed, else empty."""
    before = workspace.snapshot()
    assert before.compiled is not None
    try:
        for use in uses:
            path = before.path(use.span.source)
            assert path is not None
            renamable(before, path, use.span.start)
        new = {use.target: f"zz_new_{number:02}" for number, use in enumerate(uses)}
        edits = rename_all(workspace, new)
    except CannotRename as refused:
        return f"refused: {refused}"
    after = workspace.tried.compiled
    assert after is not None and edits
    names = [use.target.name for use in uses]
    return next(differences(serial.plain(before.compiled), serial.plain(after), names), "")


def differences(here: Any, there: Any, names: Sequence[str], where: str = "") -> Iterator[str]:
    """Where two programs differ otherwise than by new names."""
    if isinstance(here, dict) and isinstance(there, dict):
        if [spelt(key, names) for key in here] != [spelt(key, names) for key in there]:
            yield f"{where}: {[*here]} {[*there]}"
            return
        for (key, one), other in zip(here.items(), there.values(), strict=True):
            if key not in PLACES:
                yield from differences(one, other, names, f"{where}.{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for place, (one, other) in enumerate(zip(here, there, strict=True)):
            yield from differences(one, other, names, f"{where}[{place}]")
    elif isinstance(here, str) and isinstance(there, str):
        if spelt(here, names) != spelt(there, names):
            yield f"{where}: {here!r} {there!r}"
    elif here != there:
        yield f"{where}: {here!r} {there!r}"


def spelt(text: str, names: Sequence[str]) -> str:
    """A text with the old names where the new ones stand, as names or in words."""

    def old(new: re.Match[str]) -> str:
        name = names[int(new[2])]
        return name.capitalize() if new[1] == "Z" else name

    return NEW.sub(old, text).replace("_", " ")


def is_as_it_should_be(outcome: str) -> bool:
    return not outcome or outcome.startswith("refused: ")


@pytest.mark.long
@pytest.mark.parametrize("name", ruleslang.rulebooks())
def test_renaming_changes_nothing_but_a_name(name: str) -> None:
    workspace = Tried(name)

    uses = declarations(workspace)[:MOST]
    wrong = [(use.target.name, message) for use, message in outcomes(workspace, uses) if message]

    assert not [message for message in wrong if not is_as_it_should_be(message[1])]
    assert len(wrong) < len(uses) / 4, wrong


def main(name: str, notes: Path) -> None:
    workspace, done = Tried(name), 0
    if notes.exists():
        done = len(notes.read_text(encoding="utf-8").splitlines())
    left = declarations(workspace)[done:]
    for start in range(0, len(left), AT_ONCE):
        with notes.open("a", encoding="utf-8") as file:
            for use, outcome in outcomes(workspace, left[start : start + AT_ONCE]):
                where = f"{use.span.source.name}:{use.span.line}"
                line = f"{use.target.sort} {use.target.name} {where} {outcome}"
                file.write(line.replace("\n", " ").strip() + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
