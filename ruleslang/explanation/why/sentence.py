"""
Sentences about rules, with names in braces and a value for each.

As a string a sentence is English, with the names of the rulebook's text; `story/vocabulary.py`
renders it in the players' language with the titles that the rulebook displays.
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.program.references import filled


@frozen
class Name:
    """A name in the text; `shown` is the title that its rulebook displays instead, if any."""

    text: str
    shown: Sentence | str = ""

    def __str__(self) -> str:
        return self.text


@frozen
class Sentence:
    """
    A sentence with names in braces. A plain string in place of one is used as it is.

    >>> str(sentence("`{zone}` is empty", zone=Name("hand(home)")))
    '`hand(home)` is empty'
    """

    text: str
    values: tuple[tuple[str, Sentence | Name | str], ...] = ()

    def __str__(self) -> str:
        values = dict(self.values)
        return filled(self.text, lambda name: str(values[name]))


def sentence(text: str, **values: Sentence | Name | str) -> Sentence:
    """Return a sentence with values for its names in braces."""
    return Sentence(text, tuple(values.items()))
