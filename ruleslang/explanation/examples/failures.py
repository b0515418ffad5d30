"""Messages about lines of examples that do not hold."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from ruleslang.engine.match.decision import LegalMove, Option
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, Observer, Offer, Offered, Reader
from ruleslang.engine.match.runtime_values import Card, Env, Player, members, shown, shown_shortly
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot


class Fails(Exception):
    """A line does not hold; `origin` is its place, `help` what to write, if that is known."""

    def __init__(self, message: str, origin: int, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.origin = origin
        self.help = help


class NotAsked(Fails):
    """A line checks an answer that the player is not asked for: perhaps one choice was left."""

    def __init__(self, message: str, origin: int, who: Player) -> None:
        super().__init__(message, origin)
        self.who = who


_CONSTANTS = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)
_PLACES = ("first", "second", "third", "fourth", "fifth")


def expected(match: Reader, condition: e.Expr, excerpt: str) -> str:
    """
    Return a sentence about a condition that does not hold; `excerpt` is how it is written.

    `expected section is 2; it is 3`
    """
    return f"expected {' '.join(excerpt.split())}; {_actual(match, condition)}"


def test_winners(match: Match, line: d.WonLine) -> None:
    """Raise `Fails` unless the match is over and these players have won."""
    wanted = set(members(match.evaluate(line.players)))
    if match.outcome is None:
        decision = match.decision
        waits = "" if decision is None else f'; {decision.asked.name} is asked "{decision.prompt}"'
        raise Fails(f"the match is not over{waits}", line.origin)
    if {match.population.players[seat] for seat in match.outcome.winners} != wanted:
        raise Fails(how_it_ended(match), line.origin)


def how_it_ended(match: Match) -> str:
    """Return that a match is over, and who has won; empty while it goes on."""
    if match.outcome is None:
        return ""
    won = [match.population.players[seat].name for seat in match.outcome.winners]
    has = "have" if len(won) > 1 else "has"
    return f"the match is over, and {' and '.join(won) or 'nobody'} {has} won"


def _actual(match: Reader, condition: e.Expr, local: Env | None = None) -> str:
    match condition:
        case e.And():
            return _part(match, _parts(condition), local)
        case e.Every(variable, subject, test):
            return _first_unlike(match, variable, subject, test, local)
        case e.Not(operand) if not isinstance(operand, e.Or | e.And):
            return _actual_sides(match, operand, local) or "it holds"
    return _actual_sides(match, condition, local) or _truth(match, condition, local)


def _first_unlike(
    match: Reader, variable: Slot, subject: e.Expr, test: e.Expr, local: Env | None
) -> str:
    """Return the first member of which a condition does not hold, and what was met there."""
    for member in members(match.evaluate(subject, local)):
        inside = {**(local or {}), variable: member}
        if match.evaluate(test, inside) is not True:
            return f"for {shown(member)}, it does not hold: {_actual(match, test, inside)}"
    return "it does not hold"


def _actual_sides(match: Reader, condition: e.Expr, local: Env | None) -> str:
    match condition:
        case e.Equal(left, right) | e.Compare(_, left, right):
            return _sides(match, left, right, local)
        case e.IsTitle(subject, _) | e.IsKind(subject, _) | e.IsPiece(subject, _):
            return f"it is {_value(match, subject, local)}"
        case e.In(member, among):
            found, there = _value(match, member, local), _value(match, among, local)
            return f"it is {found}, and the set is {there}"
        case e.IsEmpty(operand):
            return f"it is {_value(match, operand, local)}"
    return ""


def _sides(match: Reader, left: e.Expr, right: e.Expr, local: Env | None) -> str:
    """Return the side that is computed; both, when both are."""
    if _is_constant(left) and not _is_constant(right):
        left, right = right, left
    found = f"it is {_value(match, left, local)}{_as_printed(match, left)}"
    return found if _is_constant(right) else f"{found}, against {_value(match, right, local)}"


def _as_printed(match: Reader, side: e.Expr) -> str:
    """Return the number to write, where effects may change that of a copy."""
    if not isinstance(side, e.ReadField) or not isinstance(side.subject, e.TitleValue):
        return ""
    modified = (value.name for value in match.population.program.values)
    value = next((name for name in modified if name.startswith(f"{side.name} of ")), None)
    if value is None:
        return ""
    printed = f", as printed on the title `{side.subject.name}`"
    of_copy = e.CallValue(value, (e.CopyInZone(side.subject), *side.index))
    try:
        return f"{printed}; of the copy in play it is {shown(match.evaluate(of_copy))}"
    except Fault:  # no copy, or several
        return f"{printed}, without changes"


def _truth(match: Reader, condition: e.Expr, local: Env | None) -> str:
    if isinstance(
        condition, e.ReadState | e.CallValue | e.ReadField | e.ReadOption | e.CallBuiltIn
    ):
        return f"it is {_value(match, condition, local)}"
    return "it does not hold"


def _parts(condition: e.Expr) -> list[e.Expr]:
    if isinstance(condition, e.And):
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def _part(match: Reader, parts: list[e.Expr], local: Env | None) -> str:
    """Return the first part of several that does not hold."""
    for place, part in enumerate(parts):
        if match.evaluate(part, local) is not True:
            which = _PLACES[place] if place < len(_PLACES) else f"{place + 1}th"
            return f"in the {which} part, {_actual(match, part, local)}"
    return "it does not hold"


def _is_constant(x: Any) -> bool:
    if isinstance(x, e.MakeSet | e.MakeList):
        return all(map(_is_constant, x.items))
    if isinstance(x, e.Divide | e.Arithmetic):
        return _is_constant(x.left) and _is_constant(x.right)
    return isinstance(x, _CONSTANTS)


def _value(match: Reader, x: e.Expr, local: Env | None) -> str:
    value = match.evaluate(x, local)
    cards = (card for card in members(value) if isinstance(card, Card))
    titles = {card.title.name: match.position.title_of(card).name for card in cards}
    jokers = [f"{name} counts as {title}" for name, title in titles.items() if name != title]
    return ", where ".join((shown_shortly(value), *jokers))


MOST_REPORTED = 5


@define(eq=False)
class ForcedChoices:
    """The forced choices of one player, identified by seat in other matches."""

    who: Player
    forced: list[str] = field(factory=list)

    @property
    def observer(self) -> Observer:
        """The events of a match that are observed."""
        return Observer(offered=self._hear)

    def _hear(self, match: Match, offered: Offered) -> None:
        is_forced = len(offered.offers) + offered.besides == 1
        if is_forced and offered.player.order == self.who.order:
            self.forced += [_in_words(offer) for offer in offered.offers]

    def with_forced_choices(self, message: str) -> str:
        """Return a message that something was not asked, with the last choices that were forced."""
        choices = list(dict.fromkeys(self.forced))[-MOST_REPORTED:]
        if not choices:
            return message
        listed = ", ".join(f"`{choice}`" for choice in choices)
        return f"{message}; {self.who.name} was not asked where only one choice was left: {listed}"


def _in_words(offer: Offer) -> str:
    """Return a choice as a line of an example writes it."""
    match offer:
        case LegalMove():
            return ", ".join([offer.what.name, *map(shown, offer.chosen)])
        case s.Branch():
            return offer.name
        case Option():
            return offer.id
        case _:
            return shown(offer)
