"""Describes all kinds of a rulebook: their fields, the fields' types, and what reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from ruleslang.apps.printing.export_card_tables import Writer
from ruleslang.program import types as t
from ruleslang.program.expressions import ReadField, TitleValue
from ruleslang.program.looks import Looks
from ruleslang.program.program import Compiled, Program
from ruleslang.program.typing.type_names import written
from ruleslang.program.walk import find


@frozen
class FieldDescription:
    """
    A field: its name with its index, its type, its default (empty: each card sets it), the kind
    that declares it, and what reads it.
    """

    name: str
    type: str
    default: str
    of: str
    read_by: tuple[str, ...]


@frozen
class KindDescription:
    """A kind: its parent (empty: none), its numbers of definitions and cards, and its fields."""

    name: str
    parent: str
    definitions: int
    cards: int
    fields: tuple[FieldDescription, ...]


def kinds_of(compiled: Compiled) -> tuple[KindDescription, ...]:
    """Return all kinds in the order of the text, each with inherited fields first."""
    program = compiled.program
    readers, writer = declarations_naming(compiled, ReadField), Writer.of(program)
    own_fields = {
        kind.name: tuple(
            FieldDescription(
                of.name + _index(program, of.index),
                type_in_words(program, of.type),
                "" if of.default is None else writer.cell(of.default) or "worked out",
                kind.name,
                readers.get(of.name, ()),
            )
            for of in kind.fields
        )
        for kind in program.kinds
    }
    looks = Looks.of(program)
    return tuple(
        KindDescription(
            name,
            parent or "",
            len(
                cards := [
                    definition
                    for definition in program.definitions
                    if definition.kind in writer.below(name)
                ]
            ),
            sum(card.copies for card in cards),
            tuple(field for above in looks.chain(name)[::-1] for field in own_fields[above]),
        )
        for name, parent in looks.parents.items()
    )


def _index(program: Program, index: tuple[Any, ...]) -> str:
    return f"({', '.join(type_in_words(program, place.type) for place in index)})" if index else ""


def type_in_words(program: Program, type: t.Type) -> str:
    """Return a type in the syntax of the language; for a list of words also the words."""
    match type:
        case t.Optional(inner):
            return f"{type_in_words(program, inner)} or none"
        case t.SetOf(inner):
            return f"set of {type_in_words(program, inner)}"
        case t.ListOf(inner, most):
            return f"list of {type_in_words(program, inner)} up to {most}"
        case t.Team():
            return "team"
        case t.Title(kind):
            return f"title of {kind}" if kind else "title"
        case t.WordOf(name):
            words = next((word.words for word in program.words if word.name == name), ())
            return f"{name} ({', '.join(words)})"
        case _:
            return written(type)


def declarations_naming(
    compiled: Compiled, sort: type[ReadField] | type[TitleValue]
) -> dict[str, tuple[str, ...]]:
    """Return the declarations that read each field, or that name each card."""
    by_name: dict[str, dict[str, None]] = {}
    for declared, node in _described_declarations(compiled):
        for part in find(node, sort):
            by_name.setdefault(part.name, {})[declared] = None
    return {name: tuple(declared) for name, declared in by_name.items()}


def _described_declarations(compiled: Compiled) -> Iterator[tuple[str, object]]:
    """Yield declarations that act or evaluate, each with what it is called."""
    program = compiled.program
    yield from ((f"value {value.name}", value) for value in program.values)
    yield from (
        (f"{procedure.word} {procedure.name}", procedure) for procedure in program.procedures
    )
    yield from ((f"action {action.name}", action) for action in program.actions)
    yield from ((f"window {window.name}", window) for window in program.windows)
    yield from ((f"zone {zone.name}", zone) for zone in program.zones)
    yield from ((f"play of {play.name.split(' ')[0]}", play) for play in program.plays)
    yield from (
        (f"effect of {standing.name.split(' ')[0]}", standing)
        for standing in program.card_standings
    )
    yield from (("an effect of the rulebook", standing) for standing in program.standings)
    yield from ((f"measure {measure.name}", measure) for measure in compiled.measures)
    yield from ((f"player {chooser.name}", chooser) for chooser in compiled.choosers)
