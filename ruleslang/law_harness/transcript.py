"""What an observer outside can tell of a match: every question, every view, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ruleslang.law_harness.law import Breach, Line
from ruleslang.law_harness.play_lines import along
from ruleslang.match.chance import Chance
from ruleslang.match.match import Match
from ruleslang.match.view import View, seen_text
from ruleslang.program.program import Compiled

Said: TypeAlias = Callable[[str], str]  # a name as the other program has it


def track(
    compiled: Compiled, line: Line, chance: Chance | None = None, said: Said = str
) -> Iterator[Any]:
    """The questions and views decision by decision, then the outcome."""
    for _, match in along(compiled, line, chance):
        yield _asked(match, said), _seen(match, said)
    outcome, fault = match.outcome, match.fault
    yield outcome, fault and fault.slug


def first_difference(one: Iterator[Any], other: Iterator[Any], what: str) -> Breach | None:
    """The first place where two transcripts differ."""
    for made, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return Breach(made, f"{what}: {_parted(mine, theirs)}")
    return None


def _parted(mine: Any, theirs: Any) -> str:
    (asked, seen), (asked_now, seen_now) = mine, theirs
    if asked != asked_now or not isinstance(seen, list):
        return f"{asked_now} {'' if isinstance(seen, list) else seen_now} instead of {asked}"
    for before, after in zip(seen, seen_now, strict=True):
        for name in {**before, **after}:
            if before.get(name) != after.get(name):
                return f"{name} is {after.get(name)} instead of {before.get(name)}"
    return "something else"


def _asked(match: Match, said: Said) -> Any:
    decision = match.decision
    if decision is None:
        return None
    return (
        decision.player,
        decision.kind,
        said(decision.name),
        [said(choice.id) for choice in decision.choices],
    )


def _seen(match: Match, said: Said) -> list[dict[str, Any]]:
    """Every view, as plain names and values."""
    return [_plain(match.view(seat), said) for seat in range(len(match.population.players))]


def _plain(seen: View, said: Said) -> dict[str, Any]:
    """A view with every name as the other program has it."""
    found: dict[str, Any] = {"active": seen.active, "players": seen.players}
    for name, zone in seen.zones.items():
        found[said(name)] = zone.count, [card and said(card) for card in zone.cards]
    for name, value in seen.states.items():
        found[said(name)] = None if value is None else said(seen_text(value))
    for name, faces in seen.dice.items():
        found[said(name)] = faces and [said(face) for face in faces]
    for name, space in seen.pieces.items():
        found[said(name)] = space and said(space)
    found["told"] = sorted(
        (said(told.zone), told.place or 0, said(told.fact), said(told.value), told.truth)
        for told in seen.told
    )
    return found
