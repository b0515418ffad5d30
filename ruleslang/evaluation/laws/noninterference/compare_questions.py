"""The first difference between what two matches ask a player, or whether they are over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, get_args

from attrs import define, field, frozen

from ruleslang.engine.match.decision import Decision, LegalMove
from ruleslang.engine.match.interface import Begun, Chosen, Match, Observer, Offered
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Player, UnderWay, Value
from ruleslang.evaluation.laws.noninterference.perturb import Probe
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import NOWHERE, Parts

MOST_ANSWERS = 12  # until the question comes


def is_asked_later(match: Match, who: Player, wanted: Decision) -> bool:
    """
    Continue with a match, in which all decline or take the first choice, until the question comes.

    True also if the rules could not continue.
    """
    for _ in range(MOST_ANSWERS):
        decision = match.decision
        if decision is None:
            return match.fault is not None
        if decision.asked is who and _question(decision) == _question(wanted):
            return True
        match.choose(_least(decision))
    return False


def _question(decision: Decision) -> tuple[str, str, str]:
    return decision.kind, decision.name, decision.prompt


def _least(decision: Decision) -> int:
    """Return the choice that reveals least: to decline, if possible."""
    places = range(len(decision.choices))
    return next((place for place in places if decision.choices[place].declines), 0)


def same_question(mine: Match, theirs: Match) -> bool:
    """Return whether the same player is asked the same question, with equal choices and chance."""
    return (
        mine.decision is not None
        and theirs.decision is not None
        and mine.decision.prompt == theirs.decision.prompt
        and _question_of(mine) == _question_of(theirs)
        and mine.chance.words() == theirs.chance.words()
    )


def _question_of(match: Match) -> Any:
    decision = match.decision
    assert decision is not None
    return (
        decision.player,
        decision.name,
        [
            (choice.action, {k: v for k, v in choice.values.items() if not isinstance(v, UnderWay)})
            for choice in decision.choices
        ],
    )


_CLASSES = frozenset((*get_args(s.Statement), s.Whenever, s.Hook))


@frozen
class Asked:
    """One offer: the asking part, the player, the choices, and whether there were several."""

    part: int
    who: Player
    offered: tuple[Value, ...]
    names: tuple[str, ...]
    really: bool


@define(eq=False)
class Step:
    """The record of a step: its offers, and the numbers of the parts that ran."""

    statements: list[int] = field(factory=list)
    asked: list[Asked] = field(factory=list)

    def observer(
        self,
        parts: Parts,
        before_each: Callable[[Match, Begun], None],
        begun: Callable[[Match, Run | Chosen], None],
    ) -> Observer:
        """
        Return the observers of the step.

        `before_each` is called before a statement, `begun` when something begins or was chosen;
        they may look, and perturb the match.
        """

        def ran(part: int) -> None:
            if type(parts.all[part]) in _CLASSES:
                self.statements.append(part)

        return Observer(
            ran=ran, statement=before_each, offered=self._offered, begun=begun, chosen=begun
        )

    def _offered(self, match: Match, offered: Offered) -> None:
        keys = tuple(map(_key, offered.offers))
        really = bool(keys) and len(keys) + offered.besides > 1
        part = self.statements[-1] if self.statements else NOWHERE
        self.asked.append(Asked(part, offered.player, keys, tuple(map(_name, keys)), really))


def _key(offer: Value) -> Value:
    """Return the identity of what is offered: the same cards, whatever their names."""
    if isinstance(offer, LegalMove):
        return offer.what.name, offer.chosen
    return getattr(offer, "what", offer)


def _name(key: Value) -> str:
    named = key[0] if isinstance(key, tuple) and key else key
    return str(getattr(named, "name", named))


MOST_NAMED = 4  # choices of a question
WHO_IS_ASKED = "it would be"  # the beginning of the message when another player is asked


def question_diff(
    match: Match,
    probe: Probe,
    mine: Sequence[Asked],
    theirs: Sequence[Asked],
    *,
    copy: Decision | None,
    asked_later: bool,
    same_way: bool,
) -> str | None:
    """
    Describe how the questions after a step and its copy differ.

    Empty when they are the same; None when the comparison stops because they differ for reasons
    that another player can see. `copy` is the question of the copy; `asked_later` says whether the
    player will be asked the match's question there nevertheless.
    """
    for ours, copied in zip_longest(mine, theirs):
        if ours is None or copied is None:
            return None
        if ours.who is not copied.who:
            if same_way or _is_news(match, ours, copied, probe, copy, asked_later):
                in_match, in_copy = _worded(match.decision, ours), _worded(copy, copied)
                return (
                    f"{WHO_IS_ASKED} {copied.who.name} who is asked {in_copy}, "
                    f"not {ours.who.name}, who is asked {in_match}"
                )
            return None
        if ours.really and copied.really:
            return _offers_diff(ours, copied, probe, match.decision, copy)
        if ours.really or copied.really or ours.offered != copied.offered:
            return None
    return ""


def _is_news(
    match: Match, ours: Asked, copied: Asked, probe: Probe, copy: Decision | None, later: bool
) -> bool:
    """
    Return whether the player is asked in only one of the two, although no other player chose
    differently.

    Another player may be asked instead because of their own cards; then it is a leak only if the
    player is not asked after them either.
    """
    if not (ours.really and copied.really):
        return False
    if ours.who is probe.who:
        if not probe.is_known_to(match, copied.who):
            return True
        return match.decision is not None and not later
    if copied.who is probe.who:
        if not probe.is_known_to(match, ours.who):
            return True
        return copy is not None and not is_asked_later(match.copy(), probe.who, copy)
    return False


def _offers_diff(
    ours: Asked, copied: Asked, probe: Probe, in_match: Decision | None, in_copy: Decision | None
) -> str:
    if ours.who is not probe.who or ours.part == copied.part:
        return ""  # what is offered by one statement is another law's
    return f"they would be asked {_worded(in_copy, copied)} instead of {_worded(in_match, ours)}"


def _worded(decision: Decision | None, offer: Asked) -> str:
    """Return a question in words: what is asked, and what may be chosen."""
    if decision is None or decision.asked is not offer.who:
        return f"between {', '.join(f'`{name}`' for name in offer.names[:MOST_NAMED])}"
    offered = [choice.id for choice in decision.choices]
    more = ", …" if len(offered) > MOST_NAMED else ""
    return f'"{decision.prompt}" ({", ".join(offered[:MOST_NAMED])}{more})'


def outcome_diff(match: Match, copy: Match, mine: Sequence[Asked], theirs: Sequence[Asked]) -> str:
    """
    Describe that only one of two matches is over. Empty when both or neither are, and when the
    players were asked different questions on the way.
    """
    if (match.decision is None) is (copy.decision is None):
        return ""
    is_over = match.decision is None
    ended = match if is_over else copy
    if ended.outcome is None or ended.outcome.capped:
        return ""
    before, after = (mine, theirs) if is_over else (theirs, mine)
    if len(before) >= len(after) or list(before) != list(after[: len(before)]):
        return ""
    return "the match would go on" if is_over else "the match would be over"
