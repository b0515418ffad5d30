"""What hands of gin rummy are worth, by the rulebook and by OpenSpiel."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from ruleslang.cli.main import status
from tests.classics.classics import file_of

pyspiel: Any = pytest.importorskip("pyspiel")

RANKS, SUITS = "A23456789TJQK", {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts"}
HANDS = 60


def _hands(state: Any) -> list[tuple[list[str], int]]:
    """The hands that a state shows, as cards of the rulebook, and their deadwood."""
    found = []
    for part in re.split(r"Player\d: ", str(state))[1:]:
        said, table = part.split("\n", 1)
        table = table[: table.rindex("+--")]
        cards = [
            f"french({SUITS[suit]}, {RANKS.index(rank) + 1})"
            for rank, suit in re.findall(r"([A2-9TJQK])([scdh])", table)
        ]
        found.append((cards, int(said.split("=")[1])))
    return found


def _played_hands() -> list[tuple[list[str], int]]:
    draw, found = random.Random(7), list[tuple[list[str], int]]()
    while len(found) < HANDS:
        state = pyspiel.load_game("gin_rummy").new_initial_state()
        while not state.is_terminal() and "Phase: Layoff" not in str(state):
            state.apply_action(draw.choice(state.legal_actions()))
            if draw.random() < 0.1 and "Phase: Deal" not in str(state):
                found += [each for each in _hands(state) if len(each[0]) == 10]
    return found[:HANDS]


def test_deadwood_is_what_openspiel_says(tmp_path: Path, capsys: Any) -> None:
    claims = [
        f'\nclaim "hand {number}"\n    given hand(north) is {{{", ".join(cards)}}}\n'
        f"    then deadwood(hand(north)) is {points}\n"
        for number, (cards, points) in enumerate(_played_hands())
    ]
    text = file_of("gin_rummy").read_text(encoding="utf-8") + "".join(claims)
    rules = tmp_path / "gin_rummy.rules"
    rules.write_text(text, encoding="utf-8")

    assert status(["test", str(rules)]) == 0, capsys.readouterr().out
