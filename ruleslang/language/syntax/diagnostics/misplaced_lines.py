"""Misplaced lines, blocks and rows, and values in the line of their declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from attrs import evolve

from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics.candidate import JOINED, ONE_LINE, Candidate
from ruleslang.language.syntax.diagnostics.general_rows import OF_CARD
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.language.syntax.keywords import DECLARATIONS, STATEMENTS
from ruleslang.language.syntax.parse_failure import WORD, Failure, mask, reads
from ruleslang.source.diagnostic import Diagnostic, Label, error
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal
from ruleslang.source.span import Source

PARTED = re.compile(r"\b([^\W\d]\w*-)[ \t]*\n\s*([^\W\d]\w*)")
MOST_LETTERS = 200  # ends of a line that may continue
MARGIN = re.compile(r"^([ \t]+)[^ \t\r\n#]", re.MULTILINE)
GOES_ON = re.compile(
    r"(,|\+|-|\*|/|\.\.|\(|\b(and|or|not|is|where|when|otherwise|in|of|with|from|to))\s*$"
)
EFFECTS = frozenset({"before", "after", "instead", "modify", "whenever"})
GOES_ON_WITH = re.compile(
    r"(and|or|where|when|otherwise|with|is|in|over|of|from|to|except|choosing|until|starting|so"
    r"|then|ranked|not)\b|\+|\*|/|\.\.|[=<>,)]|- "
)
ON_CARD = re.compile(r"(card|kind)\b")
HOOK = re.compile(r"(when(ever)?|if|on|once)\b(?!.*\botherwise\b)")
BELOW = {
    # a card's kind may be omitted beside a table's row
    "card": 'a card needs its kind: `card fox "Fox" x2: beast`',
    "until": "it contains effects that last that long, `modify …` or `after …`;"
    " for something at that moment, use `after turn`",
    "while": "it contains effects that last that long, `modify …` or `after …`;"
    " a loop is `repeat while …`",
}
"""The lines that are missing below a head without statements."""
AT_THE_MARGIN = "begin it at the left margin"
LINES = re.compile(r"^[ \t]*\S.*", re.MULTILINE)  # those with something in them
INDENT = "indent the lines that belong to it by four spaces"
NAME = r"[^\W\d]\w*"
TITLED = re.compile(rf'{NAME} {NAME}(?:\([^()]*\))? "')  # the head of a declaration, and of no line


def mixed_indentation(chunk: Chunk) -> Diagnostic | None:
    """Report a declaration indented with both tabs and spaces."""
    margins = [(match.group(1), match.start(1)) for match in MARGIN.finditer(chunk.text)]
    first = margins[0][0][0] if margins else ""
    for margin, start in margins:
        if margin.strip(first):
            edits = (
                Edit(chunk.span(at, at + len(other)), other.expandtabs(4))
                for other, at in margins
                if "\t" in other
            )
            found = error(
                "mixed-indentation",
                chunk.span(start, start + len(margin)),
                "this line mixes tabs and spaces with those above it",
                help="indent every line with spaces, four per level",
            )
            return evolve(found, fix=Fix(tuple(edits), Certainty.SURE))
    return None


def uneven_indentation(chunk: Chunk, offset: int) -> Diagnostic:
    """Report a dedent to a column that no line above has."""
    return error(
        "uneven-indentation",
        chunk.span(*_line_word(chunk.text, offset)),
        "the indentation of this line matches no line above it",
        help="indent it like the line it belongs with",
    )


def indented_declaration(failure: Failure) -> Diagnostic | None:
    """Report an indented declaration, as if it belonged to the one above."""
    first = failure.first
    if not first or not failure.margin or first.group() not in DECLARATIONS - STATEMENTS:
        return None
    line = failure.text[first.start() : failure.line_end]
    if not (TITLED.match(failure.chunk.text, first.start()) or reads(line)):
        return None
    above = re.search(r"^([ \t]*)while\b.*\n\Z", failure.above, re.MULTILINE)
    if above and above[1] == failure.margin:
        return block_below(failure, above.end(1), above.end(1) + len("while"))
    diagnostic = error(
        "indented-declaration",
        failure.span(*first.span()),
        f"`{first.group()}` begins a declaration, but is indented",
        help=_where_it_holds(failure),
    )
    source, start = failure.chunk.source, failure.span(failure.line_start, failure.offset).start
    starts = _with_what_is_below(source, start)
    indented = [at for at in starts if source.text[at] == failure.margin[0]]
    edits = tuple(Edit(source.span(at, at + len(failure.margin)), "") for at in indented)
    fits = diagnostic.help == AT_THE_MARGIN
    return evolve(diagnostic, fix=Fix(edits, Certainty.LIKELY)) if fits else diagnostic


def _with_what_is_below(source: Source, start: int) -> Iterator[int]:
    """Yield the beginnings of a line and of those below it that are further in."""
    depth = -1
    for line in LINES.finditer(source.text, start):
        margin = len(line[0]) - len(line[0].lstrip())
        if margin <= depth and line[0].lstrip().startswith("#"):
            continue
        if 0 <= depth >= margin:
            return
        yield line.start()
        depth = margin if depth < 0 else depth


def _where_it_holds(failure: Failure) -> str:
    """Return the help for a card's effect outside `while`."""
    effect = failure.first_word in EFFECTS
    if not effect or not ON_CARD.match(failure.text):
        return AT_THE_MARGIN
    zone = Vocabulary.of(failure.chunk.source, "you").front()
    return (
        f"add a condition above it, `while in {zone}(you)`, and indent it; at the"
        " left margin it always applies"
    )


CONTINUES = re.compile(rf"(?!when|otherwise|then|is|until)(?:by\b|{GOES_ON_WITH.pattern})")


def unexpected_indent(failure: Failure) -> Diagnostic | None:
    """Report an indented line below one that opens no block."""
    if failure.layout != "_INDENT":
        return None
    start, end = _line_word(failure.text, failure.offset)
    if CONTINUES.match(failure.text, start):
        return error("line-goes-on", failure.span(start, end), JOINED.message, help=ONE_LINE)
    message = "this line is indented further than the one above, which opens no block"
    is_hook = ON_CARD.match(failure.text) and HOOK.match(failure.text, start)
    help = OF_CARD if is_hook else "align it with the line above"
    if failure.text.startswith("piece"):
        help = "a piece has no fields: what differs is a state, `state strength(tank): 1..6 = 1`"
    return error("unexpected-indent", failure.span(start, end), message, help=help)


def joined_lines(failure: Failure) -> Iterator[Candidate]:
    """Yield the line above with this one and the next ones that begin as no line does."""
    text, above = failure.chunk.text, failure.above.rstrip()
    line = text[failure.line_start + len(failure.margin) : failure.line_end].rstrip()
    below = text[failure.line_end + 1 :].split("\n")
    more = [*takewhile(lambda line: GOES_ON_WITH.match(line.strip()), below)]
    end = failure.line_end + sum(len(line) + 1 for line in more)
    begins = above.rfind("\n") + 1
    head = text[begins : len(above)].lstrip(" \t")
    start = len(above) - len(head)
    closed = above.count("(") == above.count(")")
    if not above or not closed or "#" in text[len(above) : failure.line_start]:
        return
    if head.endswith('"') and line.startswith('"'):
        put = f"{head[:-1].rstrip()} {line[1:].lstrip()}"
        yield Candidate(start, failure.line_end, put, JOINED)
    elif GOES_ON_WITH.match(line) and not (ON_CARD.match(failure.text) and HOOK.match(line)):
        for joint in (" ", ", "):
            put = joint.join((head, line, *map(str.strip, more)))
            yield Candidate(start, end, put, JOINED)


def indented_first_line(chunk: Chunk) -> Diagnostic:
    """Report an indented line without a declaration above."""
    text = mask(chunk.text)
    offset = len(text) - len(text.lstrip())
    place, help = chunk.span(*_line_word(text, offset)), "begin a declaration at the left margin"
    message = "this line is indented, but there is no declaration above it"
    return error("unexpected-indent", place, message, help=help)


def missing_block(failure: Failure) -> Diagnostic | None:
    """Report a head without its block."""
    if failure.expected != {"_INDENT"}:
        return None
    above = failure.text[: failure.offset].rstrip()
    start, end = _line_word(failure.text, above.rfind("\n") + 1)
    word = failure.text[start:end]
    line = above[above.rfind("\n") + 1 :].strip()
    usual = (
        INDENT if line != word else f"{INDENT}; for a branch that does nothing: `{word}: nothing`"
    )
    diagnostic = block_below(failure, start, end, BELOW.get(word, usual))
    below = failure.span(len(above), failure.offset).start + 1
    return diagnostic if word in BELOW else evolve(diagnostic, fix=indenting(failure.chunk, below))


def block_below(failure: Failure, start: int, end: int, help: str = INDENT) -> Diagnostic:
    """Report a head without a block; its first word is given."""
    return error(
        "missing-block",
        failure.span(start, end),
        f"expected an indented block below `{failure.text[start:end]}`",
        help=help,
    )


def indenting(head: Chunk, below: int) -> Fix | None:
    """
    Return the fix that indents the lines from an offset on, up to an empty line or a declaration,
    if they can be read below the head then.
    """
    text = head.source.text
    margin = re.compile(r"[ \t]*").match(text, text.rfind("\n", 0, below - 1) + 1)
    edits: list[Edit] = []
    put, at = text[head.start : below], below
    for line in text[below:].split("\n"):
        word = WORD.match(line.lstrip())
        if not word or word.group() in DECLARATIONS or (edits and margin and margin.group()):
            break
        edits.append(Edit(head.source.span(at, at), "    "))
        put += f"    {line}\n"
        at += len(line) + 1
    return Fix(tuple(edits), Certainty.LIKELY) if edits and reads(put) else None


def line_goes_on(failure: Failure) -> Diagnostic | None:
    """Report an unfinished line that continues below, outside brackets."""
    if failure.layout != "EOL":
        return None
    if re.search(r"\bmay choose one of\s*$", failure.before):
        return None  # a menu, not a `may`
    below = next(filter(str.strip, failure.text[failure.line_end :].split("\n")), "")
    if len(below) - len(below.lstrip()) <= len(failure.margin):
        return None
    is_rest = "otherwise" in failure.expected and below.lstrip().startswith("otherwise ")
    if not GOES_ON.search(failure.before) and not CONTINUES.match(below.lstrip()) and not is_rest:
        return None
    is_list = re.search(r"\b(?:may|must) do one of\s*$", failure.before)
    help = Proposal("write `one of these` above a list", (" these",)) if is_list else ONE_LINE
    message = "the line ends in the middle of something"
    return error("line-goes-on", failure.here(), message, help=help)


def broken_word(failure: Failure) -> Diagnostic | None:
    """Report a word hyphenated at the end of a line, as in copied print."""
    chunk = failure.chunk
    behind = chunk.source.text[chunk.end :][:MOST_LETTERS]
    for parts in PARTED.finditer(failure.text + mask(behind)):
        in_line = failure.line_start <= parts.end() and parts.start() <= failure.line_end
        if in_line or parts.start() <= failure.offset <= parts.end() + 1:
            message = "a word is hyphenated at the end of the line"
            help = f"write `{parts[1][:-1]}{parts[2]}` on one line"
            return error("line-goes-on", failure.span(*parts.span(1)), message, help=help)
    return None


def missing_bar(failure: Failure) -> Diagnostic | None:
    """Report a table row without its first or last bar."""
    if "|" not in failure.expected:
        return None
    if not failure.before.strip():
        start, end = _line_word(failure.text, failure.offset)
        help = "put `|` before the first cell, and after every cell"
        place = failure.span(start, end)
        return error("missing-bar", place, "a row begins with a bar", help=help)
    end = failure.line_start + len(failure.line.rstrip())
    row = failure.span(failure.line_start + len(failure.margin), end)
    is_cell = "|" in failure.written_line.partition("#")[2]
    return error(
        "missing-bar",
        failure.span(end, end),
        "the row ends without a bar",
        help='what follows `#` is a remark: write the cell in quotes, as `| "No. #1" |`'
        if is_cell
        else "put `|` after the last cell",
        labels=(Label(row, "this row"),),
    )


def _line_word(text: str, offset: int) -> tuple[int, int]:
    """Return the span of the first word or sign at or after an offset."""
    match = re.compile(r"\s*(\w+|\S)?").match(text, offset)
    return match.span(1) if match and match.group(1) else (offset, offset)


def line_above(failure: Failure) -> re.Match[str] | None:
    """Return the first word of the line above, if only blanks and comments are between."""
    above = failure.above.rstrip()
    start = above.rfind("\n") + 1
    return WORD.match(failure.text, start + len(above[start:]) - len(above[start:].lstrip()))


def head_above(failure: Failure) -> re.Match[str] | None:
    """Return the first word of the nearest line above that is indented less."""
    lines = failure.above.split("\n")
    place = failure.line_start
    for line in reversed(lines[:-1]):
        place -= len(line) + 1
        blanks = len(line) - len(line.lstrip())
        if line.strip() and blanks < len(failure.margin):
            return WORD.match(failure.text, place + blanks)
    return None
