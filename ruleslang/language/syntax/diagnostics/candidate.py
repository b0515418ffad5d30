"""A candidate for the intended line: a replacement for a part of one that cannot be read."""

from __future__ import annotations

import re

from attrs import evolve, frozen

from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import (
    has_only_known_names,
    names_in_use,
)
from ruleslang.language.syntax.parse_failure import WORD, Failure, examine_text, quoted
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import Certainty, Edit, Fix, fix_at, leave_out, write

CALLED = re.compile(r"([^\W\d]\w*)\(")
DECLARED = re.compile(r"^state (\w+)")
SHORT = 40  # longest pair of texts in a message
LONGEST = 160  # longest text in a help


@frozen
class Kind:
    """The report of a candidate: `{found}` is replaced by `{put}`."""

    slug: str
    message: str = ""
    help: str = "write `{put}`"


WORDING = Kind("other-wording", "got `{found}`, expected `{put}`")
SENTENCE = Kind("card-sentence", "{quoted} is a sentence from a card")
FOREIGN = Kind("foreign-word", "{quoted} isn't a word of the language", "did you mean `{put}`?")
MISSPELT = Kind(
    "misspelt-word", "{quoted} isn't a word of the language here", "did you mean `{put}`?"
)
ARTICLE = Kind("article-written", "the language has no articles", "remove it: `{line}`")
JOINED = Kind("line-goes-on", "this belongs to the line above")
ONE_LINE = "a line can continue only inside brackets, after a comma, or before `and` and `or`"
UNEXPECTED = Kind("unexpected")
"""The message is that of the line, with what is expected; the help has the whole line."""


@frozen
class Candidate:
    """
    A text for a stretch of a chunk, in the line that cannot be read.

    The lines of `put` have their margins, but for the first. A `sure` one may be written without
    asking; a `partial` one may leave another mistake behind it; a head needs a block, which its
    author must write.
    """

    start: int
    end: int
    put: str
    kind: Kind = UNEXPECTED
    sure: bool = False
    partial: bool = False
    is_head: bool = False


def line_with(failure: Failure, candidate: Candidate) -> str:
    """Return the line, or the lines, that a candidate makes of the one that cannot be read."""
    text = failure.chunk.text
    before = text[_begins(failure, candidate) : candidate.start]
    return f"{before}{candidate.put}{text[candidate.end : failure.line_end]}".rstrip()


def _begins(failure: Failure, candidate: Candidate) -> int:
    """Return the start of the first line that it changes."""
    return failure.chunk.text.rfind("\n", 0, candidate.start) + 1


def can_be_read(failure: Failure, candidate: Candidate) -> bool:
    """Return whether the line can be read with it; with a partial one, past its place."""
    line = line_with(failure, candidate)
    if candidate.is_head:
        line += f"\n{' ' * len(line)}nothing"
    longest = max(map(len, candidate.put.split("\n")))
    if longest > LONGEST or line == failure.written_line.rstrip():
        return False
    left = examine_text(f"{failure.chunk.text[: _begins(failure, candidate)]}{line}")
    reached = candidate.start + len(candidate.put.rstrip())
    return left is None or (candidate.partial and left.layout is None and left.offset > reached)


def names_known_things(failure: Failure, candidate: Candidate) -> bool:
    """Return whether all names that it brings in are used in the rulebook."""
    written = failure.chunk.text[candidate.start : candidate.end]
    found = {*WORD.findall(written)}
    called = {*CALLED.findall(candidate.put)} - {*CALLED.findall(written)}
    called -= {*DECLARED.findall(candidate.put)}
    brought = names_in_use(candidate.put) - (found - called)
    joined = {name for name in brought if "_" in name and {*name.split("_")} <= found}
    return has_only_known_names(failure, brought - joined)


def reported(failure: Failure, candidate: Candidate, general: Diagnostic) -> Diagnostic:
    """Return the diagnostic that proposes it; `general` is the message without it."""
    lines = candidate.put.strip().replace(f"\n{failure.margin}", "\n").split("\n")
    help = write(*lines)
    if candidate.kind is UNEXPECTED:
        whole = line_with(failure, candidate).strip().replace(f"\n{failure.margin}", "\n")
        help = write(*whole.split("\n"))
        start, written = failure.line_start, failure.written_line.rstrip()
        place = failure.span(start + len(failure.margin), start + len(written))
        return evolve(general, help=help.text, fix=fix_at(place, help), instead=general)
    text = failure.chunk.text[candidate.start : candidate.end]
    start = candidate.start + len(text) - len(text.lstrip())
    found, put = text.strip(), candidate.put.strip()
    line = line_with(failure, candidate).strip()
    if "\n" in found:
        place = failure.here()
        edits = (Edit(failure.span(candidate.start, candidate.end), candidate.put),)
        reported = error(candidate.kind.slug, place, candidate.kind.message, help=help.text)
        if candidate.kind is JOINED:
            general = evolve(reported, help=ONE_LINE)
        return evolve(reported, fix=Fix(edits, Certainty.LIKELY), instead=general)
    words = {"found": found, "put": put, "quoted": quoted(found), "line": line}
    message = candidate.kind.message
    if not put:
        message = "`{found}` has no meaning here"
    elif "{put}" in message and (len(found + put) > SHORT or len(lines) > 1):
        message = "{quoted} is written differently"
    if candidate.kind.help != "write `{put}`":
        help = evolve(help, text=candidate.kind.help.format_map(words))
    place = failure.span(start, start + len(found))
    if not put:
        help = leave_out()
    if candidate.is_head:
        below = f"{help.text}; the following lines go below it, indented"
        return error(candidate.kind.slug, place, message.format_map(words), help=below)
    spaced = _spaced(failure, start, found, lines)
    help = evolve(help.sure if candidate.sure else help, lines=spaced)
    reported = error(candidate.kind.slug, place, message.format_map(words), help=help)
    return evolve(reported, instead=general)


def _spaced(failure: Failure, start: int, found: str, lines: list[str]) -> tuple[str, ...]:
    """Return the lines, with the blanks that a word needs in place of a sign."""
    text = failure.chunk.text
    first, last = lines[0], lines[-1]
    begins_word = first[:1].isalnum() and not found[:1].isalnum()
    if begins_word and start and text[start - 1].strip(" \n("):
        lines = [f" {first}", *lines[1:]]
    behind = text[start + len(found) :][:1]
    if last[-1:].isalnum() and not found[-1:].isalnum() and behind.isalnum():
        lines = [*lines[:-1], f"{lines[-1]} "]
    return tuple(lines)
