"""`fields`: lists the kinds of cards, and what reads their fields."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

import attrs
from attrs import frozen

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import compiled_or_none, whole_digest
from ruleslang.apps.cli.options import Cards, KindName, Printed, Rulebook
from ruleslang.apps.cli.output import NARROWEST, plural, print_json, width, wrapped
from ruleslang.apps.cli.output_format import Format
from ruleslang.apps.printing.kinds import FieldSaid, KindSaid, kinds_of
from ruleslang.engine.match.runtime_values import enumerated
from ruleslang.source.suggest import did_you_mean


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    kind: KindName = ""
    cards: Cards = ()
    format: Printed = Format.text


def run(options: Options) -> int:
    """Print the kinds; status 1 if the rulebook has errors."""
    kind, format = options.kind, options.format
    compiled = compiled_or_none("fields", options.rulebook, options.cards, format)
    if compiled is None:
        return 1
    kinds = kinds_of(compiled)
    if kind:
        kinds = tuple(shown_kind for shown_kind in kinds if shown_kind.name == kind)
        if not kinds:
            raise unknown_kind(kind, [shown_kind.name for shown_kind in compiled.program.kinds])
    if format is Format.json:
        data = [attrs.asdict(shown_kind) for shown_kind in kinds]
        return print_json("fields", compiled.program.name, whole_digest(compiled), 0, kinds=data)
    if not kinds:
        print("the rulebook has no kinds of cards")
    for number, shown_kind in enumerate(kinds):
        print(*([""] if number else []), *_told(shown_kind), sep="\n")
    return 0


def unknown_kind(kind: str, known: Sequence[str]) -> Mistake:
    """The error for an unknown kind."""
    listed = f"there are: {enumerated(known)}" if known else "the rulebook has none"
    return Mistake(f"there is no kind `{kind}`; {did_you_mean(kind, known) or listed}")


def _told(kind: KindSaid) -> Iterator[str]:
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
