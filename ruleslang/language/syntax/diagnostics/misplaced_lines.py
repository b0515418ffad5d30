"""Misplaced lines, blocks and rows, and values in the line of their declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import evolve

from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics.hints_by_rest_of_line import text_in_two_lines
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.language.syntax.grammar import GOING_ON
from ruleslang.language.syntax.keywords import DECLARATIONS, STATEMENTS
from ruleslang.language.syntax.parse_failure import WORD, Failure, mask, reads
from ruleslang.source.diagnostic import Diagnostic, Label, error
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal, write
from ruleslang.source.span import Source

PARTED = re.compile(r"\b([^\W\d]\w*-)[ \t]*\n\s*([^\W\d]\w*)")
ANSWERING = re.compile(
    r"((?:procedure|check) \w+(?:\([^()]*\))?) *: *(\w+(?: or \w+)?|\d+\.\.\d+) *(?:\[.*)?"
)
COLON = re.compile(r":\s+(?=\w)")
MOST_COLONS = 4
MOST_LETTERS = 200  # ends of a line that may continue
MARGIN = re.compile(r"^([ \t]+)[^ \t\r\n#]", re.MULTILINE)
GOES_ON = re.compile(
    r"(,|\+|-|\*|/|\.\.|\(|\b(and|or|not|is|where|when|otherwise|in|of|with|from|to))\s*$"
)
EFFECTS = frozenset({"before", "after", "instead", "modify", "whenever"})
JOINS = re.compile(
    r"(and|or|where|when|otherwise|with|is|in|over|of|from|to|except|choosing|until|starting|so"
    r"|then|ranked|not)\b|\+|\*|/|\.\.|[<>,)]|- "
)
BELOW = {
    # a card's kind may be omitted beside a table's row
    "card": 'a card says of which kind it is: `card fox "Fox" x2: beast`',
    "until": "below it stand the effects that last so long, `modify …` or `after …`;"
    " what is done at that moment stands below `after turn`",
    "while": "below it stand the effects that hold so long, `modify …` or `after …`;"
    " a loop is `repeat while …`",
}
"""What is missing below a head that holds no statements."""
AT_THE_MARGIN = "begin it at the left margin"
LINES = re.compile(r"^[ \t]*\S.*", re.MULTILINE)  # those with something in them
INDENT = "indent the lines that belong to it by four spaces"
WRAPPED = "a long line goes on below only inside brackets: write `(…)` round what is long"
NAME = r"[^\W\d]\w*"
TITLED = re.compile(rf'{NAME} {NAME}(?:\([^()]*\))? "')  # the head of a declaration, and of no line
WORDS = rf"{NAME}(?:(?:, or | or |, |/| \| ){NAME})*"
TYPED = re.compile(
    rf"(?P<head>(?:state|[ \t]+has) (?P<name>{NAME})(?:\([^()]*\))?): ?"
    rf"(?P<words>\{{{WORDS}\}}|{WORDS})(?P<rest>(?: = {NAME})?(?:, .*)?)"
)
OPTION = re.compile(
    rf"(?P<head>(?:option|reading) {NAME}(?: \"[^\"]*\")?)(?: ?[:=] ?| )"
    rf"(?P<words>\{{{WORDS}\}}|{WORDS})(?: = (?P<usual>{NAME}))?"
)
NO_WORDS = frozenset(
    {"none", "yes", "no", "true", "false", "player", "team", "card", "title", "piece", "number"}
)
DECLARED = re.compile(r"^(?:kind|words|type|die|board|piece) (\w+)", re.MULTILINE)
LISTS = re.compile(rf"^words ({NAME}): ({NAME}(?:, {NAME})*)", re.MULTILINE)


def mixed_indentation(chunk: Chunk) -> Diagnostic | None:
    """A declaration indented with both tabs and spaces."""
    margins = [(match.group(1), match.start(1)) for match in MARGIN.finditer(chunk.text)]
    first = margins[0][0][0] if margins else ""
    for margin, start in margins:
        if margin.strip(first):
            return error(
                "mixed-indentation",
                chunk.span(start, start + len(margin)),
                "this line mixes tabs and spaces with those above it",
                help="indent every line with spaces, four a level",
            )
    return None


def uneven_indentation(chunk: Chunk, offset: int) -> Diagnostic:
    """A dedent to a column that no line above has."""
    return error(
        "uneven-indentation",
        chunk.span(*_line_word(chunk.text, offset)),
        "this line lines up with none above it",
        help="indent it like the line it belongs with",
    )


def indented_declaration(failure: Failure) -> Diagnostic | None:
    """An indented declaration, as if it belonged to the one above."""
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
        f"`{first.group()}` begins a declaration, and is indented",
        help=_where_it_holds(failure),
    )
    source, start = failure.chunk.source, failure.chunk.start + failure.line_start
    starts = _with_what_is_below(source, start)
    indented = [at for at in starts if source.text[at] == failure.margin[0]]
    edits = tuple(Edit(source.span(at, at + len(failure.margin)), "") for at in indented)
    fits = diagnostic.help == AT_THE_MARGIN
    return evolve(diagnostic, fix=Fix(edits, Certainty.LIKELY)) if fits else diagnostic


def _with_what_is_below(source: Source, start: int) -> Iterator[int]:
    """The beginnings of a line and of those below it that are further in."""
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
    """The help for a card's effect outside `while`."""
    effect = failure.first_word in EFFECTS
    if not effect or not re.match(r"(card|kind)\b", failure.text):
        return AT_THE_MARGIN
    zone = Vocabulary.of(failure.chunk.source, "you").front()
    return (
        f"say above it while what it holds, `while in {zone}(you)`, and put it further in; at the"
        " left margin it holds always"
    )


def unexpected_indent(failure: Failure) -> Diagnostic | None:
    """An indented line below one that opens no block."""
    if failure.layout != "_INDENT":
        return None
    start, end = _line_word(failure.text, failure.offset)
    goes_on = JOINS.match(failure.text, start) and not _stands_alone(failure)
    return error(
        "unexpected-indent",
        failure.span(start, end),
        "this line is further in than the one above it, which opens no block",
        help=_below_play(failure)
        or (WRAPPED if goes_on else None)
        or text_in_two_lines(failure)
        or _in_line_above(failure)
        or "line it up with the line above",
    )


def _stands_alone(failure: Failure) -> bool:
    """Whether the line can be read where the line above stands."""
    above = failure.chunk.text[: failure.line_start].rstrip()
    margin = re.match(r"[ \t]*", above[above.rfind("\n") + 1 :])
    line = failure.chunk.text[failure.line_start : failure.line_end].strip()
    return margin is not None and reads(f"{above}\n{margin[0]}{line}")


def _below_play(failure: Failure) -> str | None:
    """The block of a `play`, from which a line of the card parts it."""
    parted = re.search(r"^([ \t]*)play\b.*\n\1(\w+)\b.*\n\Z", failure.above, re.MULTILINE)
    if parted is None:
        return None
    return f"what `play` does stands directly below it: move the line `{parted[2]} …` above `play`"


def _in_line_above(failure: Failure) -> str | None:
    """The line above with this one appended, if its head can continue."""
    text = failure.chunk.text
    above, line = failure.above.rstrip(), text[: failure.line_end]
    below = line[failure.line_start :].strip()
    for joint in (", ", " "):
        if failure.line_start and reads(f"{text[: len(above)]}{joint}{below}"):
            return f"it goes on in the line above: `…{joint}{below}`"
    return None


def indented_first_line(chunk: Chunk) -> Diagnostic:
    """An indented line without a declaration above."""
    text = mask(chunk.text)
    offset = len(text) - len(text.lstrip())
    return error(
        "unexpected-indent",
        chunk.span(*_line_word(chunk.text, offset)),
        "this line is indented, and no declaration is above it",
        help="begin a declaration at the left margin",
    )


def missing_block(failure: Failure) -> Diagnostic | None:
    """A head without its block."""
    if failure.expected != {"_INDENT"}:
        return None
    above = failure.text[: failure.offset].rstrip()
    start, end = _line_word(failure.text, above.rfind("\n") + 1)
    word = failure.text[start:end]
    line = above[above.rfind("\n") + 1 :].strip()
    usual = (
        INDENT if line != word else f"{INDENT}; of a branch that does nothing: `{word}: nothing`"
    )
    diagnostic = block_below(failure, start, end, BELOW.get(word, usual))
    below = failure.chunk.start + len(above) + 1
    return diagnostic if word in BELOW else evolve(diagnostic, fix=indenting(failure.chunk, below))


def block_below(failure: Failure, start: int, end: int, help: str = INDENT) -> Diagnostic:
    """A head without a block; its first word is given."""
    return error(
        "missing-block",
        failure.span(start, end),
        f"below `{failure.text[start:end]}` an indented block is expected",
        help=help,
    )


def indenting(head: Chunk, below: int) -> Fix | None:
    """
    The fix that indents the lines from an offset on, up to an empty line or a declaration, if they
    can be read below the head then.
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
    """An unfinished line that continues below, outside brackets."""
    if failure.layout != "EOL" or not GOES_ON.search(failure.before):
        return None
    if re.search(r"\bmay choose one of\s*$", failure.before):
        return None  # a menu, not a `may`
    below = next(
        (line for line in failure.text[failure.line_end :].split("\n") if line.strip()), ""
    )
    if len(below) - len(below.lstrip()) <= len(failure.margin):
        return None
    is_list = re.search(r"\b(?:may|must) do one of\s*$", failure.before)
    return error(
        "line-goes-on",
        failure.here(),
        "the line ends in the middle of something",
        help=Proposal("write `one of these` above a list", (" these",))
        if is_list
        else "a line goes on below only inside brackets, or behind a comma",
    )


def condition_apart(failure: Failure) -> Diagnostic | None:
    """A line that begins with `so that`, indented no more than its choice."""
    start = failure.line_start + len(failure.margin)
    text = failure.chunk.text
    above, below = text[: failure.line_start].rstrip(), text[start : failure.line_end]
    match = GOING_ON.match(below)
    if match is None or not above or not reads(f"{above} {below}"):
        return None
    return error(
        "line-goes-on",
        failure.span(start, start + match.end()),
        "the line above goes on here, but this one stands no further in",
        help="put it eight spaces further in than the line above",
    )


def broken_word(failure: Failure) -> Diagnostic | None:
    """A word hyphenated at the end of a line, as in copied print."""
    chunk = failure.chunk
    behind = chunk.source.text[chunk.start + len(failure.text) :][:MOST_LETTERS]
    for parts in PARTED.finditer(failure.text + mask(behind)):
        in_line = failure.line_start <= parts.end() and parts.start() <= failure.line_end
        if in_line or parts.start() <= failure.offset <= parts.end() + 1:
            return error(
                "line-goes-on",
                failure.span(parts.start(1), parts.end(1)),
                "a word is parted at the end of the line",
                help=f"write `{parts[1][:-1]}{parts[2]}` on one line",
            )
    return None


def colon_before_block(failure: Failure) -> Diagnostic | None:
    """A colon after the head of a block: indentation alone marks the block."""
    inside = _block_on_the_line(failure)
    if inside is not None and (head := _answer_behind_colon(failure)):
        return error(
            "colon-before-block",
            failure.span(inside[0], inside[0] + 1),
            "a colon stands at the end of a block's head",
            help=f"what it answers is said so: `{head}`",
        )
    if inside is not None:
        colon, lines = inside
        return error(
            "colon-before-block",
            failure.span(colon, colon + 1),
            "a colon stands at the end of a block's head",
            help=write(*lines).text,
        )
    colon = failure.line_start + len(failure.before.rstrip()) - 1
    if failure.met == ":" and failure.rest.strip() == ":":
        colon = failure.offset
    elif (
        failure.layout != "EOL"
        or failure.text[colon : colon + 1] != ":"
        or "move" not in failure.expected
    ):
        return None
    return error(
        "colon-before-block",
        failure.span(colon, colon + 1),
        "a colon stands at the end of a block's head",
        help="leave it out; and a loop is `repeat while …`" if _loops(failure) else "leave it out",
    )


def _answer_behind_colon(failure: Failure) -> str | None:
    """The head of a procedure followed by a colon and a type."""
    line = failure.written_line
    head = ANSWERING.fullmatch(line)
    below = re.compile(r"\s*\n[ \t]+\S").match(failure.text, failure.line_end)
    return f"{head[1]} answers {head[2]}" if head and below else None


def _loops(failure: Failure) -> bool:
    """Whether a line begins with `while` and has statements below it."""
    first = failure.first
    below = re.compile(r"\s*(\w+)").match(failure.text, failure.line_end)
    effects = ("modify", "before", "after", "instead", "whenever")
    return bool(first and first.group() == "while" and below and below[1] not in effects)


def _block_on_the_line(failure: Failure) -> tuple[int, tuple[str, ...]] | None:
    """A block after a colon on its head's line, and the lines it should be."""
    if failure.layout not in (None, "EOL"):
        return None
    hidden = failure.line
    line = failure.written_line
    colons = list(islice(COLON.finditer(hidden), MOST_COLONS))
    for first, many in _neighbours(len(colons)):
        lines = _below_each_other(line.rstrip(), colons[first : first + many])
        near = colons[first].start() <= failure.offset - failure.line_start
        put = "\n".join([lines[0], *(failure.margin + part for part in lines[1:])])
        if near and reads(failure.above + put):
            colon = failure.line_start + colons[first].start()
            return colon, (lines[0].strip(), *lines[1:])
    return None


def _neighbours(number: int) -> Iterator[tuple[int, int]]:
    """Start and length of each run of neighbours, the shortest first."""
    for many in range(1, number + 1):
        yield from ((first, many) for first in range(number - many + 1))


def _below_each_other(line: str, colons: Sequence[re.Match[str]]) -> tuple[str, ...]:
    """A line split at colons, each part indented below the one before."""
    starts = [0, *(colon.end() for colon in colons)]
    ends = [*(colon.start() for colon in colons), len(line)]
    parts = [line[start:end] for start, end in zip(starts, ends, strict=True)]
    return tuple("    " * depth + part for depth, part in enumerate(parts))


def missing_bar(failure: Failure) -> Diagnostic | None:
    """A table row without its first or last bar."""
    if "|" not in failure.expected:
        return None
    if not failure.before.strip():
        start, end = _line_word(failure.text, failure.offset)
        return error(
            "missing-bar",
            failure.span(start, end),
            "a row begins with a bar",
            help="put `|` before the first cell, and after every cell",
        )
    end = failure.line_start + len(failure.line.rstrip())
    row = failure.span(failure.line_start + len(failure.margin), end)
    return error(
        "missing-bar",
        failure.span(end, end),
        "the row ends without a bar",
        help="put `|` after the last cell",
        labels=(Label(row, "this row"),),
    )


def _line_word(text: str, offset: int) -> tuple[int, int]:
    """The span of the first word or sign at or after an offset."""
    match = re.compile(r"\s*(\w+|\S)?").match(text, offset)
    return match.span(1) if match and match.group(1) else (offset, offset)


def values_in_one_line(failure: Failure) -> Diagnostic | None:
    """`state mood: calm or angry`, `option length = short`: words for a type, or values."""
    line = failure.written_line.partition("#")[0].rstrip()
    typed, option = TYPED.fullmatch(line), OPTION.fullmatch(line)
    if typed is not None:
        return _typed(failure, typed)
    return _option(failure, option) if option is not None else None


def _split(words: str) -> list[str]:
    return re.findall(NAME, re.sub(r"\bor\b", ",", words))


def _typed(failure: Failure, met: re.Match[str]) -> Diagnostic | None:
    """The words of a state or field in place of its type."""
    text, words = mask(failure.rulebook), _split(met["words"])
    if len(words) < 2 or {*words} & (NO_WORDS | {*DECLARED.findall(text)}):
        return None
    lists = {name: listed.split(", ") for name, listed in LISTS.findall(text)}
    known = next((name for name, listed in lists.items() if {*words} <= {*listed}), None)
    name = known or _free(met["name"], text)
    line = f"{met['head']}: {name}{met['rest']}"
    if not reads(failure.written_above + line):
        return None
    start = failure.line_start + met.start("words")
    place = failure.span(start, failure.line_start + met.end("words"))
    edits = [Edit(place, name)]
    help = write(line.strip()).text
    if known is None:
        declared = f"words {name}: {', '.join(words)}"
        edits.insert(0, Edit(failure.span(0, 0), f"{declared}\n"))
        help = f"declare the words, and their list is a type: `{declared}`, `{line.strip()}`"
    diagnostic = error("said-otherwise", place, "words stand where a type is expected", help=help)
    return evolve(diagnostic, fix=Fix(tuple(edits), Certainty.LIKELY))


def _free(name: str, text: str) -> str:
    """An unused name for a list of words."""
    listed = "".join(part.capitalize() for part in name.split("_"))
    taken = re.search(rf"\b{listed}\b", text) is not None
    return f"{listed}s" if taken else listed


def _option(failure: Failure, met: re.Match[str]) -> Diagnostic | None:
    """The values of an option in its line; the star marks the default."""
    words = _split(met["words"])
    place = failure.span(failure.line_start, failure.line_start + met.end())
    message = "the values of an option stand below it, one to a line"
    if len(words) < 2 or failure.margin:
        form = f"write `{met['head']}`, below it `{words[0]} *`, below that each other value"
        return None if failure.margin else error("said-otherwise", place, message, help=form)
    usual = met["usual"] or words[0]
    lines = [f"    {word}{' *' if word == usual else ''}" for word in words]
    return error("said-otherwise", place, message, help=write(met["head"], *lines))
