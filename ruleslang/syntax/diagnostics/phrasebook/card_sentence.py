"""Answers a sentence of a card with equivalent lines.

Always: a proposal contains only names of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import write
from ruleslang.source.span import Source
from ruleslang.syntax.diagnostics.phrasebook.declared_names import (
    Vocabulary,
    has_only_known_names,
)
from ruleslang.syntax.diagnostics.phrasebook.sentences import Lines, lines_for
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import FAR, reads

HEADS = ("play", "before ", "after ")  # they open a block
BELOW = "; what happens then stands below it, further in"


def card_sentence(failure: Failure) -> Diagnostic | None:
    """A sentence of a card: `gain 2 coins`, `at the end of your turn`."""
    if failure.layout not in (None, "EOL") or failure.offset > FAR:
        return None
    start = failure.line_start + len(failure.margin)
    end = failure.line_start + len(failure.text[failure.line_start : failure.line_end].rstrip())
    said = failure.chunk.text[start:end]
    lines = next(_readable(failure, said), None)
    if lines is None:
        return None
    help = write(*lines)
    return error(
        "card-sentence",
        failure.span(start, end),
        f"{quoted(said)} is a sentence as on a card",
        help=help.text + BELOW if _is_head(lines) else help,
    )


def sentence_at_the_margin(source: Source, said: str) -> str | None:
    """The help for an event that begins a declaration, or None."""
    known = Vocabulary.of(source, "p")
    for lines in lines_for(said, known):
        if lines[0].startswith(HEADS) and reads("\n".join(lines)):
            return write(*lines).text + (BELOW if _is_head(lines) else "")
    return None


def _readable(failure: Failure, said: str) -> Iterator[Lines]:
    """The equivalent lines with which the text is readable."""
    known = Vocabulary.of(failure.chunk.source, _speaker(failure))
    above = failure.chunk.text[: failure.line_start]
    for lines in _candidates(said, known):
        put = "\n".join(failure.margin + line for line in lines)
        if _is_head(lines):
            put += f"\n{' ' * len(put)}nothing"
        is_line = said in (line.strip() for line in lines)  # a keyword in the wrong place
        if not is_line and has_only_known_names(failure, put) and reads(above + put):
            yield lines


def _candidates(said: str, known: Vocabulary) -> Iterator[Lines]:
    """The meanings of a sentence: in its place, or below the head that it needs."""
    for lines in lines_for(said, known):
        yield lines
        inside = tuple(f"    {line}" for line in lines)
        opens = lines[0].startswith(HEADS)
        yield (f"while in {known.front()}({known.me})" if opens else "play", *inside)


def _is_head(lines: Lines) -> bool:
    return lines[-1].lstrip().startswith(HEADS)


def _speaker(failure: Failure) -> str:
    """The subject: `you` on a card, else the player named by the lines above."""
    above = failure.text[: failure.line_start]
    loops = [
        found[2]
        for found in re.finditer(r"^( *)(?:for each|take turns) (\w+)", above, re.MULTILINE)
        if len(found[1]) < len(failure.margin)
    ]
    if loops:
        return loops[-1]
    head = above.split("\n", 1)[0]
    if re.match(r"(card|kind)\b", head):
        return "you"
    found = re.search(r"\bby (\w+)", head) or re.search(r"(\w+): player\b", head)
    return found[1] if found else "p"
