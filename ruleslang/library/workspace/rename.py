"""Renames a declaration in all files, or reports why that is impossible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.syntax.keywords import KEYWORDS
from ruleslang.library.find_rulebook import standard_folder
from ruleslang.library.workspace.resolve_names import Target, Use
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.source.errors import shown_name
from ruleslang.source.fix import Certainty, Edit, Fix, edited
from ruleslang.source.span import Span

NAME = re.compile(r"[^\W\d]\w*\Z")


class CannotRename(ValueError):
    """Something cannot be renamed; the message says why."""


Edits: TypeAlias = Mapping[Path, tuple[Edit, ...]]


def renamable(snapshot: Snapshot, path: Path, offset: int) -> Use:
    """Return the renamable name at a position; raises `CannotRename`."""
    tree = snapshot.by_path.get(path)
    use = snapshot.names.at(tree.source, offset) if tree is not None else None
    if use is None:
        raise CannotRename("there is no name here")
    if use.target.sort == "built-in":
        raise CannotRename(f"`{use.target.name}` is a word of the language")
    target = use.target
    declared = (other.span for other in snapshot.names.of(target) if other.declares)
    for place in target.places or declared:
        file = snapshot.path(place.source)
        if file is not None and file.is_relative_to(standard_folder()):
            raise CannotRename(f"`{use.target.name}` is declared in a standard piece")
    if target.sort == "declared" and any(place.text != target.name for place in target.places):
        place = target.places[0]  # such as a seat `p1`
        raise CannotRename(
            f"`{use.target.name}` isn't named where it is declared, in "
            f"`{place.source.line(place.line).strip()}`"
        )
    return use


def rename(workspace: Workspace, path: Path, offset: int, name: str) -> Edits:
    """
    Return the edits that rename what is named at a position.

    The new texts are compiled before anything is changed. Raises `CannotRename`.
    """
    use = renamable(workspace.snapshot(), path, offset)
    if not NAME.match(name):
        raise CannotRename(
            f"`{shown_name(name)}` is not a name: use letters, digits and `_`, a letter first"
        )
    if name in KEYWORDS and name != use.target.name:
        raise CannotRename(f"`{name}` is a word of the language: choose another name")
    return {} if name == use.target.name else rename_all(workspace, {use.target: name})


def rename_all(workspace: Workspace, wanted: Mapping[Target, str]) -> Edits:
    """Return edits that rename several targets at once, compiled once; raises `CannotRename`."""
    before = workspace.snapshot()
    renamed: dict[Span, str] = {}
    edits: dict[Path, list[Edit]] = {}
    for target, name in wanted.items():
        for use in before.names.of(_with_what_is_preferred(before, target)):
            if use.span.text == target.name and use.span not in renamed:
                renamed[use.span] = name
                file = before.path(use.span.source)
                if file is not None:
                    edits.setdefault(file, []).append(Edit(use.span, name))
    texts, _ = edited(Fix(tuple(of_file), Certainty.SURE) for of_file in edits.values())
    after = workspace.trial({before.paths[file]: text for file, text in texts.items()})
    name = ", ".join(wanted.values())
    _refuse_if_worse(before, after, name)
    _refuse_if_mixed_up(before, after, renamed, name)
    return {file: tuple(of_file) for file, of_file in edits.items()}


def _with_what_is_preferred(snapshot: Snapshot, target: Target) -> Target:
    """Return a choice with all others that a player's preference names alike."""
    places, before = set(target.places), -1
    while len(places) > before:
        before = len(places)
        for use in snapshot.names.of(evolve(target, places=tuple(places))):
            places.update(use.target.places)
    return evolve(target, places=tuple(places))


def _refuse_if_worse(before: Snapshot, after: Snapshot, name: str) -> None:
    """Raise `CannotRename` if the renaming introduces an error."""
    had = Counter(
        diagnostic.slug for diagnostic in before.loaded.diagnostics if diagnostic.is_error
    )
    for diagnostic in after.loaded.diagnostics:
        if not diagnostic.is_error:
            continue
        if not had[diagnostic.slug]:
            where = f"{diagnostic.span.source.name}:{diagnostic.span.line}"
            raise CannotRename(f"with the name `{name}`, {where}: {diagnostic.message}")
        had[diagnostic.slug] -= 1


def _refuse_if_mixed_up(
    before: Snapshot, after: Snapshot, renamed: Mapping[Span, str], name: str
) -> None:
    """Raise `CannotRename` if a name changes its meaning anywhere."""
    for was, now in zip_longest(_meanings(before, renamed), _meanings(after, {})):
        shown = now or was
        if shown is not None and (was is None or now is None or was[1:] != now[1:]):
            where = f"{shown[0].source.name}:{shown[0].line}"
            raise CannotRename(f"`{name}` would mean something else in some places: {where}")


def _meanings(
    snapshot: Snapshot, renamed: Mapping[Span, str]
) -> Iterator[tuple[Span, str, str, tuple[int, ...]]]:
    """Yield the place of each name, and its meaning, by the uses that declare it."""
    uses = [use for tree in snapshot.trees for use in snapshot.names.within(tree.source)]
    numbers = {use.span: number for number, use in enumerate(uses)}
    for use in uses:
        places = tuple(sorted(numbers.get(place, -1) for place in use.target.places))
        yield use.span, use.target.sort, renamed.get(use.span, use.target.name), places
