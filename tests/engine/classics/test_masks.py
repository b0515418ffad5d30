"""Masks beside sixty lines of Python: questions, eliminated players and holdings."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from typing import TypeAlias

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from tests.engine.classics.classics import choose, game, payoffs

Asked: TypeAlias = Generator["tuple[int, list[str]]", str, "list[int]"]
Step: TypeAlias = "Generator[tuple[int, list[str]], str, None]"
Held: TypeAlias = "Generator[tuple[int, list[str]], str, bool]"

ROLES = ("treasurer", "blade", "guard")


class Shuffles:
    """Shuffles by a generator; what each brought is kept for the other side."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.orders: list[list[str]] = []

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """There are no dice."""
        raise AssertionError(die)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """Any order."""
        places = self.rng.sample(range(len(cards)), len(cards))
        self.orders.append([plain(cards[place]) for place in places])
        return places

    def pick(self, of: str, members: Sequence[str]) -> int:
        """Nothing is picked."""
        raise AssertionError(of)

    def copy(self) -> Shuffles:
        """The same generator."""
        return self

    def words(self) -> list[tuple[str, int]]:
        """Nothing is drawn from a stream."""
        return []


def plain(card: str) -> str:
    """The role on a mask, whichever of the copies it is."""
    return card.partition(" #")[0].removeprefix("masks(").removesuffix(")")


class OnPaper:
    """The game, written without the engine; `play` yields who is asked, and the answers."""

    def __init__(self, players: int, orders: list[list[str]]) -> None:
        self.orders = orders
        self.everybody = range(players)
        self.still_in = list(self.everybody)
        self.coins = [2] * players
        self.pile = orders.pop(0)
        self.hands = [self.pile[2 * p : 2 * p + 2] for p in self.everybody]
        self.pile = self.pile[2 * players :]

    def after(self, player: int) -> list[int]:
        """The others who are still in, clockwise."""
        seats = [(player + step) % len(self.coins) for step in range(1, len(self.coins))]
        return [seat for seat in seats if seat in self.still_in]

    def play(self) -> Asked:
        """The whole match."""
        active = 0
        while len(self.still_in) > 1:
            yield from self.turn(active)
            active = next(iter(self.after(active)), active)
        return [int(p in self.still_in) for p in self.everybody]

    def turn(self, p: int) -> Step:
        """One deed."""
        struck = [f"strike p{q + 1}" for q in self.after(p) if self.coins[p] >= 3]
        deed = yield p, ["earn", "tax", *struck]
        if deed == "earn":
            self.coins[p] = min(20, self.coins[p] + 1)
        elif deed == "tax":
            if (yield from self.claim(p, "treasurer")):
                self.coins[p] = min(20, self.coins[p] + 3)
        else:
            q = int(deed[-1]) - 1
            self.coins[p] -= 3
            if (yield from self.claim(p, "blade")) and q in self.still_in:
                answer = yield q, ["defend", "give_in"]
                if answer == "give_in" or not (yield from self.claim(q, "guard")):
                    yield from self.unmask(q)

    def claim(self, p: int, role: str) -> Held:
        """Whether a claim holds."""
        for q in self.after(p):
            if (yield q, ["doubt", "pass"]) == "doubt":
                if role not in self.hands[p]:
                    yield from self.unmask(p)
                    return False
                self.hands[p].remove(role)
                self.pile = self.orders.pop(0)
                self.hands[p].append(self.pile.pop(0))
                yield from self.unmask(q)
                break
        return True

    def unmask(self, p: int) -> Step:
        """A mask is lost, if there still is one."""
        if self.hands[p]:
            self.hands[p].remove((yield p, sorted(set(self.hands[p]), key=ROLES.index)))
            if not self.hands[p]:
                self.still_in.remove(p)


def play_both(seed: int) -> int:
    """One game on both sides; how many decisions there were."""
    rng = random.Random(f"masks {seed}")
    players = 2 + seed % 3
    chance = Shuffles(rng)
    match = Interpreter(game("masks").program).start(chance=chance, players=players)
    paper = OnPaper(players, chance.orders)
    playing, made, answer = paper.play(), 0, None
    try:
        while True:
            player, offered = next(playing) if answer is None else playing.send(answer)
            answer = offered[0]
            if len(offered) > 1:
                assert match.decision is not None, offered
                assert match.decision.player == player
                assert [plain(choice.id) for choice in match.decision.choices] == offered
                taken = rng.choice(match.decision.choices).id
                answer = plain(taken)
                choose(match, taken)
                made += 1
    except StopIteration as over:
        assert match.decision is None
        assert list(payoffs(match)) == over.value
    return made


def test_sixty_games_go_the_same_way() -> None:
    assert sum(play_both(seed) for seed in range(60)) > 900


@pytest.mark.long
def test_two_thousand_games_go_the_same_way() -> None:
    assert sum(play_both(seed) for seed in range(60, 2060)) > 30_000
