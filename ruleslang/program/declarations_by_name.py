"""The declarations of a program by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from attrs import fields as attrs_fields
from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program.program import Program

Named = TypeVar("Named", bound=Any)


@frozen
class Known:
    """The declarations of a program by name; of two with one name the last stands here."""

    program: Program
    words: Mapping[str, d.Words]
    dice_kinds: Mapping[str, d.Die]
    options: Mapping[str, d.Option]
    kinds: Mapping[str, d.Kind]
    definitions: Mapping[str, d.Definition]
    plays: Mapping[str, d.Play]
    card_standings: Mapping[str, d.Standing]
    zones: Mapping[str, d.Zone]
    states: Mapping[str, d.State]
    histories: Mapping[str, d.History]
    dice: Mapping[str, d.Dice]
    boards: Mapping[str, d.Board]
    pieces: Mapping[str, d.Piece]
    values: Mapping[str, d.Value]
    procedures: Mapping[str, d.Procedure]
    actions: Mapping[str, d.Action]
    windows: Mapping[str, d.Window]
    fields: Mapping[str, d.FieldType]


def known(program: Program) -> Known:
    """The tables of a program."""
    names = [each.name for each in attrs_fields(Known)][1:-1]
    tables: dict[str, Any] = {name: _by_name(getattr(program, name)) for name in names}
    fields = {field.name: field for kind in program.kinds for field in kind.fields}
    return Known(program, fields=fields, **tables)


def kinds_above(k: Known, kind: str) -> Iterator[d.Kind]:
    """A kind and its parents, the nearest first; ends where a parent is unknown or comes again."""
    seen: set[str] = set()
    name: str | None = kind
    while name is not None and name in k.kinds and name not in seen:
        seen.add(name)
        yield k.kinds[name]
        name = k.kinds[name].parent


def _by_name(group: Iterable[Named]) -> Mapping[str, Named]:
    return {each.name: each for each in group}
