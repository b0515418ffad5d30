"""Extensive forms, read back by a reader that follows the description of the format strictly."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field

import ruleslang
from ruleslang.apps.adapters.gambit import extensive_form, main
from tests.support.shipped import by_name

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}]|,|[^\s{},"]+)')
NUMBER = re.compile(r"-?[0-9]+(?:/[1-9][0-9]*)?")


@define
class Node:
    """A node with its children; `of` is a player from 1, 0: chance, -1: an end."""

    of: int
    set: int
    name: str
    actions: tuple[str, ...]
    chances: tuple[Fraction, ...] = ()
    payoffs: tuple[Fraction, ...] = ()
    children: list[Node] = field(factory=list)


@define
class Reader:
    """Reads a file of format 2; raises `AssertionError` for anything else."""

    tokens: list[str]
    players: int = 0
    sets: dict[tuple[int, int], tuple[str, tuple[str, ...]]] = field(factory=dict)
    ends: set[int] = field(factory=set)

    def take(self, expected: str = "") -> str:
        token = self.tokens.pop()
        assert not expected or token == expected, (token, expected)
        return token

    def text(self) -> str:
        token = self.take()
        assert token[0] == token[-1] == '"' and len(token) > 1, token
        return re.sub(r"\\(.)", r"\1", token[1:-1])

    def number(self) -> Fraction:
        token = self.take()
        assert NUMBER.fullmatch(token), token
        return Fraction(token)

    def listed(self, read: Callable[[], Any]) -> Iterator[Any]:
        self.take("{")
        while self.tokens[-1] != "}":
            yield read()
        self.take("}")

    def whole(self) -> Node:
        for word in ("EFG", "2", "R"):
            self.take(word)
        self.text()
        self.players = len([*self.listed(self.text)])
        self.text()
        root = self.node()
        assert not self.tokens
        return root

    def node(self) -> Node:
        kind = self.take()
        self.text()
        if kind == "t":
            return self.end()
        of = 0 if kind == "c" else int(self.number())
        assert kind in "cp" and (of == 0) == (kind == "c") and of <= self.players
        number, name = int(self.number()), self.text()
        if of == 0:
            pairs = [*self.listed(lambda: (self.text(), self.number()))]
            actions = tuple(action for action, _ in pairs)
            node = Node(of, number, name, actions, tuple(chance for _, chance in pairs))
            assert sum(node.chances) == 1 and min(node.chances) > 0
        else:
            node = Node(of, number, name, tuple(self.listed(self.text)))
        assert len({*node.actions}) == len(node.actions) > 0
        assert self.sets.setdefault((of, number), (name, node.actions)) == (name, node.actions)
        self.take("0")
        node.children = [self.node() for _ in node.actions]
        return node

    def end(self) -> Node:
        number, name = int(self.number()), self.text()
        assert number not in self.ends
        self.ends.add(number)
        payoffs = list[Fraction]()
        self.take("{")
        while self.tokens[-1] != "}":
            if payoffs:
                self.take(",")
            payoffs.append(self.number())
        self.take("}")
        assert len(payoffs) == self.players
        return Node(-1, number, name, (), payoffs=tuple(payoffs))


def read(text: str) -> tuple[Node, Reader]:
    tokens = TOKEN.findall(text)
    assert "".join(tokens) == re.sub(r'\s+(?=(?:[^"]*"[^"]*")*[^"]*$)', "", text)
    reader = Reader(tokens[::-1])
    return reader.whole(), reader


def all_of(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from all_of(child)


def expected(node: Node) -> Fraction:
    """The first player's payoff if all players choose at random."""
    if not node.children:
        return node.payoffs[0]
    many = len(node.children)
    chances = node.chances or (Fraction(1, many),) * many
    parts = zip(chances, map(expected, node.children), strict=True)
    return sum((chance * value for chance, value in parts), Fraction(0))


def test_kuhn_poker_has_its_known_tree() -> None:
    root, reader = read(extensive_form(by_name("kuhn_poker")))
    nodes = [*all_of(root)]
    sets = Counter(of for of, _ in reader.sets)
    assert (sets[1], sets[2], len(reader.ends), len(nodes)) == (6, 6, 30, 58)
    assert root.chances == (Fraction(1, 3),) * 3
    assert all(sum(node.payoffs) == 0 for node in nodes)
    assert expected(root) == Fraction(1, 8)
    for node in nodes:  # a set is named by its own card, and tells nothing of the other
        assert node.of < 1 or len(re.findall("jack|queen|king", node.name)) == 1
    names = [name for (of, _), (name, _) in reader.sets.items() if of > 0]
    assert len({*names}) == 12


PENNIES = """rulebook pennies "Pennies"
    language 1
    players 2: even, odd
    starts with game
    payoff gain

words Side: heads, tails
state won(player): -1..1 = 0
value gain(p: player): -1..1 = won(p)

phase game
    together
        even chooses a "side" from Side
        odd chooses b "side" from Side
    if a is b: set won(even) to 1
    if a is not b: set won(odd) to 1
    nobody wins
"""


def test_a_secret_choice_is_one_information_set() -> None:
    root, reader = read(extensive_form(ruleslang.load_text(PENNIES)))
    assert {*reader.sets} == {(1, 1), (2, 1)} and len(reader.ends) == 4
    assert [node.payoffs for node in all_of(root) if node.payoffs] == [
        *((1, 0), (0, 1), (0, 1), (1, 0))
    ]


def test_what_is_seen_parts_information_sets() -> None:
    """The second player sees the first choice: one set for each."""
    text = PENNIES.replace("    together\n", "").replace("        even", "    even")
    text = text.replace("        odd", "    reveal_it(a)\n    odd")
    text = text.replace("value gain", "state shown: Side or none = none\nvalue gain")
    text += "\nprocedure reveal_it(a: Side)\n    set shown to a\n"
    _, reader = read(extensive_form(ruleslang.load_text(text)))
    assert {*reader.sets} == {(1, 1), (2, 1), (2, 2)}


def test_a_title_in_any_letters_is_read_by_gambit() -> None:
    game = ruleslang.load_text(PENNIES.replace('"Pennies"', '"Größe: Élan 7♥"'))
    text = extensive_form(game)
    assert text.startswith('EFG 2 R "Grosse: Elan 7" { "even" "odd" }') and text.isascii()
    gambit = pytest.importorskip("pygambit", exc_type=ImportError)
    assert gambit.read_efg(io.StringIO(text)).title == "Grosse: Elan 7"


def test_a_large_tree_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="the tree of tic_tac_toe has more than 500 nodes"):
        extensive_form(by_name("tic_tac_toe"), most=500)
    out = tmp_path / "kuhn.efg"
    monkeypatch.setattr("sys.argv", ["gambit", "kuhn_poker", "-o", str(out)])
    main()
    assert capsys.readouterr().out == f"wrote {out}: 58 nodes\n"
    assert read(out.read_text("utf-8"))[1].players == 2
    monkeypatch.setattr("sys.argv", ["gambit", "tic_tac_toe", "--most", "9", "-o", str(out)])
    with pytest.raises(SystemExit):
        main()
    assert "more than 9 nodes" in capsys.readouterr().err
