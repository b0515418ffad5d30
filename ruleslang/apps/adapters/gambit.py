"""
A small game as an extensive form of Gambit (`.efg`), with exact probabilities.

    python -m ruleslang.apps.adapters.gambit kuhn_poker --output kuhn_poker.efg

Information sets are named by what their player has seen and done; it needs no other package. Gambit
reads ASCII only, which all names are; in the title, `é` becomes `e`, and signs are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias
from unicodedata import normalize

from attrs import define, field

from ruleslang.api import Decision, Game, Match, RuleslangError, View, as_data, load
from ruleslang.library.files import write_whole

MOST_NODES = 100_000
LONGEST = 200  # letters of the name of an information set
UNTOLD = re.compile(r"^(?:active|players|facts)=|=(?:0|\?|False|0\[\]|[0-9]+\[[? ]*\])$")
"""Facts that names of information sets leave out: numbers make these unique."""
Known: TypeAlias = tuple[str, ...]  # the facts and own choices that a seat remembers
Facts: TypeAlias = Mapping[str, str]


def extensive_form(
    rulebook: str | Game,
    *,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    automatic: int | None = None,
    most: int = MOST_NODES,
) -> str:
    """
    Return the game tree as the text of an `.efg` file; the settings are those of `Game.start`.

    Players have perfect recall. Raises `ValueError` for a tree of more than `most` nodes, and for a
    match that a fault stops.
    """
    game = rulebook if isinstance(rulebook, Game) else load(rulebook)
    match = game.start(chance="asked", options=options, players=players, automatic=automatic)
    title = game.program.title.text if game.program.title else game.name
    seats = " ".join(map(_quoted, match.seats))
    tree = _Tree(game.name, most)
    tree.walk(match)
    heading = f"EFG 2 R {_quoted(_in_ascii(title))} {{ {seats} }}"
    return "\n".join((heading, _quoted(f"Ruleslang, digest {game.digest}"), "", *tree.lines, ""))


@define
class _Tree:
    """The lines of the nodes, and the numbers of information sets by seat."""

    name: str
    most: int
    lines: list[str] = field(factory=list)
    sets: dict[tuple[int, Known], int] = field(factory=dict)
    numbers: dict[int, int] = field(factory=dict)  # of the latest set of each seat; -1: chance
    ends: int = 0

    def walk(self, match: Match) -> None:
        """Add all nodes from a match on, each before those that follow it."""
        nothing: tuple[tuple[Known, Facts], ...] = (((), {}),) * len(match.seats)
        stack = [(match, nothing)]
        while stack:
            at, known = stack.pop()
            if len(self.lines) >= self.most:
                raise ValueError(f"the tree of {self.name} has more than {self.most:,} nodes")
            decision = at.decision
            if decision is None:
                self._end(at)
                continue
            if decision.player >= 0:
                known = tuple(_goes_on(*of, at.view(seat)) for seat, of in enumerate(known))
            self._node(decision, known)
            for place in reversed(range(len(decision.choices))):
                after = at.copy()
                after.choose(place)
                stack.append((after, _chosen(known, decision, place)))

    def _node(self, decision: Decision, known: tuple[tuple[Known, Facts], ...]) -> None:
        if decision.player < 0:
            number = self._next(-1)
            outcomes = " ".join(
                f"{_quoted(choice.id)} {probability}"
                for choice, probability in zip(
                    decision.choices, decision.probabilities, strict=True
                )
            )
            name = _quoted(f"{decision.name} {number}")
            self.lines.append(f'c "" {number} {name} {{ {outcomes} }} 0')
            return
        seat, (seen, _) = decision.player, known[decision.player]
        actions = " ".join(_quoted(choice.id) for choice in decision.choices)
        key = seat, (*seen, decision.prompt, actions)
        number = self.sets.get(key) or self.sets.setdefault(key, self._next(seat))
        called = "; ".join(fact for fact in seen if not UNTOLD.search(fact))
        called = f"{number} {called}"[:LONGEST]
        self.lines.append(f'p "" {seat + 1} {number} {_quoted(called)} {{ {actions} }} 0')

    def _next(self, seat: int) -> int:
        self.numbers[seat] = self.numbers.get(seat, 0) + 1
        return self.numbers[seat]

    def _end(self, match: Match) -> None:
        if match.outcome is None:
            raise ValueError(f"a fault stopped a match of {self.name}: {match.fault}")
        self.ends += 1
        payoffs = ", ".join(map(str, match.outcome.payoffs))
        self.lines.append(f't "" {self.ends} "" {{ {payoffs} }}')


def _goes_on(known: Known, facts: Facts, view: View) -> tuple[Known, Facts]:
    """Extend the knowledge of a seat by the facts of its view that are new."""
    data, now = {**as_data(view)}, dict[str, str]()
    for name in data.keys() - {"decision", "player"}:
        value = data[name]
        parts = value.items() if isinstance(value, dict) else [(name, value)]
        now |= {str(part): _fact(of) for part, of in parts}
    changed = (f"{name}={text}" for name, text in sorted(now.items()) if facts.get(name) != text)
    gone = (f"{name}=" for name in sorted(facts.keys() - now.keys()))
    return (*known, *changed, *gone), now


def _fact(value: Any) -> str:
    """Return a view's value; hidden ones are `?`, and a zone has its number of cards first."""
    if isinstance(value, dict) and "cards" not in value:
        return f"({' '.join(f'{name}={_fact(of)}' for name, of in value.items())})"
    if isinstance(value, dict):
        cards = " ".join("?" if card is None else card for card in value["cards"])
        return f"{_fact(value['count'])}[{cards}]"
    if isinstance(value, list):
        return f"({' '.join(map(_fact, value))})"
    return "?" if value is None else str(value)


def _chosen(
    known: tuple[tuple[Known, Facts], ...], decision: Decision, place: int
) -> tuple[tuple[Known, Facts], ...]:
    """Return what the seats know after a choice: the one that made it remembers it."""
    return tuple(
        ((*seen, f"> {decision.choices[place].id}"), facts)
        if seat == decision.player
        else (seen, facts)
        for seat, (seen, facts) in enumerate(known)
    )


def _in_ascii(text: str) -> str:
    """Return a text without accents, and without other signs beyond ASCII."""
    return normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{" ".join(escaped.split())}"'


def main() -> None:
    """Write the extensive form of a rulebook."""
    import argparse

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebook")
    parser.add_argument("--players", type=int)
    parser.add_argument("--automatic", type=int, help="how many seats play automatically")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--most", type=int, default=MOST_NODES, help="nodes of the tree")
    parser.add_argument("--output", "-o", metavar="FILE", help="default: NAME.efg")
    arguments = vars(parser.parse_args())
    options = dict(setting.partition("=")[::2] for setting in arguments.pop("set"))
    output, rulebook = arguments.pop("output"), arguments.pop("rulebook")
    try:
        game = load(rulebook)
        text = extensive_form(game, options=options, **arguments)
        path = Path(output or f"{game.name}.efg")
        write_whole(path, text)
    except (RuleslangError, OSError, ValueError) as problem:
        parser.error(str(problem))
    print(f"wrote {path}: {text.count(chr(10)) - 3:,} nodes")


if __name__ == "__main__":
    main()
