"""Corrects a misspelt keyword: one with which the line can be parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ruleslang.source.span import Source
from ruleslang.syntax import keywords
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.layout import LayoutError
from ruleslang.syntax.parse_failure import Failure, examine

WORD = re.compile(r"[^\W\d]\w*")
FAR = 20_000  # letters: longer texts would take too long
TRIED = 4  # words before the error: a misspelling shows soon
BEGINNINGS = keywords.DECLARATIONS | keywords.STATEMENTS  # these are meant when they begin a line


def meant(failure: Failure) -> tuple[re.Match[str], str] | None:
    """A word of the line where parsing stopped, and its correction."""
    if failure.offset > FAR or failure.layout not in (None, "EOL"):
        return None
    text = failure.chunk.text
    for found, known in _candidates(failure):
        if reads(text[: found.start()] + known + text[found.end() : failure.line_end]):
            return found, known
    return None


def meant_head(text: str, head: re.Match[str], others: Iterable[str] = ()) -> str | None:
    """The correction of the first word of the last line, such that it opens a block."""
    if len(text) > FAR or head.group() in keywords.KEYWORDS:
        return None
    near = (
        *others,
        *slips(head.group(), keywords.KEYWORDS),
        *close(head.group(), keywords.KEYWORDS),
    )
    return next((known for known in near if _opens_block(_put(text, head, known))), None)


def meant_declaration(text: str) -> str | None:
    """The correction of a declaration's first word, judged by its first line."""
    line = text.split("\n", 1)[0]
    match = WORD.match(line)
    if not match or len(line) > FAR:
        return None
    near = (
        *slips(match.group(), keywords.DECLARATIONS),
        *close(match.group(), keywords.DECLARATIONS),
    )
    return next((known for known in near if reads(_put(line, match, known))), None)


def slips(word: str, known: Iterable[str]) -> list[str]:
    """
    The known words one typing error away from `word`, transpositions first.

    >>> slips("wisn", ["win", "wins", "with"])
    ['wins', 'win']
    """
    low = word.lower()
    found = (each for each in known if each != word and _is_slip(low, each))
    return sorted(found, key=lambda each: (len(each) != len(low), each))


def close(word: str, known: Iterable[str]) -> list[str]:
    """The known words most like `word`."""
    from difflib import get_close_matches  # only needed for errors

    return get_close_matches(word.lower(), sorted(known), n=3, cutoff=0.75)


def reads(text: str) -> bool:
    """Whether a text can be parsed to the end of its last line."""
    failure = _examine(text)
    return not failure or (failure.offset >= len(text.rstrip()) and failure.layout != "EOL")


def reads_with(failure: Failure, start: int, end: int, instead: str) -> bool:
    """
    Whether the line where parsing stopped can be parsed with another text between two offsets.
    """
    text = failure.chunk.text
    return reads(text[:start] + instead + text[end : failure.line_end])


def _candidates(failure: Failure) -> Iterator[tuple[re.Match[str], str]]:
    """The words of the line, last first, each with corrections; single typing errors first."""
    here = WORD.match(failure.text, failure.offset)
    before = list(WORD.finditer(failure.text, failure.line_start, failure.offset))
    begins = failure.first.start() if failure.first else -1
    tried = [
        found
        for found in (*([here] if here else []), *reversed(before[-TRIED:]))
        if found.start() != begins or found.group() not in BEGINNINGS
    ]
    for found in tried:
        for known in slips(found.group(), keywords.KEYWORDS):
            yield found, known
    for found in tried:
        if found.group() not in keywords.KEYWORDS and len(found.group()) > 2:
            for known in close(found.group(), keywords.KEYWORDS):
                yield found, known


def _is_slip(word: str, known: str) -> bool:
    """Whether the words differ by a transposition, a missing or a surplus letter."""
    shorter, longer = sorted((word, known), key=len)
    if len(shorter) == len(longer):
        apart = [i for i, (a, b) in enumerate(zip(word, known, strict=True)) if a != b]
        return len(apart) == 0 or (
            len(apart) == 2
            and apart[1] == apart[0] + 1
            and word[apart[0]] + word[apart[1]] == known[apart[1]] + known[apart[0]]
        )
    return len(longer) == len(shorter) + 1 > 2 and any(
        longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer))
    )


def _opens_block(text: str) -> bool:
    """Whether the last line of a text can be the head of a block."""
    failure = _examine(text)
    return failure is not None and failure.expected == {"_INDENT"}


def _put(text: str, found: re.Match[str], word: str) -> str:
    return text[: found.start()] + word + text[found.end() :]


def _examine(text: str) -> Failure | None:
    chunk = Chunk(Source("", text), 0, len(text))
    try:
        return examine(chunk)
    except LayoutError as stopped:
        return Failure(chunk, stopped.offset, "EOL", frozenset())
