"""
A standing order to pass: until something happens, until a turn or a moment, or always.

Always: only windows are passed, and everything that others did meanwhile is reported before the
next question.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from ruleslang.engine.match.decision import Decision, Option
from ruleslang.explanation.story.entry_types import Did, Entry
from ruleslang.explanation.story.window_moments import Moment

EVENT, TURN, MOMENT = "something happens", "my turn", "moment"


@frozen
class Order:
    """
    An order to pass until something happens, until the player's own turn, or until a moment;
    `turns` is the number of own turns begun when it was given.
    """

    until: str
    turns: int = 0
    name: str = ""


@frozen
class News:
    """
    The news for a player since their last question: whether about others, and whether naming them.

    `turns` is the number of their own turns so far.
    """

    of_others: bool = False
    names_him: bool = False
    turns: int = 0


def news_in(story: Sequence[Entry], heard: int, seat: int, name: str) -> News:
    """Return the news about others in a seat's story but its first `heard` entries."""
    done = [part for entry in story[heard:] for part in entry.parts if isinstance(part, Did)]
    theirs = [action for action in done if action.by != seat]
    names_him = any(chosen.name == name for action in theirs for chosen in action.chosen)
    turns = [entry.turns for entry in story if entry.kind == "asked"]
    return News(bool(theirs), names_him, turns[-1] if turns else 0)


@define
class Passing:
    """
    The standing orders of one player.

    `known` are the choices that the player has passed on since something happened or their turn
    came.
    """

    order: Order | None = None
    always: str = ""  # EVENT, or TURN: as EVENT in the player's own turn
    known: set[str] = field(factory=set)
    turns: int = 0
    skipped: dict[Moment, None] = field(factory=dict)
    stops: dict[str, None] = field(factory=dict)
    passed: int = 0  # times since the player was last asked, without replies to their own deeds
    acted_in: str = ""  # the window in which the player acted, if nobody acted since

    def passes(self, decision: Decision, moment: Moment | None, news: News) -> bool:
        """Return whether to pass without asking; if not, the current order is cancelled."""
        if self._happened(news) or news.turns > self.turns:
            self.known.clear()
            self.acted_in = ""
        self.turns = news.turns
        if moment is not None and decision.declines and self._wants(decision, moment, news):
            self.passed += not self._replies_to_himself(moment)
            return True
        self.order = None
        return False

    def _happened(self, news: News) -> bool:
        """
        Return whether something happened to which they may react; under `auto turn`, that names
        them.
        """
        return news.names_him if self.always == TURN and self.order is None else news.of_others

    def _wants(self, decision: Decision, moment: Moment, news: News) -> bool:
        if moment.name in self.stops:
            return False
        if moment in self.skipped and not news.of_others:
            return True
        order = self.order
        if order is not None and order.until == TURN:
            return not news.names_him and news.turns <= order.turns
        if order is not None and order.until == MOMENT:
            return not news.names_him and not moment.name.startswith(order.name)
        if order is None and not self.always:
            return False
        if order is None and self.always == TURN and not moment.own:
            return not news.names_him
        if self._replies_to_himself(moment):
            return True
        return not self._happened(news) and doable(decision.choices) <= self.known

    def _replies_to_himself(self, moment: Moment) -> bool:
        """Test whether a window follows the player's own action without a reply, and is passed."""
        follows = self.acted_in not in ("", moment.window)
        return follows and self.order is None and bool(self.always)

    def acted(self, decision: Decision, index: int) -> None:
        """Record that the player did something, and in which window."""
        if decision.kind == "window" and not decision.choices[index].declines:
            self.acted_in = decision.name

    def passed_on(self, decision: Decision) -> None:
        """Record that the player was asked and passed on all the choices offered."""
        self.known |= doable(decision.choices)

    def skip(self, moment: Moment) -> None:
        """Pass always at this moment from now on."""
        self.skipped.setdefault(moment)
        self.stops.pop(moment.name, None)


def doable(choices: Sequence[Option]) -> frozenset[str]:
    """Return the ids of the choices other than declining."""
    return frozenset(choice.id for choice in choices if not choice.declines)
