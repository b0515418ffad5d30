"""
Every name of a rulebook can be renamed, or it is said why not; renaming changes nothing but names.

`python -m tests.workspace.test_every_name RULEBOOK FILE` tries all names of a rulebook, notes each
in a file, and goes on where it was stopped.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.match.chance import Stream
from ruleslang.program import serial
from ruleslang.workspace.names import Use
from ruleslang.workspace.rename import CannotRename, rename
from ruleslang.workspace.snapshot import Snapshot
from ruleslang.workspace.workspace import Workspace

NEW = "zz_new"
MOST = 40  # names of a rulebook
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


def renamed(workspace: Tried, use: Use) -> str:
    """Rename what a use declares; why that was refused, or what else has changed, else empty."""
    before = workspace.snapshot()
    path = before.path(use.span.source)
    assert path is not None and before.compiled is not None
    try:
        edits = rename(workspace, path, use.span.start, NEW).edits
    except CannotRename as refused:
        return f"refused: {refused}"
    after = workspace.tried.compiled
    assert after is not None and edits
    there, here = serial.plain(after), serial.plain(before.compiled)
    return next(differences(here, there, use.target.name), "")


def differences(here: Any, there: Any, name: str, where: str = "") -> Iterator[str]:
    """Where two programs differ otherwise than by a name."""
    if isinstance(here, dict) and isinstance(there, dict):
        if [spelt(key, name) for key in here] != [spelt(key, name) for key in there]:
            yield f"{where}: {[*here]} {[*there]}"
            return
        for (key, one), other in zip(here.items(), there.values(), strict=True):
            if key not in PLACES:
                yield from differences(one, other, name, f"{where}.{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for place, (one, other) in enumerate(zip(here, there, strict=True)):
            yield from differences(one, other, name, f"{where}[{place}]")
    elif isinstance(here, str) and isinstance(there, str):
        if spelt(here, name) != spelt(there, name):
            yield f"{where}: {here!r} {there!r}"
    elif here != there:
        yield f"{where}: {here!r} {there!r}"


def spelt(text: str, name: str) -> str:
    """A text with the old name where the new one stands, as a name or in words."""
    words, new = name.replace("_", " "), NEW.replace("_", " ")
    text = text.replace("_", " ").replace(new, words)
    return text.replace(new.capitalize(), words.capitalize())


def is_as_it_should_be(outcome: str) -> bool:
    return not outcome or outcome.startswith("refused: ")


@pytest.mark.long
@pytest.mark.parametrize("name", ruleslang.rulebooks())
def test_renaming_changes_nothing_but_a_name(name: str) -> None:
    workspace = Tried(name)

    outcomes = {use: renamed(workspace, use) for use in declarations(workspace)[:MOST]}
    wrong = [(use.target.name, said) for use, said in outcomes.items() if said]

    assert not [said for said in wrong if not is_as_it_should_be(said[1])]
    assert len(wrong) < len(outcomes) / 4, wrong


def main(name: str, notes: Path) -> None:
    workspace, done = Tried(name), 0
    if notes.exists():
        done = len(notes.read_text(encoding="utf-8").splitlines())
    for use in declarations(workspace)[done:]:
        with notes.open("a", encoding="utf-8") as file:
            said = renamed(workspace, use).replace("\n", " ")
            where = f"{use.span.source.name}:{use.span.line}"
            file.write(f"{use.target.sort} {use.target.name} {where} {said}".strip() + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
