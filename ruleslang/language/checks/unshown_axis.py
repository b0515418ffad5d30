"""Reports `unshown-axis`: an axis of a deck that no card shows, and that only makes copies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.syntax.declarations import Deck, Tree
from ruleslang.language.syntax.expressions import Expression
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.walk import walk
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

unshown_axis = Message(
    "unshown-axis",
    "`{axis}` is no field of `{kind}`, and only makes copies",
    help="write how many there are of each: `deck {deck} x3 of {kind}: …`",
    severity=Severity.ADVICE,
)


def check(trees: Sequence[Tree], program: Program) -> Iterator[Diagnostic]:
    """Every axis that is neither a field of the kind nor read in the `where`."""
    for tree in trees:
        for deck in tree.declarations:
            if not isinstance(deck, Deck):
                continue
            fields = set(_fields(program, deck.kind.text))
            asked = {name.text for name in _names(deck)}
            for axis in deck.axes:
                if axis.name.text not in fields | asked and _is_constant(axis.subject):
                    name, kind = deck.name.text, deck.kind.text
                    yield unshown_axis(axis.span, axis=axis.name.text, deck=name, kind=kind)


def _is_constant(subject: Expression) -> bool:
    """Whether it makes the same number of copies under all settings."""
    return not any(isinstance(node, Name) for node in walk(subject))


def _fields(program: Program, kind: str | None) -> Iterator[str]:
    kinds = {declared.name: declared for declared in program.kinds}
    while kind is not None and kind in kinds:
        yield from (field.name for field in kinds[kind].fields)
        kind = kinds[kind].parent


def _names(deck: Deck) -> Iterator[Name]:
    """The names read by a deck's condition and by the sets of its axes."""
    asked = [axis.subject for axis in deck.axes]
    for part in (*asked, *((deck.condition,) if deck.condition is not None else ())):
        yield from (node for node in walk(part) if isinstance(node, Name))
