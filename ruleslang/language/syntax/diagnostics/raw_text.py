"""
Limits of length, depth and number, so that no text can hang the parser; and characters that look
like others, or are invisible.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from attrs import evolve

from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.parse_failure import Failure
from ruleslang.source.diagnostic import Diagnostic, Help, Message, error
from ruleslang.source.fix import Certainty, Edit, Fix, leave_out, write
from ruleslang.source.span import MAX_LETTERS, Source, Span

MAX_NAME = 100
MAX_DIGITS = 15
MAX_MISTAKES = 100
MAX_DEPTH = 150
CONTROL = re.compile(r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]|\r(?!\n)")
DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
BINARY = re.compile(r"[\x00-\x06\x0e-\x1a]")
FENCE = re.compile(r"`{3,}\w*")
DELETE = "delete this line, which marks a text in a chat"
SPACES = "\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\u0085"
SPACE = re.compile(f"[{SPACES}]+")
ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρ", "aeopcyxijshdqwABEKMHOPCTXABEZHIKMNOPTYXovp"
)
DOUBLE_QUOTES = "“”„‟«»"
SINGLE_QUOTES = "'‘’‚‛`´"
APART = r'#[^\n]*|"[^"\n]*"?|'  # comments and texts, in which every sign is allowed
IN_DOUBLE = re.compile(rf'{APART}([{DOUBLE_QUOTES}])(?P<text>[^"\n]*?)["{DOUBLE_QUOTES}]')
IN_SINGLE = re.compile(
    rf'{APART}(?<!\w)([{SINGLE_QUOTES}])(?P<text>[^"\n]*?)[{SINGLE_QUOTES}](?!\w)'
)
IN_SPACE = re.compile(rf"{APART}(?P<text>[{SPACES}]+)")

smart_quote = Message(
    "smart-quotes",
    "`{sign}` isn't a quotation mark of the language",
    help='write the text in straight quotes: `"…"`',
)
single_quote = Message(
    "single-quotes",
    "`{sign}` isn't a quotation mark of the language",
    help='write the text in double quotes: `"…"`',
)


def too_big(source: Source) -> Diagnostic | None:
    """Report a file larger than any rulebook."""
    if len(source.text) <= MAX_LETTERS:
        return None
    return error(
        "too-big",
        source.span(0, 0),
        f"this file has {len(source.text)} characters, more than {MAX_LETTERS}",
        help="remove anything that isn't a card: a game has at most 2,000"
        if source.is_table
        else "spread it over several files",
    )


def too_many_mistakes(span: Span, most: int = MAX_MISTAKES, not_done: str = "read") -> Diagnostic:
    """Report more errors than a rulebook would have."""
    return error(
        "too-many-mistakes",
        span,
        f"{most} mistakes: the rest is not {not_done}",
        help="fix those above first",
    )


too_deep = Message(
    "too-deep", "this is nested too deep", help="make a part of it a separate value or procedure"
)
name_too_long = Message(
    "name-too-long",
    f"a name of {{length}} characters; {MAX_NAME} are allowed",
    help="choose a shorter name; put the text for players in quotes",
)
number_too_long = Message(
    "number-too-long",
    f"a number of {{length}} digits; {MAX_DIGITS} are allowed",
    help="write a smaller number: no game counts that far",
)


def not_text(source: Source) -> Diagnostic | None:
    """Report a file that is not text: a picture, a program or an archive."""
    match = BINARY.search(source.text)
    if not match:
        return None
    return error(
        "not-text",
        source.span(match.start(), match.end()),
        "this file isn't plain text",
        help="in the spreadsheet, save it as `CSV UTF-8`"
        if source.is_table
        else "save the rulebook as plain text in UTF-8",
    )


def at_sight(chunk: Chunk) -> Diagnostic | None:
    """Report a mistake also where the grammar finds none: what is read must be what is seen."""
    return control_character(chunk) or hidden_direction(chunk)


def control_character(chunk: Chunk) -> Diagnostic | None:
    """Report an invisible control character."""
    match = CONTROL.search(chunk.text)
    if not match:
        return None
    code = f"U+{ord(match.group()):04X}"
    return error(
        "control-character",
        chunk.span(match.start(), match.end()),
        f"there is an invisible character here ({code})",
        help=leave_out("delete it").sure,
    )


def hidden_direction(chunk: Chunk) -> Diagnostic | None:
    """Report a mark that changes the direction of writing, so a line shows in another order."""
    match = DIRECTION.search(chunk.text)
    if not match:
        return None
    name = unicodedata.name(match.group()).lower()
    return error(
        "hidden-direction",
        chunk.span(match.start(), match.end()),
        f"there is an invisible mark here ({name})",
        help=leave_out("delete it").sure,
    )


def strange_space(failure: Failure) -> Diagnostic | None:
    """Report a blank other than a space, as word processors insert."""
    match = SPACE.match(failure.text, failure.offset)
    if not match:
        return None
    name = unicodedata.name(match.group()[0], "next line").lower()
    found = error(
        "strange-space",
        failure.span(match.start(), match.end()),
        f"this isn't a plain space ({name})",
        help="delete it: it has no width and is invisible"
        if _has_no_width(match.group())
        else "replace it with a plain space",
    )
    return _written(
        found, failure, IN_SPACE, lambda text: " " * sum(not _has_no_width(sign) for sign in text)
    )


def _has_no_width(space: str) -> bool:
    return unicodedata.category(space[0]) == "Cf"


def smart_quotes(failure: Failure) -> Diagnostic | None:
    """Report curved quotation marks, as word processors insert."""
    if not failure.found or failure.found not in DOUBLE_QUOTES:
        return None
    found = smart_quote(failure.here(), sign=failure.found)
    return _written(found, failure, IN_DOUBLE, '"{}"'.format)


def single_quotes(failure: Failure) -> Diagnostic | None:
    """Report a text in single quotes: texts have double quotes."""
    if not failure.found or failure.found not in SINGLE_QUOTES:
        return None
    found = single_quote(failure.here(), sign=failure.found)
    return _written(found, failure, IN_SINGLE, '"{}"'.format)


def code_fence(failure: Failure) -> Diagnostic | None:
    """Report the line that a chat puts before and after a text in its answer."""
    if not FENCE.fullmatch(failure.written_line.strip()):
        return None
    place = failure.span(failure.line_start, failure.line_end)
    found = error("unknown-sign", place, "three backticks aren't part of a rulebook", help=DELETE)
    return evolve(found, fix=Fix((Edit(place, ""),), Certainty.SURE))


def _written(
    found: Diagnostic, failure: Failure, signs: re.Pattern[str], put: Callable[[str], str]
) -> Diagnostic:
    """Return a mistake with its fix wherever else in the declaration it is made."""
    alike = [match for match in signs.finditer(failure.chunk.text) if match["text"] is not None]
    edits = (Edit(failure.span(*match.span()), put(match["text"])) for match in alike)
    is_among = any(match.start() == failure.offset for match in alike)
    return evolve(found, fix=Fix(tuple(edits), Certainty.SURE)) if is_among else found


def foreign_letter(failure: Failure) -> Diagnostic | None:
    """Report a name with a letter outside ASCII."""
    letter = failure.text[failure.offset : failure.offset + 1]
    if not letter.isalnum() or letter.isascii():
        return None
    start, end = _word_about(failure.text, failure.offset)
    return error(
        "foreign-letter",
        failure.span(start, end),
        f"`{letter}` is in a name, which can have only plain letters",
        help=_plain_letters(failure.text[start:end]),
    )


def _plain_letters(word: str) -> Help:
    """Return the word in ASCII letters, if that is unambiguous."""
    plain = unicodedata.normalize("NFKC", word).translate(ALIKE)
    raised = any(unicodedata.category(letter) == "No" for letter in word)
    if plain.isascii() and plain.isalnum() and not raised:
        return write(plain)
    return "write names with `a` to `z`, digits and `_`"


def _word_about(text: str, offset: int) -> tuple[int, int]:
    start = end = offset
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return start, end
