"""The family of exceptions, and how messages show values and names that come from outside."""

from __future__ import annotations

import re
from operator import index
from typing import Any

MOST_SHOWN = 80  # letters of a value
LONGEST = 1000  # letters of a message
LONGEST_WORD = 200  # letters without a blank: no name has so many, and hardly a path
MOST_LETTERS = 4096  # letters of the name of a text
PUBLIC = {"BadPosition", "IllegalChoice", "Refused", "RulesError", "UnknownRulebook", "WorkerLost"}


class RuleslangError(Exception):
    """
    A request that cannot be fulfilled; each kind has its own subclass.

    Arguments of a wrong type or value are `TypeError` and `ValueError`, as everywhere in Python.
    """

    __module__ = "ruleslang.api"  # a traceback shows a name that users can import

    def __init_subclass__(cls) -> None:
        if cls.__name__ in PUBLIC:
            cls.__module__ = "ruleslang.api"


def typed(value: Any) -> str:
    """
    Return a value with its type, as much of it as a line holds.

    >>> typed(1.5)
    'float 1.5'
    """
    shown = repr(value)
    cut = shown if len(shown) <= MOST_SHOWN else shown[: MOST_SHOWN - 3] + "..."
    return f"{type(value).__name__} {cut}"


def whole_number(argument: str, value: Any) -> int:
    """
    Return a whole number, also NumPy's; raises `TypeError` for any other value, and for truth
    values.

    >>> whole_number("seed", 3)
    3
    """
    try:
        return index(None if isinstance(value, bool) else value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"`{argument}` is a whole number, not {typed(value)}") from None


def legible(message: str) -> str:
    """
    Return a message that may hold words of strangers: short, one line, without a terminal's
    commands.

    >>> legible("no file is called `a\x1b[2Jb`")
    'no file is called `a?[2Jb`'
    """
    short = re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda word: f"{word[0][:60]}…`", message)
    short = short if len(short) <= LONGEST else f"{short[:LONGEST]} …"
    return "".join(letter if letter.isprintable() else "?" for letter in short)


def shown_name(name: str) -> str:
    r"""
    Return a name for a message, with unprintable characters as escapes.

    >>> print(shown_name("a\nb.rules"))
    a\nb.rules
    """
    cut = name if len(name) <= MOST_SHOWN else name[: MOST_SHOWN - 3] + "..."
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in cut)


def wrong_in_name(name: str) -> str:
    r"""
    Return why a text may not have a name that is put in messages, records and printed code; else
    empty.

    >>> wrong_in_name("a\u2028b.rules"), wrong_in_name("é.rules")
    ('it holds `\\u2028`, which is not printed', '')
    """
    if len(name) > MOST_LETTERS:
        return f"it has {len(name):,} characters, more than {MOST_LETTERS:,}"
    unprinted = next((letter for letter in name if not letter.isprintable()), "")
    return unprinted and f"it holds `{shown_name(unprinted)}`, which is not printed"
