"""The kinds of cards, and what reads their fields."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import attrs

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import whole_digest
from ruleslang.apps.cli.options import Format
from ruleslang.apps.cli.output import NARROWEST, plural, print_json, width, wrapped
from ruleslang.apps.printing.kinds import FieldSaid, KindSaid, kinds_of
from ruleslang.engine.match.runtime_values import enumerated
from ruleslang.program.program import Compiled
from ruleslang.source.suggest import did_you_mean


def show_kinds(compiled: Compiled, kind: str, format: Format) -> int:
    """Print the kinds of a rulebook with their fields, or one of them."""
    kinds = tuple(shown for shown in kinds_of(compiled) if kind in ("", shown.name))
    if format is Format.json:
        data = [attrs.asdict(shown_kind) for shown_kind in kinds]
        return print_json("cards", compiled.program.name, whole_digest(compiled), 0, kinds=data)
    if not kinds:
        print("the rulebook has no kinds of cards")
    for number, shown_kind in enumerate(kinds):
        print(*([""] if number else []), *_kind_lines(shown_kind), sep="\n")
    return 0


def refuse_unknown_kind(compiled: Compiled, kind: str) -> None:
    """Raise `Mistake` for a kind that the rulebook does not have; an empty name is any kind."""
    known = [shown.name for shown in compiled.program.kinds]
    if kind and kind not in known:
        listed = f"there are: {enumerated(known)}" if known else "the rulebook has none"
        raise Mistake(f"there is no kind `{kind}`; {did_you_mean(kind, known) or listed}")


def _kind_lines(kind: KindSaid) -> Iterator[str]:
    above = f", of the kind {kind.parent}" if kind.parent else ""
    definitions = plural(kind.definitions, "definition")
    yield wrapped(f"{kind.name}{above}: {definitions}, {plural(kind.cards, 'card')}", width())
    names = [field.name for field in kind.fields]
    widest = max(map(len, names), default=0)
    for field in kind.fields:
        lines = textwrap.wrap(_holds(field, kind), max(NARROWEST, width() - widest - 3))
        yield f"  {field.name.ljust(widest)} " + f"\n{' ' * (widest + 3)}".join(lines)
    if not kind.fields:
        yield "  no fields"


def _holds(field: FieldSaid, kind: KindSaid) -> str:
    default = f" = {field.default}" if field.default else ""
    of = "" if field.of == kind.name else f", from {field.of}"
    read = f"; read by {', '.join(field.read_by)}" if field.read_by else "; nothing reads it"
    return f"{field.type}{default}{of}{read}"
