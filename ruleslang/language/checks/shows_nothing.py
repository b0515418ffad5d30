"""Reports `shows-nothing`: a `reveal` of a state that all see, or of one that names hidden cards.

Seeing a state that names a card does not show the card.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import element, plain, related
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

shows_no_card = Message(
    "shows-nothing",
    "this shows what `{state}` is, but not the {cards} that it names",
    help="show the {cards}: `let shown = {state}`, and then `reveal shown`",
    severity=Severity.WARNING,
)
seen_already = Message(
    "shows-nothing",
    "all see `{state}`, so this shows nothing",
    help="drop the line, or say at the state who sees it before: `state {state}: …, seen by"
    " nobody`",
    severity=Severity.WARNING,
)
of_a_card = Message(
    "shows-nothing",
    "only who sees the card sees `{state}` of it, now as before",
    help="tell a fact, which needs no card to be seen: `reveal {state}(…) is …`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    open_kinds = [zone.kind for zone in subject.program.zones if zone.seen.by == "all"]
    for node in find(subject.program, s.RevealState):
        state, span = subject.states[node.name], subject.span(node.origin)
        to_all = state.seen.by == "all"
        held = _held(state)
        if held is not None:
            lie_open = any(related(held.kind, kind, subject.world.kinds) for kind in open_kinds)
            if to_all or not lie_open:
                several = element(plain(state.type)) is not None
                yield shows_no_card(span, state=state.name, cards="cards" if several else "card")
        elif to_all and any(isinstance(place.type, t.Card) for place in state.index):
            yield of_a_card(span, state=state.name)
        elif to_all:
            yield seen_already(span, state=state.name)


def _held(state: d.State) -> t.Card | None:
    """The type of card that a state names, or None."""
    type = plain(state.type)
    inner = element(type) or type
    return inner if isinstance(inner, t.Card) else None
