"""
What is said of rules: sentences with names in braces, and what stands for each.

As a string it is English, with names as the text of the rulebook has them; who shows it to players
says it in their language, with what the rulebook displays (`story/vocabulary.py`).
"""

from __future__ import annotations

from attrs import frozen

from ruleslang.program.references import filled


@frozen
class Name:
    """What the text calls something; `shown` is what its rulebook displays instead, if it says."""

    text: str
    shown: Sentence | str = ""

    def __str__(self) -> str:
        return self.text


@frozen
class Sentence:
    """
    A sentence with names in braces. A plain string that stands for one is said as it is.

    >>> str(sentence("`{zone}` is empty", zone=Name("hand(home)")))
    '`hand(home)` is empty'
    """

    text: str
    values: tuple[tuple[str, Sentence | Name | str], ...] = ()

    def __str__(self) -> str:
        values = dict(self.values)
        return filled(self.text, lambda name: str(values[name]))


def sentence(text: str, **values: Sentence | Name | str) -> Sentence:
    """A sentence with values for its names in braces."""
    return Sentence(text, tuple(values.items()))
