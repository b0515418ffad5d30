"""Every field of a program that holds a plain word is marked as a name, or known to be none."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import attrs

from ruleslang.program import declarations, events, expressions, statements, types
from ruleslang.program.references import Reference, reference_fields, references

MODULES = (declarations, events, expressions, statements, types)

WORDS = re.compile(r"str|FunctionName|str \| None|tuple\[str, \.\.\.\]")

# What a declaration is called, and the words that it declares.
DECLARED = {
    "Words.name", "Words.words", "Die.name", "Option.name", "Option.values", "IndexPlace.name",
    "History.name", "Zone.name", "State.name", "Dice.name", "Board.name", "Board.spaces",
    "Piece.name", "FieldType.name", "Kind.name", "Definition.name", "Play.name", "Standing.name",
    "Parameter.name", "Value.name", "Procedure.name", "Action.name", "Window.name", "Measure.name",
    "Chooser.name", "Example.title", "Claim.title", "Property.title",
}  # fmt: skip

# What a body, a decision or a report calls something.
CALLED = {
    "Branch.name", "Choice.name", "Lasting.name", "Limit.name", "Rank.name",
    "OnceOnly.choices", "ReadPlace.name", "PlaceOfUnderWay.name",
}  # fmt: skip

# `what` and `about` say of which declaration: a list, board, kind, piece; an action or a choice.
BY_ANOTHER_FIELD = {"Everything.name", "Preference.name"}

OTHERS = {
    "History.others",  # `active`, `players`, `pieces`
    "Definition.deck",  # decks are gone when a program is made
    "Everything.deck",
    "Definition.written",
    "Look.name",  # of whatever is called so
    "Look.sign",
    "Look.drawn",
    "Look.fonts",
    "Look.layout",
    "Look.colour",
    "Look.art",
    "Look.back",
    "ZoneTarget.resets",  # it follows from the states, whose zones are marked
    "SwapMembers.resets",
    "DrawnRegion.name",  # regions are gone when a program is made
}


def classes() -> Iterator[type[Any]]:
    """The classes of nodes."""
    for module in MODULES:
        for _, each in inspect.getmembers(module, inspect.isclass):
            if each.__module__.startswith(module.__name__) and attrs.has(each):
                yield each


def word_fields() -> Iterator[tuple[type[Any], str]]:
    """The fields with plain words that a rule may read."""
    for kind in classes():
        shown = {each.name for each in attrs.fields(kind) if "display" in each.metadata}
        for name, type in inspect.get_annotations(kind).items():
            if WORDS.fullmatch(type) and name not in shown:
                yield kind, name


def test_every_word_is_marked_or_no_reference() -> None:
    unmarked = {
        f"{kind.__name__}.{name}"
        for kind, name in word_fields()
        if name not in dict(reference_fields(kind))
    }
    assert unmarked == DECLARED | CALLED | BY_ANOTHER_FIELD | OTHERS


def test_only_words_are_marked() -> None:
    words = {(kind, name) for kind, name in word_fields()}
    for kind in classes():
        for name, _ in reference_fields(kind):
            assert (kind, name) in words


def test_one_name_several_names_and_none() -> None:
    offer = statements.Offer(expressions.Local(0), "may", ("trade", "build"))
    assert list(references(offer)) == [Reference("action", "trade"), Reference("action", "build")]
    assert list(references(types.Card(None))) == []
    assert list(references(types.Card("creature"))) == [Reference("kind", "creature")]
