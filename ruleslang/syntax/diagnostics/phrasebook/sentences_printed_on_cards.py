"""
Sentences as they are printed on cards, with the lines that say the same.

Always: nothing is proposed with which the text could not be read as far as that line. What is
proposed takes its names from the rulebook's own declarations, where the file has any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import write
from ruleslang.source.span import Source
from ruleslang.syntax.diagnostics.phrasebook import (
    compound_sentences,
    event_sentences,
    play_conditions,
)
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.syntax.diagnostics.phrasebook.event_sentences import Lines
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import FAR, reads

LONGEST = 120  # letters of a sentence: more is no line of a card
HEADS = ("play", "before ", "after ", "instead ")  # below them stands a block


def card_sentence(failure: Failure) -> Diagnostic | None:
    """
    A sentence as on a card: `gain 2 coins`, `at the end of your turn`.

    The help has the lines that say it; whether they are what was meant, the writer knows.
    """
    if failure.layout not in (None, "EOL") or failure.offset > FAR:
        return None
    start = failure.line_start + len(failure.margin)
    end = failure.line_start + len(failure.text[failure.line_start : failure.line_end].rstrip())
    said = failure.chunk.text[start:end]
    found = next(_readable(failure, said), None) if len(said) <= LONGEST else None
    if found is None:
        return None
    lines, note = found
    return error(
        "card-sentence",
        failure.span(start, end),
        f"{quoted(said)} is a sentence as on a card",
        help=write(*lines) if not note else write(*lines).text + note,
    )


def sentence_at_the_margin(source: Source, said: str) -> str | None:
    """What to write for an event that begins a declaration; None when it is none."""
    known = Vocabulary.of(source, "p")
    for lines, note in event_sentences.lines_for(said, known) if len(said) <= LONGEST else ():
        if reads("\n".join(lines)):
            return write(*lines).text + note
    return None


def _readable(failure: Failure, said: str) -> Iterator[Lines]:
    """The lines that say a sentence, if the text can be read with them."""
    known = Vocabulary.of(failure.chunk.source, _speaker(failure))
    above = failure.chunk.text[: failure.line_start]
    for lines, note in _candidates(said, known):
        put = "\n".join(failure.margin + line for line in lines)
        if lines[-1].lstrip().startswith(HEADS):
            put += f"\n{' ' * len(put)}nothing"
        if lines != (said,) and reads(above + put):
            yield lines, note


def _candidates(said: str, known: Vocabulary) -> Iterator[Lines]:
    """What a sentence may mean: in its place, or with the head that it wants above it."""
    moments, done = (
        tuple(event_sentences.lines_for(said, known)),
        tuple(compound_sentences.lines_for(said, known)),
    )
    whole = tuple(_with_rest(said, moments, known))
    moments = (*whole, *moments)
    yield from (*moments, *play_conditions.lines_for(said, known), *done)
    for lines, note in done:
        yield ("play", *(f"    {line}" for line in lines)), note
    for lines, note in moments:
        where = known.hand() if "(this)" in lines[0] else known.front()
        head = f"while in {where}({known.me})"
        yield (head, *(f"    {line}" for line in lines)), note
    for lines, note in done:
        moment = "after turn(you)" if known.me == "you" else "after turn"
        yield (moment, *(f"    {line}" for line in lines)), f"{note}; or with another moment"


def _with_rest(said: str, moments: tuple[Lines, ...], known: Vocabulary) -> Iterator[Lines]:
    """Moments with what happens then, where the same sentence goes on to say it."""
    parted = re.split(r"\s*[,:]\s+", said, maxsplit=1)
    if len(parted) < 2:
        return
    for lines, note in moments:
        opens = note.endswith(event_sentences.BELOW)
        for rest, more in compound_sentences.lines_for(parted[1], known) if opens else ():
            yield (*lines, *(f"    {line}" for line in rest)), more


def _speaker(failure: Failure) -> str:
    """Who it is about: `you` on a card, else the player whom the lines above name."""
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
