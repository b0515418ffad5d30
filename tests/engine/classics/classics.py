"""The classics of `examples/`, and chance that falls as a test wants it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import ruleslang
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.interface import Match

EXAMPLES = Path(__file__).parents[3] / "examples"
CLASSICS = (
    "tic_tac_toe",
    "connect_four",
    "nim",
    "pig",
    "kuhn_poker",
    "leduc_poker",
    "blackjack",
    "crazy_eights",
    "sealed_bids",
    "liars_dice",
    "yacht",
    "hearts",
    "spades",
    "hanabi",
    "draw_poker",
    "mancala",
    "othello",
    "checkers",
    "havannah",
    "phantom_ttt",
    "masks",
    "oshi_zumo",
    "amazons",
    "hex",
    "nine_mens_morris",
    "dots_and_boxes",
    "go",
)
# Longer ones, in a text of at most 250 lines with its examples.
MODELS = (
    "euchre",
    "scopa",
    "president",
    "golf",
    "side_pots",
    "lighthouse",
    "garden",
    "lamplighters",
    "vineyards",
    "carts",
    "frontier",
    "smugglers",
    "dyke",
    "expedition",
    "village",
    "lasca",
    "skat",
    "telegraph",
    "tennis",
)


class Forced:
    """
    Chance that is known beforehand: faces and picks in their order, and the order of a pile.

    A pile that has an order gets it whenever it is shuffled; its first card lies on top.
    """

    def __init__(
        self, *, order: Sequence[str] = (), faces: Sequence[str] = (), picks: Sequence[str] = ()
    ) -> None:
        self.order = list(order)
        self.faces = list(faces)
        self.picks = list(picks)

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The next face."""
        return faces.index(self.faces.pop(0))

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """The order that was given."""
        return [cards.index(name) for name in self.order]

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The next pick."""
        return members.index(self.picks.pop(0))

    def copy(self) -> Forced:
        """The same outcomes still to come."""
        return Forced(order=self.order, faces=self.faces, picks=self.picks)

    def words(self) -> list[tuple[str, int]]:
        """None: nothing here is drawn from a generator."""
        return []


def file_of(name: str) -> Path:
    """Where the text of a classic is."""
    return EXAMPLES / name / f"{name}.rules"


@cache
def game(name: str, more: str = "") -> ruleslang.Game:
    """A classic, perhaps with lines of its own added to the text."""
    return ruleslang.load(file_of(name).read_text(encoding="utf-8") + more)


def begin(played: ruleslang.Game, chance: Forced, players: int | None = None) -> InterpretedMatch:
    """A match of it with chance as given."""
    return Interpreter(played.program).start(chance=chance, players=players)


def ids(match: Match) -> list[str]:
    """What is offered."""
    return [] if match.decision is None else [choice.id for choice in match.decision.choices]


def choose(match: Match, id: str) -> None:
    """Make a choice by its name."""
    assert match.decision is not None
    match.choose(match.decision.index_of(id))


def payoffs(match: Match) -> tuple[int, ...]:
    """What everyone has at the end."""
    assert match.fault is None, match.fault
    assert match.outcome is not None
    return match.outcome.payoffs
