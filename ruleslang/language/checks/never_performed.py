"""
Reports `never-performed`: `perform` of cards that can only be played in windows, where none is
open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.world import Scope, scope_of
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

never_performed = Message(
    "never-performed",
    "{what} played in windows only, and none is open here",
    help="nothing happens here: open a window and perform there, or add a play without `in`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `perform` in the body of a play that no card in question allows."""
    plays = {play.name: play for play in subject.program.plays}
    for play in subject.program.plays:
        for node in subject.statements(play.body.statements):
            if not isinstance(node, s.Perform):
                continue
            titles = _titles(subject, node, scope_of(subject.world, play))
            ways = [plays[name] for title in titles for name in title.plays]
            if ways and all(way.windows for way in ways):
                yield never_performed(subject.span(node.origin), what=_what(titles))


def _titles(subject: Subject, node: s.Perform, scope: Scope) -> Sequence[d.Definition]:
    """The definitions a card may be played as; without `as`, it may count as any."""
    definitions = subject.program.definitions
    match node.played_as:
        case None:
            return definitions
        case e.TitleValue(name=name):
            return [definition for definition in definitions if definition.name == name]
        case title:
            type = type_of(title, scope)
            kind = type.kind if isinstance(type, t.Title) else None
            kinds = subject.world.kinds
            return [
                definition
                for definition in definitions
                if kind is None or kind in kinds[definition.kind]
            ]


def _what(titles: Sequence[d.Definition]) -> str:
    return f"`{titles[0].name}` is" if len(titles) == 1 else "all that this can be is"
