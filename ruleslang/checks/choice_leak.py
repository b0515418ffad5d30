"""Nobody chooses among cards that he does not see."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import own_statements, whole
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import alike, find, walk
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def choosing_unseen(span: Span, zone: str) -> Diagnostic:
    """A player would learn what he may not know from what he is offered."""
    return error(
        "choosing-unseen",
        span,
        f"the chooser does not see the cards of `{zone}`",
        help="write `reveal … to p` before, or let chance pick: `pick c from … by chance`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every choice from a zone whose cards its chooser may not see."""
    for action in subject.program.actions:
        for choice in action.choices:
            yield from _blame(subject, choice, e.Local(action.by), ())
    for play in subject.program.plays:
        for choice in play.choices:
            yield from _blame(subject, choice, e.Local("you"), ())
    bodies = [
        *(p.body for p in subject.program.procedures),
        *(a.body for a in subject.program.actions),
        *(p.body for p in subject.program.plays),
    ]
    blocks = [whole(body) for body in bodies]
    blocks += [hook.block for standing in subject.standings for hook in find(standing, s.Hook)]
    for block in blocks:
        yield from _check_block(subject, block)


def _check_block(subject: Subject, block: tuple[s.Statement, ...]) -> Iterator[Diagnostic]:
    shown: list[s.RevealCards] = []
    for node in own_statements(block):
        if isinstance(node, s.RevealCards):
            shown.append(node)
        elif isinstance(node, (s.Choose, s.MayChoose)):
            yield from _blame(subject, node.choice, node.player, tuple(shown))
        elif isinstance(node, s.Together):
            for question in node.questions:
                yield from _blame(subject, question.choice, question.player, tuple(shown))


def _blame(
    subject: Subject, choice: s.Choice, chooser: e.Expr, shown: tuple[s.RevealCards, ...]
) -> Iterator[Diagnostic]:
    to_him = [each.cards for each in shown if each.to is None or alike(each.to, chooser)]
    for read in _offered(choice.source):
        zone = subject.zones[read.name]
        revealed = any(alike(read, seen) for cards in to_him for seen in walk(cards))
        if not revealed and not _sees(zone.seen.by, read, chooser, subject):
            yield choosing_unseen(subject.span(choice.origin), read.name)
            return


def _offered(source: e.Expr) -> Iterator[e.ReadZone]:
    """The zones whose cards a source hands on to the chooser, not those it only counts."""
    match source:
        case e.ReadZone():
            yield source
        case (
            e.Where(_, inner, _)
            | e.AsFarAs(_, inner, _)
            | e.With(_, inner, _)
            | e.Ranked(_, inner, _)
            | e.Except(inner, _)
        ):
            yield from _offered(inner)
        case e.Union(left, right) | e.Join(left, right):
            yield from _offered(left)
            yield from _offered(right)
        case _:
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
