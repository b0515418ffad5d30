"""
Gin rummy and OpenSpiel's game of that name, step by step: the same choices, the same payoffs, and
the same cards that each player knows of the other.

In OpenSpiel a player may take the open card and immediately lay it back, and gets nothing with as
much left as an opponent who knocked; the rulebook plays so with its two options. Choices that
OpenSpiel leaves out by a mistake of its program are found by `_is_a_slip`, and not chosen.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.decision import Option
from tests.engine.classics.classics import Forced, game, payoffs

pyspiel: Any = pytest.importorskip("pyspiel")

SUITS = ("spades", "clubs", "diamonds", "hearts")
DECK = [f"french({suit}, {rank})" for suit in SUITS for rank in range(1, 14)]
OPEN, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
MENU = {"take_it": OPEN, "draw_hidden": STOCK, "leave_it": PASS, "decline": PASS}
AS_SPIEL = {"laid_back": "yes", "level": "nobody_does"}
MOST_LEFT = 10


class Table:
    """One deal on both sides."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"gin {seed}")
        deal = self.rng.sample(range(52), 52)
        chance = Forced(order=[DECK[card] for card in deal], picks=["south"])
        self.match = Interpreter(game("gin_rummy").program).start(chance=chance, options=AS_SPIEL)
        self.state = pyspiel.load_game("gin_rummy").new_initial_state()
        self.utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        self.drawn: Iterator[int] = iter(deal)
        self.made = self.slips = 0

    def play(self) -> None:
        """To the end, and compare what is offered, known and won."""
        while not self.state.is_terminal():
            decision = self.match.decision
            if self.state.is_chance_node():
                self.state.apply_action(next(self.drawn))
            elif decision is not None and self._is_asked_alike(decision.choices):
                self._choose()
            else:
                (forced,) = self.state.legal_actions()
                self.state.apply_action(forced)
        assert self.match.decision is None, f"{self.match.decision} is asked after the end"
        assert list(payoffs(self.match)) == self.state.returns(), self.state

    def _is_asked_alike(self, choices: tuple[Option, ...]) -> bool:
        """Whether both sides ask the same: a question with one answer the match does not ask."""
        state = self.state
        assert self.match.decision is not None
        if self.match.decision.player != state.current_player():
            return False
        if state.current_phase() == pyspiel.gin_rummy.Phase.LAYOFF:
            return any(each.id.startswith("lay_off") for each in choices) != (
                state.finished_layoffs()
            )
        return len(state.legal_actions()) > 1 or any(each.id == "leave_it" for each in choices)

    def _choose(self) -> None:
        assert self.match.fault is None, self.match.fault
        assert self.match.decision is not None
        offered = [self._actions(each.id) for each in self.match.decision.choices]
        slips = [each for each in offered if self._is_a_slip(each)]
        assert sorted(each for each in offered if each not in slips) == self._legal(), self.state
        self._compare_what_is_known()
        actions = self._liked([each for each in offered if each not in slips])
        self.match.choose(offered.index(actions))
        for action in actions:
            self.state.apply_action(action)
        self.made += 1
        self.slips += len(slips)

    def _actions(self, choice: str) -> tuple[int, ...]:
        """OpenSpiel's actions for a choice; who knocks says so first, and then lays off a card."""
        cards = [DECK.index(card) for card in re.findall(r"french\(\w+, \d+\)", choice)]
        if choice in MENU:
            wall = self.state.current_phase() == pyspiel.gin_rummy.Phase.WALL
            return (KNOCK if wall and choice == "take_it" else MENU[choice],)
        if choice.startswith("lay_meld"):
            return (MELDS + self.utils.meld_to_int(cards),)
        is_knock = choice.startswith("knock") and self._phase() == pyspiel.gin_rummy.Phase.DISCARD
        return (KNOCK, *cards) if is_knock else tuple(cards)

    def _legal(self) -> list[tuple[int, ...]]:
        legal = [(action,) for action in self.state.legal_actions()]
        if (KNOCK,) in legal and self._phase() == pyspiel.gin_rummy.Phase.DISCARD:
            legal.remove((KNOCK,))
            legal += [(KNOCK, card) for card in self.state.child(KNOCK).legal_actions()]
        return sorted(legal)

    def _phase(self) -> Any:
        return self.state.current_phase()

    def _is_a_slip(self, actions: tuple[int, ...]) -> bool:
        """
        Whether OpenSpiel forgets this choice.

        Of eleven cards it looks at one best arrangement, lays off the card that is worth most, and
        does not see that after another ten are left. And a card that was laid off lets a run go on
        only if it lay next to the cards of the knock.
        """
        if actions in self._legal():
            return False
        state, phase = self.state, pyspiel.gin_rummy.Phase
        hand = state.hands()[state.current_player()]
        if actions[0] == KNOCK:
            cards = [*hand, state.upcard()] if self._phase() == phase.WALL else hand
            left = [[card for card in cards if card != gone] for gone in cards]
            return min(self.utils.min_deadwood(each) for each in left) <= MOST_LEFT
        return self._phase() == phase.LAYOFF and any(
            abs(actions[0] - card) == 1 and actions[0] // 13 == card // 13
            for card in state.layoffs()
        )

    def _liked(self, offered: list[tuple[int, ...]]) -> tuple[int, ...]:
        """Any of them, but mostly a discard after which little is left, or hands never come up."""
        hand = self.state.hands()[self.state.current_player()]
        if self._phase() != pyspiel.gin_rummy.Phase.DISCARD or self.rng.random() < 0.2:
            return self.rng.choice(offered)

        def left(actions: tuple[int, ...]) -> int:
            value: int = self.utils.min_deadwood([card for card in hand if card != actions[-1]])
            return value

        return min(offered, key=lambda each: (left(each), self.rng.random()))

    def _compare_what_is_known(self) -> None:
        """Each player knows the cards that the other took openly and has still."""
        for seat in (0, 1):
            known = [DECK[card] for card in self.state.known_cards()[1 - seat]]
            assert _seen(self.match, seat) == sorted(known), self.state


def _seen(match: InterpretedMatch, seat: int) -> list[str]:
    """The cards of the other's hand that this player sees."""
    zone = match.view(seat).zones[f"hand({('south', 'north')[seat]})"]
    assert zone.cards is not None
    return sorted(card for card in zone.cards if card is not None)


def _played(seeds: range) -> tuple[int, int]:
    """How many choices were compared, and how many more slips there were."""
    tables = [Table(seed) for seed in seeds]
    for table in tables:
        table.play()
    return sum(table.made for table in tables), sum(table.slips for table in tables)


def test_six_deals_go_the_same_way() -> None:
    made, _ = _played(range(6))

    assert made > 120


@pytest.mark.long
def test_six_hundred_deals_go_the_same_way() -> None:
    made, slips = _played(range(6, 606))

    assert made > 12_000
    assert slips < made / 1000
