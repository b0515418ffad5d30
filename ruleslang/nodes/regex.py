"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
from typing import Any, cast


class _Regex:
    """
    Stands in the place of a pattern until it is asked for anything.

    Most patterns belong to messages, which most checks do not print, and to compile one takes as
    long as to import a small module.
    """

    __slots__ = ("_compiled", "_flags", "_text")

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags
        self._compiled: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:
        if self._compiled is None:
            self._compiled = re.compile(self._text, self._flags)
        return getattr(self._compiled, name)


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """
    A pattern, compiled when it is first used.

    >>> regex("a+").match("aab")
    <re.Match object; span=(0, 2), match='aa'>
    """
    return cast("re.Pattern[str]", _Regex(text, flags))
