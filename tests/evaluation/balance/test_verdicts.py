"""
The reliability of verdicts: copies of cards show no difference, and better cards do.

`python -m pytest -m long -s tests/evaluation/balance/test_verdicts.py` prints a table
of them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

import pytest

from tests.apps.cli.conftest import Run
from tests.support.shipped import LARGE, compiled

BOOKS = sorted(LARGE - {"standard"})
COPIES, MOST_FOUND = 20, 1
TRIED = 20  # how many cards of a book are tried: not every copy has a verdict
FOUND = "certain"
MANY = "4000"
BETTER = [
    *(("spell_duel", card, "price", "0") for card in ("boar", "lord", "lancer")),
    *(("spell_duel", card, "price", "0") for card in ("giant", "chimera")),
    ("spell_duel", "scout", "power", "2"),
    ("ollapion", "rage", r"\+2\n", "+4\n"),
    ("ollapion", "parry", r"\+2\n", "+4\n"),
    ("higher", "low", "strength", "4"),
    ("higher", "middle", "strength", "6"),
]


def _weighed(run: Run, book: str, card: str, change: tuple[str, str] = ("", "")) -> Any:
    """A card that is a copy of another but for this change, weighed beside it."""
    Path("other_card.cards").unlink(missing_ok=True)
    made = run("new", "card", book, "other_card", "--like", card)
    if made.status:
        return None
    text = Path("other_card.cards").read_text("utf-8")
    pattern, instead = change
    if pattern:
        text = _changed(text, pattern, instead)
    Path("other_card.cards").write_text(text, encoding="utf-8")
    words = "weigh", book, "other_card", card, "--cards", "other_card.cards"
    more = ("--games", MANY) if book in LARGE else ()  # a card does less in a long game
    ran = run(*words, *(more if pattern else ("--learn", "0")), "--format", "json", "--jobs", "1")
    if ran.status:
        return None
    alone = (each["from_the_start"] for each in ran.json["cards"] if each["card"] == "other_card")
    return next(iter(ran.json["pairs"]), None) or (
        next(filter(None, alone), None) if pattern else None
    )


def _changed(text: str, what: str, instead: str) -> str:
    """A card with another value in a column, in a field, or in a line of its rule."""
    heads = next((line.split("|") for line in text.splitlines() if "| id" in line), [])
    column = next((at for at, head in enumerate(heads) if head.strip() == what), None)
    if column is None:
        changed = re.sub(
            rf"\b{what}: \S+" if what.isalpha() else what,
            (f"{what}: {instead}" if what.isalpha() else instead),
            text,
        )
    else:
        row = next(line for line in text.splitlines() if "| other_card" in line)
        cells = row.split("|")
        cells[column] = f" {instead} "
        changed = text.replace(row, "|".join(cells))
    assert changed != text, text
    return changed


def _cards(book: str) -> Iterator[str]:
    """The cards that a deck holds in several copies, in a random order that is always the same."""
    names = [
        card.name
        for card in compiled(book).program.definitions
        if card.copies > 0 and not card.deck
    ]
    random.Random(book).shuffle(names)
    return iter(names)


@pytest.mark.long
def test_a_copy_of_a_card_is_not_reported_as_different(
    run: Run, capfd: pytest.CaptureFixture[str]
) -> None:
    """A card is not weighed if no player knows it, or if cards like it are dealt during play."""
    results: list[Any] = []
    tried = [[(book, card) for card in islice(_cards(book), TRIED)] for book in BOOKS]
    for book, card in filter(None, chain.from_iterable(zip_longest(*tried))):
        pair = _weighed(run, book, card)
        with capfd.disabled():
            print(f"| {book} | copy of {card} | {_row(pair)} |", flush=True)
        results += [pair] if pair is not None else []
        if len(results) == COPIES:
            break
    assert len(results) == COPIES

    assert sum(pair[FOUND] for pair in results) <= MOST_FOUND * len(results) / COPIES


@pytest.mark.long
def test_a_better_card_is_reported_as_stronger(run: Run, capfd: pytest.CaptureFixture[str]) -> None:
    found = []
    for book, card, what, to in BETTER:
        pair = _weighed(run, book, card, (what, to))
        with capfd.disabled():
            print(f"| {book} | {card}, {to!r} | {_row(pair)} |", flush=True)
        found.append(pair is not None and pair[FOUND] and pair["difference"] > 0)

    assert sum(found) > 8


def _row(pair: Any) -> str:
    if pair is None:
        return "not weighed"
    low, high = (100 * pair[end] for end in ("low", "high"))
    verdict = "different" if pair[FOUND] else "no difference detected"
    return f"{100 * pair['difference']:+.1f} ({low:+.1f} to {high:+.1f}) | {verdict}"


@pytest.mark.long
@pytest.mark.parametrize("book", ["higher", "spell_duel", "leduc_poker", "ollapion"])
def test_a_game_is_not_reported_as_different_from_itself(run: Run, book: str) -> None:
    """With other seeds of chance it would be: a card more that is never dealt changes the order."""
    kind = compiled(book).program.kinds[0].name if compiled(book).program.kinds else ""
    Path("nothing.cards").write_text("kind unread_kind\ncard unread: unread_kind\n" * bool(kind))
    same = run("compare", book, book)
    words = "compare", book, "--cards", "nothing.cards", "--games", "300", "--format", "json"

    assert same.out.startswith("the two are the same game")
    assert not [each for each in run(*words).json["measures"] if each["certain"]]
