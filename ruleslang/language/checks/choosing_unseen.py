"""Reports `choosing-unseen`: a player chooses among cards that are hidden from that player."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.traits.reads import sources
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import alike, walk
from ruleslang.source.diagnostic import Diagnostic, Message

choosing_unseen = Message(
    "choosing-unseen",
    "the chooser does not see the cards of `{zone}`",
    help="write `reveal … to p` before, or let chance pick: `pick c from … by chance`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every choice from a zone whose cards the choosing player may not see."""
    for action in subject.program.actions:
        for choice in action.choices:
            yield from _blame(subject, choice.source, choice.origin, e.Local(action.you), ())
    for play in subject.program.plays:
        for choice in play.choices:
            yield from _blame(subject, choice.source, choice.origin, e.Local(play.you), ())
    for block in graph(subject).blocks.values():
        yield from _check_block(subject, block)


def _check_block(subject: Subject, block: s.Block) -> Iterator[Diagnostic]:
    shown: list[s.RevealCards] = []
    for node in subject.statements(block):
        if isinstance(node, s.RevealCards):
            shown.append(node)
        for question in traits(node).asks:
            if question.player is not None and question.source is not None:
                yield from _blame(
                    subject, question.source, question.origin, question.player, tuple(shown)
                )


def _blame(
    subject: Subject, source: e.Expr, origin: int, chooser: e.Expr, shown: tuple[s.RevealCards, ...]
) -> Iterator[Diagnostic]:
    to_him = [reveal.cards for reveal in shown if reveal.to is None or alike(reveal.to, chooser)]
    # zones whose cards are offered, not those that a condition counts
    for read in sources(source):
        if not isinstance(read, e.ReadZone):
            continue
        zone = subject.zones[read.name]
        revealed = any(alike(read, seen) for cards in to_him for seen in walk(cards))
        if not revealed and not _sees(zone.seen.by, read, chooser, subject):
            yield choosing_unseen(subject.span(origin), zone=read.name)
            return


def _sees(seen_by: str, read: e.ReadZone, chooser: e.Expr, subject: Subject) -> bool:
    if seen_by in ("all", "set"):
        return True
    if seen_by == "nobody":
        return False
    places = subject.zones[read.name].index
    owner = next(
        (
            index
            for place, index in zip(places, read.index, strict=True)
            if place.type == t.Player()
        ),
        None,
    )
    return owner is None or alike(owner, chooser)
